import { displayName } from "#app/catalogue/product-name.ts";
import { categoryHref, type ProductCard } from "#app/catalogue/product-schema.ts";
import type { Suggestions } from "./search.server.ts";

/** An option of the suggestions' listbox: a product or a category. */
export type Option = {
  /** The React key, unique in the list. */
  key: string;
  href: string;
  label: string;
  detail: { kind: "product"; product: ProductCard } | { kind: "category"; count: string };
};

/** The options of the listbox: the suggested products, then the categories. */
export function optionsOf({ products, categories }: Suggestions): Option[] {
  return [
    ...products.map((product): Option => ({
      key: product.id,
      href: `/produit/${product.id}`,
      label: displayName(product.name),
      detail: { kind: "product", product },
    })),
    ...categories.map(({ category, count }): Option => ({
      key: category,
      href: categoryHref(category),
      label: category,
      detail: { kind: "category", count: countOf(count) },
    })),
  ];
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

const countOf = (count: number) =>
  count >= 1_000 ? "1 000 produits ou plus" : `${count} produit${count > 1 ? "s" : ""}`;
