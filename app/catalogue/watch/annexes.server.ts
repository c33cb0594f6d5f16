import { findIngredients, foldedIngredient } from "../facts/ingredients.ts";
import annexes from "./annexes.json" with { type: "json" };
import type { MoreRules, Rule } from "./watch.ts";

/*
 * Annexes II and III of the cosmetics regulation (1223/2009), by the names under which an INCI list may contain their substances
 * (docs/decisions/0112). Only the server imports them: they are 70 KB.
 */

const { title, date, source } = annexes;
/** Date and numbers of names of the list, for the page that shows it. */
export const ANNEXES = {
  title,
  date,
  source,
  prohibitedCount: Object.values(annexes.prohibited).flat().length,
  restrictedCount: Object.values(annexes.restricted).flatMap(({ names }) => names).length,
};

const prohibited = byName(
  Object.entries(annexes.prohibited).map(([entry, names]) => [names, prohibitedRule(entry)]),
);

function prohibitedRule(entry: string): Rule {
  return {
    id: `annexe-ii-${entry}`,
    title: "Substance interdite",
    isBanned: true,
    reason: "Elle est dans la liste des substances interdites dans les cosmétiques.",
    law: `Règlement 1223/2009, annexe II, entrée ${entry}`,
    from: null,
  };
}

/** The rule that prohibits a substance. Matches whole names only. */
export const annexRule: MoreRules = (folded) => prohibited.get(folded);

/** A restricted ingredient. `limit`: the maximum concentrations by use, « 0,5 à 3 % »; null if the condition is another one. */
export type Restricted = { written: string; entry: string; limit: string | null };

const restricted = byName(
  Object.entries<{ names: string[]; limit?: string }>(annexes.restricted).map(
    ([entry, { names, limit = null }]) => [names, { entry, limit }],
  ),
);

/** The ingredients of a composition that annex III restricts, other than fragrance allergens (facts/fragrance-allergens.ts). */
export function restrictedIn(composition: string): Restricted[] {
  return findIngredients(composition, (folded) => restricted.get(folded)).map(
    ({ written, entry }) => ({ written, ...entry }),
  );
}

function byName<T>(entries: readonly (readonly [readonly string[], T])[]): Map<string, T> {
  return new Map(
    entries.flatMap(([names, one]) => names.map((name) => [foldedIngredient(name), one] as const)),
  );
}
