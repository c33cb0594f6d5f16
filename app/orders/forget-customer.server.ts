import { and, inArray, lt, ne, sql, type SQL } from "drizzle-orm";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { orders } from "#db/schema/index.ts";
import { archiveContracts } from "./archived-contracts.server.ts";
import { IS_DUE } from "./to-send.server.ts";

/** Whether one of these orders must still be delivered and so needs its address. `are`: an SQL condition on `orders`. */
export async function hasUndeliveredOrder(db: Queryable, are: SQL): Promise<boolean> {
  return (await db.$count(orders, and(are, IS_DUE))) > 0;
}

/** Column values that delete who ordered, the parts of the delivery address and the billing address. */
const NO_PERSON = {
  customerId: null,
  guestEmail: null,
  guestLinkVersion: null,
  guestLinkAt: null,
  shippingStreet: null,
  shippingPostalCode: null,
  shippingTown: null,
  billingName: null,
  billingAddress: null,
  billingCompany: null,
  billingSiren: null,
  billingVatNumber: null,
  relayPoint: null,
  payerEmail: null,
};

/**
 * Anonymizes the orders of a buyer whose account or data is being deleted. What was ordered stays for accounting. Only invoices keep the
 * customer's name, and only archived contracts keep the other data.
 */
export async function forgetCustomer(tx: Transaction, buyer: Buyer): Promise<void> {
  await archiveContracts(tx, buyer);
  await tx
    .update(orders)
    .set({
      ...NO_PERSON,
      customerName: "Client supprimé",
      phoneNumber: "Effacé",
      shippingAddress: "Effacée",
      disownedAt: null,
    })
    .where(isOf(buyer));
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
      ...NO_PERSON,
      customerName: FORGOTTEN,
      phoneNumber: FORGOTTEN,
      shippingAddress: FORGOTTEN,
    })
    .where(
      inArray(
        orders.id,
        db
          .select({ id: orders.id })
          .from(orders)
          .where(
            and(
              sql`NOT ${orders.isPaid} AND NOT ${orders.isDelivered}`,
              lt(orders.createdAt, sql`now() - interval '3 years'`),
              ne(orders.customerName, FORGOTTEN),
              sql`NOT EXISTS (SELECT FROM invoices WHERE order_id = ${orders.id})`,
            ),
          )
          .for("update", { skipLocked: true }),
      ),
    );
}
