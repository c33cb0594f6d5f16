import { frenchLongDay, frenchPeriod } from "#app/ui/french-day.ts";
import type { PickUpSource } from "#db/schema/orders.ts";

/** Who said when the parcels were picked up, in the shop's words. */
export const PICK_UP_SOURCES: Record<PickUpSource, string> = {
  customer: "selon le client",
  carrier: "selon le transporteur",
  administrator: "selon la boutique",
};

export type PickUpOutcome =
  /** The day is stored; also when the same day was stored before. */
  | { kind: "recorded" }
  /** Not delivered to a relay point. */
  | { kind: "not-at-relay" }
  | { kind: "not-delivered" }
  /** The customer has named another day: only the shop or the carrier corrects it. */
  | { kind: "stated-before"; on: string }
  /** The period of withdrawal has ended: the customer names no day any more. */
  | { kind: "over" }
  /** The day must be between these two, both included. */
  | { kind: "out-of-range"; from: string; until: string }
  | { kind: "not-found" };

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
