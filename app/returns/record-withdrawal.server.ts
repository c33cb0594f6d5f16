import { and, eq, sql } from "drizzle-orm";
import { lockOwner, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import { paddedNumber } from "#app/orders/delivery-number-schema.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import type { Caller } from "#app/platform/caller.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { withdrawals } from "#db/schema/index.ts";
import { isClosed, linkLocked, noticeRepeated } from "./link-withdrawal.server.ts";
import { isAuthorProved, queueReceipt, type Withdrawal } from "./receipt.server.ts";
import { hourOf, type Statement } from "./statement.ts";

export type RecordOutcome =
  /**
   * `at`: when it was first recorded, « 25 novembre 2026 à 14:12 ». `isWhole`: the receipt surely repeats the whole statement; false:
   * it may only link to it. `leaves`: « later » if the receipt waits behind other mails to the same mailbox (rate limit).
   */
  | { kind: "recorded"; at: string; isWhole: boolean; leaves: "now" | "later" }
  /** Rate limit of the network or account: nothing is stored. */
  | { kind: "too-many" };

/**
 * Stores a statement of withdrawal and queues its receipt (Code de la consommation, L221-21). Idempotent: a repeated statement has the
 * same row and receipt. `own`: the sender's own order, linked at once. A job matches every other statement and queues its receipt, so that
 * the response time does not reveal whether a number exists. An address has no limit of statements: a stranger who uses it must not block
 * its owner. Instead the receipts of unpaid orders wait for their mailbox's rate limit.
 */
export async function recordWithdrawal(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  caller: Pick<Caller, "address">,
  statement: Statement,
  own: { owner: OrderOwner; orderId: string } | null,
): Promise<RecordOutcome> {
  const { address } = caller;
  const { email: mailbox } = statement;
  const isProved = own !== null && (await isAuthorProved(db, own.orderId, mailbox));
  const isAllowed = isProved
    ? limits.allow("own-withdrawal", { address, account: own.owner.id ?? own.orderId })
    : limits.allow("withdrawal", { address });
  if (!(await isAllowed)) return { kind: "too-many" };
  const leaves = !isProved && (await limits.mailWaits(mailbox)) ? "later" : "now";
  return db.transaction(async (tx) => {
    // Lock order (docs/locks.md): account, order, statement.
    const isOwn =
      own !== null &&
      (await lockOwner(tx, own.owner)) &&
      (await lockOrder(tx, own.orderId, own.owner)) !== undefined;
    const { row, isNew } = await insertOnce(tx, statement);
    if (isOwn) {
      await linkLocked(tx, row, own.orderId);
      await queueReceipt(tx, jobs, row, own.orderId);
    } else if (isNew) await jobs.send(tx, "match-withdrawals", { id: row.id });
    if (!isNew && (await isClosed(tx, row.id))) await noticeRepeated(tx, row);
    return { kind: "recorded", at: hourOf(row.createdAt), isWhole: isProved, leaves };
  });
}

/** Inserts a statement, or returns the row of an equal one. Concurrent equal statements are serialized by the unique index. */
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
