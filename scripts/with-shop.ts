import { ConfigError, readConfig } from "#app/platform/config.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { openDatabase } from "../server/database.ts";
import { runningUrl } from "../server/postgres.ts";
import { createServices } from "../server/services.ts";

/**
 * Does `work` on the shop of DATABASE_URL or DATA_DIR, and ends the process. A running shop's database is used as it
 * runs; otherwise it is started for this moment. A ConfigError is told as its sentence alone.
 */
export async function withShop(work: (services: Services) => Promise<void>): Promise<never> {
  const ends: (() => Promise<void>)[] = [];
  let code = 0;
  try {
    const config = readConfig(process.env);
    const log = createLog("warn");
    const url = config.databaseUrl ? null : runningUrl(config.dataDir);
    const database = await openDatabase(
      url ? { ...config, databaseUrl: url } : config,
      log,
      (end) => ends.unshift(end),
    );
    const services = createServices({ config, log, ...database, databaseUrl: database.url });
    ends.unshift(() => services.jobs.boss.stop({ graceful: false }));
    await work(services);
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
