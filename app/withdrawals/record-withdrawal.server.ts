import { and, eq, sql } from "drizzle-orm";
import type { Caller } from "#app/accounts/auth.server.ts";
import { lockOwner, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import { paddedNumber } from "#app/orders/delivery-number-schema.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { mails, withdrawals } from "#db/schema/index.ts";
import { isClosed, linkLocked, noticeRepeated, type Withdrawal } from "./link-withdrawal.server.ts";
import { queueReceipt, receiptKey } from "./receipt.server.ts";
import { hourOf, type Statement } from "./statement.ts";

export type RecordOutcome =
  /** `at`: when it was recorded first, « 25 novembre 2026 à 14:12 ». `hasReceipt` is false past the limit of receipts. */
  { kind: "recorded"; at: string; hasReceipt: boolean } | { kind: "too-many" };

/**
 * Stores a statement of withdrawal and queues its receipt (Code de la consommation, L221-21). The same statement made again
 * is the same row and receipt. `own`: an order of whoever states it, with its customer's address, linked at once; every other statement is matched by a
 * job, so that known and unknown numbers cost the same here. « too-many »: nothing is stored.
 */
export async function recordWithdrawal(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  caller: Pick<Caller, "address">,
  statement: Statement,
  own: { owner: OrderOwner; email: string | null; orderId: string } | null,
): Promise<RecordOutcome> {
  // By account, or by order without one: others on the same network can't use up its limit.
  const address = own ? (own.owner.id ?? own.orderId) : caller.address;
  if (!(await limits.allow("withdrawal", { address }))) return { kind: "too-many" };
  const to = statement.email.toLowerCase();
  // Strangers may state anything with any address. The receipt of a statement that a job matches is queued then, past the limit too.
  const hasReceipt =
    own?.email === to || (await limits.allow("withdrawal-receipt", { account: to }));
  return db.transaction(async (tx) => {
    // In the order of docs/locks.md: account, order, statement.
    const isOwn =
      own !== null &&
      (await lockOwner(tx, own.owner)) &&
      (await lockOrder(tx, own.orderId, own.owner)) !== undefined;
    const { row, isNew } = await insertOnce(tx, statement);
    if (isOwn) await linkLocked(tx, row, own.orderId);
    else if (isNew) await jobs.send(tx, "match-withdrawals", { id: row.id });
    const at = hourOf(row.createdAt);
    if (!isNew && (await isClosed(tx, row.id))) await noticeRepeated(tx, row);
    if (hasReceipt) await queueReceipt(tx, jobs, row);
    const wasSent = (await tx.$count(mails, eq(mails.key, receiptKey(row)))) > 0;
    return { kind: "recorded", at, hasReceipt: wasSent };
  });
}

/** The row of this statement: a new one, or that of an equal statement. A concurrent equal one waits at the unique index. */
async function insertOnce(
  tx: Transaction,
  { number, ...stated }: Statement,
): Promise<{ row: Withdrawal; isNew: boolean }> {
  const orderNumber = paddedNumber(number);
  const [row] = await tx
    .insert(withdrawals)
    .values({ id: newId(), orderNumber, ...stated })
    .onConflictDoNothing()
    .returning();
  if (row) return { row, isNew: true };
  const [equal] = await tx
    .select()
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.orderNumber, orderNumber),
        sql`lower(${withdrawals.email}) = ${stated.email.toLowerCase()}`,
        eq(withdrawals.articles, stated.articles),
        eq(withdrawals.repeat, stated.repeat),
      ),
    );
  if (!equal) throw new Error("an equal withdrawal exists and cannot be read");
  return { row: equal, isNew: false };
}
