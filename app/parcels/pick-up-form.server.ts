import type { PickUpOutcome } from "#app/orders/pick-up.ts";
import { pickUpRefusal } from "#app/orders/pick-up.ts";
import { parseForm } from "#app/platform/form.server.ts";
import { pickUpForm } from "./pick-up-schema.ts";

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
