import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "pg";
import { ConfigError } from "#app/platform/config.server.ts";
import type { Sql, TransactionSql } from "#app/platform/postgres.server.ts";
import { DB_FOLDER } from "./folder.ts";

/** The folder of this version's migrations. */
export const MIGRATIONS = new URL("./migrations/", DB_FOLDER);
/** Held by whoever changes the schema, or all that is in it. */
export const MIGRATION_LOCK = 4_021_964;
/** The first migration before 0.1.0, whose baseline replaced all of them. */
export const BEFORE_BASELINE = "0001_shop.sql";
/** First line of a file for what PostgreSQL does in no transaction (docs/decisions/0030). */
export const OUTSIDE = /^-- outside a transaction\b/;
/**
 * Whoever waits to have a table for himself makes all who come after him wait too: no longer than this, in
 * milliseconds. More than the second after which autovacuum gives way.
 */
const LOCK_TIMEOUT = 2_000;
/** For so long traffic goes on before the table is asked for again; after so long it is given up. */
const PAUSE_MS = 3_000;
const PATIENCE_MS = 10 * 60_000;
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

type Options = {
  /** The migrations to run, where not all are wanted. */
  only?: readonly string[];
  folder?: URL;
  pauseMs?: number;
  /** A table is in use: this migration is tried again. */
  onWait?: (name: string) => void;
};

/** Every migration that this version of the shop knows, in their order. */
export async function migrationNames(folder = MIGRATIONS): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
}

export const readMigration = (name: string, folder = MIGRATIONS) =>
  readFile(new URL(name, folder), "utf8");

/** The statements of a file that runs outside a transaction: its paragraphs. */
export const paragraphs = (text: string) =>
  text
    .replaceAll(/^--.*\n/gm, "")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/**
 * Brings the database to the newest schema: every file of db/migrations that has not run yet, in name order, each in a
 * transaction, while the shop's other nodes are at work. Safe from several processes at once. Returns the migrations it
 * ran, and those in the database that only a newer version of the shop knows: it goes on with them.
 * @throws ConfigError when a version before 0.1.0 has migrated the database.
 */
export async function migrate(
  sql: Sql,
  { only, folder = MIGRATIONS, pauseMs = PAUSE_MS, onWait }: Options = {},
): Promise<{ ran: string[]; unknown: string[] }> {
  const all = await migrationNames(folder);
  const connection = await sql.reserve();
  try {
    // A long migration is no mistake.
    await connection`SET statement_timeout = 0`;
    await waitForTurn(connection);
    await connection`SET client_min_messages = warning`;
    await connection`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`;
    const rows = await connection<{ name: string }[]>`SELECT name FROM migrations ORDER BY name`;
    const done = rows.map(({ name }) => name);
    if (done.includes(BEFORE_BASELINE))
      throw new ConfigError(
        "This database was made by a version before 0.1.0: export its documents with that version (npm run documents:export -- --to folder), then import them with this one into a new DATA_DIR or database (npm run documents:import -- --from folder).",
      );
    const ran = all.filter((name) => !done.includes(name) && (!only || only.includes(name)));
    for (const name of ran) {
      const text = await readMigration(name, folder);
      if (OUTSIDE.test(text)) {
        for (const statement of paragraphs(text)) await connection.unsafe(statement);
        await connection`INSERT INTO migrations (name) VALUES (${name})`;
        continue;
      }
      const end = performance.now() + PATIENCE_MS;
      while (!(await run(connection, name, text, performance.now() > end))) {
        onWait?.(name);
        await sleep(pauseMs);
      }
    }
    return { ran, unknown: done.filter((name) => !all.includes(name)) };
  } finally {
    await connection`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined);
    await connection`RESET statement_timeout`.catch(() => undefined);
    connection.release();
  }
}

/** Asked over and over: who waits inside a statement keeps a snapshot, for whose end CREATE INDEX CONCURRENTLY waits. */
async function waitForTurn(connection: TransactionSql): Promise<void> {
  for (;;) {
    const [row] = await connection<{ mine: boolean }[]>`
      SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS mine`;
    if (row!.mine) return;
    await sleep(100);
  }
}

/** Runs one migration whole; false when somebody uses what it needs, and this is not the last time. */
async function run(
  connection: TransactionSql,
  name: string,
  text: string,
  isLast: boolean,
): Promise<boolean> {
  try {
    await connection`BEGIN`;
    await connection.unsafe(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`);
    await connection.unsafe(text);
    await connection`INSERT INTO migrations (name) VALUES (${name})`;
    await connection`COMMIT`;
    return true;
  } catch (error) {
    await connection`ROLLBACK`.catch(() => undefined);
    const isInUse =
      error instanceof DatabaseError && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(error.code ?? "");
    if (!isInUse || isLast) throw error;
    return false;
  }
}
