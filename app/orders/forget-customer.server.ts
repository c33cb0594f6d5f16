import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { orders } from "#db/schema/index.ts";
import { archiveContracts } from "./archived-contracts.server.ts";
import { IS_DUE } from "./to-send.server.ts";

/** Whether a customer has an order that must still be delivered, for which its address is needed. */
export async function hasUndeliveredOrder(db: Queryable, customerId: string): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.customerId, customerId), IS_DUE))) > 0;
}

/** The parts of an address and the billing address, removed. */
const NO_PARTS = {
  shippingStreet: null,
  shippingPostalCode: null,
  shippingTown: null,
  billingName: null,
  billingAddress: null,
};

/**
 * Account deletion: anonymizes the customer's orders. Their contents stay for accounting; only invoices keep the
 * customer's name, and archived contracts its data.
 */
export async function forgetCustomer(tx: Transaction, customerId: string): Promise<void> {
  await archiveContracts(tx, customerId);
  await tx
    .update(orders)
    .set({
      customerId: null,
      customerName: "Client supprimé",
      phoneNumber: "Effacé",
      shippingAddress: "Effacée",
      ...NO_PARTS,
      payerEmail: null,
    })
    .where(eq(orders.customerId, customerId));
}

const FORGOTTEN = "Effacé";

/**
 * Retention: anonymizes orders older than three years that were neither paid nor delivered and have no invoice, and so are no
 * accounting records.
 */
export async function forgetOldUnpaidOrders(db: Database): Promise<void> {
  await db
    .update(orders)
    .set({
      customerId: null,
      customerName: FORGOTTEN,
      phoneNumber: FORGOTTEN,
      shippingAddress: FORGOTTEN,
      ...NO_PARTS,
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
