import { sql } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";
import { inParis } from "#app/platform/paris-time.server.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { AuditedChange } from "#db/schema/audit.ts";
import { reducedUntil } from "../products.server.ts";
import { FIELD_NAMES } from "./draft-fields.ts";

type Announced = {
  id: string;
  product: { priceCents: number };
  /** The last day of the announced reduction, null for none; undefined leaves the announcement unchanged. */
  reducedUntil?: string | null | undefined;
};

/**
 * The reduction is refused, because the price is not below the lowest price of the last 30 days (consumer code, L112-1-1).
 * `lowestCents`: that price; null if the shop knows the prices of fewer days. `possibleFrom`: the first day on which it will know
 * enough, « 2026-12-25 ».
 */
export type RefusedPriceReduction = { lowestCents: number | null; possibleFrom: string };

/** SQL of the time of the oldest known price of the product. */
const KNOWN_SINCE = sql`coalesce(
  (SELECT min(since) FROM product_prices WHERE product_id = products.id), updated_at, created_at)`;

/** Whether a reduction may be announced for a locked product at its new price. Returns the change for the audit trail. */
export async function checkPriceReduction(
  tx: Transaction,
  { id, product, reducedUntil: wanted }: Announced,
): Promise<
  { kind: "allowed"; changes: AuditedChange[] } | ({ kind: "refused" } & RefusedPriceReduction)
> {
  if (wanted === undefined) return { kind: "allowed", changes: [] };
  const { rows } = await tx.execute<{
    until: string | null;
    lowest: number | null;
    prior: number | null;
    possible_from: string;
  }>(sql`
    SELECT ${reducedUntil} AS until, lowest_price(products) AS lowest,
      prior_price(products, ${product.priceCents}, ${wanted}::date) AS prior,
      to_char(${inParis(KNOWN_SINCE)} + interval '31 days', 'YYYY-MM-DD') AS possible_from
    FROM products WHERE id = ${id}`);
  const { until, lowest, prior, possible_from: possibleFrom } = rows[0]!;
  if (wanted !== null && prior === null) {
    return { kind: "refused", lowestCents: lowest, possibleFrom };
  }
  const change = { field: FIELD_NAMES.reducedUntil.toLowerCase(), before: until, after: wanted };
  return { kind: "allowed", changes: until === wanted ? [] : [change] };
}

/** The French message about a refused reduction. */
export function priceReductionRefusal({
  lowestCents,
  possibleFrom,
}: RefusedPriceReduction): string {
  return lowestCents === null
    ? `Le prix barré est le plus bas des 30 derniers jours, et le prix de ce produit est suivi depuis moins longtemps\u00a0: une réduction pourra être annoncée à partir du ${frenchLongDay(possibleFrom)}.`
    : `Le prix le plus bas des 30 derniers jours est ${formatPrice(lowestCents)}\u00a0: une réduction annoncée demande un prix plus bas.`;
}
