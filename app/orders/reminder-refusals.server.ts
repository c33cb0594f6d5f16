import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { eq, lt, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { reminderRefusals } from "#db/schema/index.ts";

/** The endpoint of mail programs' own unsubscribe button (RFC 8058). */
export const ONE_CLICK_PATH = "/un-clic/sans-rappel";

const hashOf = (email: string): string =>
  createHash("sha256").update(email.toLowerCase()).digest("hex");
const signatureOf = (hash: string, secret: string): string =>
  createHmac("sha256", secret).update(`reminder-refusal:${hash}`).digest("base64url");

/** The token of the links by which an address refuses reminders: its hash, signed by the shop. */
export function refusalToken(email: string, secret: string): string {
  const hash = hashOf(email);
  return `${hash}.${signatureOf(hash, secret)}`;
}

export const oneClickPath = (token: string): string =>
  `${ONE_CLICK_PATH}?${new URLSearchParams({ lien: token })}`;
/** The page of the mail's link. */
export const refusalPath = (token: string): string =>
  `/sans-rappel?${new URLSearchParams({ lien: token })}`;

/** The hash in a token; null if the shop has not signed it. */
export function hashInToken(token: string, secret: string): string | null {
  const [hash = "", signature = ""] = token.split(".");
  const expected = Buffer.from(signatureOf(hash, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? hash : null;
}

/** Refuses reminders for the address of a token; repeating it changes nothing. « invalid »: the shop has not signed the token. */
export async function refuseReminders(
  { db, config }: Pick<Services, "db" | "config">,
  token: string,
): Promise<"refused" | "invalid"> {
  const addressHash = hashInToken(token, config.sessionSecret);
  if (!addressHash) return "invalid";
  await db.insert(reminderRefusals).values({ addressHash }).onConflictDoNothing();
  return "refused";
}

/** Whether an address has refused reminders. */
export async function refusesReminders(db: Queryable, email: string): Promise<boolean> {
  return (await db.$count(reminderRefusals, eq(reminderRefusals.addressHash, hashOf(email)))) > 0;
}

/** Retention: three years, as the CNIL recommends for objections. */
export async function forgetOldRefusals(db: Queryable): Promise<void> {
  await db
    .delete(reminderRefusals)
    .where(lt(reminderRefusals.refusedAt, sql`now() - interval '3 years'`));
}
