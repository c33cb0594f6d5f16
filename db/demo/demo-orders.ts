import { DELIVERY_DAYS } from "#app/delivery/delivery-period.ts";
import { CASH, HOME, ONLINE, RELAY } from "#app/platform/methods-schema.ts";
import { FIRST_TERMS } from "#app/settings/terms-versions.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { messages, orderLines, orders, payments } from "#db/schema/index.ts";
import type { Clock } from "./clock.ts";
import type { Addresses, MessageText, OrderText, Person } from "./texts.ts";

export type DemoProduct = { id: string; name: string; priceCents: number; image: string };

type DemoContext = {
  people: (Person & Addresses)[];
  userIds: Map<string, string>;
  products: Map<string, DemoProduct>;
};

type DemoRows = {
  orders: (typeof orders.$inferInsert)[];
  lines: (typeof orderLines.$inferInsert)[];
  payments: (typeof payments.$inferInsert)[];
  notices: (typeof messages.$inferInsert)[];
};

/** Notices about orders up to this age are unread. */
const UNREAD_HOURS = 12;

/** The rows of the orders, their lines, payments and notices to the administrators. */
export function demoOrders(texts: OrderText[], context: DemoContext, clock: Clock): DemoRows {
  const rows: DemoRows = { orders: [], lines: [], payments: [], notices: [] };
  for (const text of texts) addOrder(rows, text, context, clock);
  return rows;
}

function addOrder(
  rows: DemoRows,
  text: OrderText,
  { people, userIds, products }: DemoContext,
  clock: Clock,
): void {
  const customer = people.find(({ key }) => key === text.customer)!;
  const placedAt = clock.hoursAgo(text.hoursAgo);
  const paidAt = text.isPaid ? new Date(placedAt.getTime() + clock.between(70, 400) * 1000) : null;
  const deliveredAt = text.deliveredAfterHours
    ? clock.hoursAgo(text.hoursAgo - text.deliveredAfterHours)
    : null;
  const id = clock.id(placedAt);
  const lines = Object.entries(text.lines).map(([slug, quantity], position) => {
    const product = products.get(slug)!;
    return {
      orderId: id,
      position,
      productId: product.id,
      name: product.name,
      image: product.image,
      unitPriceCents: product.priceCents,
      quantity,
    };
  });
  const totalCents = lines.reduce((total, line) => total + line.unitPriceCents * line.quantity, 0);

  rows.lines.push(...lines);
  rows.orders.push({
    id,
    customerId: userIds.get(customer.key)!,
    idempotencyKey: `demo-${id}`,
    totalCents,
    shippingMethod: text.to === "relay" ? RELAY : HOME,
    paymentMethod: text.payment === "online" ? ONLINE : CASH,
    shippingAddress: text.to === "relay" ? customer.relay : customer.home,
    phoneNumber: formatPhone(customer.phone),
    customerName: customer.name,
    shippingFrom: parisDay(placedAt),
    shippingUntil: parisDay(placedAt, DELIVERY_DAYS),
    termsVersion: FIRST_TERMS,
    payerEmail: paidAt && customer.email,
    isPaid: text.isPaid,
    paidAt,
    isDelivered: deliveredAt !== null,
    deliveredAt,
    createdAt: placedAt,
  });
  if (paidAt) {
    rows.payments.push({
      id: clock.id(placedAt),
      orderId: id,
      attempt: 1,
      providerOrderId: `DEMO-ORDER-${id}`,
      captureId: `DEMO-CAPTURE-${id}`,
      amountCents: totalCents,
      state: "captured",
      createdAt: placedAt,
      updatedAt: paidAt,
    });
  }
  if (paidAt || text.payment === "delivery") {
    // From the 11th character: the delivery number (specification §2).
    const number = id.slice(10);
    rows.notices.push({
      id,
      title: paidAt ? "Nouvelle commande payée" : "Nouvelle commande à la livraison",
      message: paidAt
        ? `Commande ${number} payée\u00a0: ${formatPrice(totalCents)}.`
        : `Commande ${number} à préparer, à régler à la livraison.`,
      isRead: text.hoursAgo > UNREAD_HOURS,
      email: customer.email,
      name: customer.name,
      phoneNumber: formatPhone(customer.phone),
      createdAt: paidAt ?? placedAt,
    });
  }
}

/** « 33639984107 » (as stored in profiles) → « +33 6 39 98 41 07 » (as customers type it). */
function formatPhone(phone: string): string {
  return phone.replace(/^33(\d)(..)(..)(..)(..)$/, "+33 $1 $2 $3 $4 $5");
}

/** The rows of the messages from the contact form. */
export function demoMessages(texts: MessageText[], clock: Clock): (typeof messages.$inferInsert)[] {
  return texts.map(({ hoursAgo, ...text }) => {
    const createdAt = clock.hoursAgo(hoursAgo);
    return { id: clock.id(createdAt), ...text, createdAt };
  });
}
