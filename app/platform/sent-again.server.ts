import { sql } from "drizzle-orm";
import type { Transaction } from "./db.server.ts";

/**
 * SQL of the oldest time at which a stored, equal form of the same person makes a new one a retry. A browser retries when
 * the first response was lost (`live/connection.ts`).
 */
export const RETRY_WINDOW_START = sql`now() - interval '10 minutes'`;

/** Takes an advisory lock on `contents` until the transaction ends: a concurrent equal submission waits. */
export async function lockSubmission(tx: Transaction, ...contents: unknown[]): Promise<void> {
  const key = JSON.stringify(contents);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}
