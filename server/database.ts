import { mkdirSync, realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError, type Config } from "#app/platform/config.server.ts";
import { connect } from "#app/platform/db.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { isUnavailable, type Sql } from "#app/platform/postgres.server.ts";
import { migrate } from "#db/migrate.ts";
import { lockFolder } from "./folder-lock.ts";
import { startPostgres } from "./postgres.ts";

/**
 * Connects to the shop's database (DATABASE_URL, or the embedded one in the data folder) and migrates it.
 * `onStarted` is called after each start, of the embedded server and of the pool, with the function that ends it.
 * @throws ConfigError when another process uses the data folder, or a version before 0.1.0 made the database.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  onStarted: (end: () => Promise<void>) => void = () => undefined,
) {
  const url = await openServer(config, log, onStarted);
  const { sql, db } = connect(url);
  onStarted(() => sql.end({ timeout: 5 }));
  await waitUntilReachable(sql, log);
  const { ran, unknown } = await migrate(sql, {
    onWait: (migration) => log.warn({ migration }, "a table is locked: the migration is retried"),
  });
  if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
  // Unknown migrations are expected during a deployment, and after a return to the previous version (docs/decisions/0030).
  if (unknown.length > 0)
    log.warn({ migrations: unknown }, "a newer version migrated the database");
  return { url, sql, db };
}

/** Returns the database's URL, without migrating. Without DATABASE_URL, starts the embedded server and creates its database. */
export async function openServer(
  config: Config,
  log: Logger,
  onStarted: (end: () => Promise<void>) => void,
): Promise<string> {
  mkdirSync(config.dataDir, { recursive: true });
  if (config.databaseUrl) return config.databaseUrl;
  return (await startEmbedded(config, log, onStarted)).url();
}

async function startEmbedded(
  config: Config,
  log: Logger,
  onStarted: (end: () => Promise<void>) => void,
) {
  if (!(await lockFolder(config.dataDir))) {
    throw new ConfigError(
      `Another process already runs the shop of ${realpathSync(config.dataDir)}. Stop it first, or choose another DATA_DIR.`,
    );
  }
  const postgres = await startPostgres({
    folder: config.dataDir,
    onLog: (line) => log.debug({ line }, "postgres"),
  });
  onStarted(() => postgres.stop());
  const { sql } = connect(postgres.url("postgres"), { max: 1 });
  const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = 'eclat'`;
  if (!found) await sql`CREATE DATABASE eclat`;
  await sql.end();
  return postgres;
}

/** Waits until the database accepts a connection; retries while it is starting or unreachable. */
async function waitUntilReachable(sql: Sql, log: Logger): Promise<void> {
  for (let pause = 200; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      await sql`SELECT 1`;
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ error: (error as Error).message }, "waiting for the database");
      await sleep(pause);
    }
  }
}
