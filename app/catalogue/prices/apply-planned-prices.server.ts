import { asc, inArray, sql, type SQL } from "drizzle-orm";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { dayOf } from "#app/platform/paris-time.server.ts";
import { formatPrice } from "#app/ui/price.ts";
import { products } from "#db/schema/index.ts";
import { salePrice, type PlannedValue } from "./price-plan-schema.ts";

/** The number of products per transaction. Few, because orders of these products wait for it. */
const BATCH = 100;
/** The actor that the history shows for these changes. */
const PLAN = { id: null, name: "Prix prévu" };

const OPEN = sql`planned_prices JOIN price_plans ON price_plans.id = plan_id WHERE outcome IS NULL`;
const MUST_END = sql`ends_at <= now()`;
const MUST_START = sql`started_at IS NULL AND starts_at <= now() AND ends_at > now()`;

/**
 * Starts and ends the planned prices that are due, each once even if other nodes run the same job. Returns the number of changed products.
 * Orders and pages read only products.price_cents, which this updates, so they always agree.
 */
export async function applyPlannedPrices(db: Database): Promise<number> {
  let changed = 0;
  for (;;) {
    const batch = await db.transaction(applyBatch);
    changed += batch.changed;
    if (batch.products < BATCH) return changed;
  }
}

async function applyBatch(tx: Transaction): Promise<{ products: number; changed: number }> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT DISTINCT product_id AS id FROM ${OPEN} AND (${MUST_END} OR ${MUST_START}) ORDER BY id LIMIT ${BATCH}`);
  if (rows.length === 0) return { products: 0, changed: 0 };
  const ids = rows.map(({ id }) => id);
  await lockPrices(tx, ids);
  // Ends first, because a plan may start at the moment at which another one ends.
  const ended = await endPrices(tx, ids, MUST_END, null);
  return { products: ids.length, changed: ended + (await startPrices(tx, ids)) };
}

/** Locks products in the order of their ids (docs/locks.md), before their prices and plans are read. */
export async function lockPrices(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for("no key update");
}

type Changed = { id: string; name: string; before: number; after: number };

/**
 * Ends the open plans of locked products that match a condition. A running plan restores the price before it, unless somebody has
 * changed the price meanwhile. `outcome`: the outcome to store; null derives it. Returns the number of changed prices.
 */
export async function endPrices(
  tx: Transaction,
  ids: readonly string[],
  matching: SQL,
  outcome: "cancelled" | null,
): Promise<number> {
  const { rows } = await tx.execute<Changed>(sql`
    WITH ending AS (
      UPDATE planned_prices SET ended_at = now(), outcome = coalesce(${outcome}::text,
        CASE WHEN started_at IS NULL THEN 'missed' WHEN products.price_cents = sale_cents THEN 'ended' ELSE 'changed' END)
      FROM products, price_plans
      WHERE products.id = product_id AND price_plans.id = plan_id AND outcome IS NULL
        AND product_id = ANY (${sql.param(ids)}::text[]) AND ${matching}
      RETURNING product_id, before_cents, sale_cents, products.price_cents = sale_cents AS is_in_force
    )
    UPDATE products SET price_cents = before_cents, reduced_until = NULL, version = version + 1, updated_at = now()
    FROM ending WHERE products.id = product_id AND is_in_force
    RETURNING products.id, name, sale_cents AS before, before_cents AS after`);
  await recordPrices(tx, rows);
  return rows.length;
}

/** Starts the due plans of locked products. The trigger set_reduction computes the prior price to show. */
async function startPrices(tx: Transaction, ids: readonly string[]): Promise<number> {
  const { rows: due } = await tx.execute<
    PlannedValue & { planId: string; productId: string; beforeCents: number }
  >(sql`
    SELECT plan_id AS "planId", product_id AS "productId", price_plans.price_cents AS "priceCents", percent::float,
      (SELECT price_cents FROM products WHERE products.id = product_id) AS "beforeCents"
    FROM ${OPEN} AND product_id = ANY (${sql.param(ids)}::text[]) AND ${MUST_START}`);
  if (due.length === 0) return 0;
  const sales = due.map(({ planId, productId, beforeCents, ...value }) => ({
    planId,
    productId,
    beforeCents,
    saleCents: salePrice(value, beforeCents),
  }));
  const { rows } = await tx.execute<Changed>(sql`
    WITH sales AS (
      SELECT sale.*, sale."saleCents" < sale."beforeCents" AS is_lower
      FROM jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
        AS sale ("planId" text, "productId" text, "beforeCents" integer, "saleCents" integer)
    ), starting AS (
      UPDATE planned_prices SET started_at = now(), before_cents = "beforeCents", sale_cents = "saleCents",
        ended_at = CASE WHEN NOT is_lower THEN now() END, outcome = CASE WHEN NOT is_lower THEN 'no-reduction' END
      FROM sales WHERE plan_id = "planId" AND product_id = "productId"
      RETURNING plan_id, product_id, before_cents, sale_cents, outcome
    )
    UPDATE products SET price_cents = sale_cents, version = version + 1, updated_at = now(),
      reduced_until = ${dayOf(sql`ends_at - interval '1 microsecond'`)}
    FROM starting JOIN price_plans ON price_plans.id = plan_id
    WHERE products.id = product_id AND outcome IS NULL
    RETURNING products.id, name, before_cents AS before, sale_cents AS after`);
  await recordPrices(tx, rows);
  return rows.length;
}

async function recordPrices(tx: Transaction, changed: readonly Changed[]): Promise<void> {
  await recordActs(
    tx,
    PLAN,
    changed.map(({ id, name, before, after }) => ({
      act: "product-updated" as const,
      subject: { type: "product" as const, id, name },
      changes: [{ field: "prix", before: formatPrice(before), after: formatPrice(after) }],
    })),
  );
}
