import { and, eq, sql } from "drizzle-orm";
import { lockAccountShared } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { CUSTOMER, recordActs } from "#app/audit/record-acts.server.ts";
import { forgetOrderMails } from "#app/mail/forget-mails.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import type { Services } from "#app/request-context.ts";
import { orders } from "#db/schema/index.ts";
import { IS_UNCLAIMED } from "./order-email.server.ts";
import { lockOrder } from "./order-money.server.ts";
import { deliveryNumber, orderSubject } from "./order-view.ts";

type UnclaimedOrder = Pick<typeof orders.$inferSelect, "id" | "customerName" | "phoneNumber">;

/** The orders that joined the account because of its e-mail address, and that its owner has not confirmed as theirs (`IS_UNCLAIMED`). */
export function unclaimedOrders(db: Queryable, customerId: string): Promise<UnclaimedOrder[]> {
  const { id, customerName, phoneNumber } = orders;
  return db
    .select({ id, customerName, phoneNumber })
    .from(orders)
    .where(and(eq(orders.customerId, customerId), IS_UNCLAIMED))
    .orderBy(id);
}

/**
 * Marks the orders of an account as unclaimed (`IS_UNCLAIMED`), because a stranger may have placed them before the owner of the e-mail
 * address took the account over. Orders whose own address was proved stay claimed. The caller holds the account's lock.
 */
export async function unclaimOrders(tx: Transaction, customerId: string): Promise<void> {
  await tx.execute(sql`
    WITH placed AS (SELECT id FROM orders WHERE customer_id = ${customerId} AND joined_from IS NULL
      AND email_confirmed_at IS NULL ORDER BY id FOR UPDATE)
    UPDATE orders SET joined_from = users.email FROM placed, users
    WHERE orders.id = placed.id AND users.id = ${customerId}`);
}

/**
 * « Ce n’est pas ma commande »: detaches an order from the viewer's account, for good. Does nothing if the order is not in their account
 * (any more), or if they placed it or confirmed it as theirs.
 */
export function disownOrder(
  { db }: Pick<Services, "db">,
  viewer: Pick<Viewer, "id">,
  orderId: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isId(orderId) || !(await lockAccountShared(tx, viewer.id))) return;
    const order = await lockOrder(tx, orderId, viewer);
    if (!order?.joinedFrom || order.emailConfirmedAt) return;
    await detachOrder(tx, order);
  });
}

/**
 * Removes an unclaimed order from its account and deletes the order's e-mail address, so that no mail, link, recall, withdrawal or
 * reduction count connects the two, and no account takes the order in again. Tells the administrators: only they can still reach the
 * buyer, by telephone. The caller holds the order's lock.
 */
export async function detachOrder(
  tx: Transaction,
  { id, customerName, phoneNumber }: UnclaimedOrder,
): Promise<void> {
  await tx
    .update(orders)
    .set({ customerId: null, disownedAt: sql`now()` })
    .where(eq(orders.id, id));
  await forgetOrderMails(tx, [id]);
  await addMessage(tx, {
    id: `${id}-detachee`,
    title: "Commande sans adresse e-mail",
    message: `Commande ${deliveryNumber(id)}\u00a0: la personne qui a son adresse e-mail ne la reconnaît pas, ou a supprimé son compte. Aucun e-mail ne part plus pour elle\u00a0: joignez son client par téléphone.`,
    name: customerName,
    email: "",
    phoneNumber,
  });
  await recordActs(tx, CUSTOMER, [{ act: "order-disowned", subject: orderSubject(id) }]);
}
