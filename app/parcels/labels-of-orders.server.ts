import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { providerShipping } from "#app/delivery/recipient-address.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { orders, shippingLabels } from "#db/schema/index.ts";
import { shopCarrier, type LabelNumber } from "./order-carrier.ts";

type Label = typeof shippingLabels.$inferSelect;

/**
 * SQL: a parcel has left with the label, or after it was made. Both times are the starts of transactions, which may overlap: so a
 * parcel's own `label_id` decides first.
 */
export const HAS_LEFT_AFTER = sql<boolean>`EXISTS (SELECT FROM parcels WHERE parcels.order_id = ${shippingLabels.orderId}
  AND (parcels.label_id = ${shippingLabels.id} OR parcels.handed_over_at >= ${shippingLabels.createdAt}))`;

/** SQL: made, and no parcel has left with it. */
const IS_UNUSED = sql`(${shippingLabels.state} = 'done'
  AND NOT EXISTS (SELECT FROM parcels WHERE parcels.label_id = ${shippingLabels.id}))`;

/** An order's latest label, for administrators. */
export type LabelView = Pick<
  Label,
  "id" | "state" | "weightGrams" | "carrier" | "trackingNumber" | "cancelAskedAt" | "detail"
> & {
  /** Whether it can be downloaded. */
  hasPdf: boolean;
  /** A parcel has left with it, or after it was made. */
  hasLeft: boolean;
};

/** The latest label of an order; null: none was requested. For administrators. */
export async function labelOf(db: Queryable, orderId: string): Promise<LabelView | null> {
  const [label] = await db
    .select({
      id: shippingLabels.id,
      state: shippingLabels.state,
      weightGrams: shippingLabels.weightGrams,
      carrier: shippingLabels.carrier,
      trackingNumber: shippingLabels.trackingNumber,
      cancelAskedAt: shippingLabels.cancelAskedAt,
      detail: shippingLabels.detail,
      hasPdf: sql<boolean>`${shippingLabels.pdf} IS NOT NULL`,
      hasLeft: HAS_LEFT_AFTER,
    })
    .from(shippingLabels)
    .where(eq(shippingLabels.orderId, orderId))
    .orderBy(desc(shippingLabels.id))
    .limit(1);
  return label ?? null;
}

/** Carrier and tracking number of each order's unused label, by order id. For administrators. */
export async function labelNumbers(
  db: Queryable,
  orderIds: readonly string[],
): Promise<Record<string, LabelNumber>> {
  const found = await db
    .select({
      orderId: shippingLabels.orderId,
      carrier: shippingLabels.carrier,
      trackingNumber: shippingLabels.trackingNumber,
    })
    .from(shippingLabels)
    .where(
      and(
        inArray(shippingLabels.orderId, [...orderIds]),
        IS_UNUSED,
        isNull(shippingLabels.cancelAskedAt),
      ),
    );
  return Object.fromEntries(
    found.flatMap(({ orderId, carrier, trackingNumber }) =>
      trackingNumber ? [[orderId, { carrier: shopCarrier(carrier), trackingNumber }]] : [],
    ),
  );
}

/**
 * The order's unused label with this tracking number, or its unused label of any number if none is given; undefined without one. Nobody
 * changes it while the caller holds the order's lock.
 */
export async function labelForParcel(
  tx: Queryable,
  orderId: string,
  trackingNumber: string | null,
): Promise<{ id: string; isBeingCancelled: boolean } | undefined> {
  const [label] = await tx
    .select({
      id: shippingLabels.id,
      isBeingCancelled: sql<boolean>`${shippingLabels.cancelAskedAt} IS NOT NULL`,
    })
    .from(shippingLabels)
    .where(
      and(
        eq(shippingLabels.orderId, orderId),
        trackingNumber === null ? undefined : eq(shippingLabels.trackingNumber, trackingNumber),
        IS_UNUSED,
      ),
    );
  return label;
}

/** The PDF of an order's label; null if there is none, or while it is being cancelled. For administrators. */
export async function labelPdfOf(db: Queryable, orderId: string): Promise<Buffer | null> {
  const [label] = await db
    .select({ pdf: shippingLabels.pdf })
    .from(shippingLabels)
    .where(
      and(
        eq(shippingLabels.orderId, orderId),
        eq(shippingLabels.state, "done"),
        isNull(shippingLabels.cancelAskedAt),
      ),
    );
  return label?.pdf ?? null;
}

/** Where a label can send an order: to its relay point, or home when the parts of its address are known; null: nowhere. */
export async function labelPlaceOf(
  db: Queryable,
  orderId: string,
): Promise<"relay" | "home" | null> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (order?.relayPoint) return "relay";
  return order && providerShipping(order) ? "home" : null;
}
