import { z } from "zod";
import type { PickUpOutcome } from "#app/orders/pick-up.ts";
import { pickUpRefusal } from "#app/orders/pick-up.ts";
import { parseForm } from "#app/platform/form.server.ts";

/** The day of a pick-up as a date field posts it, « 2026-11-20 ». */
const pickUpForm = z.object({
  pickedUpOn: z
    .string("Indiquez le jour du retrait.")
    .min(1, "Indiquez le jour du retrait.")
    .pipe(z.iso.date("Cette date n’existe pas\u00a0: jour, mois et année.")),
});

/** A refused day of pick-up as it was typed, and why. */
export type RefusedPickUp = { typed: string; error: string };

/**
 * Reads the day of the form and passes it to `write`. Returns null when it is written, otherwise the refusal.
 */
export async function pickUpByForm(
  form: FormData,
  write: (day: string) => Promise<PickUpOutcome>,
): Promise<RefusedPickUp | null> {
  const parsed = parseForm(pickUpForm, form);
  if (!parsed.ok)
    return { typed: parsed.values["pickedUpOn"] ?? "", error: parsed.errors["pickedUpOn"]! };
  const typed = parsed.value.pickedUpOn;
  const outcome = await write(typed);
  return outcome.kind === "recorded" ? null : { typed, error: pickUpRefusal(outcome) };
}
