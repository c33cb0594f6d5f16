import { premiumRateFault } from "#app/settings/check-contact.server.ts";
import {
  DEMO_VAT_NUMBER,
  isSiren,
  isVatNumber,
  sirenOfVat,
  vatContradiction,
} from "#app/settings/company-number-schema.ts";
import type { Settings } from "#app/settings/groups.ts";
import { STORED_PICTURE } from "#app/settings/home-schema.ts";
import { IDENTITY_DEFAULTS } from "#app/settings/identity-schema.ts";
import { namesMediator } from "#app/settings/legal-schema.ts";
import { unregisteredCountries } from "#app/settings/packaging-schema.ts";
import { catalogueLines } from "./catalogue-lines.ts";
import type { Line } from "./checklist-line.ts";

/** What the lines are computed from. */
export type Facts = {
  /** The groups in force; `isNamed`: the name was chosen. */
  settings: Pick<Settings, "identity" | "home" | "contact" | "legal" | "delivery" | "sales">;
  isNamed: boolean;
  /** How online payments are made; « simulated » is possible on the machine's own address only. */
  payments: "live" | "sandbox" | "simulated";
  doCredentialsAnswer: boolean;
  isWebhookProven: boolean;
  hasWebhook: boolean;
  sendsMails: boolean;
  isMailProven: boolean;
  isPublic: boolean;
  isHttps: boolean;
  hasDemoAccounts: boolean;
  /** The embedded PostgreSQL's version if it has known vulnerabilities, and the version that an administrator accepted. */
  postgres: { outdated: string | null; accepted: string | null };
  products: {
    count: number;
    withoutPicture: number;
    withoutText: number;
    withoutList: number;
    /** Their sheet lacks a fact that the law asks for (catalogue/facts/product-facts.ts). */
    incomplete: number;
    /** Cosmetics with a banned ingredient, among the newest products. */
    banned: number;
    /** In `ACNE_CATEGORY`. */
    inAcneCategory: number;
  };
  /** Null: none was made. */
  backupAgeHours: number | null;
};

const LEGAL = "/admin/reglages/mentions-legales";
const CONTACT = "/admin/reglages/contact";

const LOCAL = "Cette boutique n’est accessible que depuis cette machine.";
/** What a mail server needs (README, Settings). */
const SMTP =
  "Sur le serveur, donnez les variables d’environnement `SMTP_URL` (`smtps://utilisateur:motdepasse@smtp.exemple.fr:465`) et, au besoin, `MAIL_FROM`, puis redémarrez la boutique (README, «\u00a0Settings\u00a0»).";

/** The lines, section by section, in the order of the page. */
export function linesOf(facts: Facts): Line[] {
  return [...sellerLines(facts), ...serviceLines(facts), ...catalogueLines(facts)];
}

