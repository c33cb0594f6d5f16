import { z } from "zod";
import { CASH } from "#app/platform/methods-schema.ts";
import {
  LEGAL_DAYS,
  MOST_RETURN_DAYS,
  SPECIFIED_DAYS,
} from "#app/platform/return-period-schema.ts";
import { countriesIn, EU_COUNTRIES } from "#app/settings/country-schema.ts";
import { checkbox, choice, line } from "#app/settings/field-schema.ts";
import { packagingSchema, unregisteredCountries } from "#app/settings/packaging-schema.ts";
import { defineSettings, type FieldErrors } from "#app/settings/settings-group.ts";

const CASH_CHOICES = {
  "": "Pas encore choisi\u00a0: avec les deux livraisons",
  both: "Avec les deux livraisons",
  home: "À domicile seulement",
  never: "Jamais",
} as const;
const SAMPLES_CHOICES = {
  "": "Pas encore choisi\u00a0: oui, tant que vos questions gardent leur réponse d’origine",
  yes: "Proposés, sur demande",
  no: "Pas pour le moment",
} as const;
const UNPAID_DAYS = "3";
const MOST_UNPAID_DAYS = 30;
const WRONG_DAYS = `Un nombre de jours entier, de ${LEGAL_DAYS} à ${MOST_RETURN_DAYS}.`;

const countries = line(500).transform((text, context) => {
  const { countries: found, unknown } = countriesIn(text);
  if (unknown !== undefined) {
    context.addIssue(
      `«\u00a0${unknown.slice(0, 60)}\u00a0» n’est pas un pays de l’Union européenne\u00a0: vérifiez l’orthographe, et séparez les pays par des virgules.`,
    );
    return z.NEVER;
  }
  if (found.length === 0) {
    context.addIssue("Indiquez au moins un pays\u00a0: France, par exemple.");
    return z.NEVER;
  }
  return found.map(({ name }) => name).join(", ");
});

/** Where the shop delivers, VAT abroad, returns, and what the payment provider may offer. */
export const salesSettings = defineSettings({
  name: "sales",
  path: "vente",
  title: "Vente",
  icon: "truck",
  summary: "Les pays de livraison, la TVA à l’étranger",
  fields: {
    /** French names of EU countries, « France, Belgique »: the first one is prefilled. */
    countries: { label: "Pays de livraison", schema: countries, initial: EU_COUNTRIES[0]!.name },
    /** Packaging registration numbers of the foreign countries, « Belgique : BE-123 », one a line; missing in settings before 0.5.2. */
    packaging: {
      label: "Enregistrement des emballages à l’étranger",
      schema: packagingSchema.default(""),
      initial: "",
    },
    /** Registered in the EU's one-stop shop: VAT at the rate of the country of delivery. */
    oss: { label: "Guichet unique de TVA (OSS)", schema: checkbox, initial: false },
    /** Deliveries with which cash is taken; empty, or missing in settings before 0.5.1: both, and the opening list asks for a choice. */
    cash: {
      label: CASH,
      schema: choice(CASH_CHOICES, "Choisissez avec quelles livraisons.").default(""),
      initial: "",
      choices: CASH_CHOICES,
    },
    /** Whether the cart offers samples (`offersSamples`); empty, or missing in settings before 0.5.2: not chosen. */
    samples: {
      label: "Échantillons",
      schema: choice(SAMPLES_CHOICES, "Choisissez si vous en proposez.").default(""),
      initial: "",
      choices: SAMPLES_CHOICES,
    },
    /** The provider's buttons for instalments and credit (ordonnance 2025-880). */
    payLater: { label: "Paiement en plusieurs fois et crédit", schema: checkbox, initial: false },
    /** Days after which an unpaid online order ends, « 3 »; missing in settings before 0.5.1. */
    unpaidDays: {
      label: "Fin d’une commande non payée, en jours",
      schema: line(20)
        .transform((text) => text || UNPAID_DAYS)
        .refine(
          (text) => /^[1-9]\d?$/.test(text) && Number(text) <= MOST_UNPAID_DAYS,
          `Indiquez un nombre de jours, de 1 à ${MOST_UNPAID_DAYS}.`,
        )
        .default(UNPAID_DAYS),
      initial: UNPAID_DAYS,
    },
    /** The shop's own period of returns in days, from delivery. An order keeps the one that it was placed with. */
    returnDays: {
      label: "Délai de retour, en jours",
      schema: z.preprocess(
        (value) => (value === "" || value === undefined ? SPECIFIED_DAYS : Number(value)),
        z.int(WRONG_DAYS).min(LEGAL_DAYS, WRONG_DAYS).max(MOST_RETURN_DAYS, WRONG_DAYS),
      ),
      initial: SPECIFIED_DAYS,
    },
    /** The shop's list shows one card a family of products (catalogue/families). */
    familyCards: {
      label: "Une seule carte par famille de produits",
      schema: checkbox,
      initial: false,
    },
  },
  // Only newly added countries need a registration. A rule in the schema would make the settings of a shop unreadable that has stored a
  // country without one.
  check({ value, before }): FieldErrors {
    const stored = new Set(unregisteredCountries(before));
    const lacking = unregisteredCountries(value).filter((name) => !stored.has(name));
    return lacking.length === 0
      ? {}
      : {
          packaging: `Il manque ${lacking.join(", ")}\u00a0: un pays se choisit avec le numéro qu’il vous a donné pour vos emballages, ou «\u00a0non dû, parce que…\u00a0» et la raison.`,
        };
  },
});
