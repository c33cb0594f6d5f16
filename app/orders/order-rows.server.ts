import { asc, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { jsonRow, jsonRows } from "#app/platform/json-rows.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import {
  orderLines,
  orderLots,
  orders,
  parcelLines,
  parcels,
  pictures,
  products,
  refunds,
  users,
} from "#db/schema/index.ts";
import { RECALLS_OF_ORDER } from "./open-recalls.server.ts";
import { IS_EMAIL_CONFIRMED } from "./order-email.server.ts";
import { IS_PAYMENT_PENDING } from "./order-to-pay.server.ts";
import type { OpenMismatch, LineLot, OrderLine, OrderView } from "./order-view.ts";
import type { ParcelView } from "./parcel-view.ts";
import { PIECES_OF_LINE } from "./pieces.server.ts";
import { HAS_LEFT, RETURNS_OF_ORDER } from "./return-state.server.ts";
import { IS_DUE, IS_FURTHER_OVER, IS_LATE, PROMISED_PERIOD } from "./to-send.server.ts";
import { IS_OVER, KEPT_UNTIL, LAST_DAY, WITHDRAWALS_OF_ORDER } from "./withdrawal-state.server.ts";

const INVOICE_NUMBERS = sql<string[]>`ARRAY(
  SELECT number FROM invoices WHERE order_id = orders.id ORDER BY issued_at, number)`;

/** SQL: the name of an order's delivery method. */
export const DELIVERY_NAME = sql<string>`coalesce(orders.delivery_name, orders.shipping_method)`;

/** SQL: the whole reduction of an order, in cents. */
export const REDUCTION_CENTS = sql<number>`(orders.delivery_reduction_cents
  + (SELECT sum(reduction_cents) FROM order_lines WHERE order_id = orders.id))::integer`;

/** SQL: the address of an order's customer, joined as `users`: that of the account, or the one of an order without an account. */
export const CUSTOMER_EMAIL = sql<string | null>`coalesce(users.email, orders.guest_email)`;

/** SQL: the parcels of an order, the first one first. */
const PARCELS_OF_ORDER: SQL<ParcelView[]> = jsonRows(
  jsonRow({
    id: parcels.id,
    carrier: parcels.carrier,
    trackingNumber: parcels.trackingNumber,
    handedOverAt: parcels.handedOverAt,
    pickedUpOn: parcels.pickedUpOn,
    lines: jsonRows(
      jsonRow({ position: parcelLines.position, quantity: parcelLines.quantity }),
      sql`${parcelLines} WHERE ${parcelLines.parcelId} = ${parcels.id}`,
      sql`${parcelLines.position}`,
    ),
  }),
  sql`${parcels} WHERE ${parcels.orderId} = orders.id`,
  sql`${parcels.handedOverAt}, ${parcels.id}`,
);

/** The columns of orders in a list or on a page; add WHERE and ORDER BY, then `withLines`. `openMismatch`: SQL of the payment alert. */
export function selectOrders(db: Queryable, openMismatch: SQL<OpenMismatch>) {
  const {
    customerId: _owner,
    idempotencyKey: _key,
    payerEmail: _payer,
    lateMailedAt: _mailed,
    remindedAt: _reminded,
    deliveryReductionCents: _reduction,
    standardDeliveryCents: _standard,
    shippingStreet: _street,
    shippingPostalCode: _postalCode,
    shippingTown: _town,
    guestLinkVersion: _version,
    guestLinkAt: _since,
    emailConfirmedAt: _confirmed,
    joinedFrom: _joined,
    ...columns
  } = getTableColumns(orders);
  return db
    .select({
      ...columns,
      ...PROMISED_PERIOD,
      reductionCents: REDUCTION_CENTS,
      deliveryName: DELIVERY_NAME,
      customerEmail: sql<string | null>`${CUSTOMER_EMAIL}`.mapWith(shownEmail),
      isEmailConfirmed: IS_EMAIL_CONFIRMED,
      isJoined: sql<boolean>`orders.joined_from IS NOT NULL`,
      invoiceNumbers: INVOICE_NUMBERS,
      isLate: sql<boolean>`(${IS_DUE} AND ${IS_LATE})`,
      isFurtherOver: sql<boolean>`coalesce(${IS_FURTHER_OVER}, false)`,
      isPaymentPending: IS_PAYMENT_PENDING,
      openMismatch,
      withdrawableUntil: LAST_DAY,
      isWithdrawalOver: IS_OVER,
      keptUntil: KEPT_UNTIL,
      withdrawals: WITHDRAWALS_OF_ORDER,
      returns: RETURNS_OF_ORDER,
      hasLeft: HAS_LEFT,
      recalls: RECALLS_OF_ORDER,
      parcels: PARCELS_OF_ORDER,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customerId))
    .$dynamic();
}

/** The orders of `selectOrders` with their lines and refunds. */
export async function withLines(
  db: Queryable,
  rows: Omit<OrderView, "lines" | "refunds">[],
): Promise<OrderView[]> {
  if (rows.length === 0) return [];
  const refundRows = await db
    .select()
    .from(refunds)
    .where(
      inArray(
        refunds.orderId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(refunds.id));
  const lines = await db
    .select({
      line: orderLines,
      picture: pictures,
      soldId: products.id,
      refunded: sql<number>`pieces.kept_early`,
      sent: sql<number>`pieces.sent`,
      missing: sql<number>`pieces.missing`,
      lots: LOTS_OF_LINE,
    })
    .from(orderLines)
    .innerJoin(PIECES_OF_LINE, sql`true`)
    .leftJoin(pictures, eq(pictures.path, orderLines.image))
    .leftJoin(products, eq(products.id, orderLines.productId))
    .where(
      inArray(
        orderLines.orderId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(orderLines.position));
  return rows.map((order) => ({
    ...order,
    refunds: refundRows
      .filter(({ orderId }) => orderId === order.id)
      .map(({ id, amountCents, reason, state, updatedAt }) => ({
        id,
        amountCents,
        reason,
        state: state === "sending" || state === "unknown" ? "sent" : state,
        at: updatedAt,
      })),
    lines: lines
      .filter(({ line }) => line.orderId === order.id)
      .map(({ line, picture, soldId, refunded, sent, missing, lots: packed }): OrderLine => ({
        position: line.position,
        productId: line.productId,
        hasProductPage: soldId !== null,
        name: line.name,
        image: line.image,
        picture: picture && {
          path: picture.path,
          width: picture.width,
          height: picture.height,
          hasRenditions: picture.hasRenditions,
        },
        unitPriceCents: line.unitPriceCents,
        quantity: line.quantity,
        reductionCents: line.reductionCents,
        toSend: line.quantity - refunded,
        unsent: Math.max(0, line.quantity - refunded - sent),
        missing,
        lots: packed,
      })),
  }));
}

/** SQL: the recorded lots of a line. */
const LOTS_OF_LINE: SQL<LineLot[]> = jsonRows(
  jsonRow({ lot: orderLots.lot, bestBefore: orderLots.bestBefore, quantity: orderLots.quantity }),
  sql`${orderLots} WHERE ${orderLots.orderId} = ${orderLines.orderId} AND ${orderLots.position} = ${orderLines.position}`,
  sql`${orderLots.recordedAt}, ${orderLots.lot}`,
);
