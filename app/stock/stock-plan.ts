import type { StockImportLine } from "#db/schema/stock.ts";
import { MOST_PIECES } from "./movement-schema.ts";

/** A product's stock, in pieces; `onHand`: on the shelf. */
export type Shelf = { name: string; isCounted: boolean; onHand: number; alertLevel: number };

/** What a form or a line of a file changes of a product's stock. */
export type StockChange = Pick<StockImportLine, "productId" | "kind" | "value" | "seen">;

/** Whether it begins to count a product. */
export const isStart = ({ kind, seen }: StockChange) => kind === "count" && seen === null;

/** The pieces on the shelf, or the alert level, after a change. */
export const resultOf = (
  { kind, value }: Pick<StockChange, "kind" | "value">,
  { onHand }: Pick<Shelf, "onHand">,
): number => (kind === "move" ? onHand + value : value);

/** Why a change of the shelf is refused. */
export type Refusal =
  | { kind: "not-counted" | "already-counted" }
  /** The stock changed after the inventory began. */
  | { kind: "changed"; seen: number | null; onHand: number }
  /** The loss exceeds the stock on hand. */
  | { kind: "too-few"; onHand: number }
  /** More than MOST_PIECES would be on the shelf. */
  | { kind: "too-many" };

/** Why this change is refused at this stock; null when it is possible. */
export function refusalOf(change: StockChange, { isCounted, onHand }: Shelf): Refusal | null {
  if (change.kind === "level") return null;
  if (isStart(change)) return isCounted ? { kind: "already-counted" } : null;
  if (!isCounted) return { kind: "not-counted" };
  if (change.kind === "count" && change.seen !== onHand)
    return { kind: "changed", seen: change.seen, onHand };
  const result = resultOf(change, { onHand });
  if (result < 0) return { kind: "too-few", onHand };
  return result > MOST_PIECES ? { kind: "too-many" } : null;
}

/** A refusal as a French sentence beside the form of a product. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.kind) {
    case "not-counted":
      return "Ce produit n’est plus compté.";
    case "already-counted":
      return "Ce produit est déjà compté\u00a0: faites un inventaire.";
    case "changed":
      return `Le stock a bougé pendant le comptage (${refusal.seen} → ${refusal.onHand}).`;
    case "too-few":
      return `Il n’y a que ${refusal.onHand} en rayon.`;
    case "too-many":
      return "Il y aurait plus de 1\u202f000\u202f000 de pièces en rayon.";
  }
}

/** Why a line of a file can't be applied now, as a French sentence; null when it can. No shelf: the product was deleted. */
export function planFault(line: StockChange, shelf: Shelf | undefined): string | null {
  if (!shelf) return "Ce produit n’existe plus.";
  const refusal = refusalOf(line, shelf);
  if (refusal?.kind === "already-counted")
    return "Indiquez dans «\u00a0en_rayon\u00a0» ce que la boutique affichait avant le comptage.";
  if (refusal?.kind === "not-counted")
    return line.kind === "move"
      ? "Ce produit n’est pas compté\u00a0: commencez par un inventaire."
      : "Ce produit n’est pas compté\u00a0: videz «\u00a0en_rayon\u00a0» pour commencer à le compter.";
  return refusal && refusalText(refusal);
}
