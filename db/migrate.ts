import { readdir, readFile } from "node:fs/promises";
import type { Sql } from "#app/platform/postgres.server.ts";
import { DB_FOLDER } from "./folder.ts";

const MIGRATIONS = new URL("./migrations/", DB_FOLDER);
/** Held by whoever changes the schema, or all that is in it. */
export const MIGRATION_LOCK = 4_021_964;

/** Every migration that this version of the shop knows, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
}

/**
 * Brings the database to the newest schema: every file of db/migrations that has not run yet, in name
 * order, each in its own transaction. Safe from several processes at once (advisory lock).
 * `only` names those to run, where not all are wanted. Returns the names of the migrations it ran.
 */
export async function migrate(sql: Sql, only?: readonly string[]): Promise<string[]> {
  const all = await migrationNames();
  const names = only ? all.filter((name) => only.includes(name)) : all;
  const connection = await sql.reserve();
  try {
    // A long migration, or waiting for another process's, is no mistake.
    await connection`SET statement_timeout = 0`;
    await connection`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    await connection`SET client_min_messages = warning`;
    await connection`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`;
    const rows = await connection<{ name: string }[]>`SELECT name FROM migrations`;
    const done = new Set(rows.map((row) => row.name));
    const missing = names.filter((name) => !done.has(name));
    for (const name of missing) {
      const text = await readFile(new URL(name, MIGRATIONS), "utf8");
      await connection.unsafe(
        `BEGIN; ${text}\n; INSERT INTO migrations (name) VALUES ('${name}'); COMMIT;`,
      );
    }
    return missing;
  } finally {
    // Without a ROLLBACK a failed migration would leave the connection inside its dead transaction.
    await connection.unsafe("ROLLBACK").catch(() => undefined);
    await connection`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined);
    await connection`RESET statement_timeout`.catch(() => undefined);
    connection.release();
  }
}
