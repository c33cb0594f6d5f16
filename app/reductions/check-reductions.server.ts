import { sql } from "drizzle-orm";
import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { CheckedForm, FieldErrors } from "#app/settings/settings-group.ts";
import { parseEuros } from "#app/ui/euros-schema.ts";
import { parsePercent } from "#app/ui/percent-schema.ts";
import { formatPrice } from "#app/ui/price.ts";
import { isNamed, partsOf, type ReducibleLine } from "./apply-reduction.ts";
import { codeKey, type OrderReduction } from "./reduction-schema.ts";

/** The highest percentage off all articles: of the lowest price, 1 €, a cent is left. */
const HIGHEST_PERCENT = 99;

/**
 * Refuses what the schema does not, because it needs the products, or because stored settings must stay readable: articles that are
 * neither a category nor the reference of a product, a code in another spelling, and reductions that would leave nothing to pay
 * (docs/decisions/0100-nothing-to-pay.md).
 */
export async function checkReductions({
  tx,
  value: { list },
  before,
}: CheckedForm<{ list: OrderReduction[] }>): Promise<FieldErrors> {
  const articles = await cheapestArticles(tx, list);
  const stored = new Set(before.list.map(({ code }) => code));
  const errors: FieldErrors = {};
  for (const [index, reduction] of list.entries()) {
    const { code, only, isActive } = reduction;
    const unknown = partsOf(only).find(
      (part) => !isCategory(part) && !articles.some((article) => isNamed(part, article)),
    );
    if (unknown !== undefined)
      errors[`list.${index}.only`] =
        `«\u00a0${unknown}\u00a0» n’est ni une catégorie, ni la référence d’un produit.`;
    const namesake = list
      .slice(0, index)
      .find((other) => code !== "" && codeKey(other.code) === codeKey(code));
    if (namesake && !(stored.has(code) && stored.has(namesake.code)))
      errors[`list.${index}.code`] = "Une autre réduction a ce code.";
    const free = isActive ? freeFault(reduction, articles) : null;
    if (free) errors[`list.${index}.${free.field}`] = free.reason;
  }
  return errors;
}

const isCategory = (part: string): boolean =>
  CATEGORIES.some((category) => isNamed(part, { category, reference: null }));

/** The lowest price of each category, without a reference, and the products whose references the reductions name. */
async function cheapestArticles(
  tx: Transaction,
  list: readonly OrderReduction[],
): Promise<ReducibleLine[]> {
  const parts = list.flatMap(({ only }) => partsOf(only).map((part) => part.toUpperCase()));
  const { rows } = await tx.execute<ReducibleLine>(sql`
    SELECT category, NULL AS reference, min(price_cents) AS cents FROM products GROUP BY category
    UNION ALL SELECT category, reference, price_cents FROM products WHERE upper(reference) = ANY (${sql.param(parts)}::text[])`);
  return rows;
}

/** Why an order of some of these articles would cost nothing, by the reduction's field; null when none would. */
function freeFault(
  { kind, value, minimum, only }: OrderReduction,
  articles: readonly ReducibleLine[],
): { field: "value" | "minimum"; reason: string } | null {
  const parts = partsOf(only);
  if (kind === "percent" && parts.length === 0 && parsePercent(value)! > HIGHEST_PERCENT)
    return {
      field: "value",
      reason: `${HIGHEST_PERCENT}\u00a0% au plus sur tous les articles\u00a0: au-delà, une commande ne coûterait rien.`,
    };
  const cents = kind === "amount" ? parseEuros(value)! : 0;
  const cheapest = Math.min(
    ...articles
      .filter((article) => parts.length === 0 || parts.some((part) => isNamed(part, article)))
      .map((article) => article.cents),
  );
  // An order costs more than its minimum, or than its cheapest reduced article.
  return cents < cheapest || cents < parseEuros(minimum)!
    ? null
    : {
        field: "minimum",
        reason: `Un article à ${formatPrice(cheapest)} ne coûterait rien\u00a0: indiquez un minimum de plus de ${formatPrice(cents)}.`,
      };
}
