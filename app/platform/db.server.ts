import { sql as statement, type SQL } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import * as schema from "#db/schema/index.ts";
import { ConnectionPool, type Sql, sqlOver } from "./postgres.server.ts";

/** The shop's database: Drizzle over one pool of node-postgres connections. */
export type Database = NodePgDatabase<typeof schema>;
/** What a verb needs to run alone or inside a caller's transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Queryable = Database | Transaction;

type ConnectOptions = {
  max?: number;
  statementTimeout?: number;
  /** What the server remarks beside its answers. */
  onNotice?: (message: string) => void;
};

/** Opens a pool on `url` (postgres://…). Close it with `sql.end()`. `statementTimeout` in ms; 0 for none. */
export function connect(
  url: string,
  { max = 10, statementTimeout = 10_000, onNotice }: ConnectOptions = {},
): { sql: Sql; db: Database } {
  const pool = new ConnectionPool(url, { max, statementTimeout, onNotice });
  // Drizzle only asks a pool for `query` and `connect`.
  return { sql: sqlOver(pool), db: drizzle(pool as unknown as pg.Pool, { schema }) };
}

/**
 * What is the same whenever a statement is asked, written in it: knowing it, PostgreSQL keeps one plan for all that are.
 * Never what somebody typed.
 */
export const fixed = (value: number | boolean | string): SQL =>
  statement.raw(typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value));
