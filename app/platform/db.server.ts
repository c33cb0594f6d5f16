import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql, type TransactionSql } from "postgres";
import * as schema from "#db/schema/index.ts";

/** The shop's database: Drizzle over one pool of postgres.js connections. */
export type Database = PostgresJsDatabase<typeof schema>;
/** What a verb needs to run alone or inside a caller's transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Queryable = Database | Transaction;

/** Opens a pool on `url` (postgres://…). Close it with `sql.end()`. `statementTimeout` in ms; 0 for none. */
export function connect(
  url: string,
  options: { max?: number; statementTimeout?: number } = {},
): { sql: Sql; db: Database } {
  const sql = postgres(url, {
    max: options.max ?? 10,
    connect_timeout: 10,
    connection: {
      application_name: "eclat",
      statement_timeout: options.statementTimeout ?? 10_000,
      idle_in_transaction_session_timeout: 10_000,
    },
    onnotice: () => undefined,
  });
  return { sql, db: drizzle(preparing(sql), { schema }) };
}

/** Longer texts are lists written out, each of another length: kept prepared, they would only fill the server's memory. */
const LONGEST_PREPARED = 4_000;

/**
 * The same client, with Drizzle's statements prepared once a connection: else each is parsed, described and planned
 * anew, at two round trips instead of one. Drizzle prepares only what is declared at its start, transactions never.
 */
function preparing<Client extends Sql | TransactionSql>(client: Client): Client {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name === "unsafe") {
        return (text: string, parameters: never[]) =>
          target.unsafe(text, parameters, { prepare: text.length <= LONGEST_PREPARED });
      }
      if (name === "begin" || name === "savepoint") {
        const open = member as (run: (inner: TransactionSql) => unknown) => unknown;
        return (run: (inner: TransactionSql) => unknown) => open((inner) => run(preparing(inner)));
      }
      return member;
    },
  });
}
