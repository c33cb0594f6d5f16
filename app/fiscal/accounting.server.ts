import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import type { FiscalKind } from "#db/schema/fiscal.ts";
import {
  paymentLines,
  saleLines,
  type AccountedDocument,
  type EntryLine,
} from "./accounting-entries.ts";
import { euroCell } from "./euro-cell.ts";

/** Days « 2026-11-25 » (Europe/Paris), inclusive; null: no limit. */
export type Days = { from: string | null; until: string | null };

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
const paris = (day: string, later = 0) =>
  sql`((${day}::date + ${later}::integer)::timestamp AT TIME ZONE 'Europe/Paris')`;
const issuedWithin = ({ from, until }: Days): SQL => sql`
  ${from ? sql`issued_at >= ${paris(from)}` : sql`true`} AND ${until ? sql`issued_at < ${paris(until, 1)}` : sql`true`}`;

/**
 * The entries of the invoices and credit notes issued in these days, in batches of lines with the columns above: each document's
 * sale, then its payment. Numbers continue within each journal and are the same in every export: a sale has its document's, a
 * payment its place in the journal of payments. Money without a document (imported orders) is left out.
 */
export async function* readFec(db: Queryable, days: Days): AsyncGenerator<string[][]> {
  let [lastAt, lastNumber] = ["-infinity", ""];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a batch begins after the last one
    const { rows } = await db.execute<Row>(sql`
      SELECT invoices.kind, number, to_char(issued_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "issuedAt",
        to_char(issued_at AT TIME ZONE 'Europe/Paris', 'YYYYMMDD') AS "issuedOn", invoices.total_cents AS "totalCents", snapshot,
        snapshot #>> '{order,number}' AS "orderNumber", entry.sequence, entry.kind AS "movedBy",
        coalesce(refunds.payment_id IS NOT NULL, false) AS "isByProvider", coalesce(orders.vat_percent IS NOT NULL AND orders.shipping_country <> 'FR', false) AS "isOss"
      FROM (SELECT * FROM invoices WHERE ${issuedWithin(days)} AND (issued_at, number) > (${lastAt}::timestamptz, ${lastNumber})
        ORDER BY issued_at, number LIMIT ${BATCH_SIZE}) AS invoices
      LEFT JOIN orders ON orders.id = invoices.order_id
      LEFT JOIN refunds ON refunds.id = invoices.refund_id
      LEFT JOIN fiscal_entries AS entry ON CASE WHEN invoices.refund_id IS NULL
        THEN entry.order_id = invoices.order_id AND entry.kind <> 'refund' ELSE entry.refund_id = invoices.refund_id END
      ORDER BY issued_at, number`);
    yield rows.flatMap(linesOf);
    if (rows.length < BATCH_SIZE) return;
    [lastAt, lastNumber] = [rows.at(-1)!.issuedAt, rows.at(-1)!.number];
  }
}

const PAYMENT_TEXTS: Record<FiscalKind, string> = {
  online: "Encaissement en ligne",
  cash: "Encaissement à la livraison",
  refund: "Remboursement",
};

/** The lines of a document's sale and of its payment, which are lettered together. */
function linesOf(row: Row): string[][] {
  const { kind, number, orderNumber, sequence, movedBy } = row;
  const isInvoice = kind === "invoice";
  const sale = cellsOf(row, saleLines(row), {
    journal: isInvoice ? ["VE", "Ventes"] : ["AV", "Avoirs"],
    entry: number,
    text: `${isInvoice ? "Facture" : "Avoir"} ${number}, commande ${orderNumber}`,
  });
  if (!movedBy) return sale;
  return [
    ...sale,
    ...cellsOf(row, paymentLines(row), {
      journal: ["RG", "Règlements"],
      entry: `R${String(sequence).padStart(7, "0")}`,
      text: `${PAYMENT_TEXTS[movedBy]}, commande ${orderNumber}`,
    }),
  ];
}

function cellsOf(
  { number, issuedOn, movedBy }: Row,
  lines: EntryLine[],
  { journal, entry, text }: { journal: [string, string]; entry: string; text: string },
): string[][] {
  return lines.map(({ account: [account, label], debit, credit }) => {
    const isLettered = account.startsWith("411") && movedBy !== null;
    return [
      ...journal,
      entry,
      issuedOn,
      account,
      label,
      "",
      "",
      number,
      issuedOn,
      text,
      euroCell(debit),
      euroCell(credit),
      isLettered ? number : "",
      isLettered ? issuedOn : "",
      issuedOn,
      "",
      "",
    ];
  });
}

/** Documents of a country of delivery and VAT rate: counts, and sums in cents, VAT included; those of credit notes are positive. */
export type CountrySales = {
  /** ISO 3166 code. */
  country: string;
  vatPercent: number;
  invoices: number;
  invoicedCents: number;
  invoicedVatCents: number;
  creditNotes: number;
  creditedCents: number;
  creditedVatCents: number;
};

/** Sales by country of delivery and VAT rate of the documents issued in these days. */
export async function readSalesByCountry(db: Queryable, days: Days): Promise<CountrySales[]> {
  const vat = sql`(snapshot ->> 'vatCents')::integer`;
  const of = (kind: string, what: SQL) =>
    sql`coalesce(abs(sum(${what}) FILTER (WHERE kind = ${kind})), 0)::float8`;
  const { rows } = await db.execute<CountrySales>(sql`
    SELECT coalesce(orders.shipping_country, 'FR') AS country, (snapshot ->> 'vatPercent')::float8 AS "vatPercent",
      ${of("invoice", sql`1`)} AS invoices, ${of("invoice", sql`invoices.total_cents`)} AS "invoicedCents",
      ${of("invoice", vat)} AS "invoicedVatCents", ${of("credit-note", sql`1`)} AS "creditNotes",
      ${of("credit-note", sql`invoices.total_cents`)} AS "creditedCents", ${of("credit-note", vat)} AS "creditedVatCents"
    FROM invoices LEFT JOIN orders ON orders.id = invoices.order_id
    WHERE ${issuedWithin(days)} GROUP BY 1, 2 ORDER BY 1, 2`);
  return rows;
}
