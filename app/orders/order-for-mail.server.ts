import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import { displayName } from "#app/catalogue/product-name.ts";
import { deliveryPlace } from "#app/delivery/delivery-place-schema.ts";
import { isOverseasCode } from "#app/delivery/overseas.ts";
import { includedVat } from "#app/invoices/vat.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { CASH, RELAY } from "#app/platform/methods-schema.ts";
import { orderLines, orders, users } from "#db/schema/index.ts";
import { IS_EMAIL_CONFIRMED } from "./order-email.server.ts";
import { CUSTOMER_EMAIL } from "./order-rows.server.ts";
import { deliveryNumber } from "./order-view.ts";
import { SAMPLES_TEXT } from "./samples.ts";
import { PROMISED_PERIOD } from "./to-send.server.ts";

/**
 * An order with its lines and the e-mail address of its customer: null if the account was deleted or the order's data erased.
 * `isConfirmed`: the owner of that address has proved it (IS_EMAIL_CONFIRMED). `hasTerms`: an earlier mail had the same terms attached.
 */
export type OrderForMail = {
  order: OrderRow;
  lines: MailedLine[];
  to: string | null;
  isConfirmed: boolean;
  hasTerms: boolean;
};
type OrderRow = typeof orders.$inferSelect;
export type MailedLine = Pick<Line, "name" | "unitPriceCents" | "quantity"> &
  Partial<Pick<Line, "unitPrice" | "reductionCents">>;
type Line = typeof orderLines.$inferSelect;

/** SQL on a row of `orders`: the mail of an earlier order of its buyer had the same terms of sale attached. */
export const HAS_TERMS = sql<boolean>`EXISTS (SELECT FROM orders AS earlier
  WHERE (earlier.customer_id = orders.customer_id OR earlier.guest_email = orders.guest_email)
    AND earlier.id < orders.id AND earlier.terms_hash = orders.terms_hash)`;

/** A line in a mail's props. */
export const mailedLine = ({ reductionCents: _share, ...line }: MailedLine) => ({
  ...line,
  name: displayName(line.name),
});

/** An order as the props of its mail. `lines`: all lines of the order, each with its share of the reduction in cents. */
export function mailedOrder(order: OrderRow, lines: readonly MailedLine[]) {
  const { postalCode } = deliveryPlace({
    country: order.shippingCountry,
    postalCode: order.shippingPostalCode ?? undefined,
    address: order.shippingAddress,
  });
  const { id, totalCents, shippingMethod, shippingFrom, shippingUntil, paymentMethod } = order;
  return {
    id,
    number: deliveryNumber(id),
    ...(order.guestLinkVersion !== null && { linkVersion: order.guestLinkVersion }),
    totalCents,
    deliveryCents: order.deliveryCents,
    reductionCents: lines.reduce(
      (sum, { reductionCents = 0 }) => sum + reductionCents,
      order.deliveryReductionCents,
    ),
    reductionName: order.reductionName,
    vatCents: includedVat(totalCents, order.vatPercent ?? undefined),
    vatPercent: order.vatPercent,
    isOverseas: order.shippingCountry === "FR" && isOverseasCode(postalCode),
    shippingMethod: order.deliveryName ?? shippingMethod,
    shippingFrom,
    shippingUntil,
    isToPickUp: shippingMethod === RELAY,
    paymentMethod,
    returnDays: order.returnDays,
    ...(order.samples && { samples: SAMPLES_TEXT[order.samples] }),
    isPaidOnDelivery: paymentMethod === CASH,
  };
}

/** Reads an order, with its promised delivery period, for its mails and its invoice. @throws if there is none */
export async function readOrderForMail(db: Queryable, id: string) {
  // Pipelined: one round trip.
  const [[row], lines] = await Promise.all([
    db
      .select({
        order: { ...getTableColumns(orders), ...PROMISED_PERIOD },
        to: CUSTOMER_EMAIL,
        isConfirmed: IS_EMAIL_CONFIRMED,
        hasTerms: HAS_TERMS,
      })
      .from(orders)
      .leftJoin(users, eq(users.id, orders.customerId))
      .where(eq(orders.id, id)),
    db
      .select({
        name: orderLines.name,
        unitPriceCents: orderLines.unitPriceCents,
        quantity: orderLines.quantity,
        reductionCents: orderLines.reductionCents,
        unitPrice: orderLines.unitPrice,
      })
      .from(orderLines)
      .where(eq(orderLines.orderId, id))
      .orderBy(asc(orderLines.position)),
  ]);
  return { ...row!, lines };
}
