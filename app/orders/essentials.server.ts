import type { ProductFacts } from "#app/catalogue/facts/facts-schema.ts";
import { productSheet } from "#app/catalogue/facts/product-sheet.server.ts";
import { displayName, typeset } from "#app/catalogue/product-name.ts";

type Ordered = { name: string; category: string; composition: string; facts: ProductFacts };

/** Lines as one text without its last full stop. */
const sentence = (value: string) =>
  typeset(
    value
      .split("\n")
      .map((line) => line.replace(/[.\s]+$/, ""))
      .join(", "),
  );

/**
 * The essential characteristics of the ordered products (consumer code, L111-1, L221-5), for the mail that confirms the
 * contract: one text a product.
 * @param responsiblePerson the settings' one, for products without their own
 */
export function essentials(products: readonly Ordered[], responsiblePerson: string) {
  return products.map(({ name, category, composition, facts }) => {
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
          ({ name, value }) =>
            `${name}${name.endsWith(" les") ? " " : "\u00a0: "}${sentence(value)}`,
        ),
      ].join(". "),
    };
  });
}
