import type { OrderToPay } from "#app/orders/order-to-pay.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { frenchDay } from "#app/ui/french-date.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { OrderAnswer } from "./order-form.tsx";
import type { CheckoutOutcome } from "./order-from-cart.server.ts";
import type { ShownOrderToPay } from "./order-to-pay-note.tsx";
import { shortageNotice } from "./shortage-text.ts";

type Refusal = Exclude<CheckoutOutcome, { kind: "placed" | "no-account" }>;
type Answer = Partial<OrderAnswer> & { status: 400 | 409 | 429 };

export const CLOSED_RELAY =
  "Ce point de relais n’accepte plus de colis. Choisissez-en un autre, ou faites-vous livrer à domicile.";

export const shownOrder = ({ id, totalCents, createdAt }: OrderToPay): ShownOrderToPay => ({
  id,
  text: `Commande ${deliveryNumber(id)} du ${frenchDay(createdAt)}, ${formatPrice(totalCents)}.`,
});

/** What the cart says about an order that was not placed, with the status of the response. */
export function refusalAnswer(outcome: Refusal): Answer {
  switch (outcome.kind) {
    case "refused":
      return { status: 400, errors: outcome.errors };
    case "closed-relay":
      return { status: 400, errors: { address: CLOSED_RELAY } };
    case "same-order":
      return { status: 409, sameOrder: shownOrder(outcome.order) };
    case "price-changed":
      return {
        status: 409,
        notice: `Un prix a changé depuis que vous avez vu votre panier. Le total est maintenant de ${formatPrice(outcome.totalCents)}\u00a0: vérifiez-le, puis commandez à nouveau.`,
      };
    case "unavailable":
      return {
        status: 409,
        notice:
          "Un produit de votre panier n’est plus en vente. Retirez-le, puis commandez à nouveau.",
      };
    case "shortage":
      return { status: 409, notice: shortageNotice(outcome.shortages), isShort: true };
    case "too-much":
      return { status: 409, notice: "Une commande ne peut pas dépasser 1 000 000\u00a0€." };
    case "free":
      return { status: 409, notice: "Une commande doit avoir un montant." };
    case "closed":
      return { status: 409, notice: "La boutique vient de fermer\u00a0: rien n’a été commandé." };
    case "too-many-orders":
      return {
        status: 429,
        notice:
          "Beaucoup de commandes viennent d’être passées d’ici. Réessayez dans une heure, ou écrivez-nous.",
      };
    case "too-many-unproved":
      return {
        status: 429,
        notice:
          "Beaucoup de commandes viennent d’être passées avec cette adresse e-mail, que personne n’a confirmée. Confirmez-la par le lien d’un de nos e-mails, ou réessayez dans une heure. Rien n’a été commandé.",
      };
    case "too-many-pieces":
      return {
        status: 429,
        errors: {
          paymentMethod:
            "Beaucoup d’articles sont déjà réservés pour des commandes à régler à la livraison. Payez celle-ci en ligne, ou écrivez-nous. Rien n’a été commandé.",
        },
      };
  }
}
