import { readCells, readHead, shorten } from "#app/csv/columns.server.ts";
import { MOST_CELLS } from "#app/csv/csv-file.server.ts";
import type { LineFault } from "#app/csv/csv-schema.ts";
import { isFormula, unguardFormula } from "#app/csv/csv.server.ts";
import { htmlToMarkdown, htmlToPlainText } from "#app/platform/html-text.server.ts";
import { readColour } from "#app/ui/colour-schema.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import { readNumber, twoReadings } from "#app/ui/number-schema.ts";
import {
  FACT_COLUMNS,
  FAULT_COLUMN,
  FIELDS_OF,
  IMPORTED_COLUMNS,
  PLAN_COLUMNS,
  readSpecifications,
  REQUIRED_COLUMNS,
  type ProductColumn,
  type TextColumn,
} from "../csv-columns.ts";
import { LONGEST_FACT } from "../facts/facts-schema.ts";
import { parseFacts, type FactTexts } from "../facts/product-facts.ts";
import {
  LONGEST_LABEL,
  LONGEST_NAME as LONGEST_FAMILY,
  type FamilyPlace,
} from "../families/family-schema.ts";
import {
  HIGHEST_PRICE,
  LONGEST_NAME,
  LONGEST_TEXT,
  MOST_SPECIFICATIONS,
  priceInCents,
  productName,
  productText,
} from "../manage/product-values.ts";
import { readLinePlan, type LinePlan } from "../prices/line-plan.ts";
import { CATEGORIES, FORMER_NAMES, SELLING_TYPES, type Category } from "../product-schema.ts";
import type { ProductLine } from "./import-schema.ts";

/** The longest cell with HTML. Its text is shorter. */
const LONGEST_HTML = 5 * LONGEST_TEXT;
/** The longest cell of a colour or of a planned price. */
const LONGEST_VALUE = 80;

/** The names of a file's columns by position. Those that are not in IMPORTED_COLUMNS are ignored. */
export type Columns = readonly string[];
export type WrongColumns = { missing: ProductColumn[]; unknown: string[]; twice: string[] };

/**
 * Parses the file's first line, ignoring case and accents. Returns the columns by position, or the missing, unknown and
 * repeated ones if a required one is missing or one is repeated.
 */
export function readColumns(cells: readonly string[]): Columns | WrongColumns {
  const { columns, twice, unknown, ...read } = readHead(cells, IMPORTED_COLUMNS, {
    spelling: fold,
  });
  const missing = read.missing.filter((column) => REQUIRED_COLUMNS.includes(column));
  return missing.length === 0 && twice.length === 0 ? columns : { missing, twice, unknown };
}

/** The non-empty column names, shortened for an error message. */
export const shortNames = (names: readonly string[]): string[] =>
  names.filter(Boolean).map(shorten);

/** The index of FAULT_COLUMN in a corrected faulty-lines file; Infinity in any other file. */
export function faultColumnAt(cells: readonly string[]): number {
  const index = cells.findIndex((cell) => fold(cell) === fold(FAULT_COLUMN));
  return index < 0 ? Infinity : index;
}

/** The names of columns that are not imported: pictures, unknown ones, and those after FAULT_COLUMN. */
export function ignoredColumns(cells: readonly string[]): string[] {
  const end = faultColumnAt(cells);
  const isIgnored = (name: string, index: number) =>
    index > end || (index < end && find(IMPORTED_COLUMNS, name) === null);
  return readHead(cells, [])
    .columns.filter(isIgnored)
    .map((name) => name || "sans titre");
}

/**
 * Parses a line. Returns the product, or all errors of the line. Pictures are ignored, because a CSV file cannot contain them.
 */
