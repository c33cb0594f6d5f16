import type { Settings } from "#app/settings-values.ts";
import {
  DEMO_VAT_NUMBER,
  isSiren,
  isVatNumber,
  sirenOfVat,
  vatContradiction,
} from "#app/settings/company-number-schema.ts";
import { INITIAL_NAME } from "#app/settings/initial-name.ts";
import { namesMediator } from "#app/settings/mediator-schema.ts";
import { premiumRateFault } from "#app/settings/premium-rate.ts";
import type { Line } from "./checklist-line.ts";
import type { Facts } from "./shop-facts.ts";

const LEGAL = "/admin/reglages/mentions-legales";
const CONTACT = "/admin/reglages/contact";

/** The lines about who sells and how to reach them. */
export function sellerLines({ settings: { identity, contact, legal }, isNamed }: Facts): Line[] {
  const line = (
    id: string,
    title: string,
    isDone: boolean,
    why: string,
    rest: Partial<Line> = {},
  ): Line => ({
    id,
    section: "seller",
    title,
    isDone,
    isObligatory: true,
    why,
    to: LEGAL,
    ...rest,
  });
  const isOwnName = isNamed || identity.name !== INITIAL_NAME;
  return [
    line(
      "name",
      "Le nom de la boutique",
      isOwnName,
      isOwnName
        ? "Il figure sur les pages, les e-mails et les factures."
        : `«\u00a0${identity.name}\u00a0» est le nom d’exemple\u00a0: donnez le vôtre.`,
      { to: "/admin/reglages/identite" },
    ),
    line(
      "legalName",
      "Le nom ou la raison sociale",
      legal.legalName !== "",
      "Le nom de l’entreprise qui vend (LCEN, art. 1-1).",
    ),
    line(
      "address",
      "L’adresse du siège",
      legal.address !== "",
      "Elle figure sur les factures et dans les mentions légales.",
    ),
    line(
      "siren",
      "Le numéro SIREN",
      isSiren(legal.siren),
      "Neuf chiffres\u00a0; le dernier permet de vérifier les autres.",
    ),
    line(
      "registration",
      "La forme et l’immatriculation",
      legal.registration !== "",
      "La forme juridique, le capital et le registre (RCS ou RNE), ou «\u00a0Entrepreneur individuel\u00a0».",
    ),
    line(
      "vat",
      "Le numéro de TVA, ou la franchise de TVA",
      legal.vatExempt || isOwnVatNumber(legal),
      (!legal.vatExempt && vatContradiction(legal.siren, legal.vatNumber)) ||
        "En France\u00a0: FR, une clé de deux chiffres et votre SIREN. Sans TVA, cochez la case «\u00a0Franchise de TVA\u00a0».",
    ),
    line(
      "director",
      "La directrice ou le directeur de la publication",
      legal.director !== "",
      "Le nom de la personne qui répond de ce que le site publie (LCEN, art. 1-1).",
    ),
    line(
      "hosting",
      "L’hébergeur",
      legal.hosting !== "",
      "Le nom, l’adresse et le téléphone de l’entreprise qui héberge le site (LCEN, art. 1-1).",
    ),
    line(
      "mediator",
      "Le médiateur de la consommation",
      namesMediator(legal),
      "Son nom, son adresse et celle de son site, en https:// (code de la consommation, L616-1). La plateforme européenne de règlement des litiges a fermé\u00a0: donnez un médiateur.",
    ),
    line(
      "responsiblePerson",
      "La personne responsable des cosmétiques",
      legal.responsiblePerson !== "",
      "Son nom, son adresse postale et son adresse électronique (règlements 1223/2009 et 2023/988).",
    ),
    line(
      "epr",
      "L’identifiant unique REP",
      legal.eprNotDue || legal.eprNumber !== "",
      "Votre éco-organisme le donne pour les emballages. Sinon, cochez la case «\u00a0Aucun identifiant n’est dû\u00a0» (code de l’environnement, L541-10-13).",
    ),
    line(
      "guaranteeNotice",
      "L’avis officiel sur la garantie légale",
      legal.guaranteeNotice !== "",
      "Le fichier de la Commission européenne, tel quel, au panier, dans les conditions de vente et dans l’e-mail de la commande (directive 2011/83, art. 6 et 22 bis\u00a0; règlement 2025/1960).",
    ),
    line(
      "vigilance",
      "Les effets indésirables et la CNIL",
      legal.vigilanceDeclared,
      "La boutique reçoit des signalements d’effets indésirables, donc des données de santé. Comparez ce traitement au référentiel de la CNIL sur les vigilances sanitaires (délibération 2019-057), déclarez-y votre conformité, puis cochez la case.",
      { isObligatory: false },
    ),
    line(
      "phone",
      "Un numéro de téléphone",
      contact.phone !== "" && premiumRateFault(contact.phone) === null,
      premiumRateFault(contact.phone) ??
        "La loi demande de le donner avant la vente (code de la consommation, L111-1).",
      {
        section: "contact",
        to: CONTACT,
      },
    ),
    line(
      "email",
      "Une adresse e-mail",
      contact.email !== "",
      "Vos clients y écrivent, et y répondent à vos e-mails.",
      {
        section: "contact",
        to: CONTACT,
      },
    ),
  ];
}

/** A French number must be the seller's own. */
function isOwnVatNumber({ vatNumber, siren }: Settings["legal"]): boolean {
  if (vatNumber === "" || vatNumber === DEMO_VAT_NUMBER || !isVatNumber(vatNumber)) return false;
  const contained = sirenOfVat(vatNumber);
  return contained === null || contained === siren.replaceAll(/\s/g, "");
}
