import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { providerShipping } from "#app/delivery/recipient-address.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { deliveryNumber, orderSubject } from "#app/orders/order-view.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import type { LabelAnswer, LabelRequest } from "#app/relays/sendcloud-shipment.ts";
import type { Services } from "#app/request-context.ts";
import { dialledPhone } from "#app/ui/phone-schema.ts";
import { orders, shippingLabels, users } from "#db/schema/index.ts";

type Label = typeof shippingLabels.$inferSelect;

export type LabelOutcome =
  | { kind: "done" }
  /** The provider made the label, but its PDF could not be fetched yet. */
  | { kind: "without-pdf" }
  /** The provider refused. `reason`: its words. */
  | { kind: "refused"; reason: string }
  /** The provider did not answer: the label may exist. A retry has the same idempotency key and returns the same label. */
  | { kind: "unknown" }
  /**
   * Nothing was done. « place »: no relay point and no address in parts; « provider »: none is configured; « cancelling »: the label is
   * being cancelled; else the order is not to be sent.
   */
  | { kind: "not-possible"; why: "place" | "provider" | "cancelling" | Unsendable }
  | { kind: "not-found" };

type Unsendable = "cancelled" | "delivered" | "not-paid" | "refunded" | "nothing-unsent";
type Order = typeof orders.$inferSelect;

/**
 * Makes the label of an order, to its relay point or home, at the provider. Idempotent: the row is committed before the provider is
 * called, and its id is the provider's idempotency key. A repeated call continues where the first one stopped.
 */
export async function createShippingLabel(
  services: Pick<Services, "db" | "relays">,
  admin: Admin,
  { orderId, weightGrams }: { orderId: string; weightGrams: number },
): Promise<LabelOutcome> {
  const { db, relays } = services;
  if (!isId(orderId)) return { kind: "not-found" };
  if (!relays) return { kind: "not-possible", why: "provider" };
  const begun = await asAdmin(db, admin, (tx) => beginLabel(tx, admin, orderId, weightGrams));
  if (begun.kind !== "begun") return begun;
  const { label, order } = begun;
  if (label.state === "done") return fetchPdf(services, label);
  const answer = await relays.createLabel({
    reference: label.id,
    orderNumber: deliveryNumber(orderId),
    ...begun.place,
    recipient: {
      name: order.customerName,
      phone: dialledPhone(order.phoneNumber),
      email: begun.email,
    },
    weightGrams: label.weightGrams,
  });
  const ended = await db.transaction((tx) => endLabel(tx, label, answer));
  if (!ended) return { kind: "not-found" };
  if (ended.state === "done") return fetchPdf(services, ended);
  return answer.kind === "refused" ? answer : { kind: "unknown" };
}

type BegunLabel =
  | { kind: "begun"; label: Label; order: Order; place: Place; email: string | null }
  | Extract<LabelOutcome, { kind: "not-found" | "not-possible" }>;

/** The order's label that has not failed, or a new one; or why there is none. Takes the order's lock. */
async function beginLabel(
  tx: Transaction,
  admin: Admin,
  orderId: string,
  weightGrams: number,
): Promise<BegunLabel> {
  const order = await lockOrder(tx, orderId);
  if (!order) return { kind: "not-found" };
  const [known] = await tx
    .select()
    .from(shippingLabels)
    .where(and(eq(shippingLabels.orderId, orderId), ne(shippingLabels.state, "failed")));
  if (known?.cancelAskedAt) return { kind: "not-possible", why: "cancelling" };
  const place = placeOf(order);
  if (!place) return { kind: "not-possible", why: "place" };
  const why = unsendableOf(order);
  if (known?.state !== "done" && why) return { kind: "not-possible", why };
  const [account] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, order.customerId ?? ""));
  const email = account?.email ?? order.guestEmail;
  if (known) return { kind: "begun", label: known, order, place, email };
  const [label] = await tx
    .insert(shippingLabels)
    .values({ id: newId(), orderId, state: "sending", weightGrams, requestedBy: admin.id })
    .returning();
  await recordActs(tx, admin, [
    { act: "label-requested", subject: orderSubject(orderId), changes: [] },
  ]);
  return { kind: "begun", label: label!, order, place, email };
}

