import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import * as schema from "#db/schema/index.ts";

/** The shop's database: Drizzle over one pool of postgres.js connections. */
export type Database = PostgresJsDatabase<typeof schema>;
/** What a verb needs to run alone or inside a caller's transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Queryable = Database | Transaction;

/** Opens a pool on `url` (postgres://…). Close it with `sql.end()`. */
export function connect(url: string, options: { max?: number } = {}): { sql: Sql; db: Database } {
  const sql = postgres(url, {
    max: options.max ?? 10,
    connect_timeout: 10,
    connection: {
      application_name: "eclat",
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 10_000,
    },
    onnotice: () => undefined,
  });
  return { sql, db: drizzle(sql, { schema }) };
}
