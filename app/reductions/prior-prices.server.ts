import { inArray, sql } from "drizzle-orm";
import { displayName } from "#app/catalogue/product-name.ts";
import { priorCents } from "#app/catalogue/products.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { dayText, momentOf } from "#app/platform/paris-time.server.ts";
import type { Settings } from "#app/settings-values.ts";
import { products } from "#db/schema/index.ts";
import type { AppliedReduction } from "./apply-reduction.ts";

/**
 * An article's lowest price of the 30 days before a reduction, in cents; `knownSince`: « 2026-11-12 », when its prices are known for
 * fewer days.
 */
export type PriorPrice = { id: string; name: string; cents: number; knownSince: string | null };

/**
 * The prior prices of the cart's reduced articles, by name, that the announcement of a reduction to everybody must show (code de la
 * consommation, L112-1-1); none of a code that is not announced. A product with an announced reduction of its own keeps that
 * one's: the price before the first of successive reductions.
 */
export async function priorPricesOf(
  db: Queryable,
  { reductions }: Pick<Settings, "reductions">,
  { id: appliedId, shares }: AppliedReduction,
  lines: readonly { id: string }[],
): Promise<PriorPrice[]> {
  const { code, isAnnounced, from } = reductions.list.find(({ id }) => id === appliedId)!;
  const reduced = lines.flatMap(({ id }, index) => (shares[index]! > 0 ? [id] : []));
  if (reduced.length === 0 || (code !== "" && !isAnnounced)) return [];
  // Without a first day, the reduction begins for this cart now.
  const start = sql`least(now(), ${momentOf(sql`nullif(${from}, '')`)})`;
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      cents: sql<number>`coalesce(${priorCents}, lowest.cents)`,
      knownSince: sql<
        string | null
      >`CASE WHEN ${priorCents} IS NULL THEN ${dayText(sql`lowest.known_since`)} END`,
    })
    .from(products)
    .innerJoin(sql`lowest_price_before(products, ${start}) AS lowest`, sql`true`)
    .where(inArray(products.id, reduced))
    .orderBy(products.name, products.id);
  return rows.map((row) => ({ ...row, name: displayName(row.name) }));
}
