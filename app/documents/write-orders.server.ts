import { sql } from "drizzle-orm";
import type { z } from "zod";
import { DELIVERY_DAYS } from "#app/delivery/delivery-period.ts";
import { dayOf } from "#app/platform/paris-time.server.ts";
import {
  orderLines,
  orderLots,
  orders,
  paymentMismatches,
  payments,
  refundLines,
  refunds,
} from "#db/schema/index.ts";
import { parsePeriod } from "./days.ts";
import {
  addPictures,
  keepField,
  knownUsers,
  refuse,
  saveExtra,
  chunks,
  type Entry,
  type Importing,
} from "./import-entry.server.ts";
import type { orderDocument } from "./order-document-schema.ts";
import { orderFaults } from "./order-faults.ts";
import { orderIdFor } from "./order-id.server.ts";
import { refuseTakenNumbers, writeInvoices } from "./write-invoices.server.ts";

type OrderEntry = Entry<z.output<typeof orderDocument>>;

/** Inserts new orders with their lines, payments, invoices, refunds and payment breaks; returns how many. */
export async function writeOrders(importing: Importing, entries: OrderEntry[]): Promise<number> {
  const { tx } = importing;
  const userIds = await knownUsers(
    tx,
    entries.map(({ document }) => document.uid),
  );
  for (const entry of entries)
    for (const { field, reason } of orderFaults(entry.document, entry.raw))
      await refuse(importing, entry, field, reason);
  const incoming = entries.map((entry) => ({
    entry,
    orderId: orderIdFor(entry.id, entry.document.createdAt),
  }));
  await refuseTakenNumbers(importing, incoming);
  const accepted = incoming.filter(({ entry }) => !entry.isRefused);
  if (accepted.length === 0) return 0;
  const inserted = await tx
    .insert(orders)
    .values(accepted.map(({ entry, orderId }) => orderRow(entry.document, orderId, userIds)))
    .onConflictDoNothing()
    .returning({ id: orders.id });
  const insertedIds = new Set(inserted.map(({ id }) => id));
  const added = accepted.filter(({ orderId }) => insertedIds.has(orderId));
  if (added.length === 0) return 0;

  const lines = [];
  for (const { entry, orderId } of added) lines.push(...(await linesOf(importing, entry, orderId)));
  for (const chunk of chunks(lines)) await tx.insert(orderLines).values(chunk);
  const paymentRows = added.flatMap(({ entry, orderId }) =>
    (entry.document.eclat?.payments ?? []).map(({ amount, ...payment }) => ({
      ...payment,
      orderId,
      amountCents: amount,
    })),
  );
  for (const chunk of chunks(paymentRows)) await tx.insert(payments).values(chunk);
  const lotRows = added.flatMap(lotsOf);
  for (const chunk of chunks(lotRows)) await tx.insert(orderLots).values(chunk);
  await writeInvoices(tx, added);
  await writeRefundsAndBreaks(importing, added);
  for (const { entry, orderId } of added) {
    const { uid, shippingPeriod } = entry.document;
    if (uid !== "" && !userIds.has(uid))
      await keepField(importing, entry, "uid", `compte inconnu : ${uid}`);
    if (!parsePeriod(shippingPeriod))
      await keepField(
        importing,
        entry,
        "shippingPeriod",
        `n’est pas une période : la boutique compte ${DELIVERY_DAYS} jours depuis la commande`,
      );
    if (orderId !== entry.id) entry.extra["id"] = entry.id;
  }
  await saveExtra(
    tx,
    "orders",
    added.map(({ entry, orderId }) => ({ id: orderId, extra: entry.extra })),
  );
  return added.length;
}

/** The rows of an order's lots; two spellings of a lot in one line are one row. */
function lotsOf({ entry, orderId }: { entry: OrderEntry; orderId: string }) {
  const rows = new Map<string, typeof orderLots.$inferInsert>();
  for (const { qty, ...lot } of entry.document.eclat?.lots ?? []) {
    const item = entry.document.cartItems[lot.position]!;
    const key = `${lot.position} ${lot.lot}`;
    const quantity = (rows.get(key)?.quantity ?? 0) + qty;
    rows.set(key, { ...lot, ...rows.get(key), orderId, productId: item.id, quantity });
  }
  return [...rows.values()];
}

async function writeRefundsAndBreaks(
  { tx }: Importing,
  incoming: { entry: OrderEntry; orderId: string }[],
): Promise<void> {
  const newRefunds = incoming.flatMap(({ entry, orderId }) =>
    (entry.document.eclat?.refunds ?? []).map((refund) => ({
      ...refund,
      orderId,
      parts: entry.document.eclat?.sums?.refunds?.[refund.id],
    })),
  );
  const newBreaks = incoming.flatMap(({ entry, orderId }) =>
    (entry.document.eclat?.breaks ?? []).map((paymentBreak) => ({ ...paymentBreak, orderId })),
  );
  const userIds = await knownUsers(
    tx,
    [...newRefunds, ...newBreaks].map(({ uid }) => uid ?? ""),
  );
  const userOrNull = (uid: string | null) => (uid && userIds.has(uid) ? uid : null);
  const refundRows = newRefunds.map(({ amount, uid, lines: _lines, parts, ...refund }) => ({
    ...refund,
    amountCents: amount,
    deliveryCents: parts?.delivery,
    gestureCents: parts?.gesture,
    requestedBy: userOrNull(uid),
  }));
  for (const chunk of chunks(refundRows)) await tx.insert(refunds).values(chunk);
  const lineRows = newRefunds.flatMap(({ id: refundId, orderId, lines }) =>
    lines.map(({ position, qty }) => ({ refundId, orderId, position, quantity: qty })),
  );
  for (const chunk of chunks(lineRows)) await tx.insert(refundLines).values(chunk);
  const breakRows = newBreaks.map(({ uid, ...rest }) => ({ ...rest, resolvedBy: userOrNull(uid) }));
  for (const chunk of chunks(breakRows)) await tx.insert(paymentMismatches).values(chunk);
}

