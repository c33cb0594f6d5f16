import { inArray } from "drizzle-orm";
import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import type { SettingsCheck } from "#app/settings/save-settings.server.ts";
import { products } from "#db/schema/index.ts";
import { isNamed, partsOf } from "./apply-reduction.ts";

/** Refuses articles that are neither a category nor the reference of a product: such a reduction would apply to nothing. */
export const checkReductions: SettingsCheck<"reductions"> = async (tx, { list }) => {
  const parts = [...new Set(list.flatMap(({ only }) => partsOf(only)))].filter(
    (part) => !isCategory(part),
  );
  if (parts.length === 0) return {};
  const found = await tx
    .select({ reference: products.reference })
    .from(products)
    .where(inArray(products.reference, parts));
  const references = new Set(found.map(({ reference }) => reference));
  return Object.fromEntries(
    list.flatMap(({ only }, index) => {
      const unknown = partsOf(only).find((part) => !isCategory(part) && !references.has(part));
      return unknown === undefined
        ? []
        : [
            [
              `list.${index}.only`,
              `«\u00a0${unknown}\u00a0» n’est ni une catégorie, ni la référence d’un produit.`,
            ],
          ];
    }),
  );
};

const isCategory = (part: string): boolean =>
  CATEGORIES.some((category) => isNamed(part, { category, reference: null }));
