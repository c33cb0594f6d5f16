import { and, eq, sql } from "drizzle-orm";
import { orders } from "#db/schema/index.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";

/** Whether an order of this customer is on its way, or to be prepared: paid, or to be paid at the door. */
export async function hasOrderOnItsWay(db: Queryable, customerId: string): Promise<boolean> {
  const isOnItsWay = sql`NOT ${orders.isShipped} AND ${orders.cancelledAt} IS NULL
    AND (${orders.isPaid} OR ${orders.paymentMethod} = 'Paiement à la livraison')`;
  return (await db.$count(orders, and(eq(orders.customerId, customerId), isOnItsWay))) > 0;
}

/**
 * Takes the customer out of their orders: what was bought, and for how much, stays for the books; who it was stands on
 * the invoices alone.
 */
export async function forgetCustomer(tx: Transaction, customerId: string): Promise<void> {
  await tx
    .update(orders)
    .set({
      customerId: null,
      customerName: "Client supprimé",
      phoneNumber: "Effacé",
      shippingAddress: "Effacée",
      payerEmail: null,
    })
    .where(eq(orders.customerId, customerId));
}
