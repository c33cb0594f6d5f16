import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { databaseNow, newId } from "#app/platform/database-clock.server.ts";
import { users, verifications } from "#db/schema/accounts.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { AT_HOME_SECONDS, callAuth, type Caller } from "./auth.server.ts";
import { isCommonPassword } from "./common-password.server.ts";
import { cancelEmailChanges } from "./email-change.server.ts";
import { SHORTEST_PASSWORD } from "./account-schema.ts";

/** 24 random bytes. */
const TOKEN = /^[A-Za-z0-9_-]{32}$/;
const AN_HOUR_MS = 60 * 60 * 1_000;
/** One link an address in that many seconds, whoever asks. */
const PAUSE = 300;

/**
 * Asks for a link to a new password. The answer and its time are the same whether the address has an account or not:
 * that is looked up by the job. `email` comes from a checked form: lower case.
 */
export async function askForPasswordLink(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  caller: Caller,
  { email }: { email: string },
): Promise<"asked" | "too-many"> {
  if (!(await limits.allow("password-link", caller))) return "too-many";
  const singletonKey = createHash("sha256").update(email).digest("base64url");
  await jobs.send(db, "password-links", { email }, { singletonKey, singletonSeconds: PAUSE });
  return "asked";
}

/** The job: sends the link where the address has an account; it serves once, for an hour. */
export async function sendPasswordLink(
  { auth, db, jobs }: Pick<Services, "auth" | "db" | "jobs">,
  { email }: { email: string },
): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) return;
  const token = randomBytes(24).toString("base64url");
  const { internalAdapter } = await auth.$context;
  await internalAdapter.createVerificationValue({
    identifier: identifierOf(token),
    value: user.id,
    expiresAt: new Date(databaseNow() + AN_HOUR_MS),
  });
  await db.transaction((tx) =>
    queueMail(tx, jobs, {
      to: email,
      template: "password-link",
      props: { path: `/nouveau-mot-de-passe?${new URLSearchParams({ lien: token })}` },
      key: `password-link-${newId()}`,
    }),
  );
}

/** Whose password the link would change, or null when it is used or too old. */
export async function readPasswordLink(
  { auth, db }: Pick<Services, "auth" | "db">,
  token: string,
): Promise<{ id: string; email: string } | null> {
  if (!TOKEN.test(token)) return null;
  const { internalAdapter } = await auth.$context;
  const link = await internalAdapter.findVerificationValue(identifierOf(token));
  if (!link || link.expiresAt.getTime() < databaseNow()) return null;
  const [user] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, link.value));
  return user ?? null;
}

export type NewPassword =
  | "changed"
  | "dead-link"
  | "short-password"
  | "common-password"
  | "too-many";

/**
 * Sets the link's new password and uses the link up: every session of the account ends, its other links and the
 * change of address that may wait are called off, and its owner is told.
 */
export async function choosePassword(
  {
    auth,
    hashing,
    db,
    jobs,
    limits,
  }: Pick<Services, "auth" | "hashing" | "db" | "jobs" | "limits">,
  caller: Caller,
  { token, password }: { token: string; password: string },
): Promise<NewPassword> {
  if (password.length < SHORTEST_PASSWORD) return "short-password";
  if (!(await limits.allow("new-password", caller))) return "too-many";
  const user = await readPasswordLink({ auth, db }, token);
  if (!user) return "dead-link";
  if (isCommonPassword(password, user)) return "common-password";
  // Whoever asked for another address may be why the password is changed.
  await cancelEmailChanges(db, user.id);
  const answer = await hashing.run("home", () =>
    callAuth(auth, caller, "/reset-password", { token, newPassword: password }),
  );
  if (answer === "too-many") return "too-many";
  if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status}`);
  if (!answer.ok) return "dead-link";
  // Whoever has the link signs in from here, however many others try meanwhile.
  await limits.remember({ address: caller.address, account: user.email }, AT_HOME_SECONDS);
  await db.transaction(async (tx) => {
    await tx.delete(verifications).where(eq(verifications.value, user.id));
    // The link came by mail: the address is theirs.
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
    await queueMail(tx, jobs, {
      to: user.email,
      template: "password-changed",
      props: {},
      key: `password-changed-${newId()}`,
    });
  });
  return "changed";
}

/** How better-auth names a reset link; it stores a hash of this (`storeIdentifier`). */
function identifierOf(token: string): string {
  return `reset-password:${token}`;
}