type Place = Pick<LabelRequest, "point" | "address" | "indicator">;

/** Where a label sends an order; null if neither its relay point nor the parts of its address are known. */
function placeOf(order: Order): Place | null {
  const { relayPoint: point, deliveryName, shippingMethod } = order;
  if (point) {
    const { street, postalCode, city, country } = point;
    return { point, address: { street, postalCode, city, country }, indicator: point.carrier };
  }
  const home = providerShipping(order)?.address;
  if (!home) return null;
  return {
    point: null,
    address: {
      street: home.address_line_1,
      more: home.address_line_2,
      postalCode: home.postal_code,
      city: home.admin_area_2,
      country: home.country_code,
    },
    indicator: deliveryName ?? shippingMethod,
  };
}

/** Why nothing of an order may be sent now; null if it may. */
function unsendableOf(order: Order): Unsendable | null {
  if (order.cancelledAt) return "cancelled";
  if (order.isDelivered) return "delivered";
  if (!order.isPaid && order.paymentMethod !== CASH) return "not-paid";
  if (order.refundedCents >= order.totalCents) return "refunded";
  return order.handedOverAt ? "nothing-unsent" : null;
}

/**
 * Stores the provider's answer, unless a concurrent request has stored one. Undefined: the label was deleted meanwhile. Takes the order's
 * lock.
 */
async function endLabel(
  tx: Transaction,
  { id, orderId }: Label,
  answer: LabelAnswer,
): Promise<Label | undefined> {
  await lockOrder(tx, orderId);
  const [label] = await tx.select().from(shippingLabels).where(eq(shippingLabels.id, id));
  if (!label || label.state === "done" || label.state === "failed") return label;
  const change =
    answer.kind === "ok"
      ? {
          state: "done" as const,
          providerParcelId: answer.body.parcelId,
          carrier: answer.body.carrier,
          trackingNumber: answer.body.trackingNumber,
          pdf: answer.body.pdf,
          detail: null,
        }
      : {
          state: answer.kind === "refused" ? ("failed" as const) : ("unknown" as const),
          detail: answer.reason,
        };
  const [ended] = await tx
    .update(shippingLabels)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(shippingLabels.id, id))
    .returning();
  return ended;
}

/** Fetches the PDF of a label that has none yet. */
async function fetchPdf(
  { db, relays }: Pick<Services, "db" | "relays">,
  label: Label,
): Promise<LabelOutcome> {
  if (label.pdf) return { kind: "done" };
  const pdf = await relays!.fetchLabel(label.providerParcelId!);
  if (!pdf) return { kind: "without-pdf" };
  await db
    .update(shippingLabels)
    .set({ pdf, updatedAt: sql`now()` })
    .where(eq(shippingLabels.id, label.id));
  return { kind: "done" };
}

/**
 * Account deletion: deletes the labels of a buyer's orders. The row of a label that is being cancelled stays, without personal data, until
 * the provider has answered (`endCancellations`). The caller holds the orders' locks.
 */
export async function forgetLabelsOf(tx: Transaction, buyer: Buyer): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(isOf(buyer));
  const isOwn = inArray(shippingLabels.orderId, own);
  await tx.delete(shippingLabels).where(and(isOwn, isNull(shippingLabels.cancelAskedAt)));
  await tx.update(shippingLabels).set({ trackingNumber: null, pdf: null }).where(isOwn);
}

/** Retention: deletes labels after a year, like tracking numbers (forgetOldTracking). */
export async function forgetOldLabels(db: Database): Promise<void> {
  await db
    .delete(shippingLabels)
    .where(
      sql`${shippingLabels.id} IN (SELECT id FROM ${shippingLabels} WHERE created_at < now() - interval '1 year' FOR UPDATE SKIP LOCKED)`,
    );
}
