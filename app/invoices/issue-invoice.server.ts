import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";
import { inParis } from "#app/platform/paris-time.server.ts";
import type { Shop } from "#app/settings/shop.ts";
import { invoices } from "#db/schema/index.ts";
import {
  creditNoteContent,
  invoiceContent,
  type Credit,
  type InvoicedOrder,
  type ReducedLine,
} from "./invoice-content.ts";

/**
 * Issues the invoice of a settled order, or returns its existing one. The caller holds the order's lock, and has read the order
 * and its lines by position since it was settled. Call this function late in the transaction: it blocks all other invoices until
 * the commit (`lockNumbers`). `shop`: the seller's current mentions.
 */
export async function issueInvoice(
  tx: Transaction,
  { order, lines }: { order: InvoicedOrder; lines: readonly ReducedLine[] },
  shop: Shop,
): Promise<{ number: string }> {
  const issued = await append(tx, {
    kind: "invoice",
    orderId: order.id,
    refundId: null,
    totalCents: order.totalCents,
    snapshot: invoiceContent(order, lines, shop),
  });
  return issued ?? { number: (await invoiceOf(tx, order.id))!.number };
}

/**
 * Issues the credit note of a refund, or returns its existing one; null if the order has no invoice to correct.
 * The caller holds the order's lock. Throws if the amount is not positive or the credit notes would exceed the invoice.
 */
export async function issueCreditNote(
  tx: Transaction,
  orderId: string,
  credit: Credit,
): Promise<{ number: string } | null> {
  const invoice = await invoiceOf(tx, orderId);
  if (!invoice) return null;
  const notes = await tx
    .select({
      number: invoices.number,
      refundId: invoices.refundId,
      totalCents: invoices.totalCents,
    })
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, "credit-note")));
  const earlier = notes.find(({ refundId }) => refundId === credit.refundId);
  if (earlier) return { number: earlier.number };

  const creditedBefore = -notes.reduce((sum, { totalCents }) => sum + totalCents, 0);
  const { amountCents, refundId } = credit;
  if (amountCents <= 0 || creditedBefore + amountCents > invoice.totalCents)
    throw new Error(`${amountCents} cannot be credited on invoice ${invoice.number}`);
  const issued = await append(tx, {
    kind: "credit-note",
    orderId,
    refundId,
    totalCents: -amountCents,
    snapshot: creditNoteContent(invoice, credit, creditedBefore),
  });
  return issued!;
}

async function invoiceOf(tx: Transaction, orderId: string) {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, "invoice")));
  return invoice;
}

const NUMBER_LOCK = 4_021_968;

/** Serializes invoice numbers until the commit: they must have no gaps (CGI, annexe II, article 242 nonies A). */
export async function lockNumbers(tx: Transaction): Promise<void> {
  // An advisory lock, because a table lock conflicts with VACUUM.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${NUMBER_LOCK})`);
}

/** Inserts the row with the next number of its kind and year. Undefined if the order has its invoice already. */
async function append(
  tx: Transaction,
  row: Pick<
    typeof invoices.$inferInsert,
    "kind" | "orderId" | "refundId" | "totalCents" | "snapshot"
  >,
): Promise<{ number: string } | undefined> {
  const { kind, orderId, refundId, totalCents, snapshot } = row;
  const [, { rows }] = await Promise.all([
    // Locked before the clock is read, so that numbers and issue times have the same order.
    lockNumbers(tx),
    tx.execute<{ number: string }>(sql`
      WITH now AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at),
      dated AS (SELECT at, extract(year FROM ${inParis(sql`at`)})::smallint AS year FROM now)
      INSERT INTO invoices (kind, year, sequence, order_id, refund_id, issued_at, total_cents, snapshot)
      SELECT ${kind}, year,
        1 + coalesce((SELECT max(sequence) FROM invoices WHERE kind = ${kind} AND year = dated.year), 0),
        ${orderId}, ${refundId}, at, ${totalCents}::integer, ${JSON.stringify(snapshot)}::jsonb
      FROM dated
      ON CONFLICT (order_id) WHERE kind = 'invoice' DO NOTHING
      RETURNING number`),
  ]);
  return rows[0];
}
