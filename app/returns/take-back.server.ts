import { eq } from "drizzle-orm";
import { lockOwner, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import { CUSTOMER, recordActs } from "#app/audit/record-acts.server.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import { MAY_TAKE_BACK } from "#app/orders/withdrawal-state.server.ts";
import type { Services } from "#app/request-context.ts";
import { orders, withdrawalEndings, withdrawals } from "#db/schema/index.ts";
import { lockWithdrawal } from "./link-withdrawal.server.ts";
import { isAuthorProved, repeatedOf } from "./receipt.server.ts";
import { kindOf } from "./statement.ts";
import { readWithdrawal } from "./withdrawal-list.server.ts";

export type TakeBackOutcome =
  | { kind: "taken-back" }
  /** Not possible now: the statement is closed or (being) refunded, goods have come back, or the late parcel has not arrived. */
  | { kind: "not-now" }
  | { kind: "not-found" };

/** The closing reason of a statement that the customer took back; the customer and the administrators read it. */
const REASON = "Retirée par son auteur, qui garde les articles.";

// PostgreSQL throws on some texts (null character).
const isStatementId = (text: string) => /^[0-9A-Z]{26}$/.test(text);

/**
 * Closes a statement without a refund because the customer takes it back (decision 110). Only they may do so, for their own order.
 * Mails them, and sends the administrators a message.
 */
export function takeBackWithdrawal(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  customer: OrderOwner,
  id: string,
): Promise<TakeBackOutcome> {
  return db.transaction(async (tx) => {
    if (!isStatementId(id)) return { kind: "not-found" };
    const [found] = await tx
      .select({ orderId: withdrawals.orderId })
      .from(withdrawals)
      .where(eq(withdrawals.id, id));
    if (!found?.orderId || !(await lockOwner(tx, customer))) return { kind: "not-found" };
    const order = await lockOrder(tx, found.orderId, customer);
    if (!order) return { kind: "not-found" };
    await lockWithdrawal(tx, id);
    const [state] = await tx
      .select({ mayTakeBack: MAY_TAKE_BACK })
      .from(withdrawals)
      .innerJoin(orders, eq(orders.id, withdrawals.orderId))
      .where(eq(withdrawals.id, id));
    if (!state!.mayTakeBack) return { kind: "not-now" };
    const stated = (await readWithdrawal(tx, id))!;
    await tx.insert(withdrawalEndings).values({ withdrawalId: id, reason: REASON });
    await addMessage(tx, {
      id: `${order.id}-${id}-retiree`,
      title: `${stated.isForLateDelivery ? "Annulation" : "Rétractation"} retirée par le client`,
      message: `Le client garde les articles de sa ${kindOf(stated)}\u00a0: ${stated.articles.replaceAll("\n", ", ") || "toute la commande"}. Rien n’est plus à rembourser à ce titre.`,
      email: stated.email,
      name: order.customerName,
      phoneNumber: order.phoneNumber,
    });
    const isConfirmed = await isAuthorProved(tx, order.id, stated.email);
    await queueMail(tx, jobs, {
      to: stated.email,
      key: `withdrawal-${id.toLowerCase()}-closed`,
      template: "withdrawal-closed",
      props: { reason: REASON, kind: kindOf(stated), ...repeatedOf(stated, isConfirmed) },
      isConfirmed,
    });
    await recordActs(tx, CUSTOMER, [
      { act: "withdrawal-taken-back", subject: orderSubject(order.id) },
    ]);
    return { kind: "taken-back" };
  });
}
