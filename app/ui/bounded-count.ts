import { frenchNumber } from "./french-number.ts";

/** Lists are counted and paged up to this many rows: exact counts and later pages would be slow. */
export const MOST_COUNTED = 10_000;

/** « 9 977 », or « plus de 10 000 » for a count above MOST_COUNTED; capitalised with `isStart`. */
export function boundedNumber(count: number, { isStart = false } = {}): string {
  if (count <= MOST_COUNTED) return frenchNumber(count);
  return `${isStart ? "Plus" : "plus"} de ${frenchNumber(MOST_COUNTED)}`;
}

/** The number of pages of a list: at least 1, and none beyond MOST_COUNTED rows. */
export function pageCountOf(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(Math.min(total, MOST_COUNTED) / pageSize));
}
