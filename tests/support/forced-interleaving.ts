import { setTimeout as pause } from "node:timers/promises";
import { type Database, databaseOver } from "#app/platform/db.server.ts";
import { ConnectionPool, type Sql } from "#app/platform/postgres.server.ts";

/** Statements that take locks. */
const LOCKS =
  /^\s*(insert|update|delete|with)\b|\bfor (no key )?(update|share|key share)\b|advisory/i;

/** The table of a locking SELECT; those that skip locked rows never wait. */
const LOCKED_TABLE =
  /^\s*select\b.*?\bfrom "?(\w+)"?.*\bfor (?:no key )?(?:update|share|key share)(?!.*skip locked)/is;

/**
 * A pool whose transactions can be paused between statements. `pauseAt(n)` pauses at the n-th point: a statement that takes
 * a lock in a transaction that already holds one. Transactions are not retried. (Drizzle detects a pool by its class name.)
 */
export class PausablePool {
  readonly db: Database = databaseOver(this);
  /** Points passed so far. */
  points = 0;
  /** The tables locked by SELECT … FOR …, in order, of each transaction since the last `pauseAt`. */
  lockedTables: string[][] = [];
  #pool: ConnectionPool;
  #pauseAt = 0;
  #onPaused = () => {};
  #resume = Promise.resolve();

  constructor(url: string) {
    this.#pool = new ConnectionPool(url, { max: 8, statementTimeout: 10_000 });
  }

  query: ConnectionPool["query"] = (statement, values) => this.#pool.query(statement, values);
  retried: ConnectionPool["retried"] = (run) => run();

  /** Pauses at the n-th point from now on (0: never). `paused` resolves there; `resume` continues. */
  pauseAt(point: number): { paused: Promise<void>; resume: () => void } {
    this.points = 0;
    this.lockedTables = [];
    this.#pauseAt = point;
    let resume = () => {};
    this.#resume = new Promise((resolve) => (resume = resolve));
    return { paused: new Promise((resolve) => (this.#onPaused = resolve)), resume };
  }

  end = () => this.#pool.end(5);

  async connect() {
    const connection = await this.#pool.connect();
    let hasLocked = false;
    let last: Promise<unknown> = Promise.resolve();
    const ask: typeof connection.query = async (statement, values) => {
      const text = typeof statement === "string" ? statement : statement.text;
      if (/^begin\b/i.test(text)) this.lockedTables.push([]);
      const table = LOCKED_TABLE.exec(text)?.[1];
      if (table) this.lockedTables.at(-1)?.push(table);
      if (LOCKS.test(text)) {
        if (hasLocked && ++this.points === this.#pauseAt) {
          this.#onPaused();
          await this.#resume;
        }
        hasLocked = true;
      }
      return connection.query(statement, values);
    };
    const query: typeof connection.query = (statement, values) => {
      const answer = last.then(() => ask(statement, values));
      last = answer.catch(() => undefined);
      return answer;
    };
    return { query, release: () => connection.release() };
  }
}

/** Runs a verb; never rejects. */
type Run = (db: Database) => Promise<unknown>;
export type Interleaving = { deadlocks: number; errors: unknown[] };

/**
 * Runs two verbs concurrently: the first is paused at its n-th point, the second runs until it ends or waits
 * for a lock, then the first continues. Deadlocks are counted by PostgreSQL's error code; other errors are returned.
 */
export async function runInterleaved(
  sql: Sql,
  [first, second]: readonly [PausablePool, PausablePool],
  point: number,
  [runFirst, runSecond]: readonly [Run, Run],
): Promise<Interleaving> {
  const { paused, resume } = first.pauseAt(point);
  second.pauseAt(0);
  const errors: unknown[] = [];
  let isSecondOver = false;
  const note = (error: unknown) => void errors.push(error);
  const one = runFirst(first.db).catch(note);
  await Promise.race([paused, one]);
  const two = runSecond(second.db)
    .catch(note)
    .finally(() => (isSecondOver = true));
  while (!isSecondOver) {
    const waiting = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (waiting.length > 0) break;
    await pause(1);
  }
  resume();
  await Promise.all([one, two]);
  const others = errors.filter((error) => !isDeadlock(error));
  return { deadlocks: errors.length - others.length, errors: others };
}

/** Whether PostgreSQL rolled a transaction back to end a deadlock. */
export function isDeadlock(error: unknown): boolean {
  const { cause = error } = error as { cause?: unknown };
  return (cause as { code?: string }).code === "40P01";
}
