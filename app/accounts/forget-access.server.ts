import { lt, lte, sql } from "drizzle-orm";
import { emailChanges, sessions, verifications } from "#db/schema/accounts.ts";
import type { Database } from "#app/platform/db.server.ts";

/** Forgets sessions and links that open nothing any more, and changes of address of more than a day ago. */
export async function forgetEndedAccess(db: Database): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, sql`now()`));
  await db.delete(verifications).where(lte(verifications.expiresAt, sql`now()`));
  // Those of a day count against the day's number, open or not.
  await db.delete(emailChanges).where(lt(emailChanges.askedAt, sql`now() - interval '1 day'`));
}
