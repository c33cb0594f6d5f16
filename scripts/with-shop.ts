import type { Storage } from "#app/media/storage.server.ts";
import { ConfigError, readConfig, type Config } from "#app/platform/config.server.ts";
import { createLog, type Logger } from "#app/platform/log.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { openDatabase, openServer } from "../server/database.ts";
import { runningUrl } from "../server/postgres.ts";
import { createServices, openStorage } from "../server/services.ts";

/**
 * Does `work` on the shop of DATABASE_URL or DATA_DIR, and ends the process. A running shop's database is used as it
 * runs; otherwise it is started for this moment. A ConfigError is told as its sentence alone.
 */
export function withShop(work: (services: Services) => Promise<void>): Promise<never> {
  return command(async ({ config, log, onStarted }) => {
    const database = await openDatabase(config, log, onStarted);
    const services = createServices({ config, log, ...database, databaseUrl: database.url });
    await services.settings.load();
    onStarted(() => services.jobs.boss.stop({ graceful: false }));
    await work(services);
  });
}

/** The same with the database as it stands: not brought to the newest schema, and not looked into. */
export function withServer(
  work: (server: { url: string; storage: Storage }) => Promise<void>,
): Promise<never> {
  return command(async ({ config, log, onStarted }) => {
    const url = await openServer(config, log, onStarted);
    await work({ url, storage: openStorage(config) });
  });
}

async function command(
  work: (base: {
    config: Config;
    log: Logger;
    onStarted: (end: () => Promise<void>) => void;
  }) => Promise<void>,
): Promise<never> {
  const ends: (() => Promise<void>)[] = [];
  let code = 0;
  try {
    const config = readConfig(process.env);
    const url = config.databaseUrl ?? runningUrl(config.dataDir) ?? undefined;
    await work({
      config: { ...config, databaseUrl: url },
      log: createLog("warn"),
      onStarted: (end) => ends.unshift(end),
    });
  } catch (error) {
    if (error instanceof ConfigError) tell(error.message);
    else console.error(error);
    code = 1;
  }
  for (const end of ends) await end();
  process.exit(code);
}

/** Ends a command that was called wrong, before anything is started. */
export function refuse(sentence: string): never {
  tell(sentence);
  process.exit(1);
}

function tell(sentence: string): void {
  console.error(`\n${sentence}\n`);
}
