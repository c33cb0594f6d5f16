import { asc, eq } from "drizzle-orm";
import { orderLines, orders, users } from "#db/schema/index.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { includedVat } from "#app/invoices/invoice-schema.ts";
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
  const [found] = await tx
    .select({ order: orders, to: users.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.customerId))
    .where(eq(orders.id, orderId));
  if (!found) return;
  const { to } = found;
  const order = { ...mailedOrder(found.order), lines: await mailedLines(tx, orderId) };
  const key = `order-${orderId.toLowerCase()}-${event.kind}`;
  switch (event.kind) {
    case "received": {
      const props = { order, termsVersion: found.order.termsVersion };
      return queueMail(tx, jobs, { to, key, template: "order-received", props });
    }
    case "paid": {
      const { invoice } = event;
      const { customerName, shippingAddress, paidAt } = found.order;
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
      const { refundId, amountCents, reason, creditNote } = event;
      return queueMail(tx, jobs, {
        to,
        key: `${key}-${refundId.toLowerCase()}`,
        template: "order-refunded",
        props: { order, amountCents, reason, creditNote },
        attach: creditNote ? [{ invoice: creditNote }] : [],
      });
    }
    case "cancelled": {
      const props = { order, reason: event.reason };
      return queueMail(tx, jobs, { to, key, template: "order-cancelled", props });
    }
  }
}

function mailedOrder(order: typeof orders.$inferSelect) {
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
    isPaidAtDoor: paymentMethod === "Paiement à la livraison",
  };
}

async function mailedLines(tx: Queryable, orderId: string) {
  const lines = await tx
    .select({
      name: orderLines.name,
      unitPriceCents: orderLines.unitPriceCents,
      quantity: orderLines.quantity,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
  return lines.map((line) => ({ ...line, name: displayName(line.name) }));
}
