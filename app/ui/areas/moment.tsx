import { frenchMoment } from "../french-date.ts";

/** « 24 nov. 16:15 », in Paris; with the year if it is not the current one. */
export function Moment({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{frenchMoment(at)}</time>;
}
