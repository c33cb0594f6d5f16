import { sql, type SQL } from "drizzle-orm";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { inBatches } from "#app/platform/batches.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { dayText, isOnDays } from "#app/platform/paris-time.server.ts";
import { namesOf } from "#app/settings/group-draft.ts";
import type { Period } from "#app/ui/areas/list-filters.ts";
import type { FiscalKind } from "#db/schema/fiscal.ts";
import type { TransactionKind } from "#db/schema/payouts.ts";
import {
  paymentLines,
  saleLines,
  transactionLines,
  type AccountedDocument,
  type AccountedTransaction,
  type EntryLine,
} from "./accounting-entries.ts";
import { euroCell } from "./euro-cell.ts";
import { ledgerAccountsSettings, type LedgerAccounts } from "./ledger-accounts-settings.ts";

const ACCOUNT_NAMES = namesOf(ledgerAccountsSettings);

/** The columns of a FEC (livre des procédures fiscales, article A47 A-1, VII 1°). */
export const FEC_COLUMNS = [
  "JournalCode",
  "JournalLib",
  "EcritureNum",
  "EcritureDate",
  "CompteNum",
  "CompteLib",
  "CompAuxNum",
  "CompAuxLib",
  "PieceRef",
  "PieceDate",
  "EcritureLib",
  "Debit",
  "Credit",
  "EcritureLet",
  "DateLet",
  "ValidDate",
  "Montantdevise",
  "Idevise",
] as const;

type Row = AccountedDocument & {
  kind: "invoice" | "credit-note";
  number: string;
  issuedAt: string;
  /** « 20261125 », Europe/Paris. */
  issuedOn: string;
  orderNumber: string;
  /** The entry of the journal of payments; null when the document has none. */
  sequence: number | null;
};

const BATCH_SIZE = 1_000;
/** SQL: a time as a text, which sorts like the time. */
const utcText = (at: SQL): SQL =>
  sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** An entry: its lines share a journal, a number, a day (« 20261125 »), a piece and a text. */
type Entry = {
  journal: readonly [code: string, label: string];
  number: string;
  day: string;
  piece: string;
  text: string;
  /** Whether the customer's lines of this piece cancel each other out. */
  isSettled: boolean;
  lines: EntryLine[];
};
/** The entries of a document or transaction, and when it is from: « 2026-11-25T10:00:00.000000Z ». */
type Entries = { at: string; entries: Entry[] };

/**
 * The accounting entries of these days in order of time, in batches of lines with the columns above: invoices and credit notes with
 * their payments, and the provider's fees and transfers, as far as they were read. `accounts`: their numbers.
 */
