import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import type { Services } from "#app/request-context.ts";
import { withdrawalEndings } from "#db/schema/index.ts";
import { lockOrderShared, lockWithdrawal } from "./link-withdrawal.server.ts";
import { isAuthorProved, repeatedOf } from "./receipt.server.ts";
import { kindOf } from "./statement.ts";
import type { ClosingForm } from "./withdrawal-closing-schema.ts";
import { readWithdrawal, type ListedWithdrawal } from "./withdrawal-list.server.ts";
import { isBinding, isClosable } from "./withdrawal-query.ts";

export type ClosingOutcome =
  | { kind: "closed" }
  /** The statement is closed or refunded already, or nothing is to be refunded. */
  | { kind: "already-ended" }
  /** A refund of the order is not confirmed yet. */
  | { kind: "refunding" }
  /** The customer withdrew in time: the law requires the refund. */
  | { kind: "binding" }
  /** The statement was linked to another order after the administrator loaded the list. */
  | { kind: "changed" }
  | { kind: "not-found" };

/** Why a statement that is not closable (`isClosable`) is refused. */
export function refusalOf(stated: ListedWithdrawal): "binding" | "refunding" | "already-ended" {
  if (isBinding(stated)) return "binding";
  return stated.state === "refunding" ? "refunding" : "already-ended";
}

/**
 * Closes a statement without a refund, once, with a reason that its author gets by mail. `order`: the
 * order that the administrator saw, « » for an unmatched statement.
 */
export function closeWithdrawal(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  admin: Admin,
  { id, order, reason }: ClosingForm,
): Promise<ClosingOutcome> {
  return asAdmin(db, admin, async (tx) => {
    // Refunds and account deletions take the order's lock: they commit before this transaction or start after it.
    if (order !== "") await lockOrderShared(tx, order);
    await lockWithdrawal(tx, id);
    const stated = await readWithdrawal(tx, id);
    if (!stated) return { kind: "not-found" };
    if ((stated.orderId ?? "") !== order) return { kind: "changed" };
    if (!isClosable(stated)) return { kind: refusalOf(stated) };
    await tx.insert(withdrawalEndings).values({ withdrawalId: id, reason });
    const isConfirmed = await isAuthorProved(tx, stated.orderId, stated.email);
    await queueMail(tx, jobs, {
      to: stated.email,
      key: `withdrawal-${id.toLowerCase()}-closed`,
      template: "withdrawal-closed",
      props: { reason, kind: kindOf(stated), ...repeatedOf(stated, isConfirmed) },
      isConfirmed,
    });
    // An unmatched statement has no order: the trail shows its stated number, without a link.
    const subject = stated.orderId
      ? orderSubject(stated.orderId)
      : ({ type: "order", id, name: stated.orderNumber } as const);
    const changes = [{ field: "raison", before: null, after: reason }];
    await recordActs(tx, admin, [{ act: "withdrawal-closed", subject, changes }]);
    return { kind: "closed" };
  });
}
