import { asc, desc, getTableColumns, gt, sql } from "drizzle-orm";
import { inBatches } from "#app/platform/batches.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { dayText, isOnDays } from "#app/platform/paris-time.server.ts";
import type { Period } from "#app/ui/areas/list-filters.ts";
import { clampPage, type Paged } from "#app/ui/bounded-count.ts";
import { fiscalClosures, fiscalEntries } from "#db/schema/index.ts";

export type FiscalEntry = typeof fiscalEntries.$inferSelect;
export type Closure = typeof fiscalClosures.$inferSelect;

/** The first fault of the journal; null if it is intact. */
export type Fault =
  /** The entry's hash doesn't follow from the previous hash and its content, or the entry before it is missing. */
  | { kind: "entry"; sequence: number; document: string | null; recordedAt: Date }
  /** The entry is not that of its invoice or credit note: another amount or VAT, or the document is missing. */
  | { kind: "paper"; sequence: number; document: string | null; recordedAt: Date }
  /** The hash or a total of a closed month or year is wrong, or it doesn't follow the one before. */
  | { kind: "closure"; period: string }
  /** The last entries are missing: a closure or an invoice (`document`) refers to one. */
  | { kind: "missing"; document: string }
  | null;

/** Entries that one statement checks: about a second, far below the statement timeout. */
const CHECKED_AT_ONCE = 50_000;

/**
 * SQL: the entry equals its invoice or credit note, `paper`. A refund of an imported order without an invoice has no credit note.
 * Imported and earlier entries may have no document, and the amount of another system; their VAT is that of the document.
 */
const FITS_PAPER = sql`CASE
  WHEN document IS NULL THEN origin <> 'shop' OR (entry.kind = 'refund'
    AND NOT EXISTS (SELECT FROM invoices WHERE order_id = entry.order_id AND kind = 'invoice'))
  ELSE coalesce((amount_cents = paper.total_cents OR origin <> 'shop') AND entry.order_id = paper.order_id
    AND entry.refund_id IS NOT DISTINCT FROM paper.refund_id AND vat_cents = (paper.snapshot ->> 'vatCents')::integer
    AND vat_percent = (paper.snapshot ->> 'vatPercent')::numeric(5, 2), false) END`;

/**
 * Recomputes every hash and every closed total from the stored rows, and compares each entry with its document. Reads the whole
 * journal: about 16 s per million entries.
 */
export async function findFault(db: Queryable): Promise<Fault> {
  const { rows: last } = await db.execute<{ sequence: number | null }>(
    sql`SELECT max(sequence) AS sequence FROM fiscal_entries`,
  );
  for (let first = 1; first <= (last[0]!.sequence ?? 0); first += CHECKED_AT_ONCE) {
    // With the entry before, whose hash and number the first one follows.
    const { rows: entries } = await db.execute<{
      isChained: boolean;
      sequence: number;
      document: string | null;
      recordedAt: string;
    }>(sql`
      SELECT is_chained AS "isChained", sequence, document, fiscal_time(recorded_at) AS "recordedAt" FROM (
        SELECT entry.sequence, document, recorded_at, ${FITS_PAPER} AS fits_paper,
          entry.sequence = coalesce(lag(entry.sequence) OVER chain, 0) + 1
          AND hash = fiscal_hash(lag(hash) OVER chain, fiscal_content(entry)) AS is_chained
        FROM fiscal_entries AS entry
        -- Lateral, with a limit: one look-up per entry. A hash join would read all invoices for each batch.
        LEFT JOIN LATERAL (SELECT * FROM invoices WHERE number = entry.document LIMIT 1) AS paper ON true
        WHERE entry.sequence BETWEEN ${first - 1}::integer AND ${first + CHECKED_AT_ONCE - 1}::integer
        WINDOW chain AS (ORDER BY entry.sequence)) AS checked
      WHERE NOT (is_chained AND fits_paper) AND sequence >= ${first}::integer ORDER BY sequence LIMIT 1`);
    if (entries[0]) {
      const { isChained, recordedAt, ...entry } = entries[0];
      return {
        kind: isChained ? "paper" : "entry",
        ...entry,
        recordedAt: new Date(recordedAt),
      };
    }
  }
  const { rows: closures } = await db.execute<{ period: string }>(sql`
    SELECT period FROM (
      SELECT closure.*, row_number() OVER chain AS place,
        hash = fiscal_hash(lag(hash) OVER chain, fiscal_content(closure)) AS is_chained,
        first_entry = coalesce(lag(last_entry) OVER same_length, 0) + 1 AS continues,
        length(period) = 4 AS is_year, lag(last_entry) OVER chain AS last_before,
        coalesce(lag(perpetual_cents) OVER chain, 0) AS perpetual_before
      FROM fiscal_closures AS closure
      WINDOW chain AS (ORDER BY sequence), same_length AS (PARTITION BY length(period) ORDER BY sequence)) AS checked,
      fiscal_totals(first_entry, last_entry) AS totals
    WHERE NOT is_chained OR sequence <> place OR NOT continues
      -- A year follows its December.
      OR CASE WHEN is_year THEN (last_entry, perpetual_cents) IS DISTINCT FROM (last_before, perpetual_before)
        ELSE perpetual_cents <> perpetual_before + settled - refunded + brought END
      OR EXISTS (SELECT FROM fiscal_entries AS next WHERE next.sequence = last_entry + 1 AND next.recorded_at < ends_at)
      OR last_hash <> coalesce((SELECT hash FROM fiscal_entries AS last WHERE last.sequence = last_entry), '')
      OR (settled_cents, refunded_cents, vat_cents, brought_cents) <> (settled, refunded, vat, brought)
    ORDER BY sequence LIMIT 1`);
  if (closures[0]) return { kind: "closure", ...closures[0] };
  const { rows: missing } = await db.execute<{ document: string }>(sql`
    SELECT number AS document FROM invoices
    WHERE CASE kind
      WHEN 'invoice' THEN EXISTS (SELECT FROM orders WHERE id = invoices.order_id AND (is_paid OR is_shipped))
        AND NOT EXISTS (SELECT FROM fiscal_entries AS entry WHERE entry.order_id = invoices.order_id AND entry.kind <> 'refund')
      ELSE EXISTS (SELECT FROM refunds WHERE id = invoices.refund_id AND state = 'done')
        AND NOT EXISTS (SELECT FROM fiscal_entries AS entry WHERE entry.refund_id = invoices.refund_id) END
    ORDER BY issued_at LIMIT 1`);
  return missing[0] ? { kind: "missing", ...missing[0] } : null;
}

