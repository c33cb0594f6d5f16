import { frenchLongDay } from "#app/ui/french-day.ts";
import { displayName, typeset } from "../product-name.ts";
import type { ProductFacts } from "./facts-schema.ts";
import { productSheet, shownMonths, shownQuantity } from "./product-sheet.server.ts";

type Described = { name: string; category: string; composition: string; facts: ProductFacts };

/** Precautions up to this number of characters stand in a cart's line; longer ones in its unfolded text. */
const LONGEST_IN_LINE = 80;

/** Lines as one text without its last full stop. */
const sentence = (value: string) =>
  typeset(
    value
      .split("\n")
      .map((line) => line.replace(/(?<![.\s])[.\s]+$/, ""))
      .join(", "),
  );

/**
 * The essential characteristics of a product (consumer code, L111-1, L221-5), as the mail that confirms the contract has them.
 * @param responsiblePerson the settings' one, for products without their own
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
 * The same beside the order's button (L221-14): `short` in view, `text` unfolded. Null for a product with none of the facts that
 * `short` names beside its category.
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
