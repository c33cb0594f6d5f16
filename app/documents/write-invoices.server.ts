import { inArray, or } from "drizzle-orm";
import type { z } from "zod";
import { lockNumbers } from "#app/invoices/issue-invoice.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { invoices } from "#db/schema/index.ts";
import { refuse, chunks, type Entry, type Importing } from "./import-entry.server.ts";
import type { orderDocument } from "./order-document-schema.ts";

type OrderEntry = Entry<z.output<typeof orderDocument>>;
type IncomingOrder = { entry: OrderEntry; orderId: string };

const invoicesOf = ({ entry }: IncomingOrder) => entry.document.eclat?.invoices ?? [];

/** Refuses orders with an invoice whose number or refund id belongs to another order, in the shop or earlier in this batch. */
export async function refuseTakenNumbers(
  importing: Pick<Importing, "tx" | "report">,
  incoming: IncomingOrder[],
): Promise<void> {
  const newInvoices = incoming.flatMap(invoicesOf);
  if (newInvoices.length === 0) return;
  const numbers = newInvoices.map(({ number }) => number);
  const refunds = newInvoices.flatMap(({ refundId }) => refundId ?? []);
  const existing = await importing.tx
    .select({
      number: invoices.number,
      refundId: invoices.refundId,
      orderId: invoices.orderId,
    })
    .from(invoices)
    .where(or(inArray(invoices.number, numbers), inArray(invoices.refundId, refunds)));
  const ownerOf = new Map<string, string>();
  for (const { number, refundId, orderId } of existing) {
    ownerOf.set(number, orderId);
    if (refundId) ownerOf.set(refundId, orderId);
  }
  for (const order of incoming) {
    const { entry, orderId } = order;
    const keys = invoicesOf(order).flatMap(({ number, refundId }) => [number, refundId ?? number]);
    const taken = keys.find((key) => (ownerOf.get(key) ?? orderId) !== orderId);
    if (taken) await refuse(importing, entry, "eclat", `${taken} est déjà d’une autre commande`);
    else for (const key of keys) ownerOf.set(key, orderId);
  }
}

/** Inserts the invoices of newly added orders. */
export async function writeInvoices(tx: Transaction, incoming: IncomingOrder[]): Promise<void> {
  const rows = incoming.flatMap((order) =>
    // `number` is left out because the column is generated.
    invoicesOf(order).map(({ kind, year, sequence, refundId, issuedAt, totalCents, snapshot }) => {
      const { orderId } = order;
      return { kind, year, sequence, orderId, refundId, issuedAt, totalCents, snapshot };
    }),
  );
  // The shop may be running: the lock makes concurrently issued invoices continue after these numbers.
  if (rows.length > 0) await lockNumbers(tx);
  for (const chunk of chunks(rows)) await tx.insert(invoices).values(chunk);
}
