import { visibleText } from "#app/ui/blank-schema.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import { isAbbreviated, parseGrams, readNumber, twoReadingsFault } from "#app/ui/number-schema.ts";
import { displayName } from "../product-name.ts";
import {
  checkDigit,
  LARGEST_QUANTITY,
  LARGEST_WEIGHT,
  LONGEST_FACT,
  LONGEST_PAO,
  type FactName,
  type ProductFacts,
  type Unit,
} from "./facts-schema.ts";

/** The facts as the texts of a form or a CSV line; quantity and unit are one text, « 50 ml ». Empty: not given. */
export type FactTexts = Record<FactName, string>;

/** The names of the facts in forms and in the history. */
export const FACT_NAMES: Record<FactName, string> = {
  productType: "Type de produit",
  netQuantity: "Quantité nette",
  paoMonths: "Durée après ouverture",
  durabilityDate: "Date de durabilité minimale",
  precautions: "Précautions d’emploi",
  responsiblePerson: "Personne responsable",
  origin: "Origine",
  reference: "Référence",
  ean: "Code EAN",
  sorting: "Consignes de tri",
  weightGrams: "Poids pour la livraison",
};

export function factTexts(facts: ProductFacts): FactTexts {
  const { netQuantity, netUnit, paoMonths, weightGrams, ...texts } = facts;
  return {
    productType: texts.productType === null ? "" : OTHER,
    netQuantity: netQuantity === null ? "" : quantityText(netQuantity, netUnit!),
    paoMonths: paoMonths === null ? "" : String(paoMonths),
    durabilityDate: texts.durabilityDate ?? "",
    precautions: texts.precautions ?? "",
    responsiblePerson: texts.responsiblePerson ?? "",
    origin: texts.origin ?? "",
    reference: texts.reference ?? "",
    ean: texts.ean ?? "",
    sorting: texts.sorting ?? "",
    weightGrams: weightGrams === null ? "" : String(weightGrams),
  };
}

/** The text of a product that is no cosmetic; empty means a cosmetic. */
export const OTHER = "autre";

/** The error of a product that is no cosmetic and has a composition. */
export const NO_LIST =
  "Une composition est donnée, et la liste INCI est celle d’un cosmétique\u00a0: videz la composition, ou choisissez «\u00a0cosmétique\u00a0».";

/** A net quantity as French text: « 50 ml », « 3,5 g », « 2 pièces ». */
export function quantityText(quantity: number, unit: Unit): string {
  return `${String(quantity).replace(".", ",")} ${unit}${unit === "pièce" && quantity >= 2 ? "s" : ""}`;
}

export type FactErrors = Partial<Record<FactName, string>>;

/** Parses texts as they were typed. Returns the facts of the given names, and a French sentence for each wrong one. */
export function parseFacts(typed: Partial<FactTexts>): {
  facts: Partial<ProductFacts>;
  errors: FactErrors;
} {
  const facts: Partial<ProductFacts> = {};
  const errors: FactErrors = {};
  for (const name of Object.keys(FACT_NAMES) as FactName[]) {
    if (typed[name] === undefined) continue;
    const text = visibleText(typed[name]).normalize("NFC");
    const longest = LONGEST_FACT[name];
    const parsed =
      text.length > longest
        ? `${frenchNumber(longest)} caractères au plus, ${frenchNumber(text.length)} sont là.`
        : PARSERS[name](text);
    if (typeof parsed === "string") errors[name] = parsed;
    else Object.assign(facts, parsed);
  }
  return { facts, errors };
}

/** Each returns the facts, or the error as a French sentence. The text is trimmed and not too long. */
const PARSERS: Record<FactName, (text: string) => Partial<ProductFacts> | string> = {
  productType: parseType,
  netQuantity: parseQuantity,
  paoMonths: parseMonths,
  durabilityDate: parseDurability,
  precautions: (text) => ({ precautions: text || null }),
  responsiblePerson: (text) => ({ responsiblePerson: oneLine(text) }),
  origin: (text) => ({ origin: oneLine(text) }),
  reference: parseReference,
  ean: parseEan,
  sorting: (text) => ({ sorting: text || null }),
  weightGrams: parseWeight,
};

const oneLine = (text: string) => text.replace(/\s+/g, " ") || null;

function parseType(text: string): Partial<ProductFacts> | string {
  const folded = text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
  if (folded === "" || folded === "cosmetique") return { productType: null };
  return folded === OTHER
    ? { productType: "other" }
    : "Écrivez «\u00a0cosmétique\u00a0» ou «\u00a0autre\u00a0»\u00a0; vide veut dire «\u00a0cosmétique\u00a0».";
}

/** A day as forms (« 2027-11-30 ») and French spreadsheets (« 30/11/2027 ») write it. */
function parseDurability(text: string): Partial<ProductFacts> | string {
  if (text === "") return { durabilityDate: null };
  const day = text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$2-$1");
  const time = /^20\d\d-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // JavaScript reads « 2026-02-30 » as 2 March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day)
    return "Cette date n’existe pas\u00a0: 30/11/2027, par exemple.";
  return { durabilityDate: day };
}

/** Whether a cosmetic's date of minimum durability is over on a Paris day, « 2026-11-30 ». */
export const isExpired = ({ durabilityDate }: Pick<ProductFacts, "durabilityDate">, day: string) =>
  durabilityDate !== null && durabilityDate < day;

