import { frenchLongDay, frenchPeriod } from "#app/ui/french-day.ts";
import type { PickUpSource } from "#db/schema/orders.ts";
import type { PickUpOutcome } from "./pick-up.server.ts";

/** Who said when the parcels were picked up, in the shop's words. */
export const PICK_UP_SOURCES: Record<PickUpSource, string> = {
  customer: "selon le client",
  carrier: "selon le transporteur",
  administrator: "selon la boutique",
};

type Refusal = Exclude<PickUpOutcome, { kind: "recorded" }>;

/** Why a day of pick-up is refused, as a sentence. */
export function pickUpRefusal(refusal: Refusal): string {
  switch (refusal.kind) {
    case "not-at-relay":
      return "Cette commande ne va pas à un point de relais.";
    case "not-delivered":
      return "Cette commande n’est pas encore marquée livrée au point de relais.";
    case "stated-before":
      return `Vous avez déjà indiqué le ${frenchLongDay(refusal.on)}. Une erreur\u00a0? Écrivez-nous.`;
    case "over":
      return "Le délai de rétractation est déjà passé. Une erreur\u00a0? Écrivez-nous.";
    case "not-found":
      return "Cette commande n’existe pas.";
    case "out-of-range":
      return `Indiquez un jour possible\u00a0: ${frenchPeriod(refusal.from, refusal.until)}.`;
  }
}
