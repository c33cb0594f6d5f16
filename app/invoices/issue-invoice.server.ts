import { and, asc, eq, sql } from "drizzle-orm";
import { invoices, orderLines, orders } from "#db/schema/index.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { creditNoteContent, invoiceContent, type Credit } from "./invoice-content.ts";

/**
 * The invoice of an order that is paid, or delivered when it is paid on delivery; asked for again, the same one
 * answers. The caller holds the order's lock. Issue it as late as the transaction allows: until the commit, nobody
 * else draws a number. `shop` are the seller's mentions of that day.
 */
export async function issueInvoice(
  tx: Transaction,
  orderId: string,
  shop: Config["shop"],
): Promise<{ number: string }> {
  const [earlier, [order], lines] = await Promise.all([
    invoiceOf(tx, orderId),
    tx.select().from(orders).where(eq(orders.id, orderId)),
    tx
      .select({
        name: orderLines.name,
        quantity: orderLines.quantity,
        unitPriceCents: orderLines.unitPriceCents,
      })
      .from(orderLines)
      .where(eq(orderLines.orderId, orderId))
      .orderBy(asc(orderLines.position)),
  ]);
  if (earlier) return { number: earlier.number };
  return append(tx, {
    kind: "invoice",
    orderId,
    refundId: null,
    totalCents: order!.totalCents,
    snapshot: invoiceContent(order!, lines, shop),
  });
}

/**
 * The credit note of a refund, once a refund; null when the order has no invoice, and so nothing to correct.
 * The caller holds the order's lock.
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
  return append(tx, {
    kind: "credit-note",
    orderId,
    refundId,
    totalCents: -amountCents,
    snapshot: creditNoteContent(invoice, credit, creditedBefore),
  });
}

async function invoiceOf(tx: Transaction, orderId: string) {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, "invoice")));
  return invoice;
}

const NUMBER_LOCK = 4_021_968;

/** Whoever else writes an invoice waits for this transaction's end, and then sees its numbers. */
export async function lockNumbers(tx: Transaction): Promise<void> {
  // No lock of the table: a vacuum would hold it up.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${NUMBER_LOCK})`);
}

/** Writes it down under the next number of its series. */
async function append(
  tx: Transaction,
  row: Pick<
    typeof invoices.$inferInsert,
    "kind" | "orderId" | "refundId" | "totalCents" | "snapshot"
  >,
): Promise<{ number: string }> {
  const { kind, orderId, refundId, totalCents, snapshot } = row;
  const [, { rows }] = await Promise.all([
    // The next writer also sees a later time.
    lockNumbers(tx),
    tx.execute<{ number: string }>(sql`
      WITH now AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at),
      dated AS (SELECT at, extract(year FROM at AT TIME ZONE 'Europe/Paris')::smallint AS year FROM now)
      INSERT INTO invoices (kind, year, sequence, order_id, refund_id, issued_at, total_cents, snapshot)
      SELECT ${kind}, year,
        1 + coalesce((SELECT max(sequence) FROM invoices WHERE kind = ${kind} AND year = dated.year), 0),
        ${orderId}, ${refundId}, at, ${totalCents}::integer, ${JSON.stringify(snapshot)}::jsonb
      FROM dated RETURNING number`),
  ]);
  return rows[0]!;
}
