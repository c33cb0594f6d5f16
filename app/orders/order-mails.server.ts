import { asc, eq } from "drizzle-orm";
import { orderLines, orders, users } from "#db/schema/index.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { includedVat } from "#app/invoices/vat.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { deliveryNumber } from "./order-view.ts";

/** What happened to an order that its customer is told; `invoice` and `creditNote` are numbers, amounts cents. */
export type OrderEvent =
  | { kind: "received" }
  | { kind: "paid"; invoice: string }
  | { kind: "delivered"; invoice: string | null }
  | {
      kind: "refunded";
      refundId: string;
      amountCents: number;
      creditNote: string | null;
      reason: string;
      /** Whether the payment provider gives it back; else the shop does by its own hand. */
      isByProvider: boolean;
    }
  | { kind: "cancelled"; reason: string };

/**
 * Asks for the mail that tells the order's customer, in the transaction of what happened: once per event. Nobody is
 * told when the account is gone.
 */
export async function queueOrderMail(
  tx: Queryable,
  jobs: Jobs,
  orderId: string,
  event: OrderEvent,
): Promise<void> {
  const told = await readToldOrder(tx, orderId);
  if (told) await queueMailOf(tx, jobs, told, event);
}

/** An order that a mail tells of, and the address of the account it goes to. */
export type ToldOrder = { order: OrderRow; lines: MailedLine[]; to: string };
type OrderRow = typeof orders.$inferSelect;
type MailedLine = Pick<typeof orderLines.$inferSelect, "name" | "unitPriceCents" | "quantity">;

/** The same as `queueOrderMail` for an order that the caller has read, or just written. */
export async function queueMailOf(
  tx: Queryable,
  jobs: Jobs,
  told: ToldOrder,
  event: OrderEvent,
): Promise<void> {
  const { to } = told;
  const lines = told.lines.map((line) => ({ ...line, name: displayName(line.name) }));
  const order = { ...mailedOrder(told.order), lines };
  const key = `order-${order.id.toLowerCase()}-${event.kind}`;
  switch (event.kind) {
    case "received": {
      const props = { order, termsVersion: told.order.termsVersion };
      return queueMail(tx, jobs, { to, key, template: "order-received", props });
    }
    case "paid": {
      const { invoice } = event;
      const { customerName, shippingAddress, paidAt } = told.order;
      const props = {
        order,
        invoice,
        to: { name: customerName, address: shippingAddress },
        paidAt: (paidAt ?? new Date()).toISOString(),
      };
      return queueMail(tx, jobs, { to, key, template: "order-paid", props, attach: [{ invoice }] });
    }
    case "delivered": {
      const { invoice } = event;
      const props = { order, invoice };
      const attach = invoice ? [{ invoice }] : [];
      return queueMail(tx, jobs, { to, key, template: "order-delivered", props, attach });
    }
    case "refunded": {
      const { refundId, amountCents, reason, creditNote, isByProvider } = event;
      return queueMail(tx, jobs, {
        to,
        key: `${key}-${refundId.toLowerCase()}`,
        template: "order-refunded",
        props: { order, amountCents, reason, creditNote, isByProvider },
        attach: creditNote ? [{ invoice: creditNote }] : [],
      });
    }
    case "cancelled": {
      const props = { order, reason: event.reason };
      return queueMail(tx, jobs, { to, key, template: "order-cancelled", props });
    }
  }
}

function mailedOrder(order: OrderRow) {
  const { id, totalCents, shippingMethod, shippingFrom, shippingUntil, paymentMethod } = order;
  return {
    id,
    number: deliveryNumber(id),
    totalCents,
    vatCents: includedVat(totalCents),
    shippingMethod,
    shippingFrom,
    shippingUntil,
    isToPickUp: shippingMethod === "Point de relais",
    paymentMethod,
    isPaidOnDelivery: paymentMethod === "Paiement à la livraison",
  };
}

/** Where the mails about this customer's orders go: the sign-in address. */
export async function mailAddressOf(db: Queryable, customerId: string): Promise<string> {
  const [account] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, customerId));
  return account?.email ?? "";
}

/** What a mail tells of an order, or null when its account is gone. */
export async function readToldOrder(tx: Queryable, orderId: string): Promise<ToldOrder | null> {
  // Asked together: one way to the database and back.
  const [[found], lines] = await Promise.all([
    tx
      .select({ order: orders, to: users.email })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.customerId))
      .where(eq(orders.id, orderId)),
    tx
      .select({
        name: orderLines.name,
        unitPriceCents: orderLines.unitPriceCents,
        quantity: orderLines.quantity,
      })
      .from(orderLines)
      .where(eq(orderLines.orderId, orderId))
      .orderBy(asc(orderLines.position)),
  ]);
  return found ? { ...found, lines } : null;
}