export function readProductLine(
  columns: Columns,
  cells: readonly string[],
): { product: ProductLine } | { faults: LineFault[] } {
  const extra = cells.slice(columns.length).filter((cell) => cell !== "");
  if (extra.length > 0 || cells.length < columns.length) {
    const count = cells.length < MOST_CELLS ? cells.length : `au moins ${MOST_CELLS}`;
    const reason = `${columns.length} cases sont attendues, ${count} sont là.`;
    return { faults: [{ column: "", value: shorten(cells.join(" ")), reason }] };
  }
  const { cell, fault, faults } = readCells<ProductColumn>(columns, cells);
  const converted: TextColumn[] = [];
  const text = (column: ProductColumn, longest: number) => {
    const value = cell(column);
    if (value === undefined) return undefined;
    const typed = productText(unguardFormula(value));
    const toText = column === "description" ? htmlToMarkdown : htmlToPlainText;
    const plain = typed.length > LONGEST_HTML ? typed : productText(toText(typed));
    if (plain !== typed && column in FIELDS_OF) converted.push(column as TextColumn);
    if (isFormula(value))
      fault(
        column,
        "Formule de tableur\u00a0: mettez une apostrophe devant pour en faire un texte.",
      );
    else if (plain.length > longest)
      fault(
        column,
        `${frenchNumber(longest)} caractères au plus, ${frenchNumber(plain.length)} sont là.`,
      );
    return plain;
  };

  const name = productName(text("nom", LONGEST_NAME) ?? "");
  if (name === "") fault("nom", "Le nom est vide.");
  const price = cell("prix") ?? "";
  const priceCents = priceInCents(price);
  if (priceCents === null) fault("prix", priceAdvice(price));
  const category = findCategory(cell("catégorie") ?? "");
  if (!category) fault("catégorie", categoryAdvice(cell("catégorie") ?? ""));
  const typeCell = cell("type de vente");
  const sellingType =
    typeCell === undefined ? undefined : find(SELLING_TYPES, typeCell || "Normal");
  if (sellingType === null)
    fault(
      "type de vente",
      "Écrivez «\u00a0Normal\u00a0» ou «\u00a0en Vedette\u00a0»\u00a0; vide veut dire «\u00a0Normal\u00a0».",
    );
  const pairs = text("spécifications", LONGEST_TEXT);
  const specifications = pairs === undefined ? undefined : readSpecifications(pairs);
  if (specifications === null)
    fault(
      "spécifications",
      "Écrivez «\u00a0Contenance: 50 ml\u00a0», une paire par ligne de la case.",
    );
  else if (specifications && specifications.length > MOST_SPECIFICATIONS)
    fault("spécifications", `${MOST_SPECIFICATIONS} paires au plus.`);
  const id = unguardFormula(cell("id") ?? "");
  if (!/^[\w.~-]{0,128}$/.test(id)) fault("id", "Ce n’est pas un identifiant de la boutique.");
  const description = text("description", LONGEST_TEXT);
  const composition = text("composition", LONGEST_TEXT);
  const facts = readFacts(text, fault);
  const family = readFamily(text, fault);
  const plan = readPlan(text, fault);

  if (faults.length > 0) return { faults };
  return {
    product: {
      id: id || null,
      name,
      priceCents: priceCents!,
      category: category!,
      ...(sellingType && { sellingType }),
      ...(description !== undefined && { description }),
      ...(composition !== undefined && { composition }),
      ...(specifications && { specifications }),
      ...(family !== undefined && { family }),
      ...(plan && { plan }),
      ...(converted.length > 0 && { converted }),
      ...facts,
    },
  };
}

/**
 * Reads a line's place in a family, with `text` and `fault` as in `readFacts`. Null for an empty cell « famille », which takes the
 * product out of its family; undefined without this column.
 */
function readFamily(
  text: (column: ProductColumn, longest: number) => string | undefined,
  fault: (column: ProductColumn, reason: string) => void,
): FamilyPlace | null | undefined {
  const [name, label = "", typed = ""] = [
    text("famille", LONGEST_FAMILY),
    text("libellé", LONGEST_LABEL),
    text("couleur", LONGEST_VALUE),
  ].map((cell) => cell?.replace(/\s+/g, " "));
  if (name === undefined) return undefined;
  if (name === "") return null;
  if (label === "")
    fault(
      "libellé",
      "Écrivez ce qui distingue ce produit\u00a0: «\u00a0Rose nude\u00a0» ou «\u00a050 ml\u00a0».",
    );
  const colour = typed === "" ? null : readColour(typed);
  if (typed !== "" && colour === null)
    fault("couleur", "Écrivez la couleur en hexadécimal\u00a0: #C08080, par exemple.");
  return { name, label, colour };
}

