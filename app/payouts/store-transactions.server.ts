import { sql } from "drizzle-orm";
import type { ProviderTransaction } from "#app/payments/transactions-schema.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { inParis } from "#app/platform/paris-time.server.ts";
import { kindOf } from "./transaction-kind.ts";

const BATCH_SIZE = 1_000;

/**
 * Stores transactions as the provider lists them, and numbers the entries of those that moved money before `settledUntil`, in order:
 * later ones may still be preceded by some that appear late. A known transaction that is pending takes its new state; one that
 * moved money keeps its sums. The caller holds the row of `provider_readings`.
 */
export async function storeTransactions(
  tx: Transaction,
  transactions: readonly ProviderTransaction[],
  settledUntil: Date,
): Promise<void> {
  const sorted = transactions.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (let start = 0; start < sorted.length; start += BATCH_SIZE)
    // oxlint-disable-next-line no-await-in-loop -- one transaction
    await storeBatch(tx, sorted.slice(start, start + BATCH_SIZE));
  await tx.execute(sql`
    WITH fresh AS (
      SELECT id, year, row_number() OVER (PARTITION BY year ORDER BY moved_at, id) AS place
      FROM (SELECT id, moved_at, extract(year FROM ${inParis(sql`moved_at`)}) AS year FROM provider_transactions
        WHERE is_booked AND number IS NULL AND moved_at < ${settledUntil.toISOString()}) AS unnumbered)
    UPDATE provider_transactions SET year = fresh.year, number = fresh.place + coalesce(
      (SELECT max(numbered.number) FROM provider_transactions AS numbered WHERE numbered.year = fresh.year), 0)
    FROM fresh WHERE fresh.id = provider_transactions.id`);
}

async function storeBatch(
  tx: Transaction,
  transactions: readonly ProviderTransaction[],
): Promise<void> {
  const rows = transactions.map(({ amountCents, ...transaction }) => ({
    ...transaction,
    amountCents,
    kind: kindOf(transaction.code, amountCents),
  }));
  // Money that was pending when first read moved when its status changed.
  await tx.execute(sql`
    INSERT INTO provider_transactions AS known (id, code, kind, status, amount_cents, fee_cents, currency, reference_id, custom_id,
      initiated_at, updated_at, moved_at)
    SELECT id, code, kind, status, "amountCents", "feeCents", currency, "referenceId", "customId", "initiatedAt", "updatedAt",
      CASE WHEN status IN ('S', 'V') THEN "initiatedAt" END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS listed (id text, code text, kind text, status text,
      "amountCents" integer, "feeCents" integer, currency text, "referenceId" text, "customId" text, "initiatedAt" timestamptz,
      "updatedAt" timestamptz)
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at,
      code = CASE WHEN known.moved_at IS NULL THEN excluded.code ELSE known.code END,
      kind = CASE WHEN known.moved_at IS NULL THEN excluded.kind ELSE known.kind END,
      amount_cents = CASE WHEN known.moved_at IS NULL THEN excluded.amount_cents ELSE known.amount_cents END,
      fee_cents = CASE WHEN known.moved_at IS NULL THEN excluded.fee_cents ELSE known.fee_cents END,
      currency = CASE WHEN known.moved_at IS NULL THEN excluded.currency ELSE known.currency END,
      moved_at = CASE WHEN known.moved_at IS NULL AND excluded.status IN ('S', 'V') THEN excluded.updated_at ELSE known.moved_at END
    WHERE (known.status, known.updated_at) IS DISTINCT FROM (excluded.status, excluded.updated_at)`);
}
