import { z } from "zod";
import { todayInParis } from "#app/ui/moment-schema.ts";

/** Earlier days are refused as typing errors. */
const OLDEST_EXPERIENCE = "2000-01-01";

const experiencedOn = z.iso
  .date("Cette date n’existe pas\u00a0: jour, mois et année.")
  .refine((day) => day >= OLDEST_EXPERIENCE, "Cette date est trop ancienne.")
  .refine((day) => day <= todayInParis(), "La date d’essai ne peut pas être dans l’avenir.");

/** Nothing is required (specification §5): no chosen star means 0, and the text may be empty. */
export const commentSchema = z.object({
  rate: z.coerce
    .number("Choisissez de 0 à 5 étoiles.")
    .int()
    .min(0)
    .max(5, "Choisissez de 0 à 5 étoiles.")
    .default(0),
  // PostgreSQL text cannot hold the null character.
  text: z
    .string()
    .overwrite((text) => text.replaceAll("\0", ""))
    .trim()
    .max(4000, "Le commentaire tient en 4 000 caractères au plus.")
    .default(""),
  /**
   * The day of the consumer experience (code de la consommation, D111-17), « 2026-11-20 ». Null: unknown. Undefined: the form did not
   * ask, because the author bought the product.
   */
  experiencedOn: z
    .literal("")
    .transform(() => null)
    .or(experiencedOn)
    .optional(),
});

export type CommentForm = z.output<typeof commentSchema>;
