import { createAuth } from "#app/accounts/create-auth.server.ts";
import { createHashingQueue } from "#app/accounts/hashing-queue.server.ts";
import { SETTINGS_GROUPS } from "#app/all-settings/all-groups.server.ts";
import { createEmptyCategories } from "#app/catalogue/empty-categories.server.ts";
import { createHub } from "#app/live/hub.server.ts";
import { createMailer } from "#app/mail/mailer.server.ts";
import { connectS3 } from "#app/media/s3.server.ts";
import { s3Storage } from "#app/media/storage-s3.server.ts";
import { diskStorage, type Storage } from "#app/media/storage.server.ts";
import { S3UploadStore } from "#app/media/upload-store-s3.server.ts";
import { DiskUploadStore, type UploadStore } from "#app/media/upload-store.server.ts";
import { createPayPal } from "#app/payments/paypal.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLimits } from "#app/platform/limits.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { createSendcloud } from "#app/relays/sendcloud.server.ts";
import type { Services } from "#app/request-context.ts";
import { mailSender } from "#app/settings/mail-sender.ts";
import { createSettings } from "#app/settings/settings.server.ts";

/** Creates the services of the process. The database must be open and migrated. */
export function createServices(base: {
  config: Config;
  log: Logger;
  sql: Sql;
  db: Database;
  databaseUrl: string;
}): Services {
  const { config, log, sql, db, databaseUrl } = base;
  const settings = createSettings(base, config, log, SETTINGS_GROUPS);
  const emptyCategories = createEmptyCategories(sql, log);
  return {
    config,
    log,
    sql,
    db,
    auth: createAuth(db, config),
    hashing: createHashingQueue(),
    emptyCategories,
    hub: createHub(sql, log, {
      settings: settings.reload,
      categories: () => emptyCategories.reload(),
    }),
    jobs: createJobs(databaseUrl, log),
    limits: createLimits(sql, config, log),
    mailer: createMailer(config, (host) => mailSender(settings.current(), host)),
    storage: openStorage(config),
    uploadStore: openUploadStore(config),
    paypal: createPayPal(config, settings.current),
    relays: config.relays && createSendcloud(config, config.relays),
    settings,
    ending: new AbortController(),
  };
}

/** The storage of pictures: the bucket of the S3 settings, or the data folder. */
export function openStorage({ s3, dataDir }: Config): Storage {
  return s3 ? s3Storage(connectS3(s3)) : diskStorage(`${dataDir}/files`);
}

function openUploadStore({ s3, dataDir }: Config): UploadStore {
  const folder = `${dataDir}/uploads`;
  return s3 ? new S3UploadStore(connectS3(s3), folder) : new DiskUploadStore(folder);
}
