import {
  DatabaseError,
  Pool,
  types,
  type CustomTypesConfig,
  type PoolClient,
  type QueryResult,
} from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { listen, type Ear } from "./listen.server.ts";
import { watchWaits } from "./database-watch.server.ts";
import { answerOf, isFull, type Statement } from "./statement.server.ts";

type Row = Record<string, any>;

const READ_ONLY = "25006";
const NOTHING = { rows: [], rowCount: 0 } as unknown as QueryResult<any>;

/** serialization_failure and deadlock_detected: the transaction was rolled back so that another one could go on. */
const CONFLICTS = new Set(["40001", "40P01"]);

type WhileThere = ReturnType<typeof watchWaits>["whileThere"];

/** A connection in one caller's hands, until it is released. */
class Connection {
  #client: PoolClient;
  #fault: Error | undefined;
  #isReleased = false;
  #last: Promise<unknown> = Promise.resolve();

  /** How long an answer may take, in ms; a line that fell silent would never bring one. */
  #patience: number | undefined;
  #whileThere: WhileThere;

  constructor(client: PoolClient, patience: number | undefined, whileThere: WhileThere) {
    this.#client = client;
    this.#patience = patience;
    this.#whileThere = whileThere;
  }

  /** What is asked while another statement runs waits for it. */
  query(statement: string | Statement, values?: unknown[]): Promise<QueryResult<any>> {
    const answer = this.#last.then(() => this.#ask(statement, values));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask(statement: string | Statement, values?: unknown[]): Promise<QueryResult<any>> {
    // Whoever goes on with a transaction that has ended would write into somebody else's.
    if (this.#isReleased) throw new Error("the connection was given back");
    const asked = typeof statement === "string" ? { text: statement } : statement;
    if (this.#fault) {
      // A connection that is gone has rolled back.
      if (asked.text === "rollback") return NOTHING;
      throw this.#fault;
    }
    // Whoever gives the server more time has it too.
    if (/statement_timeout/i.test(asked.text)) this.#patience = undefined;
    try {
      return await this.#whileThere(() => answerOf(this.#client, asked, values, this.#patience));
    } catch (error) {
      // From where it was asked, not from the socket that brought it.
      Error.captureStackTrace(error as Error);
      // A server that takes no writes is a replica, or has become one: the next connection may lead to the primary.
      const isAnswer =
        error instanceof DatabaseError && error.severity !== "FATAL" && error.code !== READ_ONLY;
      if (!isAnswer) this.#fault = error as Error;
      // A connection that is gone has rolled back: the caller's own error says more.
      if (!isAnswer && asked.text === "rollback") return NOTHING;
      // Drizzle leaves a connection behind whose BEGIN fails.
      if (/^begin/i.test(asked.text)) this.release();
      throw error;
    }
  }

  /** Gives it back; one that failed or is full is closed, so that nothing of its state comes up again. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.release(this.#fault ?? isFull(this.#client));
  }
}

/** What JavaScript throws where the code is wrong. */
const BUGS = [TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * Whether the database is starting, ending, a replica or not there. Any other answer of its is a fault of ours (a password,
 * a name), and so is whatever breaks before it is asked.
 */
export function isAway(error: unknown): boolean {
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

/** Connections to one database, at most `max` at once; one that is lost is replaced when the next is needed. */
export class ConnectionPool {
  readonly url: string;
  #pool: Pool;
  #patience: number | undefined;
  #watch: ReturnType<typeof watchWaits>;
  #conflicts = 0;

  constructor(url: string, options: PoolOptions) {
    this.url = url;
    const { statementTimeout } = options;
    // The server ends a statement first, and says so.
    this.#patience = statementTimeout > 0 ? statementTimeout * 1.5 : undefined;
    this.#pool = this.#open(options);
    this.#watch = watchWaits(url, () => {
      // What is left of these connections may be dead without knowing it.
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
      // Longer than this nobody waits, for a connection or for the server.
      connectionTimeoutMillis: 15_000,
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: 10_000,
      idleTimeoutMillis: 0,
      keepAlive: true,
    });
    // A connection may be lost at any moment, in use or not: whoever asks something of it then hears of that.
    pool.on("connect", (client) => {
      client.on("error", () => undefined);
      client.on("notice", ({ message = "" }) => onNotice?.(message));
    });
    pool.on("error", () => undefined);
    return pool;
  }

  /** How many connections there are, how many of them do nothing, how many callers wait for one; conflicts so far. */
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
   * Runs a whole transaction, and once more when PostgreSQL rolled it back for another one's sake. The order of locks
   * (docs/locks.md) keeps that from happening; this is for what it has missed. `run` has no effect but on rows.
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
    const { whileThere } = this.#watch;
    const client = await whileThere(
      () => this.#pool.connect(),
      // It comes when nobody waits for it any more.
      (late) => late.release(true),
    );
    return new Connection(client, this.#patience, whileThere);
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

  /** Waits for what runs, at most `timeout` seconds. */
  async end(timeout: number): Promise<void> {
    this.#watch.stop();
    await Promise.race([this.#pool.end(), sleep(timeout * 1_000, undefined, { ref: false })]);
  }
}

type Asker = Pick<ConnectionPool, "query">;
type Template = {
  /** Asks a statement; values become parameters. Dates come as PostgreSQL writes them. */
  <Rows extends readonly Row[] = Row[]>(
    text: TemplateStringsArray,
    ...values: unknown[]
  ): Promise<Rows>;
  /** Asks a text as it stands; without parameters it may hold several statements. */
  unsafe(text: string, values?: unknown[]): Promise<Row[]>;
};
export type TransactionSql = Template;
export type Sql = Template & {
  /** A transaction, tried once more after a conflict (`ConnectionPool.retried`). */
  begin<Result>(run: (tx: TransactionSql) => Promise<Result>): Promise<Result>;
  /** A connection of one's own, to be released. */
  reserve(): Promise<Template & { release(): void }>;
  /** Hears a channel for as long as it takes, whatever becomes of the connection. */
  listen(channel: string, ear: Ear): Promise<{ unlisten: () => Promise<void> }>;
  /** The pool's state, for whoever watches over the shop. */
  connections: ConnectionPool["counts"];
  end(options?: { timeout?: number }): Promise<void>;
};

/** Statements written out, for what Drizzle doesn't say well. */
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
    listen: (channel: string, ear: Ear) => listen(pool.url, channel, ear),
    connections: () => pool.counts(),
    end: ({ timeout = 60 } = {}) => pool.end(timeout),
  });
}

function template(asker: Asker): Template {
  const ask = (statement: Statement, values?: unknown[]) =>
    asker.query({ ...statement, types: readDatesAsText }, values).then(({ rows }) => rows as Row[]);
  const tag = <Rows extends readonly Row[]>(text: TemplateStringsArray, ...values: unknown[]) =>
    ask(
      { text: text.reduce((whole, part, index) => `${whole}$${index}${part}`) },
      values,
    ) as Promise<readonly Row[]> as Promise<Rows>;
  return Object.assign(tag, {
    // Several statements give a list of results, of which nobody reads the rows.
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
