import { z } from "zod";

/** The day of a pick-up as a date field posts it, « 2026-11-20 ». */
export const pickUpForm = z.object({
  pickedUpOn: z
    .string("Indiquez le jour du retrait.")
    .min(1, "Indiquez le jour du retrait.")
    .pipe(z.iso.date("Cette date n’existe pas\u00a0: jour, mois et année.")),
});
