import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connect } from "#app/platform/db.server.ts";
import { migrate } from "#db/migrate.ts";
import { startPostgres } from "../../server/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** The bytes that the databases of a run may need. */
const ROOM = 2 ** 31;

/**
 * In memory if there is room: each test file's database has 800 files. Creating them took up to half a second of processor time on a
 * disk (ext4), 0.03 s in memory.
 */
function parentFolder(): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > ROOM ? memory : tmpdir();
}

/** One PostgreSQL for the whole run, with a migrated template database that every test file clones. */
export default async function onePostgres(project: TestProject) {
  const folder = mkdtempSync(join(parentFolder(), "eclat-test-"));
  const postgres = await startPostgres({
    folder,
    settings: { fsync: "off", max_connections: "200" },
  });
  const admin = connect(postgres.url("postgres"), { max: 1 });
  await admin.sql`CREATE DATABASE template_shop`;
  const template = connect(postgres.url("template_shop"), { max: 2 });
  await migrate(template.sql);
  await template.sql.end();
  await admin.sql.end();
  project.provide("databaseUrl", postgres.url("DATABASE"));
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
