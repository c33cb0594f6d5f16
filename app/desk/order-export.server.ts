import { and, asc, eq, gt, isNotNull, sql, type AnyColumn, type SQL } from "drizzle-orm";
import type { OrderQuery } from "#app/orders/order-query.ts";
import { CUSTOMER_EMAIL, DELIVERY_NAME, REDUCTION_CENTS } from "#app/orders/order-rows.server.ts";
import { OPEN_MISMATCH, PROMISED_FROM, PROMISED_UNTIL } from "#app/orders/to-send.server.ts";
import { inBatches } from "#app/platform/batches.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { dayText } from "#app/platform/paris-time.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { orders, users } from "#db/schema/index.ts";
import { ordersMatching } from "./order-filters.server.ts";

const BATCH_SIZE = 500;
/** SQL: « 21/11/2026 09:18 », Paris time, which French spreadsheets parse as a date. */
const moment = (column: AnyColumn) => sql<string | null>`${dayText(column, "DD/MM/YYYY HH24:MI")}`;
const day = (column: SQL) => sql<string>`to_char(${column}, 'DD/MM/YYYY')`;

export type ExportedOrder = Awaited<ReturnType<typeof readOrders>>[number];

/** The orders that match the list's filters, with their lines, oldest first, in batches of 500. */
export const exportOrders = (db: Queryable, query: OrderQuery): AsyncGenerator<ExportedOrder[]> =>
  inBatches(BATCH_SIZE, (last) => readOrders(db, query, last?.id ?? ""));

function readOrders(db: Queryable, query: OrderQuery, last: string) {
  return db
    .select({
      id: orders.id,
      placedAt: moment(orders.createdAt),
      customerName: orders.customerName,
      customerEmail: sql<string | null>`${CUSTOMER_EMAIL}`.mapWith(shownEmail),
      isGuest: isNotNull(orders.guestEmail).mapWith(Boolean),
      phoneNumber: orders.phoneNumber,
      shippingAddress: orders.shippingAddress,
      billingName: orders.billingName,
      billingAddress: orders.billingAddress,
      billingCompany: orders.billingCompany,
      billingSiren: orders.billingSiren,
      billingVatNumber: orders.billingVatNumber,
      relayPoint: orders.relayPoint,
      shippingMethod: DELIVERY_NAME,
      shippingFrom: day(PROMISED_FROM),
      shippingUntil: day(PROMISED_UNTIL),
      paymentMethod: orders.paymentMethod,
      samples: orders.samples,
      totalCents: orders.totalCents,
      deliveryCents: orders.deliveryCents,
      reductionCents: REDUCTION_CENTS,
      reductionName: orders.reductionName,
      paidAt: moment(orders.paidAt),
      isPaid: orders.isPaid,
      deliveredAt: moment(orders.deliveredAt),
      isDelivered: orders.isDelivered,
      cancelledAt: moment(orders.cancelledAt),
      refundedCents: orders.refundedCents,
      openMismatch: OPEN_MISMATCH,
      lines: sql<{ name: string; quantity: number; unitPriceCents: number }[]>`(
        SELECT json_agg(json_build_object('name', name, 'quantity', quantity, 'unitPriceCents', unit_price_cents)
          ORDER BY position) FROM order_lines WHERE order_id = orders.id)`,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customerId))
    .where(and(ordersMatching(query), gt(orders.id, last)))
    .orderBy(asc(orders.id))
    .limit(BATCH_SIZE);
}
