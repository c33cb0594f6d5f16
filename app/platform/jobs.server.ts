import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss, type Queue, type SendOptions } from "pg-boss";
import type { Queryable } from "./db.server.ts";
import { describeError, type Logger } from "./log.server.ts";

/** How many times pg-boss retries a mail before the mail counts as failed. */
export const MAIL_RETRIES = 12;

/** Job priority for work that somebody waits for; pg-boss' default is 0. */
export const URGENT = 1;

/** The options of all queues; their workers are in server/jobs.ts. */
const QUEUES = {
  // Twelve retries cover hours of S3 downtime.
  "make-renditions": {
    policy: "short",
    retryLimit: 12,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3_600,
  },
  "check-payments": { policy: "singleton" },
  "check-slides": { policy: "singleton" },
  "end-cancellations": { policy: "singleton" },
  "end-reductions": { policy: "singleton" },
  "planned-prices": { policy: "singleton", retryLimit: 5, retryDelay: 1 },
  "release-holds": { policy: "singleton" },
  "send-mail": {
    retryLimit: MAIL_RETRIES,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3_600,
  },
  // These jobs contain an e-mail address, so pg-boss deletes them after an hour (also add-waiters).
  "password-links": {
    retryLimit: 3,
    retryBackoff: true,
    retentionSeconds: 3_600,
    deleteAfterSeconds: 3_600,
  },
  "add-waiters": {
    retryLimit: 3,
    retryBackoff: true,
    retentionSeconds: 3_600,
    deleteAfterSeconds: 3_600,
  },
  "tell-waiters": { policy: "singleton" },
  "remind-unpaid-orders": { policy: "singleton" },
  "end-unpaid-orders": { policy: "singleton" },
  "match-withdrawals": { retryLimit: 5, retryDelay: 10, retryBackoff: true },
  "import-products": { retryLimit: 2, expireInSeconds: 1_800, heartbeatSeconds: 60 },
  "remove-files": { retryLimit: 10, retryDelay: 60, retryBackoff: true },
  "sweep-files": { policy: "singleton" },
  "close-periods": { policy: "singleton" },
  "late-deliveries": { policy: "singleton" },
  "stock-digest": { policy: "singleton", retryLimit: 5, retryDelay: 60, retryBackoff: true },
  "extend-recalls": { policy: "singleton", retryLimit: 5, retryDelay: 10, retryBackoff: true },
  "read-transactions": { policy: "singleton" },
  "forget-old-data": { policy: "singleton" },
} satisfies Record<string, Omit<Queue, "name">>;
export type QueueName = keyof typeof QUEUES;

export type Jobs = ReturnType<typeof createJobs>;

/** The job queues: pg-boss in the schema `jobs` of the shop's database, on at most three separate connections. */
export function createJobs(databaseUrl: string, log: Logger) {
  const connection = {
    connectionString: databaseUrl,
    application_name: "eclat-jobs",
    // pg's client-side timeout in ms. Without it, a worker on a dead connection would wait forever.
    query_timeout: 20_000,
  };
  const boss = new PgBoss({
    ...connection,
    schema: "jobs",
    max: 3,
    persistWarnings: false,
    // With hourly maintenance, jobs that are due for deletion after one hour are deleted after two hours at most.
    maintenanceIntervalSeconds: 3_600,
  });
  boss.on("error", (error) => log.error({ error: describeError(error) }, "job queue"));
  return {
    boss,
    /** Connects and creates missing queues. */
    async start(): Promise<void> {
      await boss.start();
      for (const [name, options] of Object.entries(QUEUES)) await boss.createQueue(name, options);
    },
    /** Enqueues a job in the caller's transaction. Null when a job with the same `singletonKey` is already queued. */
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
