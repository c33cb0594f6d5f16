import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { orders } from "#db/schema/index.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { IS_DUE } from "./to-send.server.ts";

/** Whether an order of this customer is on its way, or to be prepared: its address is needed. */
export async function hasOrderOnItsWay(db: Queryable, customerId: string): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.customerId, customerId), IS_DUE))) > 0;
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

const FORGOTTEN = "Effacé";

/**
 * Takes whoever ordered out of orders that came to nothing three years ago: neither paid nor delivered, they are no part
 * of the books.
 */
export async function forgetOldAttempts(db: Database): Promise<void> {
  await db
    .update(orders)
    .set({
      customerId: null,
      customerName: FORGOTTEN,
      phoneNumber: FORGOTTEN,
      shippingAddress: FORGOTTEN,
      payerEmail: null,
    })
    .where(
      inArray(
        orders.id,
        db
          .select({ id: orders.id })
          .from(orders)
          .where(
            and(
              sql`NOT ${orders.isPaid} AND NOT ${orders.isShipped}`,
              lt(orders.createdAt, sql`now() - interval '3 years'`),
              ne(orders.customerName, FORGOTTEN),
              sql`NOT EXISTS (SELECT FROM invoices WHERE order_id = ${orders.id})`,
            ),
          )
          .for("update", { skipLocked: true }),
      ),
    );
}
