import { parseDraftJson } from "#app/ui/areas/form-version.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { factsOf, NO_FACTS } from "../facts/facts-schema.ts";
import { factTexts, isExpired, NO_LIST, parseFacts } from "../facts/product-facts.ts";
import {
  CATEGORIES,
  SELLING_TYPES,
  type Picture,
  type ProductTexts,
  type Specification,
} from "../product-schema.ts";
import { wholeEuros } from "../whole-euros.ts";
import { isSame, type ProductDraft } from "./draft-fields.ts";
import { priceReductionFault } from "./price-reduction-fault.ts";
import {
  filledRows,
  HIGHEST_PRICE,
  LONGEST_NAME,
  LONGEST_TEXT,
  MOST_SPECIFICATIONS,
  oneLine,
  priceInCents,
  productName,
  productText,
} from "./product-values.ts";

export const EMPTY_DRAFT: ProductDraft = {
  name: "",
  price: "",
  category: CATEGORIES[0],
  sellingType: "Normal",
  description: "",
  composition: "",
  specifications: [],
  reducedUntil: "",
  pictures: [],
  reason: "",
  ...factTexts(NO_FACTS),
};

/** The draft of a stored product. */
export function draftOf(
  product: ProductTexts & { reducedUntil: string | null; pictures: readonly Picture[] },
): ProductDraft {
  const { name, category, sellingType, description, composition, specifications } = product;
  return {
    ...EMPTY_DRAFT,
    name,
    price: String(product.priceCents / 100),
    category,
    sellingType,
    description,
    composition,
    specifications,
    reducedUntil: product.reducedUntil ?? "",
    pictures: product.pictures.map(({ path }) => path),
    ...factTexts(factsOf(product)),
  };
}

/** Reads the draft of a posted form. Repeated fields (specifications, pictures) keep their order. */
export function readDraft(form: FormData): ProductDraft {
  const list = (name: string) => form.getAll(name).map(textOf);
  const values = list("specificationValue");
  const texts = Object.keys(EMPTY_DRAFT).map((field) => [field, textOf(form.get(field))]);
  return {
    ...(Object.fromEntries(texts) as ProductDraft),
    specifications: list("specificationName").map((name, index) => ({
      name,
      value: values[index] ?? "",
    })),
    pictures: list("picture"),
  };
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");

/** The ids of a posted form's uploads, in order. */
export const readUploads = (form: FormData): string[] => form.getAll("upload").map(textOf);

/** Parses a draft from JSON; null when it is none. Missing fields are as in a new form. */
export const parseStoredDraft = (text: string): ProductDraft | null =>
  parseDraftJson(text, EMPTY_DRAFT, isDraft);

function isDraft({ specifications, pictures, ...texts }: ProductDraft): boolean {
  return (
    Object.values(texts).every((text) => typeof text === "string") &&
    Array.isArray(pictures) &&
    pictures.every((path) => typeof path === "string") &&
    Array.isArray(specifications) &&
    specifications.every((row) => typeof row?.name === "string" && typeof row.value === "string")
  );
}

export type DraftErrors = Partial<Record<keyof ProductDraft, string>>;

/**
 * Validates a draft: the product, or the errors by field (specification §5). Texts unchanged from `stored` may exceed the
 * limits, because imported products may.
 */
export function parseDraft(
  draft: ProductDraft,
  stored: ProductDraft | null = null,
):
  | { ok: true; product: ProductTexts; reducedUntil: string | null }
  | { ok: false; errors: DraftErrors } {
  const errors: DraftErrors = {};
  const name = productName(draft.name);
  if (name === "")
    errors.name = "Donnez un nom au produit, par exemple «\u00a0crème de jour bakuchiol\u00a0».";
  else if (name.length > LONGEST_NAME) errors.name = `${LONGEST_NAME} caractères au plus.`;
  const { digits, cents } = wholeEuros(draft.price);
  const priceCents = cents === "" ? priceInCents(digits) : null;
  if (priceCents === null)
    errors.price = cents
      ? "Le prix est en euros entiers, sans virgule ni point\u00a0: 12, par exemple."
      : digits.length > String(HIGHEST_PRICE).length
        ? `${HIGHEST_PRICE}\u00a0€ au plus.`
        : "Indiquez un prix en chiffres, en euros entiers, par exemple 48.";
  const category = CATEGORIES.find((known) => known === draft.category);
  if (!category) errors.category = "Choisissez une des catégories.";
  const sellingType = SELLING_TYPES.find((known) => known === draft.sellingType);
  if (!sellingType) errors.sellingType = "Choisissez un type de vente.";
  const [description, composition] = [draft.description, draft.composition].map(productText);
  if (description!.length > LONGEST_TEXT)
    errors.description = `${LONGEST_TEXT} caractères au plus.`;
  if (composition!.length > LONGEST_TEXT)
    errors.composition = `${LONGEST_TEXT} caractères au plus.`;
  const fault = priceReductionFault(draft.reducedUntil);
  if (fault) errors.reducedUntil = fault;
  const parsed = parseFacts(draft);
  Object.assign(errors, parsed.errors);
  const { productType, durabilityDate = null } = parsed.facts;
  if (productType === "other" && composition !== "") errors.productType = NO_LIST;
  const isKept = stored !== null && isSame("durabilityDate", draft, stored);
  if (!isKept && isExpired({ durabilityDate }, parisDay(new Date())))
    errors.durabilityDate =
      "Cette date est passée\u00a0: un cosmétique ne se vend plus après elle. Vérifiez l’année.";
  const rowFault = specificationFault(draft.specifications);
  if (rowFault) errors.specifications = rowFault;
  for (const field of ["description", "composition", "specifications"] as const)
    if (stored && isSame(field, draft, stored)) delete errors[field];
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    product: {
      name,
      priceCents: priceCents!,
      category: category!,
      sellingType: sellingType!,
      description: description!,
      composition: composition!,
      specifications: filledRows(draft.specifications),
      ...NO_FACTS,
      ...parsed.facts,
    },
    reducedUntil: draft.reducedUntil || null,
  };
}

function specificationFault(rows: readonly Specification[]): string | null {
  for (const [index, { name, value }] of rows.entries()) {
    const line = `la ligne ${index + 1}`;
    if (oneLine(name) === "" && oneLine(value) !== "")
      return `Spécifications\u00a0: ${line} a une valeur mais pas de nom.`;
    if (oneLine(name) !== "" && oneLine(value) === "")
      return `Spécifications\u00a0: ${line} a un nom mais pas de valeur.`;
    if (name.length > LONGEST_NAME || value.length > LONGEST_TEXT / 10)
      return `Spécifications\u00a0: ${line} est trop longue.`;
  }
  return filledRows(rows).length > MOST_SPECIFICATIONS
    ? `${MOST_SPECIFICATIONS} spécifications au plus.`
    : null;
}
