import { PgBoss } from "pg-boss";
import { describeError, type Logger } from "./log.server.ts";

export type Jobs = ReturnType<typeof createJobs>;

/** The job queue, in a schema of its own of the shop's database, on a few connections of its own. */
export function createJobs(databaseUrl: string, log: Logger) {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "eclat-jobs",
    schema: "jobs",
    max: 3,
    persistWarnings: false,
  });
  boss.on("error", (error) => log.error({ error: describeError(error) }, "job queue"));
  return { boss };
}
