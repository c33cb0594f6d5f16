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
import { NOT_KEPT, pathOf, readBackup, type BackupEnd, type Manifest } from "./backup-file.ts";
import { connectAlone, migrationsOf, tablesOf } from "./database-tables.ts";
import { DamagedBackup } from "./tar.ts";

export type RestoreOutcome =
  | { kind: "restored"; createdAt: string; rows: BackupEnd["rows"]; files: number }
  | { kind: "no-file" }
  /** The file isn't a whole backup. */
  | { kind: "damaged"; reason: string }
  /** Made by a version of the shop that has a migration which this one lacks. */
  | { kind: "newer"; migration: string }
  /** Made by a version before 0.1.0: its migrations no longer exist. */
  | { kind: "before-baseline" }
  /** The database has other migrations than the backup, so their tables may differ. */
  | { kind: "other-migration"; database: string; backup: string }
  /** A shop runs on this database. */
  | { kind: "in-use" }
  /** The database holds something. */
  | { kind: "not-empty"; table: string };

type Refusal = Exclude<RestoreOutcome, { kind: "restored" }>;

/** What a shop without anything in it may hold already. */
const NEVER_MINDED = new Set([...NOT_KEPT, "product_counts", "product_tallies", "search_words"]);

/**
 * Restores the shop as it was when the backup was written. Then runs the later migrations, so a backup of any version since
 * 0.1.0 becomes a shop of this version (docs/decisions/0047).
 *
 * The database must be empty and have the same migrations as the backup; one that has never been migrated gets them first.
 * `replace` deletes the existing shop, rows and files. The file is verified before anything is changed. Rows are loaded in
 * one transaction, with foreign keys and constraints checked and the shop's triggers disabled. It commits after the last
 * file is written. `folder` holds the migrations.
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

  const outcome = await restoreAsItWas({ url, storage }, file, { manifest, replace, folder });
  // If this fails, the next start of the shop tries again.
  if (outcome.kind === "restored") await migrateWith(url, { folder });
  return outcome;
}

async function migrateWith(url: string, options: Parameters<typeof migrate>[1]): Promise<void> {
  const { sql } = connect(url, { max: 1 });
  await migrate(sql, options).finally(() => sql.end());
}

/** Loads the backup at its own migration. */
async function restoreAsItWas(
  { url, storage }: { url: string; storage: Storage },
  file: string,
  { manifest, replace, folder }: { manifest: Manifest; replace: boolean; folder: URL },
): Promise<RestoreOutcome> {
  const client = await connectAlone(url);
  try {
    if (await isInUse(client)) return { kind: "in-use" };
    if (!(await migrationsOf(client)))
      await migrateWith(url, { only: manifest.migrations, folder });
    // A shop that starts now waits until this has ended.
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const refusal = await refusalOf(client, manifest, replace);
    if (refusal) return refusal;
    return await load(client, storage, file, manifest);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a shop is connected; one that has just been closed may still seem to be for a moment. */
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
    if (NEVER_MINDED.has(name)) continue;
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
    // What triggers would derive or forbid is in the backup as it was. Foreign keys go on being checked.
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
    for (const { name } of tables) await count(client, name, end);
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    await client.query("COMMIT");
    await removeFormer(client, storage);
    // Without it the planner would know nothing of what has come.
    await client.query("ANALYZE");
    return { kind: "restored", createdAt, rows: end.rows, files };
  } catch (error) {
    // A connection that is gone has rolled back; its error says more than this one's.
    await client.query("ROLLBACK").catch(() => undefined);
    if (files > 0) await removeWritten(client, storage, file, files);
    throw error;
  }
}

async function count(client: Client, name: string, { rows }: BackupEnd): Promise<void> {
  const counted = await client.query<{ count: string }>(
    `SELECT count(*) FROM public.${escapeIdentifier(name)}`,
  );
  const [came, expected] = [Number(counted.rows[0]!.count), rows[name] ?? 0];
  if (came !== expected) throw new Error(`${came} rows of ${name} came, and not ${expected}`);
}

/** Files of a shop that was let go of. */
async function removeFormer(client: Client, storage: Storage): Promise<void> {
  const { rows } = await client.query<{ path: string }>(
    "SELECT path FROM former_pictures EXCEPT SELECT path FROM pictures",
  );
  for (const { path } of rows) for (const former of filesOf(path)) await storage.remove(former);
}

/** Takes back the first `written` files, but for those of the shop that is there. */
async function removeWritten(
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
    const shown = await client.query("SELECT 1 FROM pictures WHERE path = $1", [master]);
    if (shown.rows.length === 0) await storage.remove(path);
  });
}
