import { formatPrice } from "#app/ui/price.ts";
import type { CancelOutcome, RefundOutcome } from "./refund-order.server.ts";
import { refusalText } from "./refusal-text.ts";

type Message = { tone: "ok" | "warning" | "error"; text: string };

/** Outcomes after which the form is emptied. */
const DONE = new Set<(RefundOutcome | CancelOutcome)["kind"]>([
  "refunded",
  "by-hand",
  "pending",
  "cancelled",
  "cancelled-by-hand",
  "cancelled-refund-pending",
]);

/** The warning of an order whose received return is to be refunded, without its full stop. */
export const RETURN_TO_REFUND = "Un retour de cette commande attend son remboursement";

/** Whether the form is emptied; otherwise it keeps the typed values for another try. */
export const isDone = ({ kind }: RefundOutcome | CancelOutcome): boolean => DONE.has(kind);

/** The administrator's message for the outcome of a refund or cancellation. */
export function outcomeMessage(outcome: RefundOutcome | CancelOutcome): Message {
  switch (outcome.kind) {
    case "refunded":
      return {
        tone: "ok",
        text: `${formatPrice(outcome.amountCents)} remboursés, le client en est averti.`,
      };
    case "by-hand":
      return {
        tone: "warning",
        text: `${formatPrice(outcome.amountCents)} à rendre vous-même\u00a0: rien ne part par PayPal. Le remboursement est noté, le client en est averti.`,
      };
    case "pending":
      return {
        tone: "warning",
        text: `Le remboursement de ${formatPrice(outcome.amountCents)} est demandé\u00a0; PayPal ne l’a pas encore confirmé. Il est vérifié toutes les cinq minutes.`,
      };
    case "refused":
      return {
        tone: "error",
        text: `PayPal refuse ce remboursement\u00a0: ${refusalText(outcome.issue)}. Rien n’a été rendu.`,
      };
    case "cancelled":
      return { tone: "ok", text: "La commande est annulée, le client en est averti." };
    case "cancelled-by-hand":
      return {
        tone: "warning",
        text: `La commande est annulée, le client en est averti. ${formatPrice(outcome.amountCents)} à rendre vous-même\u00a0: rien ne part par PayPal.`,
      };
    case "cancelled-refund-pending":
      return {
        tone: "warning",
        text: "La commande est annulée\u00a0; PayPal n’a pas encore confirmé le remboursement. Il est vérifié toutes les cinq minutes.",
      };
    case "cancelled-refund-refused":
      return {
        tone: "error",
        text: `La commande est annulée, mais PayPal refuse le remboursement\u00a0: ${refusalText(outcome.issue)}. Ce qui n’est pas rendu reste à rendre\u00a0: voyez «\u00a0Paiements\u00a0».`,
      };
    case "payment-pending":
      return {
        tone: "warning",
        text: "Un paiement de cette commande est en cours de vérification. Annulez-la quand son issue sera connue.",
      };
    case "changed":
      return {
        tone: "warning",
        text: "Un remboursement a été fait entre-temps. Rien de plus n’a été rendu\u00a0: vérifiez ce qui reste.",
      };
    case "already-delivered":
      return { tone: "warning", text: "Cette commande est livrée\u00a0: elle ne s’annule plus." };
    case "already-cancelled":
      return { tone: "warning", text: "Cette commande est déjà annulée." };
    case "too-much":
      return { tone: "error", text: "C’est plus que ce qui reste à rembourser." };
    case "return-due":
      return { tone: "error", text: `${RETURN_TO_REFUND}\u00a0: ces articles en font partie.` };
    case "nothing":
      return { tone: "warning", text: "Il n’y a rien à rembourser." };
    case "not-refundable":
      return { tone: "warning", text: "Cette commande n’est pas payée." };
    case "not-found":
      return { tone: "error", text: "Document not found" };
  }
}
