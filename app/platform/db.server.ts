import { sql as statement, type SQL } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import * as schema from "#db/schema/index.ts";
import { ConnectionPool, type Sql, sqlOver } from "./postgres.server.ts";

type Drizzled = NodePgDatabase<typeof schema>;
/**
 * Drizzle over a pool of node-postgres connections. `transaction` retries once after a deadlock
 * (`ConnectionPool.retried`), so its work may only change rows; `transactionOnce` is for work with other effects.
 */
export type Database = Drizzled & { transactionOnce: Drizzled["transaction"] };
/** A transaction; functions that take one run inside the caller's. */
export type Transaction = Parameters<Parameters<Drizzled["transaction"]>[0]>[0];
export type Queryable = Database | Transaction;

type ConnectOptions = {
  max?: number;
  statementTimeout?: number;
  /** Receives the server's notices. */
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

/** Drizzle over our pool. Drizzle calls `query` and `connect`, and detects a pool by its class name. */
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

/** Thrown in a transaction to roll it back with an expected outcome. */
export class RolledBack extends Error {
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super("rolled back");
    this.outcome = outcome;
  }
}

/** For `.catch` of a transaction that may throw RolledBack. @throws any other error */
export function outcomeOf<Outcome>(error: unknown): Outcome {
  if (error instanceof RolledBack) return error.outcome as Outcome;
  throw error;
}

/** SQL of a constant, inlined as a literal so that PostgreSQL plans for its value. Never pass user input. */
export const sqlLiteral = (value: number | boolean | string): SQL =>
  statement.raw(typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value));