function sellerLines({ settings: { identity, contact, legal }, isNamed }: Facts): Line[] {
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
  const isOwnName = isNamed || identity.name !== IDENTITY_DEFAULTS.name;
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

function serviceLines(facts: Facts): Line[] {
  const { payments, isPublic } = facts;
  const line = (
    id: string,
    section: Line["section"],
    rest: Omit<Line, "id" | "section" | "isObligatory">,
  ) => ({ id, section, isObligatory: true, ...rest }) satisfies Line;
  return [
    line("payments", "payment", {
      title: "Les paiements en ligne",
      isDone: payments === "live" || !isPublic,
      isMoot: payments !== "live" && !isPublic,
      why: {
        live: "Les clients paient réellement, par PayPal.",
        sandbox: isPublic
          ? "PayPal est en mode d’essai\u00a0: personne n’est débité. Sur le serveur, donnez `PAYPAL_ENVIRONMENT=live` et les identifiants réels, puis redémarrez la boutique (docs/paypal.md)."
          : `PayPal est en mode d’essai\u00a0: personne n’est débité. ${LOCAL}`,
        simulated: isPublic
          ? "Les paiements sont simulés\u00a0: personne n’est débité. Sur le serveur, donnez `PAYPAL_CLIENT_ID` et `PAYPAL_CLIENT_SECRET`, puis redémarrez la boutique (docs/paypal.md)."
          : `Les paiements sont simulés\u00a0: personne n’est débité. ${LOCAL}`,
      }[payments],
      to: null,
    }),
    line("credentials", "payment", {
      title: "La connexion à PayPal",
      isDone: facts.doCredentialsAnswer,
      isMoot: facts.doCredentialsAnswer && payments === "simulated",
      why: facts.doCredentialsAnswer
        ? payments === "simulated"
          ? "Les paiements sont simulés\u00a0: il n’y a pas d’identifiants à vérifier."
          : "PayPal accepte les identifiants de la boutique."
        : "PayPal refuse les identifiants de la boutique, ou ne répond pas\u00a0: vérifiez `PAYPAL_CLIENT_ID` et `PAYPAL_CLIENT_SECRET` sur le serveur.",
      to: null,
    }),
    line("webhook", "payment", {
      title: "Les notifications de PayPal",
      isDone: facts.isWebhookProven,
      why: facts.isWebhookProven
        ? `Une notification de paiement, signée par ${payments === "simulated" ? "le simulateur" : "PayPal"}, est arrivée à la boutique.`
        : facts.hasWebhook
          ? "La boutique n’a pas encore reçu de notification de paiement. Passez une commande d’essai avec votre compte, payez-la, puis remboursez-la."
          : "Créez un webhook dans votre compte PayPal, puis donnez `PAYPAL_WEBHOOK_ID` au serveur et redémarrez la boutique (docs/paypal.md).",
      to: facts.isWebhookProven || !facts.hasWebhook ? null : "/boutique",
    }),
    {
      ...line("cash", "payment", {
        title: "Le paiement à la livraison",
        isDone: facts.settings.sales.cash !== "",
        why: facts.settings.sales.cash
          ? "Vous avez choisi avec quelles livraisons vous l’acceptez."
          : "Il est proposé avec les deux livraisons, mais le comptoir d’un transporteur n’encaisse pas d’espèces\u00a0: choisissez avec quelles livraisons vous l’acceptez.",
        to: "/admin/reglages/vente",
      }),
      isObligatory: false,
    },
    ...mailLines(facts),
    line("https", "site", {
      title: "Une adresse en https",
      isDone: facts.isHttps || !isPublic,
      isMoot: !facts.isHttps && !isPublic,
      why: isPublic
        ? facts.isHttps
          ? "L’adresse publique de la boutique (`BASE_URL`) commence par https://."
          : "Sur le serveur, donnez à `BASE_URL` l’adresse publique de la boutique, qui commence par https://, puis redémarrez-la (README, «\u00a0Go live\u00a0»)."
        : LOCAL,
      to: null,
    }),
    postgresLine(facts),
    line("demo", "site", {
      title: "Aucun compte de démonstration",
      isDone: !facts.hasDemoAccounts,
      why: facts.hasDemoAccounts
        ? "Les mots de passe de ces comptes sont publics."
        : "Les comptes de la démonstration, aux mots de passe publics, n’y sont pas.",
      to: null,
    }),
    line("delivery", "site", {
      title: "La livraison",
      isDone: true,
      why: facts.settings.delivery.list.some(({ isActive }) => isActive)
        ? "Vos formules, leurs frais et leurs délais sont dans les réglages."
        : "Elle est offerte, en quatre jours, en point de relais ou à domicile.",
      to: "/admin/reglages/livraison",
    }),
    ...packagingLines(facts.settings.sales),
    slidesLine(facts.settings.home),
    {
      ...line("backup", "site", {
        title: "Une sauvegarde de moins de 24\u00a0heures",
        isDone: facts.backupAgeHours !== null && facts.backupAgeHours <= 24,
        why: `${
          facts.backupAgeHours === null
            ? "Aucune sauvegarde n’a été faite."
            : facts.backupAgeHours < 1
              ? "La dernière a moins d’une heure."
              : `La dernière a ${Math.floor(facts.backupAgeHours)}\u00a0h.`
        } Sur le serveur, lancez chaque nuit \`npm run backup -- /sauvegardes/aujourdhui.backup\` (docs/operations.md).`,
        to: null,
      }),
      isObligatory: false,
    },
  ];
}

/** Decision 116. */
function postgresLine({ postgres: { outdated, accepted }, isPublic }: Facts): Line {
  const isAccepted = outdated !== null && outdated === accepted;
  const weak = `PostgreSQL ${outdated}, que la boutique apporte, a des failles connues et n’écoute que sur cette machine.`;
  return {
    id: "postgres",
    section: "site",
    title: "Une base de données à jour",
    isDone: outdated === null || isAccepted,
    isMoot: !isPublic,
    isObligatory: true,
    why: !isPublic
      ? LOCAL
      : outdated === null
        ? "Aucune faille connue dans la base que la boutique apporte, ou la vôtre (`DATABASE_URL`), que vous tenez à jour."
        : isAccepted
          ? `${weak} Un administrateur l’a accepté\u00a0; donnez au plus tôt \`DATABASE_URL\` (README, «\u00a0Go live\u00a0»).`
          : `${weak} Sur le serveur, donnez \`DATABASE_URL\`, une base PostgreSQL à jour (README, «\u00a0Go live\u00a0»), ou dites que vous l’avez compris\u00a0: l’historique le note.`,
    to: null,
    button: { intent: "accept-postgres", label: "J’ai compris" },
  };
}

/** None for a shop that delivers to France alone. */
function packagingLines(sales: Settings["sales"]): Line[] {
  if (sales.countries === "France") return [];
  const unregistered = unregisteredCountries(sales);
  const isDone = unregistered.length === 0;
  return [
    {
      id: "packaging",
      section: "site",
      title: "Les emballages à l’étranger",
      isDone,
      isObligatory: true,
      why: isDone
        ? "Chaque pays de livraison a son numéro de producteur d’emballages, ou une raison de s’en passer."
        : `Donnez votre numéro de producteur d’emballages, ou pourquoi il n’est pas dû\u00a0: ${unregistered.join(", ")} (règlement 2025/40, art. 44 et 45).`,
      to: "/admin/reglages/vente",
    },
  ];
}

/** The demo's slides don't count: they are shown in the demo only. */
function slidesLine({ slides }: Settings["home"]): Line {
  const isDone = slides.some(({ isShown, picture }) => isShown && STORED_PICTURE.test(picture));
  return {
    id: "slides",
    section: "site",
    title: "Les diapositives de l’accueil",
    isDone,
    isObligatory: false,
    why: isDone
      ? "L’accueil montre vos diapositives."
      : "Sans les vôtres, l’accueil montre un bandeau simple, avec le nom de la boutique. Celles de la démonstration n’y sont pas.",
    to: "/admin/reglages/accueil",
  };
}

/** Without a mail server a public shop opens neither line; on this machine only, there is nothing to prove. */
function mailLines({ sendsMails, isMailProven, isPublic }: Facts): Line[] {
  const line = { section: "mails", isObligatory: true, to: null } as const;
  return [
    {
      ...line,
      id: "smtp",
      title: "Le serveur d’envoi des e-mails",
      isDone: sendsMails || !isPublic,
      isMoot: !sendsMails && !isPublic,
      why: sendsMails
        ? "Les e-mails partent par le serveur de `SMTP_URL`."
        : isPublic
          ? `Aucun e-mail ne part encore. ${SMTP}`
          : `Sans serveur d’envoi, les e-mails restent des fichiers, dans \`DATA_DIR/mail\`. ${LOCAL}`,
    },
    {
      ...line,
      id: "mail",
      title: "Un message d’essai bien reçu",
      isDone: isMailProven || (!sendsMails && !isPublic),
      isMoot: !isMailProven && !sendsMails && !isPublic,
      why: isMailProven
        ? "Le lien du message d’essai a été ouvert\u00a0: les e-mails de la boutique arrivent."
        : sendsMails
          ? "Envoyez-vous un message d’essai avec le bouton ci-dessous, puis ouvrez le lien qu’il contient\u00a0: la confirmation d’une commande doit arriver (code de la consommation, L221-13)."
          : isPublic
            ? `Réglez d’abord le serveur d’envoi. ${SMTP} Envoyez-vous alors un message d’essai.`
            : `Sans serveur d’envoi, aucun message ne part. ${LOCAL}`,
    },
  ];
}