function orderRow(document: OrderEntry["document"], orderId: string, userIds: ReadonlySet<string>) {
  const { eclat, createdAt } = document;
  const period = parsePeriod(document.shippingPeriod);
  const placedOn = dayOf(sql`${createdAt.toISOString()}::timestamptz`);
  return {
    id: orderId,
    customerId: userIds.has(document.uid) ? document.uid : null,
    ...(userIds.has(document.uid) ? null : guestOf(eclat?.guest)),
    emailConfirmedAt: eclat?.email?.confirmedAt,
    joinedFrom: userIds.has(document.uid) ? eclat?.email?.joinedFrom : null,
    disownedAt: eclat?.email?.disownedAt,
    idempotencyKey: eclat?.idempotencyKey ?? `import-${document.id}`,
    totalCents: document.totalPrice,
    deliveryCents: eclat?.sums?.delivery,
    deliveryReductionCents: eclat?.sums?.deliveryReduction,
    standardDeliveryCents: eclat?.sums?.standardDelivery,
    deliveryName: eclat?.sums?.deliveryName,
    reductionName: eclat?.sums?.reductionName,
    shippingMethod: document.shippingMethode,
    paymentMethod: document.payementMethode,
    shippingAddress: document.shippingAddresse,
    shippingStreet: eclat?.address?.street,
    shippingPostalCode: eclat?.address?.postalCode,
    shippingTown: eclat?.address?.town,
    billingName: eclat?.billing?.name,
    billingAddress: eclat?.billing?.address,
    billingCompany: eclat?.billing?.company,
    billingSiren: eclat?.billing?.siren,
    billingVatNumber: eclat?.billing?.vatNumber,
    relayPoint: eclat?.relayPoint,
    pickedUpOn: eclat?.pickUp?.on,
    pickedUpSource: eclat?.pickUp?.source,
    withdrawalFrom: eclat?.pickUp?.periodFrom,
    returnDays: eclat?.returnDays,
    samples: eclat?.samples,
    shippingCountry: eclat?.delivery?.country ?? "FR",
    vatPercent: eclat?.delivery?.vatPercent ?? null,
    phoneNumber: document.phoneNumber,
    customerName: document.customName,
    shippingFrom: period?.from ?? placedOn,
    shippingUntil: period?.until ?? sql<string>`${placedOn} + ${DELIVERY_DAYS}::integer`,
    // Another shop's documents contain neither the accepted terms nor the time of payment.
    termsVersion: eclat?.termsVersion?.split(" ")[0] ?? "",
    termsHash: eclat?.termsVersion?.split(" ")[1],
    payerEmail: document.email_address || null,
    isPaid: document.isPaid,
    paidAt: eclat?.paidAt ?? null,
    isDelivered: document.isShipped,
    deliveredAt: eclat?.shippedAt ?? null,
    cancelledAt: eclat?.cancelledAt ?? null,
    cancelReason: eclat?.cancelReason ?? null,
    lateNoticedAt: eclat?.late?.noticedAt,
    lateUntil: eclat?.late?.until,
    lateMailedAt: eclat?.late?.mailedAt,
    refundedCents: (eclat?.refunds ?? [])
      .filter(({ state }) => state === "done")
      .reduce((sum, { amount }) => sum + amount, 0),
    createdAt,
  };
}

function guestOf(guest: NonNullable<OrderEntry["document"]["eclat"]>["guest"]) {
  if (!guest) return null;
  const { email, linkVersion, linkAt } = guest;
  return { guestEmail: email, guestLinkVersion: linkVersion, guestLinkAt: linkAt };
}

async function linesOf(
  importing: Importing,
  entry: OrderEntry,
  orderId: string,
): Promise<(typeof orderLines.$inferInsert)[]> {
  const { pictures } = importing;
  const rows = [];
  for (const [position, { id, name, image, price, qty }] of entry.document.cartItems.entries()) {
    const picture = image === "" ? null : await pictures.store(image, "images", id);
    await addPictures(importing, [picture]);
    // The path of a picture of this shop is stored even if its file is missing, so that the next export has it again.
    const path = picture?.path ?? pictures.ownPath(image);
    if (image !== "" && !path)
      await keepField(importing, entry, "cartItems", `image introuvable ou illisible : ${image}`);
    rows.push({
      orderId,
      position,
      productId: id,
      name,
      image: path,
      unitPriceCents: price,
      quantity: qty,
      reductionCents: entry.document.eclat?.sums?.reductions[position],
      unitPrice: entry.document.eclat?.unitPrices?.[position],
    });
  }
  return rows;
}
