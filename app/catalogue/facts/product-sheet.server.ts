import type { ProductSheet, Specification } from "../product-schema.ts";
import type { ProductFacts } from "./facts-schema.ts";
import { fragranceAllergens } from "./fragrance-allergens.ts";
import { quantityText } from "./product-facts.ts";

/**
 * What the product page shows of the facts: rows in French, the fragrance allergens of the composition, and the codes for
 * search engines. Empty for a product without any fact: its page stays as it was before it could have some.
 * @param responsiblePerson the settings' one, for products without their own; empty if there is none
 */
export function productSheet(
  facts: ProductFacts,
  composition: string,
  responsiblePerson: string,
): ProductSheet {
  const { reference, ean } = facts;
  if (Object.values({ ...facts, weightGrams: null }).every((fact) => fact === null))
    return { rows: [], allergens: "", reference, ean };
  const { netQuantity, netUnit, paoMonths } = facts;
  const rows: [string, string | null][] = [
    ["Précautions d’emploi", facts.precautions],
    ["Quantité nette", netUnit && quantityText(netQuantity!, netUnit).replace(" ", "\u00a0")],
    ["À utiliser après ouverture dans les", paoMonths === null ? null : `${paoMonths}\u00a0mois`],
    ["Origine", facts.origin],
    ["Personne responsable", facts.responsiblePerson ?? responsiblePerson],
    ["Référence", reference],
    ["Code EAN", ean],
    ["Consignes de tri", facts.sorting],
  ];
  return {
    rows: rows.flatMap(([name, value]): Specification[] => (value ? [{ name, value }] : [])),
    allergens: fragranceAllergens(composition)
      .map(({ name }) => name)
      .join(", "),
    reference,
    ean,
  };
}
