import list from "./fragrance-allergens.json" with { type: "json" };
import { ingredientFinder } from "./ingredients.ts";

/**
 * The fragrance allergens that a composition contains, in its order, as the label must show them (1223/2009, annex III). `since`
 * is « 2023/1545 » for those that this regulation added: labels made before 31 July 2026 may lack them until 31 July 2028.
 */
export const fragranceAllergens = ingredientFinder(list);
