import { expect } from "vitest";
import type { Sql } from "#app/platform/postgres.server.ts";

type Holder = Awaited<ReturnType<Sql["reserve"]>>;

/** How many statements wait for a lock in this database. */
export async function waitingForLocks(sql: Sql): Promise<number> {
  const waiting = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length;
}

/**
 * Starts `acts` in order while a transaction keeps the rows that `hold` locks: each act starts once the one before waits for
 * a lock. Then commits that transaction. Returns the results of the acts.
 */
export async function queueBehind<T>(
  sql: Sql,
  hold: (holder: Holder) => Promise<unknown>,
  acts: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const holder = await sql.reserve();
  await holder`BEGIN`;
  await hold(holder);
  const running: Promise<T>[] = [];
  for (const [index, act] of acts.entries()) {
    running.push(act());
    await expect.poll(() => waitingForLocks(sql)).toBe(index + 1);
  }
  await holder`COMMIT`;
  holder.release();
  return Promise.all(running);
}
