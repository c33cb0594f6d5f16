import { totalmem } from "node:os";
import { resolve } from "node:path";
import { migrate } from "#db/migrate.ts";
import { connect, type Database } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { startPostgres } from "../../server/postgres.ts";

/** What is kept between measurements: one database for each number of products. */
const FOLDER = resolve("data/bench");
export const nameOf = (size: number) => `bench_${size}`;

/**
 * Where the benches' databases are: the server of BENCH_URL (postgres://…/DATABASE, its owner a superuser), or else an
 * embedded one of their own, started for this moment, its files kept in data/bench. Its buffers take a quarter of the
 * memory, as PostgreSQL's manual advises whoever has a machine for it; BENCH_URL's should too.
 */
export async function benchServer() {
  const given = process.env["BENCH_URL"];
  const postgres = given
    ? null
    : await startPostgres({ folder: FOLDER, settings: { shared_buffers: quarterOfMemory() } });
  const urlOf = (name: string) => (given ? given.replace("DATABASE", name) : postgres!.url(name));
  return {
    urlOf,
    /** One connection, whose statements may take their time; the caller ends it. */
    open(name: string): { sql: Sql; db: Database } {
      return connect(urlOf(name), { max: 1, statementTimeout: 0 });
    },
    /** The same, migrated, and in the machine's memory as of a shop that has run for a while. */
    async openWarm(name: string): Promise<{ sql: Sql; db: Database }> {
      const opened = this.open(name);
      const { sql } = opened;
      const { ran } = await migrate(sql);
      if (ran.length > 0) await sql`VACUUM ANALYZE`;
      await sql`CREATE EXTENSION IF NOT EXISTS pg_prewarm`;
      await sql`SELECT pg_prewarm(oid, 'buffer') FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`;
      return opened;
    },
    stop: () => postgres?.stop(),
  };
}

function quarterOfMemory(): string {
  return `${Math.floor(totalmem() / 4 / 1024 ** 2)}MB`;
}
