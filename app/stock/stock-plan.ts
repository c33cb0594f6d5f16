import type { StockImportLine } from "#db/schema/stock.ts";
import { MOST_PIECES } from "./movement-schema.ts";

/** A product's stock, as the lines of a file see it. */
export type Shelf = { name: string; isCounted: boolean; onHand: number; alertLevel: number };

/** Why a line can't be applied to this shelf now, as a French sentence; null when it can. Undefined: the product was deleted. */
export function planFault(line: StockImportLine, shelf: Shelf | undefined): string | null {
  if (!shelf) return "Ce produit n’existe plus.";
  if (line.kind === "level") return null;
  if (line.kind === "move") {
    if (!shelf.isCounted) return "Ce produit n’est pas compté\u00a0: commencez par un inventaire.";
    if (shelf.onHand + line.value < 0) return `Il n’y a que ${shelf.onHand} en rayon.`;
    return shelf.onHand + line.value > MOST_PIECES
      ? "Il y aurait plus de 1\u202f000\u202f000 de pièces en rayon."
      : null;
  }
  if (line.seen === null && shelf.isCounted)
    return "Indiquez dans «\u00a0en_rayon\u00a0» ce que la boutique affichait avant le comptage.";
  if (line.seen === null) return null;
  if (!shelf.isCounted)
    return "Ce produit n’est pas compté\u00a0: videz «\u00a0en_rayon\u00a0» pour commencer à le compter.";
  return line.seen === shelf.onHand
    ? null
    : `Le stock a bougé pendant le comptage (${line.seen} → ${shelf.onHand}).`;
}

/** The pieces on the shelf after a move or a count. */
export const resultOf = (line: StockImportLine, { onHand }: Pick<Shelf, "onHand">): number =>
  line.kind === "move" ? onHand + line.value : line.value;
