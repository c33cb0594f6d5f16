import { frenchNumber } from "./french-number.ts";

/** Lists are counted and paged up to this many rows: exact counts and later pages would be slow. */
export const MOST_COUNTED = 10_000;

/** A count as text: « 9 977 », or « plus de 10 000 » above MOST_COUNTED; « Plus de … » with `isStart`. */
export function boundedNumber(count: number, { isStart = false } = {}): string {
  if (count <= MOST_COUNTED) return frenchNumber(count);
  return `${isStart ? "Plus" : "plus"} de ${frenchNumber(MOST_COUNTED)}`;
}

/** The number of pages of a list of `total` rows: at least 1, and no pages for rows beyond MOST_COUNTED. */
export function pageCountOf(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(Math.min(total, MOST_COUNTED) / pageSize));
}
