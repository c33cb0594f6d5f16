import type { PriceBounds } from "./count-matching.server.ts";

const TENS = Array.from({ length: 35 }, (_one, place) => 50 + 10 * place);
/** Where bands of prices begin, in cents, as the index products_by_price_band has them (db/migrations/0003_catalogue.sql). */
export const BANDS = [
  2,
  4,
  6,
  8,
  10,
  12,
  15,
  20,
  25,
  30,
  35,
  40,
  45,
  ...TENS,
  400,
  450,
  500,
  600,
  800,
  1_000,
].map((euros) => 100 * euros);
/** The highest that PostgreSQL's integers hold. */
export const HIGHEST = 2_147_483_647;
const NONE: PriceBounds = { from: 1, to: 0 };

/**
 * The bands whose prices are all asked for, by their numbers (0 begins at 0), and what is asked for of the one before and
 * the one after them, in cents; `streams`: how many lists by name that makes, one for each band and each euro.
 */
export function bandsOf({ from, to }: PriceBounds): {
  whole: PriceBounds;
  edges: [PriceBounds, PriceBounds];
  streams: number;
} {
  const numberOf = (cents: number) => BANDS.filter((start) => start <= cents).length;
  const startOf = (band: number) => BANDS[band - 1] ?? 0;
  const endOf = (band: number) => (BANDS[band] ?? HIGHEST + 1) - 1;
  const [first, last] = [numberOf(from), numberOf(to)];
  const [cutsFirst, cutsLast] = [from > startOf(first), to < endOf(last)];
  const isInOne = first === last && (cutsFirst || cutsLast);
  const whole = isInOne ? NONE : { from: first + Number(cutsFirst), to: last - Number(cutsLast) };
  const edges: [PriceBounds, PriceBounds] = isInOne
    ? [{ from, to }, NONE]
    : [
        cutsFirst ? { from, to: endOf(first) } : NONE,
        cutsLast ? { from: startOf(last), to } : NONE,
      ];
  const euros = edges.map((edge) => Math.ceil((edge.to - edge.from + 1) / 100));
  return { whole, edges, streams: Math.max(0, whole.to - whole.from + 1) + euros[0]! + euros[1]! };
}
