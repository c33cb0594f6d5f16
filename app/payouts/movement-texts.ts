import { formatPrice } from "#app/ui/price.ts";
import type { Movement, MovementState } from "./reconciliation.server.ts";

export const STATE_LABELS: Record<MovementState, string> = {
  matched: "Rapproché",
  amount: "Montants différents",
  provider: "Seulement chez PayPal",
  shop: "Seulement dans la boutique",
  unread: "Pas encore lu",
  apart: "À expliquer",
  own: "Propre à PayPal",
};

/** An amount in cents; other currencies than the euro with their code. Null: none. */
export function amountText(cents: number | null, currency: string): string {
  if (cents === null) return "Absent";
  const price = formatPrice(cents);
  return currency === "EUR" ? price : price.replace("€", currency);
}

/** What an administrator does about a difference. */
export function adviceOf({ state, kind, orderId, knownAs, currency }: Movement): string {
  switch (state) {
    case "amount":
      return currency === "EUR"
        ? "Comparez la transaction dans le compte PayPal avec la commande. Remboursez ou réclamez la différence."
        : "PayPal a compté une autre devise que l’euro. Comparez la transaction avec la commande.";
    case "shop":
      return "La boutique l’a compté, PayPal ne le montre pas. Cherchez cette transaction dans le compte PayPal, et demandez à PayPal si elle manque.";
    case "provider":
      return providerAdvice({ kind, orderId, knownAs });
    case "apart":
      return kind === "dispute"
        ? "PayPal a repris ou rendu cette somme. Répondez au litige dans le compte PayPal, puis traitez-le sous «\u00a0Paiements\u00a0»."
        : "Ni encaissement ni remboursement de la boutique. Gardez le justificatif de PayPal pour le comptable.";
    default:
      return "";
  }
}

function providerAdvice({
  kind,
  orderId,
  knownAs,
}: Pick<Movement, "kind" | "orderId" | "knownAs">): string {
  if (knownAs === "mismatch")
    return "Reçu avec un écart, donc hors des ventes. Réglez-le sous «\u00a0Paiements\u00a0», puis remboursez-le dans le compte PayPal.";
  if (!orderId)
    return "Aucune commande de la boutique n’y correspond\u00a0: sans doute une vente faite ailleurs avec ce compte PayPal.";
  return kind === "refund"
    ? "Remboursé dans le compte PayPal. La boutique l’apprend en vérifiant la commande (sous «\u00a0Paiements\u00a0», ou chaque nuit), et émet alors l’avoir."
    : "La boutique ne l’a pas compté. Sous «\u00a0Paiements\u00a0», choisissez «\u00a0Vérifier maintenant\u00a0».";
}
