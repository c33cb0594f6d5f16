import { sql } from "drizzle-orm";
import type { Transaction } from "./db.server.ts";

/**
 * How long the same contents from the same person count as one sending: the answer to the first was lost on the way, and
 * the form is sent again (`live/connection.ts`).
 */
export const SENT_LATELY = sql`now() - interval '10 minutes'`;

/** Lets sendings of the same `contents` come one after the other, until the transaction ends. */
export async function holdSending(tx: Transaction, ...contents: unknown[]): Promise<void> {
  const key = JSON.stringify(contents);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}
