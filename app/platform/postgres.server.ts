import { setTimeout as sleep } from "node:timers/promises";
import {
  DatabaseError,
  Pool,
  types,
  type CustomTypesConfig,
  type PoolClient,
  type QueryResult,
} from "pg";
import { createCircuitBreaker } from "./database-watch.server.ts";
import { listen, type ListenHandlers } from "./listen.server.ts";
import { runStatement, hasMaxStatements, type Statement } from "./statement.server.ts";

type Row = Record<string, any>;

const READ_ONLY = "25006";
const NOTHING = { rows: [], rowCount: 0 } as unknown as QueryResult<any>;

/** The codes of serialization_failure and deadlock_detected: PostgreSQL rolled this transaction back because of another. */
const CONFLICTS = new Set(["40001", "40P01"]);

type WithCircuitBreaker = ReturnType<typeof createCircuitBreaker>["withCircuitBreaker"];

/** A connection checked out by one caller until `release`. */
class Connection {
  #client: PoolClient;
  #fault: Error | undefined;
  #isReleased = false;
  #last: Promise<unknown> = Promise.resolve();

  /** Client-side timeout in ms, because a dead connection never responds. Undefined: no timeout. */
  #timeoutMs: number | undefined;
  #withCircuitBreaker: WithCircuitBreaker;

