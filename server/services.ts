import type { Sql } from "#app/platform/postgres.server.ts";
import { createAuth } from "#app/accounts/auth.server.ts";
import { createHub } from "#app/live/hub.server.ts";
import { createMailer } from "#app/mail/mailer.server.ts";
import { diskStorage, type Storage } from "#app/media/storage.server.ts";
import { openUploadStore } from "#app/media/upload-store.server.ts";
import { createPayPal } from "#app/payments/paypal.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLimits } from "#app/platform/limits.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Services } from "#app/platform/request-context.ts";

/** Builds what lives as long as the process, on an open and migrated database. */
export function createServices(base: {
  config: Config;
  log: Logger;
  sql: Sql;
  db: Database;
  databaseUrl: string;
}): Services {
  const { config, log, sql, db, databaseUrl } = base;
  return {
    config,
    log,
    sql,
    db,
    auth: createAuth(db, config),
    hub: createHub(sql, log),
    jobs: createJobs(databaseUrl, log),
    limits: createLimits(sql, config),
    mailer: createMailer(config),
    storage: openStorage(config),
    uploadStore: openUploadStore(config.dataDir),
    paypal: createPayPal(config),
  };
}

/** Where the shop's pictures lie. */
export function openStorage(config: Config): Storage {
  return diskStorage(`${config.dataDir}/files`);
}
