import { lockActorShared } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import type { Services } from "#app/platform/request-context.ts";
import { withdrawalEndings } from "#db/schema/index.ts";
import type { ClosingForm } from "./closing-schema.ts";
import { lockOrderShared, lockWithdrawal } from "./link-withdrawal.server.ts";
import { isAuthorProved, repeatedOf } from "./receipt.server.ts";
import { kindOf } from "./statement.ts";
import { readWithdrawal } from "./withdrawal-list.server.ts";
import { isClosable } from "./withdrawal-query.ts";

export type ClosingOutcome =
  | { kind: "closed" }
  /** Closed, refunded or without anything to refund. */
  | { kind: "already-ended" }
  /** A refund of the order is not confirmed yet. */
  | { kind: "refunding" }
  /** Linked to an order since the administrator read the list. */
  | { kind: "changed" }
  | { kind: "not-found" };

/**
 * Closes a statement without a refund, once, with a reason that its author gets by mail. Administrators only. `order`: the
 * order that the administrator saw, « » for an unmatched statement.
 */
export function closeWithdrawal(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  admin: Viewer,
  { id, order, reason }: ClosingForm,
): Promise<ClosingOutcome> {
  if (!admin.isAdmin) throw new Error("only an administrator closes a withdrawal");
  return db.transaction(async (tx) => {
    await lockActorShared(tx, admin);
    // A concurrent refund or account deletion holds the order's lock: it comes before or after, never between.
    if (order !== "") await lockOrderShared(tx, order);
    await lockWithdrawal(tx, id);
    const stated = await readWithdrawal(tx, id);
    if (!stated) return { kind: "not-found" };
    if ((stated.orderId ?? "") !== order) return { kind: "changed" };
    if (!isClosable(stated.state))
      return { kind: stated.state === "refunding" ? "refunding" : "already-ended" };
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