/** Reads a line's planned price, with `text` and `fault` as in `readFacts`; null for none. */
function readPlan(
  text: (column: ProductColumn, longest: number) => string | undefined,
  fault: (column: ProductColumn, reason: string) => void,
): LinePlan | null {
  const [price, from, until] = PLAN_COLUMNS;
  const cells = PLAN_COLUMNS.map((column) => text(column, LONGEST_VALUE) ?? "");
  const read = readLinePlan(cells[0]!, cells[1]!, cells[2]!);
  if ("plan" in read) return read.plan;
  for (const { cell, reason } of read.faults) fault({ price, from, until }[cell], reason);
  return null;
}

/** Reads a line's facts, with `text` to read a cell and `fault` to report an error. */
function readFacts(
  text: (column: ProductColumn, longest: number) => string | undefined,
  fault: (column: ProductColumn, reason: string) => void,
) {
  // `text` has already reported cells that are too long.
  const typed = FACT_COLUMNS.map(([column, name]) => {
    const cell = text(column, LONGEST_FACT[name]);
    return [name, cell === undefined || cell.length > LONGEST_FACT[name] ? undefined : cell];
  });
  const { facts, errors } = parseFacts(Object.fromEntries(typed) as Partial<FactTexts>);
  for (const [column, name] of FACT_COLUMNS) if (errors[name]) fault(column, errors[name]);
  return facts;
}

/** Normalises text for a tolerant comparison: lower case, no accents, straight apostrophes, single spaces. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .replace(/’/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

function find<T extends string>(list: readonly T[], text: string): T | null {
  return list.find((item) => fold(item) === fold(text)) ?? null;
}

/** A category by its name or its former one. */
const findCategory = (text: string): Category | null =>
  find(CATEGORIES, text) ??
  CATEGORIES.find((category) => fold(FORMER_NAMES[category] ?? category) === fold(text)) ??
  null;

/**
 * The French error for an invalid price: « Chiffres seulement : écrivez 12 ou 13. » for « 12,50 € »; « 1,2E+03 » is read as
 * 1200.
 */
function priceAdvice(price: string): string {
  if (price === "") return "Le prix est vide.";
  const readings = twoReadings(price);
  if (readings) {
    const { value, grouped } = readNumber(price)!;
    const prices = new Set([Math.floor(value), Math.ceil(value)]);
    return `${readings}. Chiffres seulement\u00a0: écrivez ${[...prices].join(", ")} ou ${grouped}.`;
  }
  const number = price.replace(/\s/g, "").replace(/^€|€$/g, "").replace(",", ".");
  const amount = /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(number) ? Number(number) : NaN;
  if (Number.isNaN(amount)) return "Chiffres seulement, en euros entiers\u00a0: 12, par exemple.";
  if (amount > HIGHEST_PRICE) return `${frenchNumber(HIGHEST_PRICE)} au plus.`;
  const [low, high] = [Math.floor(amount), Math.ceil(amount)];
  return `Chiffres seulement\u00a0: écrivez ${low === high ? low : `${low} ou ${high}`}.`;
}

/**
 * The French error for an unknown category. Suggests the one that shares most words with `text`, compared by their first four
 * letters.
 */
function categoryAdvice(text: string): string {
  if (text === "") return "La catégorie est vide.";
  const beginnings = (words: string) =>
    new Set(
      fold(words)
        .split(/[^a-z]+/)
        .filter((word) => word.length > 3)
        .map((word) => word.slice(0, 4)),
    );
  const written = beginnings(text);
  const shared = (category: Category) =>
    [...beginnings(category)].filter((beginning) => written.has(beginning)).length;
  const nearest = CATEGORIES.toSorted((one, other) => shared(other) - shared(one))[0]!;
  return shared(nearest) > 0
    ? `Catégorie inconnue. La plus proche\u00a0: «\u00a0${nearest}\u00a0».`
    : `Catégorie inconnue. Les dix catégories\u00a0: ${CATEGORIES.join(", ")}.`;
}
