import { and, eq, isNull, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { momentOf } from "#app/platform/paris-time.server.ts";
import { frenchMoment } from "#app/ui/french-date.ts";
import { formatPrice } from "#app/ui/price.ts";
import { plannedPrices, pricePlans } from "#db/schema/index.ts";
import { displayName } from "../product-name.ts";
import { endPrices, lockPrices } from "./apply-planned-prices.server.ts";
import { MOST_PLANNED, salePrice, type WantedPlan } from "./price-plan-schema.ts";
import { periodText, valueText } from "./price-plan-text.ts";

/** `errors`: French messages by field. Nothing was written then. */
export type PlanPricesOutcome =
  | { kind: "planned" }
  | { kind: "refused"; errors: Record<string, string> };

/** A product with its price outside of plans, and an existing plan that overlaps the wanted one. */
type Candidate = {
  id: string;
  name: string;
  lastingCents: number;
  overlapStart: Date | null;
  overlapEnd: Date | null;
};

/**
 * Plans a price for all of these products, or for none if one of them can't have it. Idempotent by the form's key.
 */
export async function planPrices(
  { db, jobs }: { db: Database; jobs: Jobs },
  admin: Admin,
  { productIds, ...plan }: WantedPlan & { productIds: readonly string[] },
): Promise<PlanPricesOutcome> {
  const ids = [...new Set(productIds)];
  if (ids.length === 0) return refused("produits", "Cochez au moins un produit.");
  if (ids.length > MOST_PLANNED)
    return refused("produits", `${MOST_PLANNED} produits au plus à la fois.`);
  return asAdmin(db, admin, async (tx) => {
    await lockPrices(tx, ids);
    const [sentBefore] = await tx
      .select({ id: pricePlans.id })
      .from(pricePlans)
      .where(eq(pricePlans.id, plan.id));
    if (sentBefore) return { kind: "planned" };
    const { startsAt, endsAt, isPast } = await momentsOf(tx, plan);
    if (isPast) return refused("debut", "Ce moment est passé\u00a0: laissez vide pour maintenant.");
    if (endsAt <= startsAt)
      return refused("fin", "La fin est passée\u00a0: choisissez un moment à venir.");
    const candidates = await candidatesOf(tx, ids, startsAt, endsAt);
    const fault = faultOf(plan, ids.length, candidates);
    if (fault) return { kind: "refused", errors: fault };

    const { id, priceCents, percent } = plan;
    await tx.insert(pricePlans).values({ id, priceCents, percent, startsAt, endsAt });
    await tx.insert(plannedPrices).values(ids.map((productId) => ({ planId: id, productId })));
    for (const startAfter of [startsAt, endsAt])
      await jobs.send(tx, "planned-prices", {}, { startAfter });
    const after = `${valueText(plan)} ${periodText({ startsAt, endsAt })}`;
    await recordActs(
      tx,
      admin,
      candidates.map((product) => ({
        act: "price-planned" as const,
        subject: { type: "product" as const, id: product.id, name: product.name },
        changes: [{ field: "prix prévu", before: null, after }],
      })),
    );
    return { kind: "planned" };
  });
}

const refused = (field: string, sentence: string): PlanPricesOutcome => ({
  kind: "refused",
  errors: { [field]: sentence },
});

/** Converts the moments of a plan with the database's clock and time zones. The current minute does not count as past. */
async function momentsOf(tx: Transaction, { startsAt, endsAt }: WantedPlan) {
  const start = startsAt === null ? sql`date_trunc('milliseconds', now())` : momentOf(startsAt);
  const { rows } = await tx.execute<{ starts: string; ends: string; isPast: boolean }>(sql`
    SELECT extract(epoch FROM starts) * 1000 AS starts, extract(epoch FROM ends) * 1000 AS ends,
      starts < date_trunc('minute', now()) AS "isPast"
    FROM (SELECT ${start} AS starts, ${momentOf(endsAt)} AS ends) AS wanted`);
  const { starts, ends, isPast } = rows[0]!;
  return { startsAt: new Date(Number(starts)), endsAt: new Date(Number(ends)), isPast };
}

async function candidatesOf(tx: Transaction, ids: readonly string[], startsAt: Date, endsAt: Date) {
  const { rows } = await tx.execute<
    Omit<Candidate, "overlapStart" | "overlapEnd"> & {
      overlapStart: number | null;
      overlapEnd: number | null;
    }
  >(sql`
    SELECT id, name, coalesce((SELECT before_cents FROM planned_prices WHERE product_id = products.id AND outcome IS NULL
        AND sale_cents = products.price_cents), price_cents) AS "lastingCents",
      (extract(epoch FROM overlap.starts_at) * 1000)::float AS "overlapStart",
      (extract(epoch FROM overlap.ends_at) * 1000)::float AS "overlapEnd"
    FROM products LEFT JOIN LATERAL (
      SELECT starts_at, ends_at FROM planned_prices JOIN price_plans ON price_plans.id = plan_id
      WHERE product_id = products.id AND outcome IS NULL
        AND starts_at < ${endsAt.toISOString()}::timestamptz AND ends_at > ${startsAt.toISOString()}::timestamptz
      ORDER BY starts_at LIMIT 1) AS overlap ON true
    WHERE id = ANY (${sql.param(ids)}::text[]) ORDER BY name, id`);
  return rows.map(({ overlapStart, overlapEnd, ...product }): Candidate => ({
    ...product,
    overlapStart: overlapStart === null ? null : new Date(overlapStart),
    overlapEnd: overlapEnd === null ? null : new Date(overlapEnd),
  }));
}

/** French messages by field if one of the products can't have the plan; null if all can. */
function faultOf(
  plan: WantedPlan,
  count: number,
  candidates: readonly Candidate[],
): Record<string, string> | null {
  if (candidates.length < count)
    return {
      produits: "Un de ces produits vient d’être supprimé\u00a0: relisez la liste, puis validez.",
    };
  const taken = candidates.filter(({ overlapStart }) => overlapStart !== null);
  if (taken.length > 0) {
    const [{ name, overlapStart, overlapEnd }] = taken as [Candidate];
    return {
      produits: `${named(name, taken.length)} déjà un prix prévu du ${frenchMoment(overlapStart!)} au ${frenchMoment(overlapEnd!)}\u00a0: deux prix ne peuvent pas se chevaucher.`,
    };
  }
  const notLower = candidates.filter(
    (one) => salePrice(plan, one.lastingCents) >= one.lastingCents,
  );
  if (notLower.length > 0) {
    const [{ name, lastingCents }] = notLower as [Candidate];
    return {
      valeur: `«\u00a0${displayName(name)}\u00a0» coûte ${formatPrice(lastingCents)}\u00a0: ${formatPrice(salePrice(plan, lastingCents))} n’est pas une réduction.`,
    };
  }
  return null;
}

const named = (name: string, count: number) =>
  count === 1
    ? `«\u00a0${displayName(name)}\u00a0» a`
    : `«\u00a0${displayName(name)}\u00a0» et ${count - 1} autre${count > 2 ? "s" : ""} ont`;

/**
 * Cancels a plan that has not ended. A running one restores the prices before it, except those that somebody has changed. Idempotent.
 */
export async function cancelPricePlan(
  { db }: { db: Database },
  admin: Admin,
  id: string,
): Promise<{ kind: "cancelled" } | { kind: "over" } | { kind: "gone" }> {
  return asAdmin(db, admin, async (tx) => {
    const { rows } = await tx.execute<{ id: string; name: string }>(sql`
      SELECT id, name FROM products WHERE id IN (SELECT product_id FROM planned_prices WHERE plan_id = ${id}) ORDER BY id`);
    const ids = rows.map((product) => product.id);
    await lockPrices(tx, ids);
    const [plan] = await tx.select().from(pricePlans).where(eq(pricePlans.id, id)).for("update");
    if (!plan) return { kind: "gone" };
    if (plan.cancelledAt) return { kind: "cancelled" };
    const [cancelled] = await tx
      .update(pricePlans)
      .set({ cancelledAt: sql`now()` })
      .where(and(eq(pricePlans.id, id), isNull(pricePlans.cancelledAt), sql`ends_at > now()`))
      .returning({ id: pricePlans.id });
    if (!cancelled) return { kind: "over" };
    await recordActs(
      tx,
      admin,
      rows.map((product) => ({
        act: "price-plan-cancelled" as const,
        subject: { type: "product" as const, ...product },
        changes: [
          { field: "prix prévu", before: `${valueText(plan)} ${periodText(plan)}`, after: null },
        ],
      })),
    );
    await endPrices(tx, ids, sql`plan_id = ${id}`, "cancelled");
    return { kind: "cancelled" };
  });
}
