import { frenchNumber } from "./french-number.ts";

/** Lists are counted and paged up to this many rows: exact counts and later pages would be slow. */
export const MOST_COUNTED = 10_000;

/** A count as text: « 9 977 », or « plus de 10 000 » above MOST_COUNTED; « Plus de … » with `isStart`. */
export function boundedNumber(count: number, { isStart = false } = {}): string {
  if (count <= MOST_COUNTED) return frenchNumber(count);
  return `${isStart ? "Plus" : "plus"} de ${frenchNumber(MOST_COUNTED)}`;
}

/** A shown page of a list; `page` is at most `pageCount`, also when a later page was asked for. */
export type Paged = { page: number; pageCount: number };

/** The page that is shown of a list of `total` rows, and the number of rows before it. */
export function clampPage(
  wanted: number,
  total: number,
  pageSize: number,
): Paged & { offset: number } {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(wanted, pageCount);
  return { page, pageCount, offset: (page - 1) * pageSize };
}

/** `clampPage` for a list that is counted up to MOST_COUNTED only: rows beyond that have no page. */
export const clampBounded: typeof clampPage = (wanted, total, pageSize) =>
  clampPage(wanted, Math.min(total, MOST_COUNTED), pageSize);
