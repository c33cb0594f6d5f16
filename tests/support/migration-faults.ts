import type { Sql, TransactionSql } from "#app/platform/postgres.server.ts";
import { OUTSIDE_TRANSACTION, paragraphs } from "#db/migrate.ts";

/*
 * Finds what a migration must not do while the previous version runs and tables are large. The file runs in a transaction
 * that is rolled back, and PostgreSQL's catalogs are compared before and after. A parser could not see the effect of
 * functions and DO blocks, nor full table scans.
 */
type Table = { oid: number; name: string; file: number | null };
type Column = {
  table: number;
  number: number;
  name: string;
  type: string;
  required: boolean;
  filled: boolean;
};
type Constraint = { oid: number; table: number; name: string; kind: string; valid: boolean };
type Index = { oid: number; table: number; name: string };
type Routine = { name: string };

/** Statements allowed outside a transaction. */
const OUTSIDE_STATEMENT =
  /^(create (unique )?index concurrently|drop index concurrently if exists|do |call |analyze|vacuum|alter table \S+ validate constraint)/i;

/**
 * The faults of a migration, as sentences, on a database that hasn't run it yet; rolls everything back. A line « -- contract:
 * <why no version uses the removed object> » allows incompatible changes, « -- short: <why the lock is short> » allows blocking
 * ones.
 */
export async function faultsOf(sql: Sql, text: string): Promise<string[]> {
  if (OUTSIDE_TRANSACTION.test(text))
    return paragraphs(text)
      .filter((statement) => !OUTSIDE_STATEMENT.test(statement))
      .map((statement) => `needs no place outside a transaction: ${statement.split("\n")[0]}`);
  const undo = new Error("undo");
  const faults: string[] = [];
  await sql
    .begin(async (tx) => {
      const before = await readCatalog(tx);
      await tx.unsafe(text);
      const after = await readCatalog(tx);
      if (!/^-- contract: \S/m.test(text)) faults.push(...incompatibleChanges(before, after));
      if (!/^-- short: \S/m.test(text)) faults.push(...blockingChanges(before, after));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return faults;
}

type Catalog = Awaited<ReturnType<typeof readCatalog>>;

async function readCatalog(tx: TransactionSql) {
  const tables = await tx<Table[]>`
    SELECT oid, relname AS name, pg_relation_filenode(oid) AS file FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`;
  const columns = await tx<Column[]>`
    SELECT attrelid AS table, attnum AS number, attname AS name,
      format_type(atttypid, atttypmod) || ' ' || attcollation::regcollation::text AS type,
      attnotnull AS required, atthasdef OR attidentity <> '' AS filled
    FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped ORDER BY attnum`;
  const constraints = await tx<Constraint[]>`
    SELECT oid, conrelid AS table, conname AS name, contype AS kind, convalidated AS valid FROM pg_constraint
    WHERE contype IN ('c', 'f') ORDER BY conname`;
  const indexes = await tx<Index[]>`
    SELECT indexrelid AS oid, indrelid AS table, relname AS name FROM pg_index JOIN pg_class ON oid = indexrelid
    ORDER BY relname`;
  const routines = await tx<Routine[]>`
    SELECT oid::regprocedure::text || ' → ' || coalesce(pg_get_function_result(oid), '') AS name FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace ORDER BY 1`;
  const written = await tx<{ oid: number }[]>`
    SELECT relation AS oid FROM pg_locks
    WHERE pid = pg_backend_pid() AND locktype = 'relation' AND mode = 'RowExclusiveLock'`;
  return { tables, columns, constraints, indexes, routines, written };
}

/** Removed or changed objects that the previous version may use. */
function incompatibleChanges(before: Catalog, after: Catalog): string[] {
  const faults: string[] = [];
  for (const table of before.tables) {
    const now = after.tables.find(({ oid }) => oid === table.oid);
    if (now?.name !== table.name) {
      faults.push(`table ${table.name} is gone`);
      continue;
    }
    const was = before.columns.filter((column) => column.table === table.oid);
    for (const column of after.columns.filter((one) => one.table === table.oid)) {
      const former = was.find(({ number }) => number === column.number);
      const isRequired = column.required && !column.filled;
      if (isRequired && !(former?.required && !former.filled))
        faults.push(`${table.name}.${column.name} now requires a value`);
    }
    for (const column of was) {
      const kept = after.columns.find(
        ({ table: of, number }) => of === table.oid && number === column.number,
      );
      if (kept?.name !== column.name) faults.push(`${table.name}.${column.name} is gone`);
      else if (kept.type !== column.type)
        faults.push(`${table.name}.${column.name} has another type`);
      else if (kept.required && !column.required && column.filled)
        faults.push(`${table.name}.${column.name} may no longer be null`);
    }
  }
  for (const { name } of before.routines)
    if (!after.routines.some((routine) => routine.name === name))
      faults.push(`function ${name} is gone`);
  return faults;
}

/** Changes that lock an existing table for a time proportional to its size. */
function blockingChanges(before: Catalog, after: Catalog): string[] {
  const faults: string[] = [];
  for (const table of before.tables) {
    const now = after.tables.find(({ oid }) => oid === table.oid);
    if (!now) continue;
    const isNew =
      (known: readonly { oid: number }[]) =>
      ({ oid, table: of }: { oid: number; table: number }) =>
        of === table.oid && !known.some((one) => one.oid === oid);
    if (now.file !== table.file) faults.push(`${table.name} is rewritten`);
    for (const { name, valid } of after.constraints.filter(isNew(before.constraints)))
      if (valid) faults.push(`${name} needs a full scan of ${table.name}: NOT VALID first`);
    for (const { name } of after.indexes.filter(isNew(before.indexes)))
      faults.push(
        `${name} is built under a lock that blocks writes to ${table.name}: CONCURRENTLY`,
      );
    for (const column of after.columns.filter((one) => one.table === table.oid)) {
      const former = before.columns.find(
        (one) => one.table === table.oid && one.number === column.number,
      );
      if (former && column.required && !former.required)
        faults.push(`NOT NULL of ${table.name}.${column.name} needs a full scan of ${table.name}`);
    }
    const isWritten = (state: Catalog) => state.written.some(({ oid }) => oid === table.oid);
    if (isWritten(after) && !isWritten(before))
      faults.push(`rows of ${table.name} are updated: in batches, outside a transaction`);
  }
  return faults;
}
