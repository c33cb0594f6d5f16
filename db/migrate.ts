import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "pg";
import { ConfigError } from "#app/platform/config.server.ts";
import type { Sql, TransactionSql } from "#app/platform/postgres.server.ts";
import { DB_FOLDER } from "./folder.ts";

/** The folder of this version's migrations. */
export const MIGRATIONS = new URL("./migrations/", DB_FOLDER);
/** Key of the advisory lock that migrations and restores hold. */
export const MIGRATION_LOCK = 4_021_964;
/** The first of the migrations before 0.1.0, which the baseline replaced. */
export const BEFORE_BASELINE = "0001_shop.sql";
/** First line of a file whose statements can't run inside a transaction (docs/decisions/0030). */
export const OUTSIDE_TRANSACTION = /^-- outside a transaction\b/;
/**
 * lock_timeout, in milliseconds. A statement that waits for an exclusive lock blocks all later ones on that table. Longer
 * than deadlock_timeout (1 s), after which a blocked statement cancels autovacuum.
 */
const LOCK_TIMEOUT = 2_000;
/** Pause before a retry, during which traffic continues. */
const PAUSE_MS = 3_000;
/** After this time, a locked table makes the migration fail. */
const RETRIES_END_MS = 10 * 60_000;
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

type Options = {
  /** The migrations to run; all by default. */
  only?: readonly string[];
  folder?: URL;
  pauseMs?: number;
  /** Called before the migration `name` is retried, because a table is locked. */
  onWait?: (name: string) => void;
};

/** The names of this version's migrations, in order. */
export async function migrationNames(folder = MIGRATIONS): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
}

export const readMigration = (name: string, folder = MIGRATIONS) =>
  readFile(new URL(name, folder), "utf8");

/** The statements of a file that runs outside a transaction: one per paragraph, without comment lines. */
export const paragraphs = (text: string) =>
  text
    .replaceAll(/^--.*\n/gm, "")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/**
 * Runs every file of db/migrations that the database hasn't run yet, in name order, each in a transaction (except those that
 * match OUTSIDE_TRANSACTION). Other nodes may serve meanwhile, and several processes may call it at once. Returns the
 * migrations that it ran, and the unknown ones that a newer version has run.
 * @throws ConfigError when a version before 0.1.0 has migrated the database.
 */
export async function migrate(
  sql: Sql,
  { only, folder = MIGRATIONS, pauseMs = PAUSE_MS, onWait }: Options = {},
): Promise<{ ran: string[]; unknown: string[] }> {
  const all = await migrationNames(folder);
  const connection = await sql.reserve();
  try {
    // Migrations may take longer than the pool's statement timeout.
    await connection`SET statement_timeout = 0`;
    await takeLock(connection);
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
      if (OUTSIDE_TRANSACTION.test(text)) {
        for (const statement of paragraphs(text)) await connection.unsafe(statement);
        await connection`INSERT INTO migrations (name) VALUES (${name})`;
        continue;
      }
      const end = performance.now() + RETRIES_END_MS;
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

/**
 * Polls for the advisory lock. A statement that waits for the lock would keep a snapshot, and another node's CREATE INDEX
 * CONCURRENTLY waits until all older snapshots end.
 */
async function takeLock(connection: TransactionSql): Promise<void> {
  for (;;) {
    const [row] = await connection<{ isMine: boolean }[]>`
      SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS "isMine"`;
    if (row!.isMine) return;
    await sleep(100);
  }
}

/** Runs one migration in a transaction. Returns false after a lock timeout or a deadlock, unless `isLast`: then it throws. */
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
    const isLocked =
      error instanceof DatabaseError && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(error.code ?? "");
    if (!isLocked || isLast) throw error;
    return false;
  }
}
