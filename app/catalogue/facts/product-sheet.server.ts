import { frenchLongDay } from "#app/ui/french-day.ts";
import type { ProductSheet, Specification } from "../product-schema.ts";
import type { ProductFacts } from "./facts-schema.ts";
import { fragranceAllergens } from "./fragrance-allergens.ts";
import { nanomaterials } from "./ingredients.ts";
import { quantityText } from "./product-facts.ts";

const NET_QUANTITY = /^(contenance|contenu|volume|poids|poids net|quantité|quantité nette)$/i;
const AFTER_OPENING = /^(pao|(période|durée)\b.* après ouverture)$/i;

/** The specifications without those that repeat a fact, which has a row of its own: « Contenance » and « Quantité nette » of 50 ml. */
export function otherSpecifications(
  specifications: readonly Specification[],
  facts: ProductFacts,
): Specification[] {
  const [quantity, months] = [quantityOf(facts), monthsOf(facts)];
  return specifications.filter(({ name, value }) => {
    const text = value.replaceAll("\u00a0", " ").toLowerCase();
    const isRepeated =
      (NET_QUANTITY.test(name) && text === quantity) ||
      (AFTER_OPENING.test(name) && text === months);
    return !isRepeated;
  });
}

function quantityOf({ netQuantity, netUnit }: ProductFacts): string | null {
  return netUnit && quantityText(netQuantity!, netUnit);
}

function monthsOf({ paoMonths }: ProductFacts): string | null {
  return paoMonths === null ? null : `${paoMonths} mois`;
}

const withFixedSpaces = (text: string | null) => text?.replaceAll(" ", "\u00a0") ?? null;

/** « 50 ml » and « 12 mois » as pages show them; null if not given. */
export const shownQuantity = (facts: ProductFacts) => withFixedSpaces(quantityOf(facts));
export const shownMonths = (facts: ProductFacts) => withFixedSpaces(monthsOf(facts));

/**
 * What the product page shows of the facts: rows in French, the fragrance allergens of the composition, and the codes for
 * search engines. A cosmetic always has its responsible person, allergens and nanomaterials (1223/2009, art. 19).
 * @param responsiblePerson the settings' one, for cosmetics without their own; empty if there is none
 */
export function productSheet(
  facts: ProductFacts,
  composition: string,
  responsiblePerson: string,
): ProductSheet {
  const { reference, ean, durabilityDate } = facts;
  const isCosmetic = facts.productType === null;
  const nano = isCosmetic ? nanomaterials(composition).join(", ") : "";
  const rows: [string, string | null][] = [
    ["Précautions d’emploi", facts.precautions],
    ["Quantité nette", shownQuantity(facts)],
    ["À utiliser après ouverture dans les", shownMonths(facts)],
    ["Date de durabilité minimale", durabilityDate && frenchLongDay(durabilityDate)],
    ["Nanomatériaux", nano],
    ["Origine", facts.origin],
    ["Personne responsable", facts.responsiblePerson ?? (isCosmetic ? responsiblePerson : null)],
    ["Référence", reference],
    ["Code EAN", ean],
    ["Consignes de tri", facts.sorting],
  ];
  return {
    rows: rows.flatMap(([name, value]): Specification[] => (value ? [{ name, value }] : [])),
    allergens: isCosmetic
      ? fragranceAllergens(composition)
          .map(({ name }) => name)
          .join(", ")
      : "",
    reference,
    ean,
  };
}
