import { z } from "zod";
import { DRAWN_PATH } from "./appearance-schema.ts";
import {
  DEMO_SIREN,
  DEMO_VAT_NUMBER,
  formatSiren,
  isSiren,
  isVatNumber,
} from "./company-number-schema.ts";
import { checkbox, line, withHttps } from "./field-schema.ts";

/** Europe's platform for online disputes closed on 20 July 2025: it is no mediator (law.md, 28). */
const CLOSED_PLATFORM = /(^|\.)ec\.europa\.eu\.?$/;

const mediatorUrl = z
  .string("Une adresse est attendue.")
  .trim()
  .max(300, "300 caractères au plus.")
  .transform(withHttps)
  .refine(
    (text) =>
      text === "" ||
      (!/\s/.test(text) &&
        z.url({ protocol: /^https$/, hostname: z.regexes.domain }).safeParse(text).success),
    "L’adresse du médiateur commence par https://.",
  )
  .refine(
    (text) => !URL.canParse(text) || !CLOSED_PLATFORM.test(new URL(text).hostname),
    "La plateforme européenne a fermé le 20 juillet 2025\u00a0: donnez le site de votre médiateur.",
  );

/** An https address with a domain, within the text of SHOP_MEDIATOR. */
const SITE = /https:\/\/([a-z0-9-]+\.)+[a-z]{2,}/i;
const OF_CLOSED_PLATFORM = /https:\/\/([\w-]+\.)*ec\.europa\.eu\b/i;

/** Whether a mediator is named with a site, as the law asks of a shop that sells (consumer code, L616-1 and R616-1). */
export function namesMediator({ mediator, mediatorUrl }: Pick<Legal, "mediator" | "mediatorUrl">) {
  const text = `${mediator} ${mediatorUrl}`;
  return mediator !== "" && SITE.test(text) && !OF_CLOSED_PLATFORM.test(text);
}

/**
 * Who sells, as the legal notice, the terms and the invoices say it (LCEN art. 1-1, consumer code L221-5, L616-1, CGI 289).
 * An empty fact is left out of the pages; /admin/ouverture says which are obligatory.
 */
export const legalSchema = z.object({
  legalName: line(200),
  address: line(300),
  siren: line(40)
    .refine(
      (text) => text === "" || text === DEMO_SIREN || isSiren(text),
      "Ce numéro SIREN n’existe pas\u00a0: neuf chiffres, dont le dernier est une clé. Vérifiez-les.",
    )
    .transform(formatSiren),
  registration: line(300),
  vatNumber: line(40)
    .transform((text) => text.toUpperCase())
    .refine(
      (text) => text === "" || isVatNumber(text),
      "Ce numéro de TVA n’existe pas\u00a0: en France, FR, une clé de deux chiffres et le SIREN\u00a0; ailleurs dans l’Union européenne, le code du pays et ses chiffres. Vérifiez-les.",
    ),
  vatExempt: checkbox,
  /** The mention of a VAT exemption; empty: that of article 293 B. Missing in values stored by 0.2.0. */
  vatMention: line(200).optional(),
  director: line(200),
  hosting: line(500),
  mediator: line(300),
  mediatorUrl,
  responsiblePerson: line(500),
  eprNumber: line(60),
  /** Those of other streams of producer responsibility, like wipes. Missing in values stored by 0.5.1. */
  eprOther: line(300).optional(),
  eprNotDue: checkbox,
  /** The CNIL's framework on health vigilance (deliberation 2019-057 of 9 May 2019): its conformity was declared. */
  vigilanceDeclared: checkbox,
  /** The path of the stored picture of the official notice on the legal guarantee; empty: the shop's own words stand for it. */
  guaranteeNotice: z
    .string("Un avis est attendu.")
    .regex(DRAWN_PATH, "Cet avis n’est pas une image de la boutique. Envoyez-le de nouveau."),
});

export const LEGAL_FIELDS = {
  legalName: "Nom ou raison sociale",
  address: "Adresse du siège",
  siren: "SIREN",
  registration: "Forme, capital et immatriculation",
  vatNumber: "Numéro de TVA",
  vatExempt: "Franchise de TVA",
  vatMention: "Mention de la franchise",
  director: "Directrice ou directeur de la publication",
  hosting: "Hébergeur",
  mediator: "Médiateur de la consommation",
  mediatorUrl: "Site du médiateur",
  responsiblePerson: "Personne responsable",
  eprNumber: "Identifiant unique (REP)",
  eprOther: "Identifiants uniques d’autres filières",
  eprNotDue: "Aucun identifiant n’est dû",
  vigilanceDeclared: "Conformité déclarée à la CNIL pour les effets indésirables",
  guaranteeNotice: "Avis officiel sur la garantie légale",
};

type Legal = z.output<typeof legalSchema>;

export const NO_LEGAL: Legal = {
  legalName: "",
  address: "",
  siren: "",
  registration: "",
  vatNumber: "",
  vatExempt: false,
  vatMention: "",
  director: "",
  hosting: "",
  mediator: "",
  mediatorUrl: "",
  responsiblePerson: "",
  eprNumber: "",
  eprOther: "",
  eprNotDue: false,
  vigilanceDeclared: false,
  guaranteeNotice: "",
};
/** The seller of a demo shop. */
export const DEMO_LEGAL: Legal = {
  ...NO_LEGAL,
  legalName: "Éclat (boutique de démonstration)",
  address: "1 rue de la Démonstration, 75000 Paris",
  siren: DEMO_SIREN,
  vatNumber: DEMO_VAT_NUMBER,
  responsiblePerson:
    "Éclat (boutique de démonstration), 1 rue de la Démonstration, 75000 Paris, conformite@eclat.example",
};
