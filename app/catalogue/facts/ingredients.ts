/** An ingredient of a maintained list, with the other names under which a composition may contain it. */
export type ListedIngredient = { name: string; alsoNamed?: readonly string[] };

/**
 * Returns a function that finds the ingredients of the list which an INCI composition names, in the composition's order, each
 * once (`findIngredients`).
 */
export function ingredientFinder<T extends ListedIngredient>(list: readonly T[]) {
  const known = new Map(
    list.flatMap((one) =>
      [one.name, ...(one.alsoNamed ?? [])].map((name) => [foldedIngredient(name), one]),
    ),
  );
  return (composition: string): T[] => {
    const found = findIngredients(composition, (folded) => known.get(folded));
    return [...new Set(found.map(({ entry }) => entry))];
  };
}

/** Separators of ingredients. A comma within a number is part of a name: « 1,2-Hexanediol ». */
const SEPARATORS = /(?<!\d),|,(?!\d)|[;:•●▪■◦·‧∙⋅|*]|\n\s*\n|\.(?=[\s*]|$)/;
/** Separators of ingredients in some lists, but parts of a name in others (« Caprylic/Capric Triglyceride », « PARFUM / FRAGRANCE »). */
const POSSIBLE_SEPARATORS = /[/\n]|\s[-–—]|[-–—]\s|\s(?:and|et|&)\s/i;
const IN_BRACKETS = /[([]([^()[\]]*)[)\]]/g;
/** « 0,5 % », « < 0.01% ». */
const PERCENTAGE = /[<>≤≥~]?\s?(?<!\d)\d{1,3}(?:[.,]\d{1,4})?\s?%/g;
/** The label's mark of a nanomaterial (1223/2009, art. 19 (1)(g)), with a note's asterisks before it. */
const NANO_IN_BRACKETS = /(?<![\s*])[\s*]*[([]\s*nano\s*[)\]]/gi;
const NANO_AT_END = /\bnano$/i;
const LONGEST_NANO = 100;
/** A longer text lists several names without a separator, each of at most LONGEST_NAME words. */
const MOST_WORDS = 8;
const LONGEST_NAME = 6;

/**
 * Finds the entries of a lookup that an INCI composition names: first those outside of brackets, then those within (« Parfum
 * (Limonene, Linalool) »). Separators, line breaks, percentages and remarks are those of real labels. `lookup` gets a folded name
 * (`foldedIngredient`) and as written: the whole of what stands between two separators, and only if that is unknown its parts. A
 * nanomaterial, « Titanium Dioxide [nano] », is looked up with its mark first (« titaniumdioxidenano »), then without it.
 */
export function findIngredients<T>(
  composition: string,
  lookup: (folded: string, written: string) => T | undefined,
): { written: string; entry: T }[] {
  const text = composition
    .replaceAll("\r", "")
    .replaceAll(PERCENTAGE, " ")
    .replaceAll(NANO_IN_BRACKETS, " nano");
  const inBrackets = [...text.matchAll(IN_BRACKETS)].map(([, within]) => within!);
  const find = (written: string, folded?: string) => {
    const read = written.replace(/^\s*(?:\+\/-|±)/, "").trim();
    if (read === "") return null;
    const plain = read.replace(NANO_AT_END, "").trimEnd();
    const name = plain === read ? read : `${plain} [nano]`;
    const entry =
      lookup(folded ?? foldedIngredient(name), name) ??
      (plain === read ? undefined : lookup(foldedIngredient(plain), plain));
    return entry === undefined ? null : { written: name, entry };
  };
  const findParts = (name: string) =>
    name.split(POSSIBLE_SEPARATORS).flatMap((part) => find(part) ?? findInWords(part, find));
  return [text.replaceAll(IN_BRACKETS, " "), ...inBrackets]
    .flatMap((part) => part.split(SEPARATORS))
    .flatMap((name) => find(name) ?? findParts(name));
}

/** The ingredients that a composition marks as nanomaterials, « Titanium Dioxide [nano] », each once. */
export function nanomaterials(composition: string): string[] {
  if (!/nano/i.test(composition)) return [];
  const found = findIngredients(composition, (_, written) => isNano(written) || undefined);
  return [...new Set(found.map(({ written }) => written))];
}

/** Whether an ingredient as `findIngredients` writes it is one name with the mark of a nanomaterial. */
export function isNano(written: string): boolean {
  const isWithinLimits = written.length <= LONGEST_NANO && written.split(" ").length <= MOST_WORDS;
  return isWithinLimits && written.endsWith(" [nano]") && isOneName(written);
}

/** Whether a text between two separators can be one name: « Aqua - PTFE » is two. */
export const isOneName = (written: string): boolean => !/\s[-–—/]\s|\n/.test(written);

/** Finds names in a text without separators, at each word the longest one. */
function findInWords<T>(text: string, find: (name: string, folded: string) => T | null): T[] {
  const words = text.trim().split(/\s+/);
  const found: T[] = [];
  if (words.length <= MOST_WORDS) return found;
  // Folds each word once: a folded name is the concatenation of its folded words.
  const folded = words.map(foldedIngredient);
  for (let at = 0; at < words.length; at++) {
    for (let count = LONGEST_NAME; count > 0; count--) {
      const end = at + count;
      const name = find(words.slice(at, end).join(" "), folded.slice(at, end).join(""));
      if (name === null) continue;
      found.push(name);
      at += count - 1;
      break;
    }
  }
  return found;
}

/** An ingredient's name for comparisons: without case, accents, spaces and hyphens. */
export function foldedIngredient(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("α", "alpha")
    .replaceAll("β", "beta")
    .replace(/[^a-z0-9/]/g, "");
}
