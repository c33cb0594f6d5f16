import { parisDay } from "#app/ui/french-date.ts";
import { findIngredients, foldedIngredient, isNano, isOneName } from "../facts/ingredients.ts";
import { type Category, type Specification } from "../product-schema.ts";
import claims from "./claims.json" with { type: "json" };
import ingredients from "./ingredients.json" with { type: "json" };
import { fold, phraseFinder } from "./phrases.ts";
import { isInSales } from "./sales-dates.ts";

/** A rule of a maintained list. The list's page shows its texts. */
export type Rule = {
  id: string;
  title: string;
  /** One French sentence: why the words need a check. */
  reason: string;
  /** The legal reference. */
  law: string;
  /** The first day of application, « 2026-01-01 »; null: older than the list, or not established. */
  from: string | null;
  /** The last day on which products made or sold before `from` may still be sold. */
  until?: string;
  /** Whether the law bans the words; otherwise an administrator must check them. */
  isBanned?: boolean;
};
type ClaimRule = Rule & {
  words: readonly string[];
  except?: readonly string[];
  /** Whether the words are no claim during the sales (`isInSales`). */
  isAllowedInSales?: boolean;
};
type IngredientRule = Rule & { names: readonly string[]; contains?: readonly string[] };

export type WatchedField = "name" | "description" | "specifications" | "composition";
/** A rule that applies to a text of the product. `words`: as written in it; empty for a rule about missing words. */
export type Finding = { field: WatchedField; rule: Rule; words: string[] };

/** The texts of a product that are watched. */
export type WatchedTexts = {
  name: string;
  category: string;
  description: string;
  composition: string;
  specifications: readonly Specification[];
  precautions: string | null;
};

const SUNSCREENS: Category = "Produits de protection solaire";
const claimRules: readonly ClaimRule[] = claims.rules;
const requiredRules: readonly ClaimRule[] = claims.required;
const ingredientRules: readonly IngredientRule[] = ingredients.rules;

const claimFinders = claimRules.map((rule) => ({
  rule,
  find: phraseFinder(rule.words, rule.except),
}));
const requiredFinders = requiredRules.map((rule) => ({ rule, find: phraseFinder(rule.words) }));
const findsNoSunscreen = phraseFinder(claims.notSunscreens);
/** A nanomaterial that no other rule names. */
const nanoRule = ingredientRules.find(({ id }) => id === "nanomateriau");
const known = new Map(
  ingredientRules.flatMap((rule) => rule.names.map((name) => [foldedIngredient(name), rule])),
);

/** The dated lists, for the page that shows them. None is complete. */
export const WATCH_LISTS = [
  { ...claims, rules: [...claimRules, ...requiredRules].map(shownRule) },
  { ...ingredients, rules: ingredientRules.map(shownRule) },
];

function shownRule(rule: ClaimRule | IngredientRule): Rule & { words: string[] } {
  const words =
    "names" in rule
      ? [...rule.names, ...(rule.contains ?? []).map((part) => `…${part}…`)]
      : rule.words.map(readable);
  return { ...rule, words };
}

/** A phrase of a list as people read it: « respectueu… de l’environnement ». */
function readable(phrase: string): string {
  return phrase
    .replaceAll("*", "…")
    .replace("#", "(nombre)")
    .replaceAll("'", "’")
    .replaceAll(" %", "\u00a0%");
}

/** The claims in a text: advertising law, cosmetics law and public health law (docs/decisions/0065). `now`: some have dates. */
export function claimsIn(text: string, now = new Date()): Omit<Finding, "field">[] {
  const folded = fold(text);
  return claimFinders.flatMap(({ rule, find }) => {
    const words = find(folded);
    if (rule.isAllowedInSales && words.length > 0 && isInSales(parisDay(now))) return [];
    return words.length > 0 ? [{ rule, words }] : [];
  });
}

/** The rule of an ingredient's folded name (`foldedIngredient`) in a list that only the server has. */
export type MoreRules = (folded: string) => Rule | undefined;
const noMoreRules: MoreRules = () => undefined;

/**
 * What an administrator should check in the product's texts and composition. The server adds the annexes of the cosmetics
 * regulation (watch.server.ts), which are too large for a browser.
 */
export function findingsOf(product: WatchedTexts, moreRules = noMoreRules): Finding[] {
  const { name, description, composition, precautions } = product;
  const specifications = product.specifications
    .map((pair) => `${pair.name}\u00a0: ${pair.value}`)
    .join("\n");
  const texts = { name, description, specifications };
  const claimed = (["name", "description", "specifications"] as const).flatMap((field) =>
    claimsIn(texts[field]).map((found) => ({ field, ...found })),
  );
  const missing = product.category === SUNSCREENS ? missingOfSunscreen() : [];
  function missingOfSunscreen() {
    const all = [name, description, specifications.replaceAll(":", ""), precautions ?? ""];
    const folded = fold(all.join("\n"));
    if (findsNoSunscreen(folded).length > 0) return [];
    return requiredFinders.filter(({ find }) => find(folded).length === 0);
  }
  return [
    ...claimed,
    ...missing.map(({ rule }) => ({ field: "description" as const, rule, words: [] })),
    ...ingredientFindings(composition, moreRules),
  ];
}

/** The ingredients of a composition that a rule names. */
export function ingredientFindings(composition: string, moreRules = noMoreRules): Finding[] {
  const found = new Map<Rule, Set<string>>();
  const lookup = (folded: string, written: string) => ruleOf(folded, written, moreRules);
  for (const { written, entry } of findIngredients(composition, lookup))
    found.set(entry, (found.get(entry) ?? new Set()).add(written));
  return [...found].map(([rule, words]) => ({ field: "composition", rule, words: [...words] }));
}

/**
 * The rule of an ingredient's name. A text of several names matches no rule by a part of it (`contains`): its names are looked up alone.
 */
function ruleOf(folded: string, written: string, moreRules: MoreRules): Rule | undefined {
  const isOne = isOneName(written);
  const isPart = (part: string) => isOne && folded.includes(part);
  return (
    known.get(folded) ??
    moreRules(folded) ??
    ingredientRules.find(({ contains }) => contains?.some(isPart)) ??
    (isNano(written) ? nanoRule : undefined)
  );
}

/** Identifies a finding in `products.verified_findings`: its rule, its field and the words, without case. */
export function findingKey({ field, rule, words }: Finding): string {
  return [field, rule.id, ...words.map((word) => word.toLowerCase()).toSorted()].join("|");
}

/** The findings that no administrator has verified. */
export function openFindings(
  product: WatchedTexts,
  verified: readonly string[] | null,
  moreRules = noMoreRules,
): Finding[] {
  return findingsOf(product, moreRules).filter(
    (finding) => !verified?.includes(findingKey(finding)),
  );
}

/** « Absence d’une substance : « sans parfum » », for lists. */
export function findingText({ rule, words }: Pick<Finding, "rule" | "words">): string {
  const quoted = words.map((word) => `«\u00a0${word}\u00a0»`).join(", ");
  return quoted ? `${rule.title}\u00a0: ${quoted}` : rule.title;
}
