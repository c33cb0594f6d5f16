import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Customer } from "#app/accounts/order-owner.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { codeKey, type OrderReduction } from "#app/reductions/reduction-schema.ts";
import type { Settings } from "#app/settings-values.ts";
import { dayAfter, frenchLongDay } from "#app/ui/french-day.ts";
import { orders, products, reductionCounts, reductionUses } from "#db/schema/index.ts";
import {
  applyReduction,
  sumOf,
  type AppliedReduction,
  type ReducibleLine,
} from "./apply-reduction.ts";

/**
 * What is to be reduced. `code`: as typed, « » for none; `buyer`: an account, or an address without one; null for visitors; `today`: «
 * 2026-11-26 », Europe/Paris.
 */
type Wanted = {
  code: string;
  lines: readonly ReducibleLine[];
  deliveryCents: number;
  buyer: Customer | null;
  today: string;
};

export type ChosenReduction =
  /** Null: none applies. */
  | { kind: "chosen"; applied: AppliedReduction | null; isBetterThanCode: boolean }
  /** The code can't be used: why, in French. */
  | { kind: "refused"; message: string };

/**
 * Chooses an order's reduction: that of the code, unless an automatic one takes more off; they don't add up. `lock` keeps the counts
 * of the reductions in question until the end of the transaction, so that none is used more often than allowed (docs/locks.md).
 */
export async function chooseReduction(
  db: Queryable,
  { reductions }: Pick<Settings, "reductions">,
  wanted: Wanted,
  lock: boolean,
): Promise<ChosenReduction> {
  const active = reductions.list.filter(({ isActive }) => isActive);
  const code = wanted.code.trim().toUpperCase();
  const coded =
    code === ""
      ? undefined
      : (active.find((one) => one.code === code) ??
        active.find((one) => one.code !== "" && codeKey(one.code) === codeKey(code)));
  if (code !== "" && !coded) return { kind: "refused", message: "Ce code n’existe pas." };
  const automatic = active.filter((one) => one.code === "" && isWithinDays(one, wanted.today));
  const asked = coded ? [coded, ...automatic] : automatic;
  if (asked.length === 0) return { kind: "chosen", applied: null, isBetterThanCode: false };

  const uses = await readUses(db, asked, wanted.buyer, lock);
  const tried = asked.map((one) => tryReduction(one, wanted, uses));
  if (coded && "refused" in tried[0]!) return { kind: "refused", message: tried[0].refused };
  const [best] = tried
    .filter((one): one is AppliedReduction => !("refused" in one))
    .toSorted((one, other) => sumOf(other) - sumOf(one));
  const applied = best && sumOf(best) > 0 ? best : null;
  return { kind: "chosen", applied, isBetterThanCode: Boolean(coded) && applied?.id !== coded!.id };
}

const isWithinDays = ({ from, until }: OrderReduction, today: string) =>
  (!from || today >= from) && (!until || today <= until);

type Uses = ReadonlyMap<string, { used: number; own: number }>;

/** How often these reductions are used, in all and by this customer. */
async function readUses(
  db: Queryable,
  asked: readonly OrderReduction[],
  buyer: Customer | null,
  lock: boolean,
): Promise<Uses> {
  const ids = asked
    .filter(({ most, mostEach }) => most || mostEach)
    .map(({ id }) => id)
    .toSorted();
  if (ids.length === 0) return new Map();
  if (lock) await lockCounts(db, ids);
  const own = db
    .select({ count: sql`count(*)` })
    .from(reductionUses)
    .innerJoin(orders, eq(orders.id, reductionUses.orderId))
    .where(
      and(
        eq(reductionUses.reductionId, reductionCounts.reductionId),
        isNull(reductionUses.releasedAt),
        buyer ? isOfSamePerson(buyer) : sql`false`,
      ),
    );
  const rows = await db
    .select({
      id: reductionCounts.reductionId,
      used: reductionCounts.used,
      own: sql<number>`(${own})::integer`,
    })
    .from(reductionCounts)
    .where(inArray(reductionCounts.reductionId, ids));
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/**
 * SQL condition: orders of the buyer, with an account or without. An account's orders count together with those that its confirmed
 * address has placed without it.
 */
function isOfSamePerson(buyer: Customer) {
  if ("customerId" in buyer)
    return or(
      eq(orders.customerId, buyer.customerId),
      sql`${orders.guestEmail} = (SELECT email FROM users WHERE id = ${buyer.customerId} AND email_verified)`,
    );
  return or(
    eq(orders.guestEmail, buyer.guestEmail),
    sql`${orders.customerId} = (SELECT id FROM users WHERE email = ${buyer.guestEmail} AND email_verified)`,
  );
}

async function lockCounts(db: Queryable, ids: readonly string[]): Promise<void> {
  await db
    .insert(reductionCounts)
    .values(ids.map((reductionId) => ({ reductionId })))
    .onConflictDoNothing();
  // Read in another statement: after a lock wait, this one has the counts of before.
  await db
    .select({ id: reductionCounts.reductionId })
    .from(reductionCounts)
    .where(inArray(reductionCounts.reductionId, [...ids]))
    .orderBy(reductionCounts.reductionId)
    .for("no key update");
}

function tryReduction(
  reduction: OrderReduction,
  { lines, deliveryCents, today }: Wanted,
  uses: Uses,
): AppliedReduction | { refused: string } {
  const { id, from, until, most, mostEach } = reduction;
  if (from && today < from) return { refused: `Ce code vaut à partir du ${frenchLongDay(from)}.` };
  if (until && today > until)
    return { refused: `Ce code n’est plus valable depuis le ${frenchLongDay(dayAfter(until))}.` };
  const { used, own } = uses.get(id) ?? { used: 0, own: 0 };
  if (most && used >= Number(most))
    return { refused: "Ce code a été utilisé autant de fois que prévu." };
  if (mostEach && own >= Number(mostEach))
    return {
      refused:
        mostEach === "1"
          ? "Vous avez déjà utilisé ce code."
          : "Vous avez utilisé ce code autant de fois que prévu.",
    };
  return applyReduction(reduction, lines, deliveryCents);
}

/** Counts the use of a reduction by an order. The order is inserted already, the count locked by `chooseReduction`. */
export async function recordReduction(
  tx: Transaction,
  orderId: string,
  { id: reductionId }: AppliedReduction,
): Promise<void> {
  await tx.insert(reductionCounts).values({ reductionId }).onConflictDoNothing();
  await tx.insert(reductionUses).values({ orderId, reductionId });
}

/** How many orders have each reduction, by its id; those of cancelled orders are not counted. */
export async function countReductions(db: Queryable): Promise<Record<string, number>> {
  const rows = await db.select().from(reductionCounts);
  return Object.fromEntries(rows.map(({ reductionId, used }) => [reductionId, used]));
}

/** What reductions and delivery fees need to know of these products, without locks: unknown ones are left out. */
export function reducibleProducts(db: Queryable, ids: readonly string[]) {
  return db
    .select({
      id: products.id,
      priceCents: products.priceCents,
      category: products.category,
      reference: products.reference,
      weightGrams: products.weightGrams,
    })
    .from(products)
    .where(inArray(products.id, [...ids]));
}
