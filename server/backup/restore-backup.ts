import { existsSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { escapeIdentifier, type Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { filesOf } from "#app/media/pictures.server.ts";
import type { Storage } from "#app/media/storage.server.ts";
import { connect } from "#app/platform/db.server.ts";
import {
  BEFORE_BASELINE,
  MIGRATION_LOCK,
  MIGRATIONS,
  migrate,
  migrationNames,
} from "#db/migrate.ts";
import {
  EXCLUDED_TABLES,
  pathOf,
  readBackup,
  type BackupEnd,
  type Manifest,
} from "./backup-file.ts";
import { connectAlone, migrationsOf, tablesOf } from "./database-tables.ts";
import { DamagedBackup } from "./tar.ts";

export type RestoreOutcome =
  | { kind: "restored"; createdAt: string; rows: BackupEnd["rows"]; files: number }
  | { kind: "no-file" }
  /** The file isn't a complete backup. */
  | { kind: "damaged"; reason: string }
  /** A newer version of the shop made the backup: it lists `migration`, which this version lacks. */
  | { kind: "newer"; migration: string }
  /** A version before 0.1.0 made the backup: its migrations no longer exist. */
  | { kind: "before-baseline" }
  /** The database's migrations differ from the backup's, so their tables may differ. `database`, `backup`: the last one of each. */
  | { kind: "other-migration"; database: string; backup: string }
  /** A shop is running on this database. */
  | { kind: "in-use" }
  /** `table` has rows. */
  | { kind: "not-empty"; table: string };

type Refusal = Exclude<RestoreOutcome, { kind: "restored" }>;

/** Tables that may have rows in a database that counts as empty. */
const IGNORED_TABLES = new Set([
  ...EXCLUDED_TABLES,
  "product_counts",
  "product_tallies",
  "search_words",
]);

/**
 * Restores the shop as it was when the backup was written. Then runs the later migrations, so a backup of any version since
 * 0.1.0 becomes a shop of this version (docs/decisions/0047).
 *
 * The database must be empty and have the same migrations as the backup; in a new database they run first. `replace` deletes
 * the existing shop, rows and files. The backup is verified before anything is changed. Rows are loaded in one transaction,
 * with foreign keys and constraints checked and the shop's triggers disabled. It commits after the last file is written.
 * `folder` contains the migrations.
 */
export async function restoreBackup(
  { url, storage }: { url: string; storage: Storage },
  file: string,
  { replace, folder = MIGRATIONS }: { replace: boolean; folder?: URL },
): Promise<RestoreOutcome> {
  if (!existsSync(file)) return { kind: "no-file" };
  let manifest: Manifest;
  try {
    ({ manifest } = await readBackup(file));
  } catch (error) {
    if (error instanceof DamagedBackup) return { kind: "damaged", reason: error.message };
    throw error;
  }
  const known = await migrationNames(folder);
  const unknown = manifest.migrations.find((name) => !known.includes(name));
  if (unknown === BEFORE_BASELINE) return { kind: "before-baseline" };
  if (unknown) return { kind: "newer", migration: unknown };

  const outcome = await restoreAtOwnMigration({ url, storage }, file, {
    manifest,
    replace,
    folder,
  });
  // If the later migrations fail, the next start of the shop runs them again.
  if (outcome.kind === "restored") await migrateWith(url, { folder });
  return outcome;
}

async function migrateWith(url: string, options: Parameters<typeof migrate>[1]): Promise<void> {
  const { sql } = connect(url, { max: 1 });
  await migrate(sql, options).finally(() => sql.end());
}

/** Loads the backup into a database that has run the backup's migrations, and no later ones. */
async function restoreAtOwnMigration(
  { url, storage }: { url: string; storage: Storage },
  file: string,
  { manifest, replace, folder }: { manifest: Manifest; replace: boolean; folder: URL },
): Promise<RestoreOutcome> {
  const client = await connectAlone(url);
  try {
    if (await isInUse(client)) return { kind: "in-use" };
    if (!(await migrationsOf(client)))
      await migrateWith(url, { only: manifest.migrations, folder });
    // A shop that starts now waits for this lock.
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const refusal = await refusalOf(client, manifest, replace);
    if (refusal) return refusal;
    return await load(client, storage, file, manifest);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a shop is connected to the database. Retries for 2 s, because PostgreSQL lists a closed connection for a moment. */
async function isInUse(client: Client): Promise<boolean> {
  for (let waited = 0; ; waited += 100) {
    const { rows } = await client.query(`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND application_name IN ('eclat', 'eclat-live', 'eclat-jobs')`);
    if (rows.length === 0) return false;
    if (waited >= 2_000) return true;
    await sleep(100);
  }
}

async function refusalOf(
  client: Client,
  { migrations, tables }: Manifest,
  replace: boolean,
): Promise<Refusal | null> {
  if (await isInUse(client)) return { kind: "in-use" };
  const ran = (await migrationsOf(client)) ?? [];
  if (ran.join() !== migrations.join())
    return {
      kind: "other-migration",
      database: ran.at(-1) ?? "",
      backup: migrations.at(-1) ?? "",
    };
  if (JSON.stringify(await tablesOf(client)) !== JSON.stringify(tables))
    throw new Error("the tables differ from the backup's, though the migrations are the same");
  if (replace) return null;
  for (const { name } of tables) {
    if (IGNORED_TABLES.has(name)) continue;
    const found = await client.query(`SELECT 1 FROM public.${escapeIdentifier(name)} LIMIT 1`);
    if (found.rows.length > 0) return { kind: "not-empty", table: name };
  }
  return null;
}

async function load(
  client: Client,
  storage: Storage,
  file: string,
  { createdAt, tables }: Manifest,
): Promise<RestoreOutcome> {
  const names = tables.map(({ name }) => `public.${escapeIdentifier(name)}`);
  const columns = new Map(
    tables.map(({ name, columns }) => [name, columns.map((column) => escapeIdentifier(column))]),
  );
  let files = 0;
  try {
    await client.query("BEGIN");
    // The backup contains the rows that these triggers would derive. Foreign keys remain checked.
    for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await client.query(
      "CREATE TEMP TABLE former_pictures ON COMMIT PRESERVE ROWS AS SELECT path FROM pictures",
    );
    await client.query(`TRUNCATE ${names.join(", ")}`);
    const { end } = await readBackup(file, async ({ name, content }) => {
      const [, table] = /^tables\/([^/]+)\/\d+\.copy$/.exec(name) ?? [];
      if (table) {
        const list = columns.get(table);
        if (!list) throw new DamagedBackup(`no table ${table}`);
        const rows = `COPY public.${escapeIdentifier(table)} (${list.join(", ")}) FROM STDIN`;
        await pipeline(content, client.query(copyFrom(rows)));
      } else {
        await storage.write(pathOf(name), await buffer(content));
        files++;
      }
    });
    for (const { name } of tables) await checkRowCount(client, name, end);
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    await client.query("COMMIT");
    await removeReplacedFiles(client, storage);
    // Autovacuum would collect statistics only later; until then plans would be slow.
    await client.query("ANALYZE");
    return { kind: "restored", createdAt, rows: end.rows, files };
  } catch (error) {
    // Fails on a lost connection, whose transaction PostgreSQL rolls back anyway.
    await client.query("ROLLBACK").catch(() => undefined);
    if (files > 0) await removeWrittenFiles(client, storage, file, files);
    throw error;
  }
}

/** @throws when a table doesn't have the number of rows that the backup states. */
async function checkRowCount(client: Client, name: string, { rows }: BackupEnd): Promise<void> {
  const counted = await client.query<{ count: string }>(
    `SELECT count(*) FROM public.${escapeIdentifier(name)}`,
  );
  const [loaded, expected] = [Number(counted.rows[0]!.count), rows[name] ?? 0];
  if (loaded !== expected)
    throw new Error(`${loaded} rows of ${name} were loaded instead of ${expected}`);
}

/** Deletes the files of the replaced shop that the restored one doesn't use. */
async function removeReplacedFiles(client: Client, storage: Storage): Promise<void> {
  const { rows } = await client.query<{ path: string }>(
    "SELECT path FROM former_pictures EXCEPT SELECT path FROM pictures",
  );
  for (const { path } of rows) for (const name of filesOf(path)) await storage.remove(name);
}

/** After a failure: deletes the first `written` files of the backup, except those that the existing shop uses. */
async function removeWrittenFiles(
  client: Client,
  storage: Storage,
  file: string,
  written: number,
): Promise<void> {
  let left = written;
  await readBackup(file, async ({ name }) => {
    if (!name.startsWith("files/") || left-- <= 0) return;
    const path = pathOf(name);
    const [master = ""] = /^[^/]+\/[^/]+\/[^/]+/.exec(path) ?? [];
    const used = await client.query("SELECT 1 FROM pictures WHERE path = $1", [master]);
    if (used.rows.length === 0) await storage.remove(path);
  });
}
