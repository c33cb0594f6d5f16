import { inArray, or } from "drizzle-orm";
import type { z } from "zod";
import { invoices } from "#db/schema/index.ts";
import { lockNumbers } from "#app/invoices/issue-invoice.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { orderDocument } from "./document-schema.ts";
import { refuse, slices, type Entry, type Importing } from "./import-entry.server.ts";

type OrderEntry = Entry<z.output<typeof orderDocument>>;
type Placed = { entry: OrderEntry; orderId: string };

const invoicesOf = ({ entry }: Placed) => entry.document.eclat?.invoices ?? [];

/** Refuses the orders whose invoices have a number, or tell of a refund, that is another order's. */
export async function refuseTakenNumbers(
  importing: Pick<Importing, "tx" | "report">,
  placed: Placed[],
): Promise<void> {
  const brought = placed.flatMap(invoicesOf);
  if (brought.length === 0) return;
  const numbers = brought.map(({ number }) => number);
  const refunds = brought.flatMap(({ refundId }) => refundId ?? []);
  const there = await importing.tx
    .select({
      number: invoices.number,
      refundId: invoices.refundId,
      orderId: invoices.orderId,
    })
    .from(invoices)
    .where(or(inArray(invoices.number, numbers), inArray(invoices.refundId, refunds)));
  const ownerOf = new Map<string, string>();
  for (const { number, refundId, orderId } of there) {
    ownerOf.set(number, orderId);
    if (refundId) ownerOf.set(refundId, orderId);
  }
  for (const one of placed) {
    const names = invoicesOf(one).flatMap(({ number, refundId }) => [number, refundId ?? number]);
    const taken = names.find((name) => (ownerOf.get(name) ?? one.orderId) !== one.orderId);
    if (taken)
      await refuse(importing, one.entry, "eclat", `${taken} est déjà d’une autre commande`);
    else for (const name of names) ownerOf.set(name, one.orderId);
  }
}

/** Adds the invoices of orders that have just been added. */
export async function writeInvoices(tx: Transaction, placed: Placed[]): Promise<void> {
  const rows = placed.flatMap((one) =>
    // The number is made again of its parts.
    invoicesOf(one).map(({ kind, year, sequence, refundId, issuedAt, totalCents, snapshot }) => {
      const { orderId } = one;
      return { kind, year, sequence, orderId, refundId, issuedAt, totalCents, snapshot };
    }),
  );
  // The shop may be open: what it issues meanwhile comes after these numbers.
  if (rows.length > 0) await lockNumbers(tx);
  for (const slice of slices(rows)) await tx.insert(invoices).values(slice);
}
