import type { Storage } from "#app/media/storage.server.ts";
import { ConfigError, readConfig, type Config } from "#app/platform/config.server.ts";
import { createLog, type Logger } from "#app/platform/log.server.ts";
import type { Services } from "#app/request-context.ts";
import { openDatabase, openServer } from "../server/database.ts";
import { runningUrl } from "../server/postgres.ts";
import { createServices, openStorage } from "../server/services.ts";

/**
 * Runs `work` on the shop of DATABASE_URL or DATA_DIR, then exits with 0, or 1 after an error. Uses a running shop's
 * embedded database, or starts it for the duration of `work`. Prints only the message of a ConfigError, without its stack.
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

/** Like `withShop`, but doesn't migrate the database: `work` gets its URL and the storage of pictures. */
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
    if (error instanceof ConfigError) printError(error.message);
    else console.error(error);
    code = 1;
  }
  for (const end of ends) await end();
  process.exit(code);
}

/** Prints a message about wrong arguments and exits with 1. */
export function exitWithError(message: string): never {
  printError(message);
  process.exit(1);
}

function printError(message: string): void {
  console.error(`\n${message}\n`);
}
