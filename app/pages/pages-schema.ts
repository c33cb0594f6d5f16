import { z } from "zod";
import { filledLine, markdown } from "#app/settings/field-schema.ts";

export const MOST_QUESTIONS = 20;
/** Longest texts in Markdown, in characters: a full form, posted with its former texts, stays within a body's 256 KB. */
export const LONGEST_PAGE = 10_000;
export const LONGEST_ANSWER = 1_500;

/** The delivered answer about samples, which are given on request only (Code de l'environnement, L541-15-10 V). */
export const SAMPLES_ANSWER =
  "Oui, sur demande, dans le panier, selon les stocks\u00a0: cochez-y la case des échantillons avant de commander.";
/** The one of before 0.5.2, which the law forbids to keep: shops have stored it with their own questions. */
const FORMER_SAMPLES_ANSWER =
  "Oui, deux échantillons accompagnent chaque commande, dans la limite des stocks.";

export const questionSchema = z.object({
  /** Identifies the question while it is edited. */
  id: z.string().regex(/^[\w-]{1,40}$/),
  question: filledLine(200, "Écrivez la question."),
  answer: markdown(LONGEST_ANSWER)
    .pipe(z.string().min(1, "Écrivez la réponse."))
    .transform((text) => (text === FORMER_SAMPLES_ANSWER ? SAMPLES_ANSWER : text)),
});

export type Question = z.output<typeof questionSchema>;
