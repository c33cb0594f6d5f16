/** What an order costs besides its articles, in cents. */
export type OrderSums = {
  /** To pay, VAT included. */
  totalCents: number;
  /** The fee of the delivery before a reduction; 0: « Offerte ». */
  deliveryCents: number;
  /** The whole reduction, that of the delivery included. */
  reductionCents: number;
  /** What grants the reduction; null without one. */
  reductionName: string | null;
};

/** The articles before reduction, in cents. */
export const subtotalOf = ({ totalCents, deliveryCents, reductionCents }: OrderSums): number =>
  totalCents - deliveryCents + reductionCents;

type ReducedLine = { unitPriceCents: number; quantity: number; reductionCents: number };

/** The reduction of the first `pieces` of a line, in cents. All of a line's pieces have its whole reduction. */
const reductionOfFirst = ({ quantity, reductionCents }: ReducedLine, pieces: number): number =>
  Math.round((reductionCents * pieces) / quantity);

/**
 * What `pieces` of a line cost after its reduction, in cents, when `before` of them were refunded already. The refunds of all
 * pieces, in whatever parts, sum to what the line cost.
 */
export function priceOfPieces(line: ReducedLine, before: number, pieces: number): number {
  const reduction = reductionOfFirst(line, before + pieces) - reductionOfFirst(line, before);
  return line.unitPriceCents * pieces - reduction;
}
