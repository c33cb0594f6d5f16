import { frenchMoment } from "../french-date.ts";

/** A date and time in Paris: « 24 nov. 16:15 », with the year if it is not the current one. */
export function Moment({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{frenchMoment(at)}</time>;
}
