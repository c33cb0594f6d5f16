import { frenchNumber } from "./french-number.ts";

/** A list is counted up to here, and its pages end here too; whoever looks for more narrows the list down. */
export const MOST_COUNTED = 10_000;

/** « 9 977 », « plus de 10 000 », with a capital at the start of a line: anything above MOST_COUNTED stands for more. */
export function boundedNumber(count: number, { isStart = false } = {}): string {
  if (count <= MOST_COUNTED) return frenchNumber(count);
  return `${isStart ? "Plus" : "plus"} de ${frenchNumber(MOST_COUNTED)}`;
}

/** How many pages of `pageSize` a list of `total` has: at least one. */
export function pageCountOf(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(Math.min(total, MOST_COUNTED) / pageSize));
}
