import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { providerShipping } from "#app/orders/recipient-address.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { orders, shippingLabels } from "#db/schema/index.ts";
import { shopCarrier, type LabelNumber } from "./order-carrier.ts";

type Label = typeof shippingLabels.$inferSelect;

/** An order's latest label, for administrators. `hasPdf`: whether it can be downloaded. */
export type LabelView = Pick<
  Label,
  "id" | "state" | "weightGrams" | "carrier" | "trackingNumber" | "detail"
> & {
  hasPdf: boolean;
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
      detail: shippingLabels.detail,
      hasPdf: sql<boolean>`${shippingLabels.pdf} IS NOT NULL`,
    })
    .from(shippingLabels)
    .where(eq(shippingLabels.orderId, orderId))
    .orderBy(desc(shippingLabels.id))
    .limit(1);
  return label ?? null;
}

/** The carriers and tracking numbers of the labels of orders, by the order's id. For administrators. */
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
    .where(and(inArray(shippingLabels.orderId, [...orderIds]), eq(shippingLabels.state, "done")));
  return Object.fromEntries(
    found.flatMap(({ orderId, carrier, trackingNumber }) =>
      trackingNumber ? [[orderId, { carrier: shopCarrier(carrier), trackingNumber }]] : [],
    ),
  );
}

/** The PDF of an order's label; null if there is none. For administrators. */
export async function labelPdfOf(db: Queryable, orderId: string): Promise<Buffer | null> {
  const [label] = await db
    .select({ pdf: shippingLabels.pdf })
    .from(shippingLabels)
    .where(and(eq(shippingLabels.orderId, orderId), eq(shippingLabels.state, "done")));
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