/** How many ml, g or pieces one of each written unit is. */
const WRITTEN_UNITS = new Map<string, [Unit, number]>([
  ["ml", ["ml", 1]],
  ["cl", ["ml", 10]],
  ["l", ["ml", 1000]],
  ["g", ["g", 1]],
  ["kg", ["g", 1000]],
  ["piece", ["pièce", 1]],
  ["pieces", ["pièce", 1]],
]);

function parseQuantity(text: string): Partial<ProductFacts> | string {
  if (text === "") return { netQuantity: null, netUnit: null };
  const compact = text
    .normalize("NFD")
    .replace(/\p{Diacritic}|\s/gu, "")
    .toLowerCase();
  const read = readNumber(compact.replace(/^[-−]/, ""));
  const unit = read && WRITTEN_UNITS.get(read.unit);
  if (!unit) return "Écrivez un nombre et son unité, ml, g ou pièce\u00a0: 50 ml, par exemple.";
  const [netUnit, factor] = unit;
  const exact = read.value * factor;
  const netQuantity = Math.round(exact * 100) / 100;
  if (/^[-−]/.test(compact) || exact === 0)
    return "La quantité est plus grande que zéro\u00a0: 50 ml, par exemple.";
  if (read.grouped !== null) return twoReadingsFault(text)!;
  if (exact > LARGEST_QUANTITY) return `${frenchNumber(LARGEST_QUANTITY)} ${netUnit} au plus.`;
  if (Math.abs(exact - netQuantity) > 1e-7) return "Deux chiffres au plus après la virgule.";
  if (netUnit === "pièce" && !Number.isInteger(netQuantity))
    return "Un nombre entier de pièces\u00a0: 1 pièce, par exemple.";
  return { netQuantity, netUnit };
}

function parseMonths(text: string): Partial<ProductFacts> | string {
  if (text === "") return { paoMonths: null };
  const read = readNumber(text);
  const months = read && ["", "m", "mois"].includes(read.unit) ? read.value : 0;
  if (months < 1 || months > LONGEST_PAO || !Number.isInteger(months))
    return `Un nombre de mois, de 1 à ${LONGEST_PAO}\u00a0: 12, par exemple.`;
  return { paoMonths: months };
}

function parseWeight(text: string): Partial<ProductFacts> | string {
  if (text === "") return { weightGrams: null };
  const fault = twoReadingsFault(text);
  if (fault) return fault;
  const weight = parseGrams(text) ?? 0;
  const weightGrams = Math.round(weight);
  return weight >= 1 && weightGrams <= LARGEST_WEIGHT
    ? { weightGrams }
    : `Un poids en grammes, de 1 à ${frenchNumber(LARGEST_WEIGHT)}\u00a0: 180, par exemple.`;
}

function parseReference(text: string): Partial<ProductFacts> | string {
  const reference = oneLine(text);
  if (reference && !/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._/+#()-]*$/u.test(reference))
    return "Des lettres, des chiffres et - . _ / + # ( ) seulement\u00a0: ECL-001, par exemple.";
  return { reference };
}

/** The French error of a reference that another product, of the stored name `by`, has. */
export const referenceTaken = (by: string) =>
  `Un autre produit a cette référence\u00a0: ${displayName(by)}.`;

export const ABBREVIATED_EAN =
  "Le tableur a abrégé ce code\u00a0: mettez la colonne au format texte, et écrivez ses 13 chiffres.";

function parseEan(text: string): Partial<ProductFacts> | string {
  if (text === "") return { ean: null };
  if (isAbbreviated(text)) return ABBREVIATED_EAN;
  const digits = text.replace(/[\s-]/g, "");
  if (!/^(\d{8}|\d{12,13})$/.test(digits)) return "Un code EAN a 8 ou 13 chiffres.";
  // A code of 12 digits (UPC) is an EAN with a leading zero.
  const ean = digits.length === 12 ? `0${digits}` : digits;
  const expected = checkDigit(ean.slice(0, -1));
  if (ean.at(-1) !== expected)
    return `Ce code n’existe pas\u00a0: après ${ean.slice(0, -1)}, son dernier chiffre serait ${expected}. Vérifiez-le.`;
  return { ean };
}

/**
 * What the product's sheet lacks, as French names; empty when it is complete. The origin is due for imported products only, so
 * it is never missing; another product than a cosmetic needs a code and how to sort it. `hasResponsible`: the settings name a
 * responsible person for all products. In SQL: incomplete.server.ts.
 */
export function missingFacts(
  product: ProductFacts & { composition: string },
  hasResponsible: boolean,
): string[] {
  const { composition, netQuantity, paoMonths, durabilityDate, precautions } = product;
  const hasNoPerson = product.responsiblePerson === null && !hasResponsible;
  const cosmetic = [
    ...(composition === "" ? ["composition"] : []),
    ...(netQuantity === null ? ["quantité nette"] : []),
    ...(paoMonths === null && durabilityDate === null
      ? ["durée après ouverture ou date de durabilité"]
      : []),
    ...(precautions === null ? ["précautions d’emploi"] : []),
    ...(hasNoPerson ? ["personne responsable"] : []),
  ];
  return [
    ...(product.productType === null ? cosmetic : []),
    ...(product.reference === null && product.ean === null ? ["référence ou code EAN"] : []),
    ...(product.sorting === null ? ["consignes de tri"] : []),
  ];
}
