import { z } from "zod";

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
});

export type CommentForm = z.output<typeof commentSchema>;
