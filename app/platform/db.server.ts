import { sql as statement, type SQL } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import * as schema from "#db/schema/index.ts";
import { ConnectionPool, type Sql, sqlOver } from "./postgres.server.ts";

type Drizzled = NodePgDatabase<typeof schema>;
/**
 * The shop's database: Drizzle over one pool of node-postgres connections. `transaction` runs its work once more when
 * PostgreSQL rolled it back for another one's sake (`ConnectionPool.retried`), so its work has no effect but on rows;
 * `transactionOnce` is for work that writes files or keeps count outside.
 */
export type Database = Drizzled & { transactionOnce: Drizzled["transaction"] };
/** What a verb needs to run alone or inside a caller's transaction. */
export type Transaction = Parameters<Parameters<Drizzled["transaction"]>[0]>[0];
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
  return { sql: sqlOver(pool), db: databaseOver(pool) };
}

/** Drizzle over connections: it only asks a pool for `query` and `connect`, and knows it by its class’s name. */
export function databaseOver(pool: {
  query: ConnectionPool["query"];
  connect: () => Promise<Pick<Awaited<ReturnType<ConnectionPool["connect"]>>, "query" | "release">>;
  retried: ConnectionPool["retried"];
}): Database {
  const db = drizzle(pool as unknown as pg.Pool, { schema });
  const transactionOnce = db.transaction.bind(db);
  return Object.assign(db, {
    transactionOnce,
    transaction: ((work, config) =>
      pool.retried(() => transactionOnce(work, config))) satisfies typeof transactionOnce,
  });
}

/**
 * What is the same whenever a statement is asked, written in it: knowing it, PostgreSQL keeps one plan for all that are.
 * Never what somebody typed.
 */
export const fixed = (value: number | boolean | string): SQL =>
  statement.raw(typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value));
