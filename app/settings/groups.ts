import type { z } from "zod";
import type { Config } from "#app/platform/config.server.ts";
import type { Clash } from "#app/ui/areas/conflict-panel.tsx";
import { ACCOUNTS_DEFAULTS, ACCOUNTS_FIELDS, accountsSchema } from "./accounts-schema.ts";
import { APPEARANCE_DEFAULTS, APPEARANCE_FIELDS, appearanceSchema } from "./appearance-schema.ts";
import { CONTACT_FIELDS, contactSchema, DEMO_CONTACT, NO_CONTACT } from "./contact-schema.ts";
import {
  DELIVERY_DEFAULTS,
  DELIVERY_FIELDS,
  deliverySchema,
  METHOD_FIELDS,
} from "./delivery-schema.ts";
import {
  HOME_DEFAULTS,
  HOME_FIELDS,
  REAL_HOME,
  homeSchema,
  SLIDE_FIELDS,
  STORED_PICTURE,
  type Home,
} from "./home-schema.ts";
import {
  IDENTITY_DEFAULTS,
  IDENTITY_FIELDS,
  identitySchema,
  REAL_IDENTITY,
} from "./identity-schema.ts";
import { DEMO_LEGAL, LEGAL_FIELDS, legalSchema, NO_LEGAL } from "./legal-schema.ts";
import { DEMO_MAILS, MAILS_DEFAULTS, MAILS_FIELDS, mailsSchema } from "./mails-schema.ts";
import { PAGES_DEFAULTS, PAGES_FIELDS, pagesSchema, QUESTION_FIELDS } from "./pages-schema.ts";
import {
  REDUCTION_FIELDS,
  REDUCTIONS_DEFAULTS,
  REDUCTIONS_FIELDS,
  reductionsSchema,
} from "./reductions-schema.ts";
import { SALES_DEFAULTS, SALES_FIELDS, salesSchema } from "./sales-schema.ts";

/**
 * The groups of settings. `path`: the last part of its screen's address. `schema` reads a posted form (all texts) as well as
 * a stored value, so that form, start and documents check the same. `fields`: their names on the screen, in the history and
 * in a conflict.
 */
export const GROUPS = {
  identity: {
    path: "identite",
    title: "Identité",
    schema: identitySchema,
    fields: IDENTITY_FIELDS,
    defaults: { demo: IDENTITY_DEFAULTS, real: REAL_IDENTITY },
  },
  appearance: {
    path: "apparence",
    title: "Apparence",
    schema: appearanceSchema,
    fields: APPEARANCE_FIELDS,
    defaults: { demo: APPEARANCE_DEFAULTS, real: APPEARANCE_DEFAULTS },
  },
  home: {
    path: "accueil",
    title: "Accueil",
    schema: homeSchema,
    fields: HOME_FIELDS,
    defaults: { demo: HOME_DEFAULTS, real: REAL_HOME },
  },
  pages: {
    path: "pages",
    title: "Pages",
    schema: pagesSchema,
    fields: PAGES_FIELDS,
    defaults: { demo: PAGES_DEFAULTS, real: PAGES_DEFAULTS },
  },
  contact: {
    path: "contact",
    title: "Contact",
    schema: contactSchema,
    fields: CONTACT_FIELDS,
    defaults: { demo: DEMO_CONTACT, real: NO_CONTACT },
  },
  legal: {
    path: "mentions-legales",
    title: "Mentions légales",
    schema: legalSchema,
    fields: LEGAL_FIELDS,
    defaults: { demo: DEMO_LEGAL, real: NO_LEGAL },
  },
  sales: {
    path: "vente",
    title: "Vente",
    schema: salesSchema,
    fields: SALES_FIELDS,
    defaults: { demo: SALES_DEFAULTS, real: SALES_DEFAULTS },
  },
  reductions: {
    path: "reductions",
    title: "Réductions",
    schema: reductionsSchema,
    fields: REDUCTIONS_FIELDS,
    defaults: { demo: REDUCTIONS_DEFAULTS, real: REDUCTIONS_DEFAULTS },
  },
  delivery: {
    path: "livraison",
    title: "Livraison",
    schema: deliverySchema,
    fields: DELIVERY_FIELDS,
    defaults: { demo: DELIVERY_DEFAULTS, real: DELIVERY_DEFAULTS },
  },
  accounts: {
    path: "comptes",
    title: "Comptes",
    schema: accountsSchema,
    fields: ACCOUNTS_FIELDS,
    defaults: { demo: ACCOUNTS_DEFAULTS, real: ACCOUNTS_DEFAULTS },
  },
  mails: {
    path: "courriels",
    title: "Courriels",
    schema: mailsSchema,
    fields: MAILS_FIELDS,
    defaults: { demo: DEMO_MAILS, real: MAILS_DEFAULTS },
  },
} as const;

