import { frenchLongDay } from "#app/ui/french-day.ts";
import { displayName, typeset } from "../product-name.ts";
import type { ProductFacts } from "./facts-schema.ts";
import { productSheet, shownMonths, shownQuantity } from "./product-sheet.server.ts";

type Described = { name: string; category: string; composition: string; facts: ProductFacts };

/** The largest number of characters of precautions that the cart's line shows at once; longer ones are in its <details>. */
const LONGEST_IN_LINE = 80;

/** Joins lines into one text, without the last full stop. */
const sentence = (value: string) =>
  typeset(
    value
      .split("\n")
      .map((line) => line.replace(/(?<![.\s])[.\s]+$/, ""))
      .join(", "),
  );

/**
 * The essential characteristics of a product (consumer code, L111-1, L221-5), for the mail that confirms the contract.
 * @param responsiblePerson that of the settings, for products without their own
 */
export function essentialsOf(product: Described, responsiblePerson: string) {
  const { name, category, composition, facts } = product;
  const { rows, allergens } = productSheet(facts, composition, responsiblePerson);
  const parts = [
    ...(composition ? [{ name: "Ingrédients", value: composition }] : []),
    ...(allergens ? [{ name: "Allergènes parfumants", value: allergens }] : []),
    ...rows,
  ];
  return {
    name: displayName(name),
    text: [
      category,
      ...parts.map(
        ({ name: part, value }) =>
          `${part}${part.endsWith(" les") ? " " : "\u00a0: "}${sentence(value)}`,
      ),
    ].join(". "),
  };
}

/**
 * The essential characteristics beside the order button (L221-14): `short` is visible, `text` in a <details>. Null for a product that
 * has only a category for `short`.
 */
export function cartEssentials(product: Described, responsiblePerson: string) {
  const { category, facts } = product;
  const months = shownMonths(facts);
  const precautions = sentence(facts.precautions ?? "");
  const shown = [
    shownQuantity(facts),
    months && `${months} après ouverture`,
    facts.durabilityDate &&
      `à utiliser de préférence avant le ${frenchLongDay(facts.durabilityDate)}`,
    precautions.length <= LONGEST_IN_LINE ? precautions : "précautions d’emploi",
  ].filter(Boolean);
  if (shown.length === 0) return null;
  return {
    short: [category, ...shown].join(" · "),
    text: `${essentialsOf(product, responsiblePerson).text}.`,
  };
}