const PAGE_SIZE = 20;

/** A page of the journal, newest first; `total`: the number of all entries. */
export async function listEntries(
  db: Queryable,
  { page }: { page: number },
): Promise<{ entries: FiscalEntry[]; total: number } & Paged> {
  // Sequences have no gaps, so the highest one is the number of entries.
  const [last] = await db
    .select({ total: fiscalEntries.sequence })
    .from(fiscalEntries)
    .orderBy(desc(fiscalEntries.sequence))
    .limit(1);
  const total = last?.total ?? 0;
  const { offset, ...shown } = clampPage(page, total, PAGE_SIZE);
  const entries = await db
    .select()
    .from(fiscalEntries)
    .where(sql`${fiscalEntries.sequence} <= ${total - offset}`)
    .orderBy(desc(fiscalEntries.sequence))
    .limit(PAGE_SIZE);
  return { entries, total, ...shown };
}

/** Totals in cents: see `fiscal_closures`. */
export type OpenTotals = Pick<
  Closure,
  "settledCents" | "refundedCents" | "vatCents" | "broughtCents" | "perpetualCents"
>;

/** The closed months and years, newest first, and the totals since the last closed month. */
export async function readTotals(
  db: Queryable,
): Promise<{ closures: Closure[]; open: OpenTotals }> {
  const closures = await db.select().from(fiscalClosures).orderBy(desc(fiscalClosures.sequence));
  const first = Math.max(0, ...closures.map(({ lastEntry }) => lastEntry)) + 1;
  const { rows } = await db.execute<Record<"settled" | "refunded" | "vat" | "brought", string>>(
    sql`SELECT * FROM fiscal_totals(${first}::integer, 2147483647)`,
  );
  const [settled, refunded, vat, brought] = ["settled", "refunded", "vat", "brought"].map((name) =>
    Number(rows[0]![name as "vat"]),
  ) as [number, number, number, number];
  const before = closures[0]?.perpetualCents ?? 0;
  return {
    closures,
    open: {
      settledCents: settled,
      refundedCents: refunded,
      vatCents: vat,
      broughtCents: brought,
      perpetualCents: before + settled - refunded + brought,
    },
  };
}

/** A day (« 2026-11-25 », Paris) and VAT rate (« 20.00 »; null if unknown); sums in cents, VAT included, both positive. */
export type FiscalDay = {
  day: string;
  origin: FiscalEntry["origin"];
  vatPercent: string | null;
  settled: number;
  settledCents: number;
  settledVatCents: number;
  refunded: number;
  refundedCents: number;
  refundedVatCents: number;
};

/** Sums by day, origin and VAT rate. */
export async function readDays(db: Queryable, days: Period): Promise<FiscalDay[]> {
  const isSettled = sql`kind <> 'refund'`;
  const count = (where: typeof isSettled) => sql`(count(*) FILTER (WHERE ${where}))::integer`;
  const cents = (column: string, where: typeof isSettled) =>
    sql`abs(coalesce(sum(${sql.identifier(column)}) FILTER (WHERE ${where}), 0))::float8`;
  const { rows } = await db.execute<FiscalDay>(sql`
    SELECT ${dayText(sql`happened_at`)} AS day, origin, vat_percent::text AS "vatPercent",
      ${count(isSettled)} AS settled, ${cents("amount_cents", isSettled)} AS "settledCents",
      ${cents("vat_cents", isSettled)} AS "settledVatCents",
      ${count(sql`kind = 'refund'`)} AS refunded, ${cents("amount_cents", sql`kind = 'refund'`)} AS "refundedCents",
      ${cents("vat_cents", sql`kind = 'refund'`)} AS "refundedVatCents"
    FROM fiscal_entries
    WHERE ${isOnDays(sql`happened_at`, days)}
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
  return rows;
}

const BATCH_SIZE = 1_000;

/** `content` is the text that the hash covers after the previous hash. */
export type JournalEntry = FiscalEntry & { content: string };

/** The whole journal in batches, oldest first. */
export const readJournal = (db: Queryable): AsyncGenerator<JournalEntry[]> =>
  inBatches(BATCH_SIZE, (last) =>
    db
      .select({
        ...getTableColumns(fiscalEntries),
        content: sql<string>`fiscal_content(fiscal_entries)`,
      })
      .from(fiscalEntries)
      .where(gt(fiscalEntries.sequence, last?.sequence ?? 0))
      .orderBy(asc(fiscalEntries.sequence))
      .limit(BATCH_SIZE),
  );

/** Closes the months and years that have ended (Europe/Paris); returns how many. */
export async function closePeriods(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ closed: number }>(
    sql`SELECT close_fiscal_periods() AS closed`,
  );
  return rows[0]!.closed;
}
