import { inArray, lt, lte, not, or, sql } from "drizzle-orm";
import type { Database } from "#app/platform/db.server.ts";
import { emailChanges, formerAddresses, sessions, verifications } from "#db/schema/accounts.ts";
import { isKeptAddress } from "./email-change.server.ts";
import { IDLE_HOURS } from "./session.server.ts";

/** An administrator's session that has ended without use. */
const isIdle = sql`${sessions.updatedAt} <= now() - make_interval(hours => ${IDLE_HOURS})
  AND ${sessions.userId} IN (SELECT user_id FROM profiles WHERE is_admin)`;
const SKIP_LOCKED = { skipLocked: true } as const;

/** Deletes expired and idle sessions, links and reserved addresses, and address changes older than a day. */
export async function forgetEndedAccess(db: Database): Promise<void> {
  const endedSessions = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(or(lte(sessions.expiresAt, sql`now()`), isIdle))
    .for("update", SKIP_LOCKED);
  await db.delete(sessions).where(inArray(sessions.id, endedSessions));
  const endedLinks = db
    .select({ id: verifications.id })
    .from(verifications)
    .where(lte(verifications.expiresAt, sql`now()`))
    .for("update", SKIP_LOCKED);
  await db.delete(verifications).where(inArray(verifications.id, endedLinks));
  // Younger changes count towards the daily limit, even when cancelled.
  const oldChanges = db
    .select({ tokenHash: emailChanges.tokenHash })
    .from(emailChanges)
    .where(lt(emailChanges.askedAt, sql`now() - interval '1 day'`))
    .for("update", SKIP_LOCKED);
  await db.delete(emailChanges).where(inArray(emailChanges.tokenHash, oldChanges));
  const oldAddresses = db
    .select({ tokenHash: formerAddresses.tokenHash })
    .from(formerAddresses)
    .where(not(isKeptAddress))
    .for("update", SKIP_LOCKED);
  await db.delete(formerAddresses).where(inArray(formerAddresses.tokenHash, oldAddresses));
}
