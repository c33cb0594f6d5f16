import { sql } from "drizzle-orm";
import type { z } from "zod";
import {
  orderLines,
  orders,
  paymentBreaks,
  payments,
  refundLines,
  refunds,
} from "#db/schema/index.ts";
import { DELIVERY_DAYS } from "#app/orders/order-schema.ts";
import { periodIn } from "./days.ts";
import type { orderDocument } from "./document-schema.ts";
import {
  addPictures,
  keep,
  knownUsers,
  refuse,
  saveKept,
  slices,
  type Entry,
  type Importing,
} from "./import-entry.server.ts";
import { refuseTakenNumbers, writeInvoices } from "./invoices.server.ts";
import { orderIdFor } from "./order-id.server.ts";

type OrderEntry = Entry<z.output<typeof orderDocument>>;

/** Adds the orders that are not there yet, with their lines and payments; returns how many. */
export async function writeOrders(importing: Importing, entries: OrderEntry[]): Promise<number> {
  const { tx } = importing;
  const people = await knownUsers(
    tx,
    entries.map(({ document }) => document.uid),
  );
  for (const entry of entries) {
    const { cartItems, totalPrice } = entry.document;
    const sum = cartItems.reduce((total, { price, qty }) => total + price * qty, 0);
    if (sum !== totalPrice)
      await refuse(importing, entry, "totalPrice", `n’est pas la somme des lignes, ${sum / 100} €`);
    else if (sum === 0) await refuse(importing, entry, "totalPrice", "rien n’est à payer");
    if (new Set(cartItems.map(({ id }) => id)).size < cartItems.length)
      await refuse(importing, entry, "cartItems", "un produit y est deux fois");
  }
  const placed = entries.map((entry) => ({
    entry,
    orderId: orderIdFor(entry.id, entry.document.createdAt),
  }));
  await refuseTakenNumbers(importing, placed);
  const accepted = placed.filter(({ entry }) => !entry.isRefused);
  if (accepted.length === 0) return 0;
  const inserted = await tx
    .insert(orders)
    .values(accepted.map(({ entry, orderId }) => orderRow(entry.document, orderId, people)))
    .onConflictDoNothing()
    .returning({ id: orders.id });
  const made = new Set(inserted.map(({ id }) => id));
  const fresh = accepted.filter(({ orderId }) => made.has(orderId));
  if (fresh.length === 0) return 0;

  const lines = [];
  for (const { entry, orderId } of fresh) lines.push(...(await linesOf(importing, entry, orderId)));
  for (const slice of slices(lines)) await tx.insert(orderLines).values(slice);
  const tries = fresh.flatMap(({ entry, orderId }) =>
    (entry.document.eclat?.payments ?? []).map(({ amount, ...payment }) => ({
      ...payment,
      orderId,
      amountCents: amount,
    })),
  );
  for (const slice of slices(tries)) await tx.insert(payments).values(slice);
  await writeInvoices(tx, fresh);
  await writeMoney(importing, fresh);
  for (const { entry, orderId } of fresh) {
    const { uid, shippingPeriod } = entry.document;
    if (uid !== "" && !people.has(uid))
      await keep(importing, entry, "uid", `compte inconnu : ${uid}`);
    if (!periodIn(shippingPeriod))
      await keep(
        importing,
        entry,
        "shippingPeriod",
        `n’est pas une période : la boutique compte ${DELIVERY_DAYS} jours depuis la commande`,
      );
    if (orderId !== entry.id) entry.kept["id"] = entry.id;
  }
  await saveKept(
    tx,
    "orders",
    fresh.map(({ entry, orderId }) => ({ id: orderId, kept: entry.kept })),
  );
  return fresh.length;
}

/** What was given back of the orders, and what didn't agree with the provider. */
async function writeMoney(
  { tx }: Importing,
  placed: { entry: OrderEntry; orderId: string }[],
): Promise<void> {
  const told = placed.flatMap(({ entry, orderId }) =>
    (entry.document.eclat?.refunds ?? []).map((refund) => ({ ...refund, orderId })),
  );
  const found = placed.flatMap(({ entry, orderId }) =>
    (entry.document.eclat?.breaks ?? []).map((one) => ({ ...one, orderId })),
  );
  const people = await knownUsers(
    tx,
    [...told, ...found].map(({ uid }) => uid ?? ""),
  );
  const known = (uid: string | null) => (uid && people.has(uid) ? uid : null);
  const given = told.map(({ amount, uid, lines: _lines, ...refund }) => ({
    ...refund,
    amountCents: amount,
    requestedBy: known(uid),
  }));
  for (const slice of slices(given)) await tx.insert(refunds).values(slice);
  const pieces = told.flatMap(({ id: refundId, orderId, lines }) =>
    lines.map(({ position, qty }) => ({ refundId, orderId, position, quantity: qty })),
  );
  for (const slice of slices(pieces)) await tx.insert(refundLines).values(slice);
  const breaks = found.map(({ uid, ...one }) => ({ ...one, resolvedBy: known(uid) }));
  for (const slice of slices(breaks)) await tx.insert(paymentBreaks).values(slice);
}

function orderRow(document: OrderEntry["document"], orderId: string, people: ReadonlySet<string>) {
  const { eclat, createdAt } = document;
  const period = periodIn(document.shippingPeriod);
  const placedOn = sql<string>`(${createdAt.toISOString()}::timestamptz AT TIME ZONE 'Europe/Paris')::date`;
  return {
    id: orderId,
    customerId: people.has(document.uid) ? document.uid : null,
    idempotencyKey: eclat?.idempotencyKey ?? `import-${document.id}`,
    totalCents: document.totalPrice,
    shippingMethod: document.shippingMethode,
    paymentMethod: document.payementMethode,
    shippingAddress: document.shippingAddresse,
    phoneNumber: document.phoneNumber,
    customerName: document.customName,
    shippingFrom: period?.from ?? placedOn,
    shippingUntil: period?.until ?? sql<string>`${placedOn} + ${DELIVERY_DAYS}::integer`,
    // Which terms another shop's customer accepted, and when he paid, is not known: it stays empty.
    termsVersion: eclat?.termsVersion ?? "",
    payerEmail: document.email_address || null,
    isPaid: document.isPaid,
    paidAt: eclat?.paidAt ?? null,
    isShipped: document.isShipped,
    shippedAt: eclat?.shippedAt ?? null,
    cancelledAt: eclat?.cancelledAt ?? null,
    cancelReason: eclat?.cancelReason ?? null,
    refundedCents: (eclat?.refunds ?? [])
      .filter(({ state }) => state === "done")
      .reduce((sum, { amount }) => sum + amount, 0),
    createdAt,
  };
}

async function linesOf(
  importing: Importing,
  entry: OrderEntry,
  orderId: string,
): Promise<(typeof orderLines.$inferInsert)[]> {
  const { pictures } = importing;
  const rows = [];
  for (const [position, { id, name, image, price, qty }] of entry.document.cartItems.entries()) {
    const picture = image === "" ? null : await pictures.take(image, "images", id);
    await addPictures(importing, [picture]);
    // A line remembers the path of its picture even when the file is long gone.
    const path = picture?.path ?? pictures.ownPath(image);
    if (image !== "" && !path)
      await keep(importing, entry, "cartItems", `image introuvable ou illisible : ${image}`);
    rows.push({
      orderId,
      position,
      productId: id,
      name,
      image: path,
      unitPriceCents: price,
      quantity: qty,
    });
  }
  return rows;
}
