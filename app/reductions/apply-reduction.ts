import { FORMER_NAMES } from "#app/catalogue/product-schema.ts";
import type { OrderReduction } from "#app/reductions/reduction-schema.ts";
import { parseEuros } from "#app/ui/euros-schema.ts";
import { parsePercent } from "#app/ui/percent-schema.ts";
import { formatPrice } from "#app/ui/price.ts";
import { shareReduction } from "./share-reduction.ts";

/** An article of a cart or order; `cents`: price times quantity. */
export type ReducibleLine = { category: string; reference: string | null; cents: number };

/** What a reduction takes off, in cents: a share of each line, and of the delivery. */
export type AppliedReduction = {
  id: string;
  name: string;
  shares: number[];
  deliveryReductionCents: number;
};

export const sumOf = ({ shares, deliveryReductionCents }: AppliedReduction): number =>
  shares.reduce((sum, share) => sum + share, deliveryReductionCents);

/** The parts of « Maquillage, REF-12 »: categories and references. */
export const partsOf = (only: string): string[] =>
  only
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);

const isSame = (one: string, other: string) =>
  one.localeCompare(other, "fr", { sensitivity: "base" }) === 0;

/** Whether a part of `only` names the article by its category or its reference. */
export const isNamed = (part: string, { category, reference }: Omit<ReducibleLine, "cents">) =>
  isSame(part, category) ||
  isSame(part, FORMER_NAMES[category] ?? category) ||
  (reference !== null && isSame(part, reference));

/**
 * Applies a reduction, without regard to its days and uses; `refused`: why it can't be, in French. None leaves nothing to pay
 * (docs/decisions/0100-nothing-to-pay.md).
 */
export function applyReduction(
  reduction: OrderReduction,
  lines: readonly ReducibleLine[],
  deliveryCents: number,
): AppliedReduction | { refused: string } {
  const { id, name, kind, value } = reduction;
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  const minimum = parseEuros(reduction.minimum)!;
  if (total < minimum)
    return { refused: `Cette réduction vaut à partir de ${formatPrice(minimum)}.` };
  const only = partsOf(reduction.only);
  const reducible = lines.map((line) =>
    only.length === 0 || only.some((part) => isNamed(part, line)) ? line.cents : 0,
  );
  const reducibleCents = reducible.reduce((sum, cents) => sum + cents, 0);
  if (reducibleCents === 0)
    return { refused: "Cette réduction ne concerne aucun de ces articles." };
  if (kind === "delivery")
    return deliveryCents > 0
      ? { id, name, shares: lines.map(() => 0), deliveryReductionCents: deliveryCents }
      : { refused: "La livraison est déjà offerte." };
  const cents =
    kind === "percent"
      ? Math.round((reducibleCents * Math.round(parsePercent(value)! * 10)) / 1_000)
      : Math.min(parseEuros(value)!, reducibleCents);
  if (cents === total + deliveryCents)
    return {
      refused:
        "Ce code couvre tout votre panier, et une commande doit avoir un montant\u00a0: ajoutez un article pour l’utiliser.",
    };
  return { id, name, shares: shareReduction(reducible, cents), deliveryReductionCents: 0 };
}
