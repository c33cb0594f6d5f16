import { z } from "zod";
import { filledLine, listOf, markdown, UNREADABLE } from "./field-schema.ts";

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

const question = z.object({
  /** Identifies the question while it is edited. */
  id: z.string().regex(/^[\w-]{1,40}$/),
  question: filledLine(200, "Écrivez la question."),
  answer: markdown(LONGEST_ANSWER)
    .pipe(z.string().min(1, "Écrivez la réponse."))
    .transform((text) => (text === FORMER_SAMPLES_ANSWER ? SAMPLES_ANSWER : text)),
});

/** The texts of the static pages, in Markdown (platform/markdown.server.ts). */
export const pagesSchema = z.object({
  /** Below the heading « Qui Sommes Nous ». */
  about: markdown(LONGEST_PAGE),
  questions: listOf(
    z.array(question, UNREADABLE).max(MOST_QUESTIONS, `${MOST_QUESTIONS} questions au plus.`),
  ),
  /** The last section of the terms of sale. */
  clauses: markdown(LONGEST_PAGE),
});

export type Question = z.output<typeof question>;

export const PAGES_FIELDS = {
  about: "Qui sommes-nous",
  questions: "Questions et réponses",
  clauses: "Clauses particulières",
};
export const QUESTION_FIELDS = { question: "question", answer: "réponse" };

/** The six questions of specification §2, in order. */
const QUESTIONS: Question[] = [
  {
    id: "paiement",
    question: "Quels moyens de paiement acceptez-vous\u202f?",
    answer:
      "Le paiement sécurisé en ligne, par PayPal ou par carte bancaire, et le paiement à la livraison, en espèces. Vous choisissez dans le panier, avant de commander. À la livraison, si vous n’avez pas encore confirmé votre adresse e-mail, notre premier message peut vous demander de le faire dans les 24\u00a0heures, sans quoi la commande prend fin.",
  },
  {
    id: "suivi",
    question: "Comment suivre ma commande\u202f?",
    answer:
      "Dans votre compte, la page [Mes commandes](/admin/my-orders) indique si le colis est livré et rappelle son numéro de livraison et la période estimée\u00a0: quatre jours au plus après la commande. Sans compte, le lien de nos e-mails y mène.",
  },
  {
    id: "retours",
    question: "Quelle est votre politique de retour\u202f?",
    answer:
      "La loi vous donne 14 jours à partir de la réception pour vous rétracter. Nous en offrons 16 de plus, soit 30 jours en tout. Le remboursement part dans les 14 jours.\n\nComment faire, et le formulaire type\u00a0: [conditions générales de vente](/condition-generale-de-vente#retractation).",
  },
  {
    id: "etranger",
    question: "Livrez-vous à l’étranger\u202f?",
    answer:
      "Les pays où nous livrons sont indiqués dans le panier, avant de commander, et dans nos [conditions générales de vente](/condition-generale-de-vente#livraison). Pour une autre destination, écrivez-nous avant de commander.",
  },
  {
    id: "contact",
    question: "Comment contacter le service client\u202f?",
    answer:
      "Par le [formulaire de contact](/contact), par e-mail ou par téléphone, aux coordonnées affichées en haut de chaque page.",
  },
  {
    id: "echantillons",
    question: "Proposez-vous des échantillons gratuits\u202f?",
    answer: SAMPLES_ANSWER,
  },
];

export const PAGES_DEFAULTS: z.output<typeof pagesSchema> = {
  about: "",
  questions: QUESTIONS,
  clauses: "",
};
