import { sql } from "drizzle-orm";
import type { Transaction } from "./db.server.ts";

/** How long an equal form of the same person counts as a retry whose first response was lost (`live/connection.ts`). */
export const SENT_LATELY = sql`now() - interval '10 minutes'`;

/** Serialises equal submissions until the transaction ends (advisory lock on `contents`). */
export async function holdSending(tx: Transaction, ...contents: unknown[]): Promise<void> {
  const key = JSON.stringify(contents);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}
