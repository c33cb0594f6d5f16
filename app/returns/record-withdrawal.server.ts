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
   * `at`: when it was recorded first, « 25 novembre 2026 à 14:12 ». `isWhole`: the receipt surely has the whole statement, not
   * perhaps a link to it. It « leaves » later after other mails to the same mailbox.
   */
  | { kind: "recorded"; at: string; isWhole: boolean; leaves: "now" | "later" }
  /** From this network or account: nothing is stored. */
  | { kind: "too-many" };

/**
 * Stores a statement of withdrawal; its receipt follows (Code de la consommation, L221-21). The same statement made again is the same
 * row and receipt. `own`: an order of whoever states it, linked at once; every other statement is matched by a job, which also
 * queues the receipt, so that known and unknown numbers cost the same here. Statements of strangers with the same address refuse none:
 * their receipts wait for a turn of its mailbox, unless the order is paid.
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
    // In the order of docs/locks.md: account, order, statement.
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