  constructor(
    client: PoolClient,
    timeoutMs: number | undefined,
    withCircuitBreaker: WithCircuitBreaker,
  ) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    this.#withCircuitBreaker = withCircuitBreaker;
  }

  /** Runs a statement after the earlier ones of this connection. */
  query(statement: string | Statement, values?: unknown[]): Promise<QueryResult<any>> {
    const answer = this.#last.then(() => this.#ask(statement, values));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask(statement: string | Statement, values?: unknown[]): Promise<QueryResult<any>> {
    // Using a released connection would write into another caller's transaction.
    if (this.#isReleased) throw new Error("the connection was given back");
    const asked = typeof statement === "string" ? { text: statement } : statement;
    if (this.#fault) {
      // The server rolls back when it loses the connection, so ROLLBACK succeeds without a query.
      if (asked.text === "rollback") return NOTHING;
      throw this.#fault;
    }
    // A caller that changes statement_timeout expects slow statements: no client-side timeout from here on.
    if (/statement_timeout/i.test(asked.text)) this.#timeoutMs = undefined;
    try {
      return await this.#withCircuitBreaker(() =>
        runStatement(this.#client, asked, values, this.#timeoutMs),
      );
    } catch (error) {
      // Replaces the stack of the socket's event handler by the caller's.
      Error.captureStackTrace(error as Error);
      // A read-only server is a replica, maybe after a fail-over. This connection is closed; the next may reach the primary.
      const isAnswer =
        error instanceof DatabaseError && error.severity !== "FATAL" && error.code !== READ_ONLY;
      if (!isAnswer) this.#fault = error as Error;
      // The lost connection was rolled back by the server. No error here, so that the caller's own error is reported.
      if (!isAnswer && asked.text === "rollback") return NOTHING;
      // Drizzle leaks the connection when BEGIN fails.
      if (/^begin/i.test(asked.text)) this.release();
      throw error;
    }
  }

  /** Returns the connection to the pool, or closes it if it failed or has too many prepared statements. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(this.#fault ?? hasMaxStatements(this.#client));
  }
}

/** Errors that are bugs in our code. */
const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * Whether a retry may succeed: the database is starting, stopping, a replica or unreachable. False for other errors of
 * PostgreSQL (wrong password, unknown database) and for JavaScript errors of our own code (BUGS).
 */
export function isUnavailable(error: unknown): boolean {
  const { cause = error } = error as { cause?: unknown };
  if (cause instanceof DatabaseError)
    return /^57P0|^08/.test(cause.code ?? "") || cause.code === READ_ONLY;
  return !BUGS.some((Bug) => cause instanceof Bug);
}

type PoolOptions = {
  max: number;
  statementTimeout: number;
  onNotice?: ((message: string) => void) | undefined;
};

/** A pool of at most `max` connections to PostgreSQL. A lost connection is replaced when the next query needs one. */
export class ConnectionPool {
  readonly url: string;
  #pool: Pool;
  #timeoutMs: number | undefined;
  #watch: ReturnType<typeof createCircuitBreaker>;
  #conflicts = 0;

  constructor(url: string, options: PoolOptions) {
    this.url = url;
    const { statementTimeout } = options;
    // Longer than the server's own timeout, which comes first and has an error message.
    this.#timeoutMs = statementTimeout > 0 ? statementTimeout * 1.5 : undefined;
    this.#pool = this.#open(options);
    this.#watch = createCircuitBreaker(url, () => {
      // All connections of the pool may be dead: replace the pool.
      const former = this.#pool;
      this.#pool = this.#open(options);
      void former.end();
    });
  }

  #open({ max, statementTimeout, onNotice }: PoolOptions): Pool {
    const pool = new Pool({
      connectionString: this.url,
      max,
      application_name: "eclat",
      // How long a caller waits for a free connection or a new one.
      connectionTimeoutMillis: 15_000,
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: 10_000,
      idleTimeoutMillis: 0,
      keepAlive: true,
    });
    // A lost connection must not crash the process: its next query fails instead.
    pool.on("connect", (client) => {
      client.on("error", () => undefined);
      client.on("notice", ({ message = "" }) => onNotice?.(message));
    });
    pool.on("error", () => undefined);
    return pool;
  }

  /**
   * The number of open and idle connections, of waiting callers, and of deadlocks and serialization failures since the start.
   */
  counts(): { open: number; idle: number; waiting: number; conflicts: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return {
      open: totalCount,
      idle: idleCount,
      waiting: waitingCount,
      conflicts: this.#conflicts,
    };
  }

  /**
   * Runs a transaction, and retries it once after a deadlock or serialization failure. The lock order (docs/locks.md)
   * prevents deadlocks; this is the fallback. `run` may be executed twice, so it may only change rows.
   */
  async retried<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      const { cause = error } = error as { cause?: unknown };
      if (!(cause instanceof DatabaseError && CONFLICTS.has(cause.code ?? ""))) throw error;
      this.#conflicts++;
      // Without a delay the retry can take the freed lock before the transaction that waits for it, and deadlock again.
      await sleep(20 + Math.random() * 60);
      return run();
    }
  }

  async connect(): Promise<Connection> {
    const { withCircuitBreaker } = this.#watch;
    const client = await withCircuitBreaker(
      () => this.#pool.connect(),
      // The caller already got an error: close the late connection.
      (late) => late.release(true),
    );
    return new Connection(client, this.#timeoutMs, withCircuitBreaker);
  }

  query(statement: string | Statement, values?: unknown[]): Promise<QueryResult<any>> {
    return this.retried(async () => {
      const connection = await this.connect();
      try {
        return await connection.query(statement, values);
      } finally {
        connection.release();
      }
    });
  }

  /** Closes the pool once all queries have ended; waits for them at most `timeout` seconds. */
  async end(timeout: number): Promise<void> {
    this.#watch.stop();
    await Promise.race([this.#pool.end(), sleep(timeout * 1_000, undefined, { ref: false })]);
  }
}

type Runner = Pick<ConnectionPool, "query">;
type Template = {
  /** Runs a statement with its values as parameters. Dates in its rows are PostgreSQL's text. */
  <Rows extends readonly Row[] = Row[]>(
    text: TemplateStringsArray,
    ...values: unknown[]
  ): Promise<Rows>;
  /** Runs a text; without parameters it may contain several statements. */
  unsafe(text: string, values?: unknown[]): Promise<Row[]>;
};
export type TransactionSql = Template;
export type Sql = Template & {
  /** Runs a transaction, retried once after a deadlock (`ConnectionPool.retried`). */
  begin<Result>(run: (tx: TransactionSql) => Promise<Result>): Promise<Result>;
  /** Checks out a connection; the caller must release it. */
  reserve(): Promise<Template & { release(): void }>;
  /** LISTENs on a channel and reconnects (`listen`, listen.server.ts). */
  listen(channel: string, handlers: ListenHandlers): Promise<{ unlisten: () => Promise<void> }>;
  /** The pool's state, for metrics. */
  connections: ConnectionPool["counts"];
  end(options?: { timeout?: number }): Promise<void>;
};

/** A template tag for hand-written SQL, over the same pool as Drizzle. */
export function sqlOver(pool: ConnectionPool): Sql {
  return Object.assign(template(pool), {
    begin: <Result>(run: (tx: TransactionSql) => Promise<Result>) =>
      pool.retried(async () => {
        const connection = await pool.connect();
        try {
          await connection.query("begin");
          const result = await run(template(connection));
          await connection.query("commit");
          return result;
        } catch (error) {
          await connection.query("rollback").catch(() => undefined);
          throw error;
        } finally {
          connection.release();
        }
      }),
    async reserve() {
      const connection = await pool.connect();
      return Object.assign(template(connection), { release: () => connection.release() });
    },
    listen: (channel: string, handlers: ListenHandlers) => listen(pool.url, channel, handlers),
    connections: () => pool.counts(),
    end: ({ timeout = 60 } = {}) => pool.end(timeout),
  });
}

function template(runner: Runner): Template {
  const ask = (statement: Statement, values?: unknown[]) =>
    runner
      .query({ ...statement, types: readDatesAsText }, values)
      .then(({ rows }) => rows as Row[]);
  const tag = <Rows extends readonly Row[]>(text: TemplateStringsArray, ...values: unknown[]) =>
    ask(
      { text: text.reduce((whole, part, index) => `${whole}$${index}${part}`) },
      values,
    ) as Promise<readonly Row[]> as Promise<Rows>;
  return Object.assign(tag, {
    // Several statements return a list of results; no caller reads their rows.
    unsafe: (text: string, values?: unknown[]) => ask({ text }, values),
  });
}

const DATES = new Set<number>([
  types.builtins.DATE,
  types.builtins.TIMESTAMP,
  types.builtins.TIMESTAMPTZ,
]);
const readDatesAsText: CustomTypesConfig = {
  getTypeParser: ((id: number, format: "text") =>
    DATES.has(id) ? String : types.getTypeParser(id, format)) as typeof types.getTypeParser,
};
