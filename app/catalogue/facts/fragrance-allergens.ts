import list from "./fragrance-allergens.json" with { type: "json" };
import { ingredientsIn } from "./ingredients.ts";

/**
 * The names of the fragrance allergens that a composition contains, as the label must show them (1223/2009, annex III, as
 * amended by 2023/1545), in the composition's order.
 */
export function fragranceAllergens(composition: string): string[] {
  return ingredientsIn(composition, list).map(({ name }) => name);
}
