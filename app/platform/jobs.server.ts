import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss, type Queue, type SendOptions } from "pg-boss";
import type { Queryable } from "./db.server.ts";
import { describeError, type Logger } from "./log.server.ts";

/** How often a mail is tried again before it is given up. */
export const MAIL_RETRIES = 12;

/** What somebody waits for goes before what was queued earlier without it (pg-boss: 0). */
export const URGENT = 1;

/** Every queue of the shop. Who works them: server/jobs.ts. */
const QUEUES = {
  // A store that is away (S3) may be so for hours; in the end only a picture that can't be read fails.
  "make-renditions": {
    policy: "short",
    retryLimit: 12,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3_600,
  },
  "check-payments": { policy: "singleton" },
  "send-mail": {
    retryLimit: MAIL_RETRIES,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3_600,
  },
  // Its jobs hold an address: they go soon.
  "password-links": {
    retryLimit: 3,
    retryBackoff: true,
    retentionSeconds: 3_600,
    deleteAfterSeconds: 3_600,
  },
  "import-products": { retryLimit: 2, expireInSeconds: 1_800, heartbeatSeconds: 60 },
  "remove-files": { retryLimit: 10, retryDelay: 60, retryBackoff: true },
  "sweep-files": { policy: "singleton" },
  "forget-old-data": { policy: "singleton" },
  "weigh-words": { policy: "singleton" },
} satisfies Record<string, Omit<Queue, "name">>;
export type QueueName = keyof typeof QUEUES;

export type Jobs = ReturnType<typeof createJobs>;

/** The job queue, in a schema of its own of the shop's database, on a few connections of its own. */
export function createJobs(databaseUrl: string, log: Logger) {
  const connection = {
    connectionString: databaseUrl,
    application_name: "eclat-jobs",
    // For pg: a line that fell silent would never bring an answer, and a worker would wait for ever.
    query_timeout: 20_000,
  };
  const boss = new PgBoss({
    ...connection,
    schema: "jobs",
    max: 3,
    persistWarnings: false,
    // What is to be deleted after an hour is gone after two.
    maintenanceIntervalSeconds: 3_600,
  });
  boss.on("error", (error) => log.error({ error: describeError(error) }, "job queue"));
  return {
    boss,
    /** Connects, and makes the queues that are not there yet. */
    async start(): Promise<void> {
      await boss.start();
      for (const [name, options] of Object.entries(QUEUES)) await boss.createQueue(name, options);
    },
    /**
     * Asks for a job in the caller's transaction: it exists when, and only when, that one is committed.
     * Null when a job with the same `singletonKey` waits already.
     */
    send(
      tx: Queryable,
      queue: QueueName,
      data: object,
      options: SendOptions = {},
    ): Promise<string | null> {
      return boss.send(queue, data, { ...options, db: fromDrizzle(tx, sql) });
    },
  };
}
