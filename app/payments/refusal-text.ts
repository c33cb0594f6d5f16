const UNKNOWN_PAYMENT =
  "PayPal ne connaît pas ce paiement, encaissé peut-être par un autre compte. Rendez la somme vous-même, par virement par exemple";
const DISPUTED = "un litige est ouvert sur ce paiement, il se règle dans le compte PayPal";
const NO_RIGHT = "l’application PayPal de la boutique n’a pas le droit de rembourser";
const LIMITED = "le compte PayPal de la boutique est limité ou fermé";
const NOT_DONE = "PayPal n’a pas pu le mener à bien. Réessayez dans un moment";

/** PayPal's error codes for refunds (Payments v2), and the final statuses of a failed refund, in French. */
const REFUSALS: Record<string, string> = {
  RESOURCE_NOT_FOUND: UNKNOWN_PAYMENT,
  INVALID_RESOURCE_ID: UNKNOWN_PAYMENT,
  REFUND_AMOUNT_EXCEEDED: "c’est plus que ce qui reste à rendre de ce paiement chez PayPal",
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: "PayPal n’accepte plus d’autre remboursement de ce paiement",
  CAPTURE_FULLY_REFUNDED: "ce paiement est déjà remboursé en entier chez PayPal",
  REFUND_TIME_LIMIT_EXCEEDED:
    "PayPal ne rembourse plus après 180 jours. Rendez la somme vous-même, par virement par exemple",
  REFUND_FAILED_INSUFFICIENT_FUNDS: "le solde du compte PayPal de la boutique ne suffit pas",
  REFUND_NOT_ALLOWED: "PayPal ne permet pas de rembourser ce paiement",
  PARTIAL_REFUND_NOT_ALLOWED: "PayPal ne permet de rembourser ce paiement qu’en entier",
  PENDING_CAPTURE: "l’argent de ce paiement n’est pas encore arrivé",
  TRANSACTION_DISPUTED: DISPUTED,
  CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED: DISPUTED,
  PERMISSION_DENIED: NO_RIGHT,
  NOT_AUTHORIZED: NO_RIGHT,
  PAYEE_ACCOUNT_RESTRICTED: LIMITED,
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: LIMITED,
  PAYER_ACCOUNT_LOCKED_OR_CLOSED:
    "le compte PayPal de l’acheteur est limité ou fermé. Rendez la somme vous-même, par virement par exemple",
  FAILED: NOT_DONE,
  CANCELLED: NOT_DONE,
};

/** The French reason for a refused refund, to follow a colon; includes the provider's code if it is unknown. */
export function refusalText(issue: string): string {
  return REFUSALS[issue] ?? `raison donnée par PayPal, «\u00a0${issue}\u00a0»`;
}
