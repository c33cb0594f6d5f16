import { sql, type SQL } from "drizzle-orm";
import { inBatches } from "#app/platform/batches.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { dayText, isOnDays } from "#app/platform/paris-time.server.ts";
import type { Period } from "#app/ui/areas/list-filters.ts";
import { clampPage } from "#app/ui/bounded-count.ts";
import type { PaymentState, RefundState } from "#db/schema/orders.ts";
import { providerReadings, type TransactionKind } from "#db/schema/payouts.ts";
import type { MonthSums } from "./month-sums.ts";

/**
 * How a movement compares. Captures and refunds are « matched », have different amounts, or are only at the provider or only in the
 * shop; « unread »: in the shop, and later than the last reading. « apart »: movements that no capture or refund of the shop explains
 * (disputes, others). « own »: fees, transfers and holds, which only the provider has.
 */
export type MovementState = "matched" | "amount" | "provider" | "shop" | "unread" | "apart" | "own";
export type Movement = {
  at: Date;
  /** The provider's id, by which both sides are compared. */
  id: string;
  kind: TransactionKind;
  /** PayPal's event code; null when only the shop has it. */
  code: string | null;
  state: MovementState;
  /** Cents by which each side's balance changes, negative for a refund; null on the side that lacks the movement. */
  providerCents: number | null;
  feeCents: number;
  currency: string;
  shopCents: number | null;
  /** The order that it belongs to, as far as known. */
  orderId: string | null;
  /** The shop's own state of the payment or refund that is only at the provider. */
  knownAs: PaymentState | RefundState | null;
};

/** The movements of these days, on either side, as a table « movements ». */
const movementsOf = (days: Period): SQL => sql`
  SELECT at, id, kind, code, "providerCents", "feeCents", currency, "shopCents", "orderId", "knownAs",
    CASE WHEN kind IN ('fee', 'transfer', 'hold') THEN 'own'
      WHEN kind NOT IN ('capture', 'refund') THEN 'apart'
      WHEN "shopCents" IS NULL THEN 'provider'
      WHEN "shopCents" = "providerCents" AND currency = 'EUR' THEN 'matched'
      ELSE 'amount' END AS state
  FROM (
    SELECT moved_at AS at, listed.id, listed.kind, code, listed.amount_cents AS "providerCents", fee_cents AS "feeCents",
      listed.currency, CASE WHEN payments.state = 'captured' THEN payments.amount_cents WHEN refunds.state = 'done' THEN -refunds.amount_cents
        END AS "shopCents",
      coalesce(payments.order_id, refunds.order_id, followed.order_id, named.id) AS "orderId",
      coalesce(payments.state, refunds.state, followed.state) AS "knownAs"
    FROM provider_transactions AS listed
    LEFT JOIN payments ON listed.kind = 'capture' AND payments.capture_id = listed.id
    LEFT JOIN refunds ON listed.kind = 'refund' AND refunds.provider_refund_id = listed.id
    LEFT JOIN payments AS followed ON followed.capture_id = listed.reference_id
    LEFT JOIN orders AS named ON named.id = listed.custom_id
    WHERE ${isOnDays(sql`moved_at`, days)} AND moved_at IS NOT NULL) AS provider
  UNION ALL
  SELECT at, id, kind, NULL, NULL, 0, 'EUR', amount_cents, order_id, NULL,
    CASE WHEN at >= read_until THEN 'unread' ELSE 'shop' END
  FROM (
    SELECT happened_at AS at, coalesce(capture_id, provider_refund_id) AS id,
      CASE WHEN fiscal_entries.kind = 'refund' THEN 'refund' ELSE 'capture' END AS kind, fiscal_entries.amount_cents,
      fiscal_entries.order_id
    FROM fiscal_entries
    LEFT JOIN payments ON fiscal_entries.kind = 'online' AND payments.order_id = fiscal_entries.order_id AND payments.state = 'captured'
    LEFT JOIN refunds ON refunds.id = fiscal_entries.refund_id
    WHERE ${isOnDays(sql`happened_at`, days)}) AS journal
  JOIN provider_readings ON at >= read_from
  WHERE id IS NOT NULL AND NOT EXISTS (
    SELECT FROM provider_transactions WHERE provider_transactions.id = journal.id AND moved_at IS NOT NULL)`;

