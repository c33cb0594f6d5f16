import { z } from "zod";
import { CASH } from "#app/platform/methods-schema.ts";
import {
  LEGAL_DAYS,
  MOST_RETURN_DAYS,
  SPECIFIED_DAYS,
} from "#app/platform/return-period-schema.ts";
import { countriesIn, EU_COUNTRIES } from "./country-schema.ts";
import { checkbox, line } from "./field-schema.ts";
import { packagingSchema } from "./packaging-schema.ts";

/** With which deliveries cash is taken, and how the choices are called. */
export const CASH_NAMES = {
  "": "Pas encore choisi\u00a0: avec les deux livraisons",
  both: "Avec les deux livraisons",
  home: "À domicile seulement",
  never: "Jamais",
} as const;
type Cash = keyof typeof CASH_NAMES;
/** Whether the shop offers samples, and how the choices are called. */
export const SAMPLES_NAMES = {
  "": "Pas encore choisi\u00a0: oui, tant que vos questions gardent leur réponse d’origine",
  yes: "Proposés, sur demande",
  no: "Pas pour le moment",
} as const;
type Samples = keyof typeof SAMPLES_NAMES;
const SAMPLES_CHOICES = Object.keys(SAMPLES_NAMES) as [Samples, ...Samples[]];
const CASH_CHOICES = Object.keys(CASH_NAMES) as [Cash, ...Cash[]];
const UNPAID_DAYS = "3";
const MOST_UNPAID_DAYS = 30;
const WRONG_DAYS = `Un nombre de jours entier, de ${LEGAL_DAYS} à ${MOST_RETURN_DAYS}.`;

/** Where the shop delivers, VAT abroad, returns, and what the payment provider may offer. */
export const salesSchema = z.object({
  /** French names of EU countries, « France, Belgique »: the first one is prefilled. */
  countries: line(500).transform((text, context) => {
    const { countries, unknown } = countriesIn(text);
    if (unknown !== undefined) {
      context.addIssue(
        `«\u00a0${unknown.slice(0, 60)}\u00a0» n’est pas un pays de l’Union européenne\u00a0: vérifiez l’orthographe, et séparez les pays par des virgules.`,
      );
      return z.NEVER;
    }
    if (countries.length === 0) {
      context.addIssue("Indiquez au moins un pays\u00a0: France, par exemple.");
      return z.NEVER;
    }
    return countries.map(({ name }) => name).join(", ");
  }),
  /** Of the foreign ones, « Belgique : BE-123 », one a line; missing in settings before 0.5.2. */
  packaging: packagingSchema.default(""),
  /** Registered in the EU's one-stop shop: VAT at the rate of the country of delivery. */
  oss: checkbox,
  /** Deliveries with which cash is taken; empty, or missing in settings before 0.5.1: both, and the opening list asks for a choice. */
  cash: z.enum(CASH_CHOICES, "Choisissez avec quelles livraisons.").default(""),
  /** Whether the cart offers samples (`offersSamples`); empty, or missing in settings before 0.5.2: not chosen. */
  samples: z.enum(SAMPLES_CHOICES, "Choisissez si vous en proposez.").default(""),
  /** The provider's buttons for instalments and credit (ordonnance 2025-880). */
  payLater: checkbox,
  /** Days after which an unpaid online order ends, « 3 »; missing in settings before 0.5.1. */
  unpaidDays: line(20)
    .transform((text) => text || UNPAID_DAYS)
    .refine(
      (text) => /^[1-9]\d?$/.test(text) && Number(text) <= MOST_UNPAID_DAYS,
      `Indiquez un nombre de jours, de 1 à ${MOST_UNPAID_DAYS}.`,
    )
    .default(UNPAID_DAYS),
  /** The shop's own period of returns in days, from delivery. An order keeps the one that it was placed with. */
  returnDays: z.preprocess(
    (value) => (value === "" || value === undefined ? SPECIFIED_DAYS : Number(value)),
    z.int(WRONG_DAYS).min(LEGAL_DAYS, WRONG_DAYS).max(MOST_RETURN_DAYS, WRONG_DAYS),
  ),
  /** The shop's list shows one card a family of products (catalogue/families). */
  familyCards: checkbox,
});

export const SALES_FIELDS = {
  countries: "Pays de livraison",
  packaging: "Enregistrement des emballages à l’étranger",
  oss: "Guichet unique de TVA (OSS)",
  cash: CASH,
  samples: "Échantillons",
  payLater: "Paiement en plusieurs fois et crédit",
  unpaidDays: "Fin d’une commande non payée, en jours",
  returnDays: "Délai de retour, en jours",
  familyCards: "Une seule carte par famille de produits",
};

export const SALES_DEFAULTS: z.output<typeof salesSchema> = {
  countries: EU_COUNTRIES[0]!.name,
  packaging: "",
  oss: false,
  cash: "",
  samples: "",
  payLater: false,
  unpaidDays: UNPAID_DAYS,
  returnDays: SPECIFIED_DAYS,
  familyCards: false,
};
