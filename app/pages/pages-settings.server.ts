import { z } from "zod";
import { parseMarkdown } from "#app/platform/markdown.server.ts";
import { listOf, markdown, UNREADABLE } from "#app/settings/field-schema.ts";
import { titled } from "#app/settings/readable.ts";
import { defineSettings } from "#app/settings/settings-group.ts";
import {
  LONGEST_PAGE,
  MOST_QUESTIONS,
  questionSchema,
  SAMPLES_ANSWER,
  type Question,
} from "./pages-schema.ts";

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

/** The settings of the static pages' texts in Markdown (platform/markdown.server.ts). */
export const pagesSettings = defineSettings({
  name: "pages",
  path: "pages",
  title: "Pages",
  icon: "pencil",
  summary: "Qui sommes-nous, les questions, vos clauses",
  fields: {
    /** The text below the heading « Qui Sommes Nous ». */
    about: { label: "Qui sommes-nous", schema: markdown(LONGEST_PAGE), initial: "" },
    questions: {
      label: "Questions et réponses",
      schema: listOf(
        z
          .array(questionSchema, UNREADABLE)
          .max(MOST_QUESTIONS, `${MOST_QUESTIONS} questions au plus.`),
      ),
      initial: QUESTIONS,
      list: {
        item: "Question",
        parts: { question: "question", answer: "réponse" },
        describe: ({ question, answer }: Question, other) => [
          `«\u00a0${question}\u00a0»`,
          !other || other.answer !== answer ? titled("réponse", answer) : "",
        ],
      },
    },
    /** The last section of the terms of sale. */
    clauses: { label: "Clauses particulières", schema: markdown(LONGEST_PAGE), initial: "" },
  },
  pictures: (pages) =>
    textsOf(pages).flatMap(([field, text]) =>
      picturesInText(text).map((path) => ({ field, path })),
    ),
  /** Errors of links and pictures that a text must not contain, the first one of each text. A missing picture of the shop is none. */
  faults: (pages, pictures) =>
    Object.fromEntries(
      textsOf(pages).flatMap(([field, text]) => {
        const [fault] = parseMarkdown(text, pictures).faults;
        return fault === undefined ? [] : [[field, fault]];
      }),
    ),
});

type Texts = { about: string; questions: Question[]; clauses: string };

/** The texts, each with the name that errors use: « questions.0.answer ». */
const textsOf = ({ about, questions, clauses }: Texts): [field: string, text: string][] => [
  ["about", about],
  ...questions.map(({ answer }, index): [string, string] => [`questions.${index}.answer`, answer]),
  ["clauses", clauses],
];

/** A stored picture in a text in Markdown: « ![texte](/media/images/…) ». */
const PICTURE_IN_TEXT = /\/media\/(images\/[\w-]+\/[\w-]+\.\w+)/g;

/** The paths of the stored pictures that a text in Markdown names. */
export const picturesInText = (text: string): string[] =>
  [...text.matchAll(PICTURE_IN_TEXT)].map(([, path]) => path!);
