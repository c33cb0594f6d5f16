import { isFullyRefunded, isToPay, type OrderView } from "#app/orders/order-view.ts";
import { unsentPieces } from "#app/orders/parcel-view.ts";
import type { HandOverRefusal } from "./hand-over.server.ts";

type Kind = Exclude<HandOverRefusal["kind"], "warned" | "number-taken" | "wrong-quantity">;

/** Why an order can't be handed over, for the page; null if it can. `handOver` checks again under the order's lock. */
export function refusalOf(order: OrderView): Kind | null {
  if (order.cancelledAt) return "cancelled";
  if (order.isDelivered) return "delivered";
  if (isToPay(order)) return "not-paid";
  if (isFullyRefunded(order)) return "refunded";
  return order.handedOverAt || unsentPieces(order) === 0 ? "nothing-unsent" : null;
}

const REASONS: Record<Kind, string> = {
  cancelled: "annulée",
  delivered: "déjà livrée",
  "not-paid": "pas encore payée",
  refunded: "entièrement remboursée",
  "label-cancelling":
    "retenue, car son étiquette est en cours d’annulation\u00a0: attendez, ou donnez le numéro d’une autre",
  "nothing-unsent": "déjà remise au transporteur",
  "sent-otherwise":
    "déjà remise par ce formulaire, avec un autre transporteur, numéro ou contenu\u00a0: rien n’a changé",
  "not-found": "introuvable",
};

/** A refusal in a few words: « annulée ». */
export function refusalText(refusal: { kind: HandOverRefusal["kind"]; order?: string }): string {
  switch (refusal.kind) {
    case "warned":
      return "à vérifier\u00a0: sa situation vient de changer";
    case "number-taken":
      return numberTakenText(refusal.order ?? "");
    case "wrong-quantity":
      return "ses quantités viennent de changer";
    default:
      return REASONS[refusal.kind];
  }
}

/** « Ce numéro est celui de la commande 3WPW… ». */
export const numberTakenText = (order: string): string =>
  `Ce numéro est déjà celui d’un colis de la commande ${order}.`;

/** A refusal as a predicate of « la commande »: « est annulée », « n’est pas encore payée ». */
export const refusedBecause = (refusal: { kind: HandOverRefusal["kind"] }): string =>
  refusal.kind === "not-paid" ? `n’est ${refusalText(refusal)}` : `est ${refusalText(refusal)}`;
