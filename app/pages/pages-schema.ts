import { z } from "zod";
import { filledLine, markdown } from "#app/settings/field-schema.ts";

export const MOST_QUESTIONS = 20;
/** The largest numbers of characters of a text. A form with all texts and their former versions stays within the body limit of 256 KB. */
export const LONGEST_PAGE = 10_000;
export const LONGEST_ANSWER = 1_500;

/** The initial answer about samples, which are given on request only (environmental code, L541-15-10 V). */
export const SAMPLES_ANSWER =
  "Oui, sur demande, dans le panier, selon les stocks\u00a0: cochez-y la case des échantillons avant de commander.";
/** The initial answer before 0.5.2, which breaks that law. Replaced when it is parsed, since shops have stored it. */
const FORMER_SAMPLES_ANSWER =
  "Oui, deux échantillons accompagnent chaque commande, dans la limite des stocks.";

export const questionSchema = z.object({
  /** Identifies the question in the editor. */
  id: z.string().regex(/^[\w-]{1,40}$/),
  question: filledLine(200, "Écrivez la question."),
  answer: markdown(LONGEST_ANSWER)
    .pipe(z.string().min(1, "Écrivez la réponse."))
    .transform((text) => (text === FORMER_SAMPLES_ANSWER ? SAMPLES_ANSWER : text)),
});

export type Question = z.output<typeof questionSchema>;
