import type { Admin } from "#app/accounts/as-admin.server.ts";
import type { Services } from "#app/request-context.ts";
import { parseGrams, twoReadingsFault } from "#app/ui/number-schema.ts";
import { cancelShippingLabel } from "./cancel-label.server.ts";
import { refusedBecause } from "./sending-refusals.ts";
import { createShippingLabel, type LabelOutcome } from "./shipping-labels.server.ts";

export const HEAVIEST_GRAMS = 30_000;
const BAD_WEIGHT = "Indiquez le poids du colis en grammes, de 1 à 30\u00a0000.";

/** What the page says after a label was asked for or cancelled. `weight`: the error of that field. */
export type LabelAnswer = {
  kind: "label";
  typed: string;
  error: string | null;
  weight: string | null;
  isCancelled: boolean;
};

/** Makes an order's label from the posted form (`poids`: weight in grams), or cancels the label whose id is in the field `annuler`. */
export async function labelByForm(
  services: Pick<Services, "db" | "relays">,
  admin: Admin,
  orderId: string,
  form: FormData,
): Promise<LabelAnswer> {
  const typed = String(form.get("poids") ?? "").slice(0, 20);
  const answer = (error: string | null, weight: string | null = null): LabelAnswer => ({
    kind: "label",
    typed,
    error,
    weight,
    isCancelled: false,
  });
  const labelId = form.get("annuler");
  if (labelId !== null) {
    const cancelled = await cancelShippingLabel(services, admin, {
      orderId,
      labelId: String(labelId),
    });
    switch (cancelled.kind) {
      case "cancelled":
        return { ...answer(null), isCancelled: true };
      case "refused":
        return answer(
          `Sendcloud n’a pas annulé l’étiquette\u00a0: ${cancelled.reason} Annulez-la dans votre compte Sendcloud, faites-y la nouvelle, et écrivez son numéro en remettant le colis.`,
        );
      case "under-way":
        return answer(
          "Sendcloud n’a pas encore répondu. La boutique le lui redemande d’ici quelques minutes\u00a0: n’utilisez plus l’étiquette.",
        );
      case "handed-over":
        return answer("Un colis est parti depuis cette étiquette\u00a0: elle ne s’annule plus.");
      case "not-possible":
        return answer("Cette étiquette ne peut pas être annulée ici.");
    }
  }
  const weightGrams = parseGrams(typed) ?? 0;
  const fault =
    twoReadingsFault(typed) ??
    (weightGrams < 1 || weightGrams > HEAVIEST_GRAMS || !Number.isInteger(weightGrams)
      ? BAD_WEIGHT
      : null);
  if (fault) return answer(null, fault);
  const outcome = await createShippingLabel(services, admin, { orderId, weightGrams });
  switch (outcome.kind) {
    case "done":
      return answer(null);
    case "without-pdf":
      return answer("L’étiquette est faite, mais elle n’a pas pu être téléchargée. Réessayez.");
    case "refused":
      return answer(`Sendcloud a refusé l’étiquette\u00a0: ${outcome.reason}`);
    case "unknown":
      return answer(
        "Sendcloud n’a pas répondu. Réessayez\u00a0: l’étiquette ne sera pas faite deux fois.",
      );
    case "not-possible":
      return answer(
        `Aucune étiquette n’est possible pour cette commande\u00a0: ${whyText(outcome.why)}.`,
      );
    case "not-found":
      return answer("Cette commande n’existe plus.");
  }
}

function whyText(why: Extract<LabelOutcome, { kind: "not-possible" }>["why"]): string {
  if (why === "provider") return "Sendcloud n’est pas réglé";
  if (why === "cancelling") return "l’étiquette est en cours d’annulation";
  return why === "place"
    ? "son adresse n’est pas connue de Sendcloud"
    : `elle ${refusedBecause({ kind: why })}`;
}
