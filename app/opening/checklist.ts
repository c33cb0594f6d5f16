import { DEMO_VAT_NUMBER, isSiren, isVatNumber } from "#app/settings/company-number-schema.ts";
import type { Settings } from "#app/settings/groups.ts";
import { IDENTITY_DEFAULTS } from "#app/settings/identity-schema.ts";
import type { Line } from "./checklist-line.ts";

/** What the lines are computed from. */
export type Facts = {
  /** The groups in force; `isNamed`: the name was chosen. */
  settings: Pick<Settings, "identity" | "contact" | "legal">;
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
  products: { count: number; withoutPicture: number; withoutText: number; withoutList: number };
  /** Null: none was made. */
  backupAgeHours: number | null;
};

const LEGAL = "/admin/reglages/mentions-legales";
const CONTACT = "/admin/reglages/contact";
/** Its platform for disputes closed on 20 July 2025: it is no mediator. */
const CLOSED_PLATFORM = /https:\/\/([\w-]+\.)*ec\.europa\.eu\b/;

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
  const mediator = `${legal.mediator} ${legal.mediatorUrl}`;
  return [
    line(
      "name",
      "Le nom de la boutique",
      isOwnName,
      isOwnName
        ? "Sur toutes les pages, les e-mails et les factures."
        : `«\u00a0${identity.name}\u00a0» est le nom d’exemple\u00a0: donnez le vôtre.`,
      { to: "/admin/reglages/identite" },
    ),
    line(
      "legalName",
      "Le nom ou la raison sociale",
      legal.legalName !== "",
      "Qui vend (LCEN, art. 1-1).",
    ),
    line(
      "address",
      "L’adresse du siège",
      legal.address !== "",
      "Sur les factures et les mentions légales.",
    ),
    line(
      "siren",
      "Le numéro SIREN",
      isSiren(legal.siren),
      "Neuf chiffres, dont le dernier est une clé.",
    ),
    line(
      "registration",
      "La forme et l’immatriculation",
      legal.registration !== "",
      "Forme, capital et registre (RCS ou RNE), ou «\u00a0Entrepreneur individuel\u00a0».",
    ),
    line(
      "vat",
      "Le numéro de TVA, ou la franchise",
      legal.vatExempt || isOwnVatNumber(legal),
      "FR, une clé et votre SIREN, ou la case «\u00a0Franchise de TVA\u00a0».",
    ),
    line(
      "director",
      "La direction de la publication",
      legal.director !== "",
      "Une personne (LCEN, art. 1-1).",
    ),
    line(
      "hosting",
      "L’hébergeur",
      legal.hosting !== "",
      "Nom, adresse et téléphone (LCEN, art. 1-1).",
    ),
    line(
      "mediator",
      "Le médiateur de la consommation",
      legal.mediator !== "" &&
        /https:\/\/[\w-]+\.\w/.test(mediator) &&
        !CLOSED_PLATFORM.test(mediator),
      "Son nom, son adresse et son site en https:// (consommation, L616-1). La plateforme européenne a fermé.",
    ),
    line(
      "responsiblePerson",
      "La personne responsable des cosmétiques",
      legal.responsiblePerson !== "",
      "Nom, adresse postale et électronique (règlements 1223/2009 et 2023/988).",
    ),
    line(
      "epr",
      "L’identifiant unique REP",
      legal.eprNotDue || legal.eprNumber !== "",
      "Celui de votre éco-organisme, ou la case «\u00a0Aucun identifiant n’est dû\u00a0» (environnement, L541-10-13).",
    ),
    line(
      "phone",
      "Un numéro de téléphone",
      contact.phone !== "",
      "La loi le demande avant la vente (consommation, L111-1).",
      {
        section: "contact",
        to: CONTACT,
      },
    ),
    line(
      "email",
      "Une adresse e-mail",
      contact.email !== "",
      "Pour vos clients, et pour leurs réponses.",
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
  const compact = vatNumber.replaceAll(/\s/g, "");
  return !compact.startsWith("FR") || compact.slice(4) === siren.replaceAll(/\s/g, "");
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
      title: "Un vrai prestataire",
      isDone: payments === "live" || !isPublic,
      why: {
        live: "PayPal, avec de vrais débits.",
        sandbox: isPublic
          ? "PAYPAL_ENVIRONMENT=sandbox ne débite personne\u00a0: mettez live (docs/paypal.md)."
          : "Le bac à sable de PayPal\u00a0: personne n’est débité. Cette boutique n’est joignable que d’ici.",
        simulated: isPublic
          ? "Les paiements sont simulés\u00a0: donnez PAYPAL_CLIENT_ID et PAYPAL_CLIENT_SECRET au serveur (docs/paypal.md)."
          : "Le simulateur\u00a0: personne n’est débité. Cette boutique n’est joignable que d’ici.",
      }[payments],
      to: null,
    }),
    line("credentials", "payment", {
      title: "Le prestataire répond",
      isDone: facts.doCredentialsAnswer,
      why: facts.doCredentialsAnswer
        ? "Il accepte les identifiants de la boutique."
        : "Il n’accepte pas les identifiants de la boutique, ou ne répond pas\u00a0: vérifiez PAYPAL_CLIENT_ID et PAYPAL_CLIENT_SECRET.",
      to: null,
    }),
    line("webhook", "payment", {
      title: "Ses nouvelles arrivent",
      isDone: facts.isWebhookProven,
      why: facts.isWebhookProven
        ? "Un événement signé est arrivé."
        : facts.hasWebhook
          ? "Aucun événement signé n’est arrivé\u00a0: passez une commande d’essai avec votre compte, payez-la, puis remboursez-la."
          : "PAYPAL_WEBHOOK_ID manque\u00a0: créez le webhook chez PayPal (docs/paypal.md).",
      to: facts.isWebhookProven || !facts.hasWebhook ? null : "/boutique",
    }),
    line("smtp", "mails", {
      title: "Un serveur d’envoi",
      isDone: facts.sendsMails || !isPublic,
      why: facts.sendsMails
        ? "Les e-mails partent par SMTP_URL."
        : isPublic
          ? "Sans SMTP_URL, personne ne reçoit d’e-mail\u00a0: donnez-le au serveur."
          : "Les e-mails sont des fichiers, dans DATA_DIR/mail. Cette boutique n’est joignable que d’ici.",
      to: null,
    }),
    line("mail", "mails", {
      title: "Un message d’essai, arrivé",
      isDone: facts.isMailProven,
      why: facts.isMailProven
        ? "Son lien a servi."
        : "Envoyez-vous un message d’essai, puis ouvrez son lien\u00a0: la confirmation d’une commande doit arriver (consommation, L221-13).",
      to: null,
    }),
    line("https", "site", {
      title: "Une adresse en https",
      isDone: facts.isHttps || !isPublic,
      why: isPublic
        ? facts.isHttps
          ? "BASE_URL commence par https://."
          : "BASE_URL doit être votre adresse publique, en https://."
        : "Une boutique à l’essai, sur cette machine.",
      to: null,
    }),
    line("demo", "site", {
      title: "Aucun compte de démonstration",
      isDone: !facts.hasDemoAccounts,
      why: "Leurs mots de passe sont publics.",
      to: null,
    }),
    line("delivery", "site", {
      title: "La livraison",
      isDone: true,
      why: "Offerte, en quatre jours\u00a0: point de relais ou domicile.",
      to: null,
    }),
    {
      ...line("backup", "site", {
        title: "Une sauvegarde d’hier ou d’aujourd’hui",
        isDone: facts.backupAgeHours !== null && facts.backupAgeHours <= 24,
        why: `npm run backup -- /sauvegardes/aujourdhui.backup, chaque nuit (docs/operations.md). ${
          facts.backupAgeHours === null
            ? "Aucune n’a été faite."
            : `La dernière a ${Math.floor(facts.backupAgeHours)} h.`
        }`,
        to: null,
      }),
      isObligatory: false,
    },
  ];
}

function catalogueLines({ products }: Facts): Line[] {
  const advice = (id: string, title: string, count: number, why: string): Line => ({
    id,
    section: "catalogue",
    title,
    isDone: products.count > 0 && count === 0,
    isObligatory: false,
    why: count > 0 ? `${count} produit${count > 1 ? "s" : ""} à compléter. ${why}` : why,
    to: "/admin/produits",
  });
  return [
    {
      id: "products",
      section: "catalogue",
      title: "Un premier produit",
      isDone: products.count > 0,
      isObligatory: true,
      why: "Une boutique ouverte a quelque chose à vendre.",
      to: "/admin/new/product",
    },
    advice(
      "pictures",
      "Une photo par produit",
      products.withoutPicture,
      "L’image du produit est due à distance (2023/988, art. 19).",
    ),
    advice(
      "texts",
      "Une description par produit",
      products.withoutText,
      "Ses caractéristiques essentielles (consommation, L111-1).",
    ),
    advice(
      "lists",
      "Une composition par cosmétique",
      products.withoutList,
      "La liste INCI (1223/2009, art. 19).",
    ),
  ];
}
