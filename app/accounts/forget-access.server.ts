import { lt, lte, not, sql } from "drizzle-orm";
import { emailChanges, formerAddresses, sessions, verifications } from "#db/schema/accounts.ts";
import type { Database } from "#app/platform/db.server.ts";
import { isKeptAddress } from "./email-change.server.ts";

/** Forgets sessions, links and former addresses that open nothing any more, and changes of address of more than a day ago. */
export async function forgetEndedAccess(db: Database): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, sql`now()`));
  await db.delete(verifications).where(lte(verifications.expiresAt, sql`now()`));
  // Those of a day count against the day's number, open or not.
  await db.delete(formerAddresses).where(not(isKeptAddress));
  await db.delete(emailChanges).where(lt(emailChanges.askedAt, sql`now() - interval '1 day'`));
}
