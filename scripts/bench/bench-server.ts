import { totalmem } from "node:os";
import { resolve } from "node:path";
import { connect, type Database } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { migrate } from "#db/migrate.ts";
import { startPostgres } from "../../server/postgres.ts";

/** Data folder with one database per number of products, kept between measurements. */
const FOLDER = resolve("data/bench");
export const databaseName = (size: number) => `bench_${size}`;

export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

/**
 * Starts an embedded PostgreSQL on data/bench. Its shared buffers take a quarter of the memory, as PostgreSQL's manual
 * advises for a dedicated server.
 */
export async function startBenchServer() {
  const buffers = `${Math.floor(totalmem() / 4 / 1024 ** 2)}MB`;
  const postgres = await startPostgres({ folder: FOLDER, settings: { shared_buffers: buffers } });
  const urlOf = (name: string) => postgres.url(name);
  return {
    urlOf,
    /** One connection without a statement timeout; the caller ends it. */
    open(name: string): { sql: Sql; db: Database } {
      return connect(urlOf(name), { max: 1, statementTimeout: 0 });
    },
    /** Like `open`, but migrates the database and reads all tables and indexes into the shared buffers. */
    async openWarm(name: string): Promise<{ sql: Sql; db: Database }> {
      const opened = this.open(name);
      const { sql } = opened;
      const { ran } = await migrate(sql);
      if (ran.length > 0) await sql`VACUUM ANALYZE`;
      await sql`CREATE EXTENSION IF NOT EXISTS pg_prewarm`;
      await sql`SELECT pg_prewarm(oid, 'buffer') FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`;
      return opened;
    },
    stop: () => postgres.stop(),
  };
}