/** Fields that are lists of items, by « group.field »: how one item and its parts are called in errors. */
export const LISTS: Record<string, { item: string; parts: Record<string, string> }> = {
  "home.slides": { item: "Diapositive", parts: SLIDE_FIELDS },
  "pages.questions": { item: "Question", parts: QUESTION_FIELDS },
  "delivery.list": { item: "Formule", parts: METHOD_FIELDS },
  "reductions.list": { item: "Réduction", parts: REDUCTION_FIELDS },
};

/** A stored picture in a text in Markdown: « ![texte](/media/images/…) ». */
const PICTURE_IN_TEXT = /\/media\/(images\/[\w-]+\/[\w-]+\.\w+)/g;

/** The paths of the stored pictures that a text in Markdown names. */
export const picturesInText = (text: string): string[] =>
  [...text.matchAll(PICTURE_IN_TEXT)].map(([, path]) => path!);

/** The paths of the stored pictures that a group's value names, each with the name of its field in errors. */
export function picturesOf(
  group: GroupName,
  value: Record<string, unknown>,
): { field: string; path: string }[] {
  if (group === "home")
    return (value as Home).slides.flatMap(({ picture }, index) =>
      STORED_PICTURE.test(picture) ? [{ field: `slides.${index}.picture`, path: picture }] : [],
    );
  if (group === "appearance") {
    const { logo } = value as Settings["appearance"];
    return logo ? [{ field: "logo", path: logo }] : [];
  }
  if (group === "legal") {
    const { guaranteeNotice } = value as Settings["legal"];
    return guaranteeNotice ? [{ field: "guaranteeNotice", path: guaranteeNotice }] : [];
  }
  if (group !== "pages") return [];
  const inText = (field: string, text: string) =>
    picturesInText(text).map((path) => ({ field, path }));
  const { about, questions, clauses } = value as Settings["pages"];
  return [
    ...inText("about", about),
    ...questions.flatMap(({ answer }, index) => inText(`questions.${index}.answer`, answer)),
    ...inText("clauses", clauses),
  ];
}

export type GroupName = keyof typeof GROUPS;
export type Settings = { [Name in GroupName]: z.output<(typeof GROUPS)[Name]["schema"]> };
/** The fields of a group that environment variables set: they win over the stored ones. */
export function fixedFields<Name extends GroupName>(
  { fixed }: Pick<Config, "fixed">,
  name: Name,
): Partial<Settings[Name]> {
  const groups: { [Each in GroupName]?: Partial<Settings[Each]> } = fixed;
  return groups[name] ?? {};
}

export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

/** The variable that sets a field (README), by « group.field ». */
export const VARIABLES: Record<string, string> = {
  "identity.name": "SHOP_NAME",
  "contact.phone": "SHOP_PHONE",
  "contact.email": "SHOP_EMAIL",
  "contact.socialLinks": "SHOP_SOCIAL_LINKS",
  "legal.legalName": "SHOP_LEGAL_NAME",
  "legal.address": "SHOP_ADDRESS",
  "legal.siren": "SHOP_SIREN",
  "legal.vatNumber": "SHOP_VAT_NUMBER",
  "legal.vatExempt": "SHOP_VAT_EXEMPT",
  "legal.registration": "SHOP_REGISTRATION",
  "legal.hosting": "SHOP_HOSTING",
  "legal.mediator": "SHOP_MEDIATOR",
  "mails.senderName": "MAIL_FROM",
  "mails.senderAddress": "MAIL_FROM",
};

/** A group as the texts of its form, by field. */
export type Draft = Record<string, string>;

/** A value as a form's text: a list is one line each, a checkbox « on » or empty. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "on" : "";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value.join("\n");
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

export function draftOf(group: GroupName, value: Record<string, unknown>): Draft {
  return Object.fromEntries(
    Object.keys(GROUPS[group].fields).map((field) => [field, textOf(value[field])]),
  );
}

/**
 * Three-way merge of two administrators' edits: `theirs` is saved, `mine` is not, both started from `base` (null: unknown).
 * A field that one of them changed takes that value; one that both changed differently is a clash, and keeps `mine`.
 */
export function mergeDrafts(
  base: Draft | null,
  theirs: Draft,
  mine: Draft,
): { merged: Draft; clashes: Clash[] } {
  const merged = { ...mine };
  const clashes: Clash[] = [];
  for (const [field, their = ""] of Object.entries(theirs)) {
    const my = mine[field] ?? "";
    if (my === their) continue;
    if (base && base[field] === my) merged[field] = their;
    else if (!base || base[field] !== their) clashes.push({ field, theirs: their, mine: my });
  }
  return { merged, clashes };
}
