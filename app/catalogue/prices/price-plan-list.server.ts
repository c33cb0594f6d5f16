import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { clampPage, type Paged } from "#app/ui/bounded-count.ts";
import { plannedPrices, pricePlans, products } from "#db/schema/index.ts";
import type { ProductListQuery } from "../manage/product-list-query.ts";
import { productsMatching } from "../manage/product-list.server.ts";
import { byName, priorCents } from "../products.server.ts";
import { MOST_PLANNED, type PlannedValue, type PlanOutcome } from "./price-plan-schema.ts";

const PAGE_SIZE = 10;

export type PlanState = "planned" | "running" | "ended" | "cancelled";
/** A product of a plan. `priorCents`: the prior price that is shown during a running plan; null when no reduction is announced. */
export type PlannedProduct = {
  id: string;
  name: string;
  beforeCents: number | null;
  saleCents: number | null;
  priorCents: number | null;
  outcome: PlanOutcome | null;
};
export type ListedPlan = PlannedValue & {
  id: string;
  startsAt: Date;
  endsAt: Date;
  state: PlanState;
  /** Sorted by name, without deleted products. */
  products: PlannedProduct[];
};

const STATE = sql<PlanState>`CASE WHEN cancelled_at IS NOT NULL THEN 'cancelled' WHEN ends_at <= now() THEN 'ended'
  WHEN starts_at > now() THEN 'planned' ELSE 'running' END`;
const PRODUCTS = sql<PlannedProduct[]>`(
  SELECT coalesce(json_agg(json_build_object('id', products.id, 'name', products.name, 'beforeCents', before_cents,
    'saleCents', sale_cents, 'priorCents', ${priorCents}, 'outcome', outcome) ORDER BY products.name, products.id), '[]')
  FROM planned_prices JOIN products ON products.id = product_id WHERE plan_id = price_plans.id)`;
const PLAN = {
  id: pricePlans.id,
  priceCents: pricePlans.priceCents,
  percent: pricePlans.percent,
  startsAt: pricePlans.startsAt,
  endsAt: pricePlans.endsAt,
  state: STATE,
};

/** One page of the plans, 10 a page: running ones, planned ones by their start, the others newest first. */
export async function listPricePlans(
  db: Queryable,
  page: number,
): Promise<{ plans: ListedPlan[]; total: number } & Paged> {
  const total = await db.$count(pricePlans);
  const { offset, ...shown } = clampPage(page, total, PAGE_SIZE);
  const plans = await db
    .select({ ...PLAN, products: PRODUCTS })
    .from(pricePlans)
    .orderBy(
      sql`array_position(ARRAY['running', 'planned'], ${STATE})`,
      sql`CASE WHEN ${STATE} = 'planned' THEN starts_at END`,
      sql`starts_at DESC, id`,
    )
    .limit(PAGE_SIZE)
    .offset(offset);
  return { plans, total, ...shown };
}

/** A plan that can be cancelled; null if it has ended or doesn't exist. */
export async function planToCancel(db: Queryable, id: string): Promise<ListedPlan | null> {
  const [plan] = await db
    .select({ ...PLAN, products: PRODUCTS })
    .from(pricePlans)
    .where(and(eq(pricePlans.id, id), isNull(pricePlans.cancelledAt), sql`ends_at > now()`));
  return plan ?? null;
}

/** The planned and running prices of a product, sorted by start. */
export function openPlansOf(db: Queryable, productId: string) {
  return db
    .select({
      id: pricePlans.id,
      priceCents: pricePlans.priceCents,
      percent: pricePlans.percent,
      startsAt: pricePlans.startsAt,
      endsAt: pricePlans.endsAt,
      startedAt: plannedPrices.startedAt,
      beforeCents: plannedPrices.beforeCents,
      saleCents: plannedPrices.saleCents,
    })
    .from(plannedPrices)
    .innerJoin(pricePlans, eq(pricePlans.id, plannedPrices.planId))
    .where(and(eq(plannedPrices.productId, productId), isNull(plannedPrices.outcome)))
    .orderBy(asc(pricePlans.startsAt));
}

/** The chosen products (ticked ones, or all of a list) with their prices, by name. `isCut`: there are more than MOST_PLANNED. */
export async function chosenProducts(
  db: Queryable,
  chosen: readonly string[] | ProductListQuery,
  hasResponsible: boolean,
) {
  const where =
    "page" in chosen ? productsMatching(chosen, hasResponsible) : inArray(products.id, [...chosen]);
  const found = await db
    .select({ id: products.id, name: products.name, priceCents: products.priceCents })
    .from(products)
    .where(where)
    .orderBy(asc(byName), asc(products.id))
    .limit(MOST_PLANNED + 1);
  return { products: found.slice(0, MOST_PLANNED), isCut: found.length > MOST_PLANNED };
}
