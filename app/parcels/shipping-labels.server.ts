import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import { lockActorShared } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { CARRIERS, type Carrier } from "#app/orders/carriers.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { deliveryNumber, isOrderId, orderSubject } from "#app/orders/order-view.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { relayCarrier } from "#app/relays/relay-schema.ts";
import type { LabelAnswer } from "#app/relays/sendcloud.server.ts";
import { orders, shippingLabels, users } from "#db/schema/index.ts";

type Label = typeof shippingLabels.$inferSelect;

/** An order's latest label, for administrators. `hasPdf`: whether it can be downloaded. */
export type LabelView = Pick<
  Label,
  "state" | "weightGrams" | "carrier" | "trackingNumber" | "detail"
> & {
  hasPdf: boolean;
};

export type LabelOutcome =
  | { kind: "done" }
  /** The provider made the label, but its PDF could not be fetched yet. */
  | { kind: "without-pdf" }
  /** The provider refused. `reason`: its words. */
  | { kind: "refused"; reason: string }
  /** No answer: it may have been made. Asked again, the provider returns the same label. */
  | { kind: "unknown" }
  /** No provider, no relay point of its list, or nothing to send: nothing was done. */
  | { kind: "not-possible" }
  | { kind: "not-found" };

/**
 * Makes the label of an order to a relay point at the provider, once: its row is committed before the provider is asked, and its id is
 * the provider's idempotency key. Called again, it continues where it stopped. Administrators only.
 */
export async function createShippingLabel(
  services: Pick<Services, "db" | "relays">,
  admin: Viewer,
  { orderId, weightGrams }: { orderId: string; weightGrams: number },
): Promise<LabelOutcome> {
  if (!admin.isAdmin) throw new Error("only an administrator makes a label");
  const { db, relays } = services;
  if (!isOrderId(orderId)) return { kind: "not-found" };
  if (!relays) return { kind: "not-possible" };
  const begun = await db.transaction((tx) => beginLabel(tx, admin, orderId, weightGrams));
  if (begun.kind !== "begun") return begun;
  const { label, order } = begun;
  if (label.state === "done") return fetchPdf(services, label);
  const answer = await relays.createLabel({
    reference: label.id,
    orderNumber: deliveryNumber(orderId),
    point: order.relayPoint!,
    recipient: { name: order.customerName, phone: order.phoneNumber, email: begun.email },
    weightGrams: label.weightGrams,
  });
  const ended = await db.transaction((tx) => endLabel(tx, label, answer));
  if (!ended) return { kind: "not-found" };
  if (ended.state === "done") return fetchPdf(services, ended);
  return answer.kind === "refused" ? answer : { kind: "unknown" };
}

type BegunLabel =
  | { kind: "begun"; label: Label; order: typeof orders.$inferSelect; email: string | null }
  | { kind: "not-found" | "not-possible" };

/** The order's label that has not failed, or a new one; or why there is none. Takes the order's lock. */
async function beginLabel(
  tx: Transaction,
  admin: Viewer,
  orderId: string,
  weightGrams: number,
): Promise<BegunLabel> {
  await lockActorShared(tx, admin);
  const order = await lockOrder(tx, orderId);
  if (!order) return { kind: "not-found" };
  const [known] = await tx
    .select()
    .from(shippingLabels)
    .where(and(eq(shippingLabels.orderId, orderId), ne(shippingLabels.state, "failed")));
  const mayBeSent =
    order.relayPoint !== null &&
    !order.cancelledAt &&
    !order.isShipped &&
    (order.isPaid || order.paymentMethod === "Paiement à la livraison");
  if (known?.state !== "done" && !mayBeSent) return { kind: "not-possible" };
  const [account] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, order.customerId ?? ""));
  const email = account?.email ?? order.guestEmail;
  if (known) return { kind: "begun", label: known, order, email };
  const [label] = await tx
    .insert(shippingLabels)
    .values({ id: newId(), orderId, state: "sending", weightGrams, requestedBy: admin.id })
    .returning();
  await recordActs(tx, admin, [
    { act: "label-requested", subject: orderSubject(orderId), changes: [] },
  ]);
  return { kind: "begun", label: label!, order, email };
}

/** Stores the provider's answer, unless a concurrent request has stored one. Undefined: the label was deleted meanwhile. Takes the order's lock. */
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

/** The latest label of an order; null: none was requested. For administrators. */
export async function labelOf(db: Queryable, orderId: string): Promise<LabelView | null> {
  const [label] = await db
    .select({
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

export type LabelNumber = { carrier: Carrier; trackingNumber: string };

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
      trackingNumber ? [[orderId, { carrier: carrierOf(carrier), trackingNumber }]] : [],
    ),
  );
}

/** The shop's carrier of the provider's code. */
const carrierOf = (code: string | null): Carrier =>
  CARRIERS.find((carrier) => carrier === relayCarrier(code ?? "")) ?? "Autre";

/** The PDF of an order's label; null if there is none. For administrators. */
export async function labelPdfOf(db: Queryable, orderId: string): Promise<Buffer | null> {
  const [label] = await db
    .select({ pdf: shippingLabels.pdf })
    .from(shippingLabels)
    .where(and(eq(shippingLabels.orderId, orderId), eq(shippingLabels.state, "done")));
  return label?.pdf ?? null;
}

/** Account deletion: deletes the labels of a buyer's orders. The caller holds the locks of its orders. */
export async function forgetLabelsOf(tx: Transaction, buyer: Buyer): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(isOf(buyer));
  await tx.delete(shippingLabels).where(inArray(shippingLabels.orderId, own));
}

/** Retention: deletes labels after a year, like tracking numbers (forgetOldTracking). */
export async function forgetOldLabels(db: Database): Promise<void> {
  await db
    .delete(shippingLabels)
    .where(
      sql`${shippingLabels.id} IN (SELECT id FROM ${shippingLabels} WHERE created_at < now() - interval '1 year' FOR UPDATE SKIP LOCKED)`,
    );
}
