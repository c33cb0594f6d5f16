import { eq } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { queueOrderMail } from "#app/orders/order-mails.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import { isId } from "#app/platform/id.ts";
import type { Services } from "#app/request-context.ts";
import { returnLines, returns, withdrawals } from "#db/schema/index.ts";
import { isClosed, lockWithdrawal } from "./link-withdrawal.server.ts";
import { returnableLines } from "./returnable.server.ts";

export type ExpectRequest = {
  /** The new return's id, from its form: the same form sent twice adds one return. */
  id: string;
  orderId: string;
  /** The statement of withdrawal that announces it; null: an administrator does. */
  withdrawalId: string | null;
  lines: readonly { position: number; quantity: number }[];
};

export type ExpectOutcome =
  /** Recorded now or before: by the same form, or because the statement has its return already. */
  | { kind: "expected"; id: string }
  /** More pieces of a line than may come back: the rest was not sent, or another return contains it. */
  | { kind: "too-many"; position: number; most: number }
  /** The statement is closed, or belongs to another order. */
  | { kind: "no-statement" }
  | { kind: "not-found" };

/**
 * Records that goods of an order are to come back, and mails the customer. A return that a statement of withdrawal announces is not
 * mailed, because the statement's receipt has said it.
 */
export async function expectReturn(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  admin: Admin,
  { id, orderId, withdrawalId, lines }: ExpectRequest,
): Promise<ExpectOutcome> {
  if (!isId(id) || !isId(orderId) || lines.length === 0) return { kind: "not-found" };
  return asAdmin(db, admin, async (tx) => {
    if (!(await lockOrder(tx, orderId))) return { kind: "not-found" };
    const known = await tx.select().from(returns).where(eq(returns.orderId, orderId));
    const same = known.find((other) => other.id === id);
    if (same) return { kind: "expected", id };
    if (withdrawalId !== null) {
      const announced = known.find((other) => other.withdrawalId === withdrawalId);
      if (announced) return { kind: "expected", id: announced.id };
      await lockWithdrawal(tx, withdrawalId);
      const [stated] = await tx.select().from(withdrawals).where(eq(withdrawals.id, withdrawalId));
      if (stated?.orderId !== orderId || (await isClosed(tx, withdrawalId)))
        return { kind: "no-statement" };
    }
    const returnable = await returnableLines(tx, orderId);
    const chosen = lines.map((line) => ({
      ...line,
      bought: returnable.find(({ position }) => position === line.position),
    }));
    for (const { position, quantity, bought } of chosen)
      if (quantity > (bought?.most ?? 0))
        return { kind: "too-many", position, most: bought?.most ?? 0 };
    const added = await tx
      .insert(returns)
      .values({ id, orderId, withdrawalId, createdBy: admin.id })
      .onConflictDoNothing()
      .returning({ id: returns.id });
    // The id is another order's return: the form was altered.
    if (added.length === 0) return { kind: "not-found" };
    await tx.insert(returnLines).values(
      lines.map(({ position, quantity }) => ({
        returnId: id,
        orderId,
        position,
        expected: quantity,
      })),
    );
    const changes = chosen.map(({ quantity, bought }) => ({
      field: displayName(bought!.name),
      before: null,
      after: String(quantity),
    }));
    await recordActs(tx, admin, [
      { act: "return-expected", subject: orderSubject(orderId), changes },
    ]);
    if (withdrawalId === null)
      await queueOrderMail(tx, jobs, orderId, {
        kind: "return-expected",
        returnId: id,
        lines: chosen.map(({ quantity, bought }) => ({ ...bought!, quantity })),
      });
    return { kind: "expected", id };
  });
}
