import { sql } from "drizzle-orm";
import { claimPicture } from "#app/media/uploads.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import {
  DEMO_SIREN,
  DEMO_VAT_NUMBER,
  formatSiren,
  isSiren,
  isVatNumber,
  vatContradiction,
} from "./company-number-schema.ts";
import { checkbox, drawnPath, fileOf, line } from "./field-schema.ts";
import { mediatorUrl, namesMediator } from "./mediator-schema.ts";
import { defineSettings } from "./settings-group.ts";

const MEDIATOR_NEEDED =
  "La boutique est ouverte\u00a0: elle doit nommer un médiateur de la consommation et son site (code de la consommation, L616-1). Gardez le vôtre, ou donnez-en un autre.";

/**
 * The settings of the seller's identity, for the legal notice, the terms and the invoices (LCEN art. 1-1, consumer code L221-5,
 * L616-1, CGI 289). Pages leave out empty ones; /admin/ouverture says which are obligatory.
 */
export const legalSettings = defineSettings({
  name: "legal",
  path: "mentions-legales",
  title: "Mentions légales",
  icon: "file-text",
  summary: "Le vendeur, l’hébergeur, le médiateur",
  fields: {
    legalName: {
      label: "Nom ou raison sociale",
      schema: line(200),
      initial: "",
      demo: "Éclat (boutique de démonstration)",
      variable: "SHOP_LEGAL_NAME",
    },
    address: {
      label: "Adresse du siège",
      schema: line(300),
      initial: "",
      demo: "1 rue de la Démonstration, 75000 Paris",
      variable: "SHOP_ADDRESS",
    },
    siren: {
      label: "SIREN",
      schema: line(40)
        .refine(
          (text) => text === "" || text === DEMO_SIREN || isSiren(text),
          "Ce numéro SIREN n’existe pas\u00a0: neuf chiffres, dont le dernier est une clé. Vérifiez-les.",
        )
        .transform(formatSiren),
      initial: "",
      demo: DEMO_SIREN,
      variable: "SHOP_SIREN",
    },
    registration: {
      label: "Forme, capital et immatriculation",
      schema: line(300),
      initial: "",
      variable: "SHOP_REGISTRATION",
    },
    vatNumber: {
      label: "Numéro de TVA",
      schema: line(40)
        .transform((text) => text.toUpperCase())
        .refine(
          (text) => text === "" || isVatNumber(text),
          "Ce numéro de TVA n’existe pas\u00a0: en France, FR, une clé de deux chiffres et le SIREN\u00a0; ailleurs dans l’Union européenne, le code du pays et ses chiffres. Vérifiez-les.",
        ),
      initial: "",
      demo: DEMO_VAT_NUMBER,
      variable: "SHOP_VAT_NUMBER",
    },
    vatExempt: {
      label: "Franchise de TVA",
      schema: checkbox,
      initial: false,
      variable: "SHOP_VAT_EXEMPT",
    },
    /** The sentence of an invoice without VAT; empty: that of article 293 B. Missing in values stored by 0.2.0. */
    vatMention: { label: "Mention de la franchise", schema: line(200).optional(), initial: "" },
    director: {
      label: "Directrice ou directeur de la publication",
      schema: line(200),
      initial: "",
    },
    hosting: {
      label: "Hébergeur",
      schema: line(500),
      initial: "",
      variable: "SHOP_HOSTING",
    },
    mediator: {
      label: "Médiateur de la consommation",
      schema: line(300),
      initial: "",
      variable: "SHOP_MEDIATOR",
    },
    mediatorUrl: { label: "Site du médiateur", schema: mediatorUrl, initial: "" },
    responsiblePerson: {
      label: "Personne responsable",
      schema: line(500),
      initial: "",
      demo: "Éclat (boutique de démonstration), 1 rue de la Démonstration, 75000 Paris, conformite@eclat.example",
    },
    eprNumber: { label: "Identifiant unique (REP)", schema: line(60), initial: "" },
    /** Identifiers of other streams of producer responsibility, like wipes. Missing in values stored by 0.5.1. */
    eprOther: {
      label: "Identifiants uniques d’autres filières",
      schema: line(300).optional(),
      initial: "",
    },
    eprNotDue: { label: "Aucun identifiant n’est dû", schema: checkbox, initial: false },
    /** Whether the seller has declared to the CNIL to follow its framework on health vigilance (deliberation 2019-057 of 9 May 2019). */
    vigilanceDeclared: {
      label: "Conformité déclarée à la CNIL pour les effets indésirables",
      schema: checkbox,
      initial: false,
    },
    /** The path of the stored picture of the official notice on the legal guarantee. Empty: pages show the shop's own words instead. */
    guaranteeNotice: {
      label: "Avis officiel sur la garantie légale",
      schema: drawnPath(
        "Un avis est attendu.",
        "Cet avis n’est pas une image de la boutique. Envoyez-le de nouveau.",
      ),
      initial: "",
      read: fileOf,
    },
  },
  demoUnless: "legalName",
  pictures: ({ guaranteeNotice: path }) => (path ? [{ field: "guaranteeNotice", path }] : []),
  inForce: (legal, pictures) => ({
    ...legal,
    guaranteeNotice: pictures.has(legal.guaranteeNotice) ? legal.guaranteeNotice : "",
  }),
  async claim(tx, admin, value, before) {
    const { guaranteeNotice: path } = value;
    const isKept = path === "" || path === before.guaranteeNotice;
    return isKept || (await claimPicture(tx, admin, { path, kind: "notice" }))
      ? { value }
      : { errors: { guaranteeNotice: "Cet avis n’est plus là. Envoyez-le de nouveau." } };
  },
  /**
   * Refuses a SIREN and a French VAT number of two companies, and the removal of an open shop's mediator (consumer code, L616-1). The
   * error is shown at a field that no environment variable sets. Not rules of the schema, which also reads stored values: an
   * environment variable that contradicts them would make the whole group unreadable.
   */
  async check({ tx, value, before, fixed, isDemo }) {
    const legal = { ...value, ...fixed };
    const fault = vatContradiction(legal.siren, legal.vatNumber);
    const field = (["vatNumber", "siren"] as const).find((name) => fixed[name] === undefined);
    const losesMediator =
      !isDemo &&
      namesMediator({ ...before, ...fixed }) &&
      !namesMediator(legal) &&
      (await isOpen(tx));
    return {
      ...(fault && field && { [field]: fault }),
      ...(losesMediator && {
        [legal.mediator === "" ? "mediator" : "mediatorUrl"]: MEDIATOR_NEEDED,
      }),
    };
  },
});

/** Whether the shop is open. Opening it locks the group's row, as does the caller, so that a concurrent opening is seen here. */
async function isOpen(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT FROM shop_state WHERE is_open`);
  return rows.length > 0;
}
