import { and, asc, desc, eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import type { Services } from "#app/request-context.ts";
import { orderLines, orderLots, orders } from "#db/schema/index.ts";
import { lotsInWords, type RecordedLot } from "./lot-form.ts";
import { isOver } from "./lot-schema.ts";
import {
  addOrders,
  affectedOrders,
  lockRecalls,
  openRecallsOf,
  type Recall,
} from "./recall-orders.server.ts";

export type RecordLotsOutcome =
  /** `recalled`: product names of the open recalls that the order, which has left already, now belongs to. */
  | { kind: "saved"; recalled: string[] }
  /** Another administrator changed the lots meanwhile: nothing is stored. */
  | { kind: "changed" }
  /** The lot is recalled and the order has not left: nothing is stored. */
  | { kind: "recalled"; position: number; lot: string; since: Date }
  /** The durability has passed and the order has not left: nothing is stored. */
  | { kind: "over"; position: number; lot: string }
  /** A line has fewer articles than its lots. */
  | { kind: "too-many"; position: number }
  | { kind: "not-found" };

type Line = typeof orderLines.$inferSelect;
type StoredLot = typeof orderLots.$inferSelect;

/** The lots as one text: the version of the form's optimistic lock. */
export const versionOf = (lots: readonly RecordedLot[]): string =>
  lots
    .map(({ position, lot, bestBefore, quantity }) =>
      [position, quantity, bestBefore, lot].join(" "),
    )
    .toSorted()
    .join("\n");

/**
 * Replaces the recorded lots of an order by `lots`. `seen`: the `versionOf` the lots in the form (optimistic lock). For an order that has
 * not left, refuses new lots that are recalled or expired. An order that has left is added to the open recalls of its lots, and its buyer
 * is mailed.
 */
export async function recordLots(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  admin: Admin,
  { orderId, lots, seen }: { orderId: string; lots: readonly RecordedLot[]; seen: string },
): Promise<RecordLotsOutcome> {
  if (!isId(orderId)) return { kind: "not-found" };
  return asAdmin(db, admin, async (tx) => {
    await lockRecalls(tx);
    const order = await lockOrder(tx, orderId);
    if (!order) return { kind: "not-found" };
    const { lines, stored } = await readLots(tx, orderId);
    const isSame = versionOf(stored) === versionOf(lots);
    // An equal form is a retry.
    if (isSame) return { kind: "saved", recalled: [] };
    if (versionOf(stored) !== seen) return { kind: "changed" };
    for (const { position, quantity } of lines)
      if (sumOf(lots, position) > quantity) return { kind: "too-many", position };
    if (lots.some(({ position }) => !lines.some((line) => line.position === position)))
      return { kind: "not-found" };

    const added = lots.filter((lot) => !stored.some((other) => isEqual(lot, other)));
    const open = await openRecallsOf(
      tx,
      lines.map(({ productId }) => productId),
    );
    const hasLeft = order.isDelivered || order.handedOverAt !== null || order.cancelledAt !== null;
    const refusal = hasLeft ? null : refusalOf(added, lines, open);
    if (refusal) return refusal;

    await replaceLots(tx, orderId, lines, stored, lots);
    await recordActs(tx, admin, [
      {
        act: "lots-recorded",
        subject: orderSubject(orderId),
        changes: changesOf(lines, stored, lots),
      },
    ]);
    const recalled: string[] = [];
    for (const recall of hasLeft ? open : []) {
      const affected = await affectedOrders(tx, recall, eq(orders.id, orderId));
      if (recall.lots.length === 0 || affected.length === 0) continue;
      await addOrders(tx, jobs, recall, affected);
      recalled.push(displayName(recall.productName));
    }
    return { kind: "saved", recalled };
  });
}

async function readLots(
  tx: Transaction,
  orderId: string,
): Promise<{ lines: Line[]; stored: StoredLot[] }> {
  const lines = await tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
  const stored = await tx.select().from(orderLots).where(eq(orderLots.orderId, orderId));
  return { lines, stored };
}

const sumOf = (lots: readonly RecordedLot[], position: number) =>
  lots.filter((lot) => lot.position === position).reduce((sum, { quantity }) => sum + quantity, 0);

const isSameLot = (one: RecordedLot, other: RecordedLot) =>
  one.position === other.position && one.lot === other.lot;
const isEqual = (one: RecordedLot, other: RecordedLot) =>
  isSameLot(one, other) && one.quantity === other.quantity && one.bestBefore === other.bestBefore;

function refusalOf(
  added: readonly RecordedLot[],
  lines: readonly Line[],
  open: readonly Recall[],
): RecordLotsOutcome | null {
  const today = parisToday();
  for (const { position, lot, bestBefore } of added) {
    const { productId } = lines.find((line) => line.position === position)!;
    const recall = open.find((one) => one.productId === productId && one.lots.includes(lot));
    if (recall) return { kind: "recalled", position, lot, since: recall.publishedAt };
    if (bestBefore && isOver(bestBefore, today)) return { kind: "over", position, lot };
  }
  return null;
}

/** Writes only the lots that differ, so that the others keep the time of their recording. */
async function replaceLots(
  tx: Transaction,
  orderId: string,
  lines: readonly Line[],
  stored: readonly StoredLot[],
  lots: readonly RecordedLot[],
): Promise<void> {
  for (const former of stored)
    if (!lots.some((lot) => isEqual(lot, former)))
      await tx
        .delete(orderLots)
        .where(
          and(
            eq(orderLots.orderId, orderId),
            eq(orderLots.position, former.position),
            eq(orderLots.lot, former.lot),
          ),
        );
  const added = lots.filter((lot) => !stored.some((other) => isEqual(lot, other)));
  if (added.length === 0) return;
  await tx.insert(orderLots).values(
    added.map(({ position, lot, bestBefore, quantity }) => {
      const { productId } = lines.find((line) => line.position === position)!;
      return { orderId, position, lot, bestBefore, quantity, productId };
    }),
  );
}

/** The changed lines for the history, each with its lots before and after. */
function changesOf(
  lines: readonly Line[],
  stored: readonly StoredLot[],
  lots: readonly RecordedLot[],
) {
  return lines.flatMap(({ position, name }) => {
    const ofLine = (all: readonly RecordedLot[]) =>
      lotsInWords(all.filter((lot) => lot.position === position));
    const [before, after] = [ofLine(stored), ofLine(lots)];
    return before === after ? [] : [{ field: displayName(name), before, after }];
  });
}

/** A lot that was recorded lately for a product. */
export type LastLot = { lot: string; bestBefore: string | null };
const MOST_SUGGESTED = 5;
/** Rows read to find MOST_SUGGESTED different lots: consecutive orders mostly have the same lot. */
const READ_FOR_SUGGESTIONS = 500;

/** The lots recorded last for a product, the latest first. */
export async function lastLots(db: Queryable, productId: string): Promise<LastLot[]> {
  const latest = db
    .select()
    .from(orderLots)
    .where(eq(orderLots.productId, productId))
    .orderBy(desc(orderLots.recordedAt))
    .limit(READ_FOR_SUGGESTIONS)
    .as("latest");
  return db
    .select({
      lot: latest.lot,
      bestBefore: sql<string | null>`(array_agg(best_before ORDER BY recorded_at DESC))[1]`,
    })
    .from(latest)
    .groupBy(latest.lot)
    .orderBy(desc(sql`max(recorded_at)`), asc(latest.lot))
    .limit(MOST_SUGGESTED);
}
