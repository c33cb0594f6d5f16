import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { diskStorage } from "#app/media/storage.server.ts";
import { connect } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";

/**
 * A new database and a data folder, both removed after the test. `isBare`: never migrated, otherwise migrated to this version.
 * `files` is where `storage` keeps pictures.
 */
export async function emptyDatabase({ isBare = false } = {}) {
  const urlOf = (database: string) => inject("databaseUrl").replace("DATABASE", database);
  const name = `place_${randomUUID().replaceAll("-", "")}`;
  const dataDir = mkdtempSync(join(tmpdir(), "eclat-place-"));
  const admin = connect(urlOf("postgres"), { max: 1 });
  await admin.sql.unsafe(
    `CREATE DATABASE ${name} TEMPLATE ${isBare ? "template0" : "template_shop"}`,
  );
  onTestFinished(async () => {
    await admin.sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.sql.end();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const files = join(dataDir, "files");
  return { url: urlOf(name), dataDir, files, storage: diskStorage(files) };
}

/** Queries a database on a connection that is closed afterwards: an open one would count as a running shop. */
export async function queryOnce<T>(url: string, ask: (sql: Sql) => Promise<T>): Promise<T> {
  const { sql } = connect(url, { max: 1 });
  return ask(sql).finally(() => sql.end());
}
