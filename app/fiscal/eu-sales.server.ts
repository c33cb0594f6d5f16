import { sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { EU_SALES_THRESHOLD_CENTS, VAT_PERCENT } from "#app/platform/legal-constants.ts";
import { inParis } from "#app/platform/paris-time.server.ts";
import type { CurrentSettings } from "#app/settings/settings.server.ts";

/** Distance sales to other EU countries, without VAT. */
export type EuSales = {
  year: number;
  cents: number;
  thresholdCents: number;
  /** VAT of the customers' countries is due and the seller is not in the one-stop shop. */
  isOver: boolean;
};

const NOW = inParis(sql`now()`);

/**
 * This year's sales (Europe/Paris) of orders delivered to another EU country that are paid, or delivered and paid in cash;
 * refunds are deducted.
 */
export async function readEuSales(
  db: Queryable,
  { groups }: Pick<CurrentSettings, "groups">,
): Promise<EuSales> {
  const frenchRate = groups.legal.vatExempt ? 0 : VAT_PERCENT;
  const { rows } = await db.execute<{ year: number; cents: number }>(sql`
    SELECT extract(year FROM ${NOW})::integer AS year,
      coalesce((
        SELECT sum(round((total_cents - refunded_cents) * 100 / (100 + coalesce(vat_percent, ${frenchRate}::numeric))))
        FROM orders WHERE shipping_country <> 'FR' AND (is_paid OR is_shipped)
          AND created_at >= ${inParis(sql`date_trunc('year', ${NOW})`)}), 0)::float8 AS cents`);
  const { year, cents } = rows[0]!;
  const isOver = cents >= EU_SALES_THRESHOLD_CENTS && !groups.sales.oss;
  return { year, cents, thresholdCents: EU_SALES_THRESHOLD_CENTS, isOver };
}