/** Times are texts, with microseconds. */
type MovementRow = Omit<Movement, "at"> & { at: string };
const movementOf = (row: MovementRow): Movement => ({ ...row, at: new Date(row.at) });

const DIFFERENCES = sql`('amount', 'provider', 'shop', 'apart')`;
const PAGE_SIZE = 20;
const BATCH_SIZE = 1_000;

/** The differences of these days, newest first, 20 a page, and how many movements compare in which way. */
export async function readDifferences(db: Queryable, days: Period, { page }: { page: number }) {
  const { rows: counted } = await db.execute<{ state: MovementState; count: number }>(
    sql`SELECT state, count(*)::integer AS count FROM (${movementsOf(days)}) AS movements GROUP BY 1`,
  );
  const countOf = (state: MovementState) => counted.find((row) => row.state === state)?.count ?? 0;
  const total = countOf("amount") + countOf("provider") + countOf("shop") + countOf("apart");
  const { offset, ...shown } = clampPage(page, total, PAGE_SIZE);
  const { rows } = await db.execute<MovementRow>(sql`
    SELECT * FROM (${movementsOf(days)}) AS movements WHERE state IN ${DIFFERENCES}
    ORDER BY at DESC, id LIMIT ${PAGE_SIZE} OFFSET ${offset}`);
  const differences = rows.map(movementOf);
  const counts = { matched: countOf("matched"), unread: countOf("unread") };
  return { differences, total, ...shown, counts };
}

/** All movements of these days, oldest first, in batches. */
export async function* readMovements(db: Queryable, days: Period): AsyncGenerator<Movement[]> {
  const batches = inBatches<MovementRow>(BATCH_SIZE, async (last) => {
    const { rows } = await db.execute<MovementRow>(sql`
      SELECT * FROM (${movementsOf(days)}) AS movements
      WHERE (at, id) > (${last?.at ?? "-infinity"}::timestamptz, ${last?.id ?? ""}) ORDER BY at, id LIMIT ${BATCH_SIZE}`);
    return rows;
  });
  for await (const rows of batches) yield rows.map(movementOf);
}

/** The provider's movements of these days by month, newest first. Fees are those of all transactions. */
export async function readMonths(db: Queryable, days: Period): Promise<MonthSums[]> {
  const sum = (kind: TransactionKind) =>
    sql`coalesce(sum(amount_cents) FILTER (WHERE kind = ${kind}), 0)::float8`;
  const { rows } = await db.execute<MonthSums>(sql`
    SELECT ${dayText(sql`moved_at`, "YYYY-MM")} AS month, ${sum("capture")} AS "captureCents",
      ${sum("refund")} AS "refundCents", ${sum("dispute")} AS "disputeCents", ${sum("transfer")} AS "transferCents",
      ${sum("hold")} AS "holdCents", ${sum("other")} AS "otherCents",
      (${sum("fee")} + coalesce(sum(fee_cents), 0))::float8 AS "feeCents"
    FROM provider_transactions WHERE moved_at IS NOT NULL AND currency = 'EUR' AND ${isOnDays(sql`moved_at`, days)}
    GROUP BY 1 ORDER BY 1 DESC`);
  return rows;
}

/** How far the transactions have been read; null before the first reading. */
export async function readState(db: Queryable) {
  const [row] = await db
    .select({
      outcome: providerReadings.outcome,
      readFrom: providerReadings.readFrom,
      readUntil: providerReadings.readUntil,
      lastReadAt: providerReadings.lastReadAt,
      balanceCents: providerReadings.balanceCents,
      balanceAt: providerReadings.balanceAt,
    })
    .from(providerReadings);
  return row ?? null;
}
export type ReadingState = NonNullable<Awaited<ReturnType<typeof readState>>>;