export async function* readFec(
  db: Queryable,
  days: Period,
  accounts: LedgerAccounts,
): AsyncGenerator<string[][]> {
  let batch: string[][] = [];
  for await (const { entries } of byTime(readDocuments(db, days), readTransactions(db, days))) {
    batch.push(...entries.flatMap((entry) => cellsOf(entry, accounts)));
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Merges two sources that are each in order of time. */
async function* byTime(
  one: AsyncGenerator<Entries>,
  other: AsyncGenerator<Entries>,
): AsyncGenerator<Entries> {
  let [first, second] = await Promise.all([one.next(), other.next()]);
  while (!first.done || !second.done) {
    if (!first.done && (second.done || first.value.at <= second.value.at)) {
      yield first.value;
      // oxlint-disable-next-line no-await-in-loop -- one entry at a time
      first = await one.next();
    } else if (!second.done) {
      yield second.value;
      // oxlint-disable-next-line no-await-in-loop -- one entry at a time
      second = await other.next();
    }
  }
}

/**
 * The invoices and credit notes issued in these days: each document's sale, then its payment. Numbers continue within each journal
 * and are the same in every export: a sale has its document's, a payment its place in the journal of payments. Money without a
 * document (imported orders) is left out.
 */
async function* readDocuments(db: Queryable, days: Period): AsyncGenerator<Entries> {
  const batches = inBatches<Row>(BATCH_SIZE, async (last) => {
    const { rows } = await db.execute<Row>(sql`
      SELECT invoices.kind, number, ${utcText(sql`issued_at`)} AS "issuedAt",
        ${dayText(sql`issued_at`, "YYYYMMDD")} AS "issuedOn", invoices.total_cents AS "totalCents", snapshot,
        snapshot #>> '{order,number}' AS "orderNumber", entry.sequence, entry.kind AS "movedBy",
        coalesce(refunds.payment_id IS NOT NULL, false) AS "isByProvider", coalesce(orders.vat_percent IS NOT NULL AND orders.shipping_country <> 'FR', false) AS "isOss"
      FROM (SELECT * FROM invoices WHERE ${isOnDays(sql`issued_at`, days)}
        AND (issued_at, number) > (${last?.issuedAt ?? "-infinity"}::timestamptz, ${last?.number ?? ""})
        ORDER BY issued_at, number LIMIT ${BATCH_SIZE}) AS invoices
      LEFT JOIN orders ON orders.id = invoices.order_id
      LEFT JOIN refunds ON refunds.id = invoices.refund_id
      LEFT JOIN fiscal_entries AS entry ON CASE WHEN invoices.refund_id IS NULL
        THEN entry.order_id = invoices.order_id AND entry.kind <> 'refund' ELSE entry.refund_id = invoices.refund_id END
      ORDER BY issued_at, number`);
    return rows;
  });
  for await (const rows of batches)
    yield* rows.map((row) => ({ at: row.issuedAt, entries: documentEntries(row) }));
}

type TransactionRow = AccountedTransaction & {
  id: string;
  movedAt: string;
  /** « 20261125 », Europe/Paris. */
  movedOn: string;
  year: number;
  number: number;
  orderId: string | null;
};

/**
 * The provider's transactions that moved money in these days: fees, transfers to the bank, disputes. Their numbers continue within
 * each year and never change. The last hours have none yet, since transactions appear late.
 */
async function* readTransactions(db: Queryable, days: Period): AsyncGenerator<Entries> {
  const batches = inBatches<TransactionRow>(BATCH_SIZE, async (last) => {
    const { rows } = await db.execute<TransactionRow>(sql`
      SELECT listed.id, kind, listed.amount_cents AS "amountCents", fee_cents AS "feeCents", year, number,
        ${utcText(sql`moved_at`)} AS "movedAt", ${dayText(sql`moved_at`, "YYYYMMDD")} AS "movedOn",
        coalesce(payments.order_id, refunds.order_id, followed.order_id) AS "orderId"
      FROM (SELECT * FROM provider_transactions WHERE number IS NOT NULL AND ${isOnDays(sql`moved_at`, days)}
        AND (moved_at, id) > (${last?.movedAt ?? "-infinity"}::timestamptz, ${last?.id ?? ""}) ORDER BY moved_at, id LIMIT ${BATCH_SIZE}) AS listed
      LEFT JOIN payments ON payments.capture_id = listed.id
      LEFT JOIN refunds ON refunds.provider_refund_id = listed.id
      LEFT JOIN payments AS followed ON followed.capture_id = listed.reference_id
      ORDER BY moved_at, listed.id`);
    return rows;
  });
  for await (const rows of batches)
    yield* rows.map((row) => ({ at: row.movedAt, entries: [transactionEntry(row)] }));
}

function transactionEntry(row: TransactionRow): Entry {
  const { id, kind, movedOn, year, number, orderId } = row;
  const order = orderId ? `, commande ${deliveryNumber(orderId)}` : "";
  return {
    journal: ["PP", "PayPal"],
    number: `P-${year}-${String(number).padStart(6, "0")}`,
    day: movedOn,
    piece: id,
    text: `${TRANSACTION_TEXTS[kind]}${order}`,
    isSettled: false,
    lines: transactionLines(row),
  };
}

const TRANSACTION_TEXTS: Record<TransactionKind, string> = {
  capture: "Commission PayPal",
  refund: "Commission PayPal",
  fee: "Commission PayPal",
  transfer: "Virement PayPal",
  dispute: "Litige PayPal",
  hold: "Retenue PayPal",
  other: "Mouvement PayPal",
};

const PAYMENT_TEXTS: Record<FiscalKind, string> = {
  online: "Encaissement en ligne",
  cash: "Encaissement à la livraison",
  refund: "Remboursement",
};

/** A document's sale and its payment, which are lettered together. */
function documentEntries(row: Row): Entry[] {
  const { kind, number, orderNumber, issuedOn, sequence, movedBy } = row;
  const isInvoice = kind === "invoice";
  const shared = { day: issuedOn, piece: number, isSettled: movedBy !== null };
  const sale: Entry = {
    ...shared,
    journal: isInvoice ? ["VE", "Ventes"] : ["AV", "Avoirs"],
    number,
    text: `${isInvoice ? "Facture" : "Avoir"} ${number}, commande ${orderNumber}`,
    lines: saleLines(row),
  };
  if (!movedBy) return [sale];
  return [
    sale,
    {
      ...shared,
      journal: ["RG", "Règlements"],
      number: `R${String(sequence).padStart(7, "0")}`,
      text: `${PAYMENT_TEXTS[movedBy]}, commande ${orderNumber}`,
      lines: paymentLines(row),
    },
  ];
}

/** The cells of an entry's lines, in the order of the columns. */
function cellsOf(
  { journal, number, day, piece, text, isSettled, lines }: Entry,
  accounts: LedgerAccounts,
): string[][] {
  return lines.map(({ account, debit, credit }) => {
    const isLettered = isSettled && account === "customers";
    return [
      ...journal,
      number,
      day,
      accounts[account],
      ACCOUNT_NAMES[account]!,
      "",
      "",
      piece,
      day,
      text,
      euroCell(debit),
      euroCell(credit),
      isLettered ? piece : "",
      isLettered ? day : "",
      day,
      "",
      "",
    ];
  });
}
