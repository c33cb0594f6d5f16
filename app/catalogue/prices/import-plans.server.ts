import { sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { dayText, momentOf } from "#app/platform/paris-time.server.ts";
import { formatPrice } from "#app/ui/price.ts";
import { plannedPrices, pricePlans } from "#db/schema/index.ts";
import { cellOfMoment, type LinePlan } from "./line-plan.ts";
import { salePrice, twiceFault } from "./price-plan-schema.ts";
import { valueText } from "./price-plan-text.ts";

const momentText = (column: string) => dayText(sql.raw(column), 'YYYY-MM-DD"T"HH24:MI');

/** SQL of a plan as JSON of a `LinePlan`. */
const PLAN = sql`json_build_object('priceCents', price_plans.price_cents, 'percent', percent,
  'startsAt', ${momentText("starts_at")}, 'endsAt', ${momentText("ends_at")})`;

/** SQL of the product's first plan that has not ended, as JSON of a `LinePlan`; null without one. */
export const planOfProduct = sql<LinePlan | null>`(
  SELECT ${PLAN} FROM planned_prices JOIN price_plans ON price_plans.id = plan_id
  WHERE product_id = products.id AND outcome IS NULL ORDER BY starts_at LIMIT 1)`;

/** Whether any planned price has not ended. */
export async function hasOpenPlans(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(
    sql`SELECT EXISTS (SELECT FROM planned_prices WHERE outcome IS NULL) AS has`,
  );
  return rows[0]!.has;
}

/** A product's plans that have not ended. `beforeCents`: the price that a running one restores; null while none is running. */
export type OpenPlans = { plans: LinePlan[]; beforeCents: number | null };

/** The plans of these products that have not ended, by product id, and the current minute in Paris. */
export async function openPlansOf(
  db: Queryable,
  ids: readonly string[],
): Promise<{ now: string; byProduct: Map<string, OpenPlans> }> {
  const { rows: clock } = await db.execute<{ now: string }>(
    sql`SELECT ${momentText("now()")} AS now`,
  );
  const { rows } = await db.execute<OpenPlans & { id: string }>(sql`
    SELECT product_id AS id, json_agg(${PLAN} ORDER BY starts_at) AS plans,
      max(before_cents) FILTER (WHERE sale_cents = (SELECT price_cents FROM products WHERE id = product_id)) AS "beforeCents"
    FROM planned_prices JOIN price_plans ON price_plans.id = plan_id
    WHERE outcome IS NULL AND product_id = ANY (${sql.param([...ids])}::text[]) GROUP BY product_id`);
  return { now: clock[0]!.now, byProduct: new Map(rows.map(({ id, ...open }) => [id, open])) };
}

/** « 39 € du 01/12/2026 08:00 au 08/12/2026 00:00 ». */
export const linePlanText = (plan: LinePlan): string =>
  `${valueText(plan)} du ${cellOfMoment(plan.startsAt)} au ${cellOfMoment(plan.endsAt)}`;

const isSame = (one: LinePlan, other: LinePlan) =>
  one.priceCents === other.priceCents &&
  one.percent === other.percent &&
  one.startsAt === other.startsAt &&
  one.endsAt === other.endsAt;

/**
 * Compares a line's plan with the product's plans: « known » if the product already has it, « new », or a French message by column if it
 * is refused. `priceCents`: the product's price after the line.
 */
export function judgePlan(
  plan: LinePlan,
  { plans, beforeCents }: OpenPlans,
  { now, priceCents }: { now: string; priceCents: number },
): "known" | "new" | { column: string; reason: string } {
  if (plans.some((open) => isSame(open, plan))) return "known";
  for (const [column, moment] of [
    ["prix prévu du", plan.startsAt],
    ["prix prévu au", plan.endsAt],
  ] as const) {
    const reason = twiceFault(moment);
    if (reason) return { column, reason };
  }
  if (plan.startsAt < now) return { column: "prix prévu du", reason: "Ce moment est passé." };
  const taken = plans.find((open) => open.startsAt < plan.endsAt && open.endsAt > plan.startsAt);
  if (taken)
    return {
      column: "prix prévu du",
      reason: `Ce produit a déjà un prix prévu, ${linePlanText(taken)}\u00a0: deux prix ne peuvent pas se chevaucher.`,
    };
  const lasting = beforeCents ?? priceCents;
  return salePrice(plan, lasting) < lasting
    ? "new"
    : {
        column: "prix prévu",
        reason: `Le prix est de ${formatPrice(lasting)}\u00a0: ${formatPrice(salePrice(plan, lasting))} n’est pas une réduction.`,
      };
}

/**
 * Stores these plans, one row for products with an equal plan. The caller holds the products' locks; a job starts due plans each minute.
 */
export async function insertLinePlans(
  tx: Transaction,
  planned: readonly { productId: string; plan: LinePlan }[],
): Promise<void> {
  for (const [, same] of Map.groupBy(planned, ({ plan }) => JSON.stringify(plan))) {
    const [{ plan }] = same as [(typeof planned)[number]];
    const { priceCents, percent, startsAt, endsAt } = plan;
    const id = newId();
    await tx.insert(pricePlans).values({
      id,
      priceCents,
      percent,
      startsAt: momentOf(startsAt),
      endsAt: momentOf(endsAt),
    });
    await tx.insert(plannedPrices).values(same.map(({ productId }) => ({ planId: id, productId })));
  }
}
