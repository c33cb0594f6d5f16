import { createHash, randomBytes } from "node:crypto";
import { and, eq, not, notExists, sql } from "drizzle-orm";
import { accountMailKey, queueMail } from "#app/mail/outbox.server.ts";
import type { PropsOf } from "#app/mail/templates.tsx";
import { removePictures } from "#app/media/pictures.server.ts";
import type { Caller } from "#app/platform/caller.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { URGENT } from "#app/platform/jobs.server.ts";
import { mailboxOf } from "#app/platform/limits.server.ts";
import type { Services } from "#app/request-context.ts";
import { profiles, sessions, users, verifications } from "#db/schema/accounts.ts";
import { KNOWN_NETWORK_SECONDS } from "./auth.server.ts";
import { isCommonPassword } from "./common-password.server.ts";
import {
  checkPassword,
  isCurrentHash,
  isUnproved,
  REFUSED_CHECK,
  setPassword,
} from "./credential.server.ts";
import { lockGuest } from "./order-owner.server.ts";
import { lockAccount } from "./remove-account.server.ts";
import { lockViewer, type Viewer } from "./session.server.ts";

/** 24 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{32}$/;
/** Validity of a link in hours while its mail is unsent, as long as the mail is retried. After sending: see `isLink`. */
const MAIL_HOURS = 24;
/** At most one link per address in this many seconds, over all callers. */
const LINK_PAUSE_SECONDS = 300;

/**
 * Queues a password link. The job looks up whether the address has an account, so neither the answer nor its time reveals
 * that. `email` is validated and lower case.
 */
export async function askForPasswordLink(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  caller: Caller,
  { email }: { email: string },
): Promise<"asked" | "too-many"> {
  if (!(await limits.allow("password-link", caller))) return "too-many";
  // All plus-tagged addresses of a mailbox share one limit, so that many accounts can't flood it. The untagged address has its own.
  const account = email.includes("+") ? `${mailboxOf(email)} tagged` : email;
  const singletonKey = createHash("sha256").update(account).digest("base64url");
  const options = { singletonKey, singletonSeconds: LINK_PAUSE_SECONDS, priority: URGENT };
  await jobs.send(db, "password-links", { email } satisfies PasswordLinkRequest, options);
  return "asked";
}

/** `isBulk`: sent by an import to each new account, not on request. */
export type PasswordLinkRequest = { email: string; isBulk?: boolean };

/**
 * The job: mails a link if the address has an account, to an unconfirmed one within limits. The link works once, for an hour after the
 * mail was sent.
 */
export async function sendPasswordLink(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  { email, isBulk }: PasswordLinkRequest,
): Promise<void> {
  const isUnconfirmed = and(eq(users.email, email), not(users.emailVerified));
  if (!isBulk && (await db.$count(users, isUnconfirmed)) > 0) {
    const who = { account: email, mailbox: email };
    if (!(await limits.allow("unconfirmed-password-link", who))) return;
  }
  await db.transaction(async (tx) => {
    // FOR KEY SHARE: a concurrent change of address or password waits, then deletes this link.
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, email))
      .for("key share");
    if (!user) return;
    const key = accountMailKey("password-link", user.id);
    const token = await writePasswordLink(tx, user.id, { id: key, hours: MAIL_HOURS });
    await queueMail(tx, jobs, {
      to: email,
      template: "password-link",
      props: { path: passwordLinkPath(token) },
      key,
      isBulk,
    });
  });
}

/** Stores the hash of a new password link. @returns its token, which is only in the mail */
export async function writePasswordLink(
  tx: Transaction,
  userId: string,
  { id, hours }: { id: string; hours: number },
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await tx.insert(verifications).values({
    id,
    identifier: identifierOf(token),
    value: userId,
    expiresAt: sql`now() + make_interval(hours => ${hours})`,
  });
  return token;
}

export const passwordLinkPath = (token: string) =>
  `/nouveau-mot-de-passe?${new URLSearchParams({ lien: token })}`;

/** The account of a password link, or null when the link is used or too old. */
export async function readPasswordLink(
  db: Queryable,
  token: string,
): Promise<{ id: string; email: string } | null> {
  if (!TOKEN.test(token)) return null;
  const [user] = await db
    .select({ id: users.id, email: users.email })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.value))
    .where(isLink(token));
  return user ?? null;
}

export type NewPassword = "changed" | "dead-link" | "common-password" | "too-many";

/**
 * Sets the new password and consumes the link, in one transaction: all sessions end, other links and pending address
 * changes are void, the profile's e-mail becomes the sign-in address, and a mail notifies the owner. If a stranger may have
 * stored something (`isUnproved`), `forget` removes what other rooms store for the account; its profile keeps only the name.
 */
export async function choosePassword(
  services: Pick<Services, "auth" | "hashing" | "db" | "jobs" | "limits">,
  caller: Caller,
  {
    token,
    password,
    forget,
  }: {
    token: string;
    password: string;
    forget?: (tx: Transaction, userId: string) => Promise<void>;
  },
): Promise<NewPassword> {
  const { auth, hashing, db, jobs, limits } = services;
  if (!(await limits.allow("new-password", caller))) return "too-many";
  const user = await readPasswordLink(db, token);
  if (!user) return "dead-link";
  if (isCommonPassword(password, user)) return "common-password";
  const context = await auth.$context;
  const hash = await hashing.run("priority", () => context.password.hash(password));
  if (hash === "too-many") return "too-many";
  const isChanged = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, user.id);
    const [link] = await tx
      .delete(verifications)
      .where(isLink(token))
      .returning({ userId: verifications.value });
    if (!account || !link) return false;
    const forgetStored = (await isUnproved(tx, user.id)) ? forget : undefined;
    // Confirming the address makes orders join the account: lock the address before any product (docs/locks.md).
    if (forgetStored) await lockGuest(tx, account.email);
    await setPassword(tx, user.id, { hash });
    // The link proves ownership of the sign-in address; a stranger may have signed up with it and put another address into the
    // profile.
    await tx
      .update(profiles)
      .set({
        email: account.email,
        ...(forgetStored && { phone: "", dateOfBirth: null, photo: null }),
      })
      .where(eq(profiles.userId, user.id));
    await forgetStored?.(tx, user.id);
    await tx.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
    if (forgetStored && account.photo) await removePictures(tx, jobs, [account.photo]);
    await mailPasswordChanged(tx, jobs, { id: user.id, email: account.email, isConfirmed: true });
    return true;
  });
  if (!isChanged) return "dead-link";
  // The caller's network becomes known to the account: a flood of sign-ins from other networks does not lock the owner out.
  await limits.remember({ address: caller.address, account: user.email }, KNOWN_NETWORK_SECONDS);
  return "changed";
}

export type PasswordChange =
  | "changed"
  | "wrong-password"
  | "no-password"
  | "common-password"
  | "too-many"
  /** The session has ended meanwhile. */
  | "signed-out";

/**
 * Changes the viewer's password, given the current one. Other sessions end, mailed links are void, and a mail notifies
 * the owner. Ten tries an hour.
 */
export async function changePassword(
  services: Pick<Services, "auth" | "hashing" | "db" | "jobs" | "limits">,
  viewer: Pick<Viewer, "id" | "sessionId" | "email">,
  { formerPassword, password }: { formerPassword: string; password: string },
): Promise<PasswordChange> {
  const { auth, hashing, db, jobs, limits } = services;
  if (!(await limits.allow("own-password", { account: viewer.id }))) return "too-many";
  const check = await checkPassword(services, viewer.id, formerPassword);
  if (check.kind !== "right") return REFUSED_CHECK[check.kind];
  if (isCommonPassword(password, viewer)) return "common-password";
  const context = await auth.$context;
  const hash = await hashing.run("priority", () => context.password.hash(password));
  if (hash === "too-many") return "too-many";
  return db.transaction(async (tx) => {
    const account = await lockViewer(tx, viewer);
    if (!account) return "signed-out";
    if (!(await isCurrentHash(tx, viewer.id, check.hash))) return "wrong-password";
    await setPassword(tx, viewer.id, { hash, keptSession: viewer.sessionId });
    await mailPasswordChanged(tx, jobs, { ...account, id: viewer.id }, { byOwner: true });
    return "changed";
  });
}

export type PasswordConfirmation =
  | "confirmed"
  | "wrong-password"
  | "no-password"
  | "too-many"
  /** The session has ended meanwhile; a changed password ends it. */
  | "signed-out";

/** Checks the viewer's password and marks the session (`hasRecentPassword`). Ten tries an hour. */
export async function confirmPassword(
  services: Pick<Services, "auth" | "hashing" | "db" | "limits">,
  viewer: Pick<Viewer, "id" | "sessionId">,
  password: string,
): Promise<PasswordConfirmation> {
  if (!(await services.limits.allow("own-password", { account: viewer.id }))) return "too-many";
  const check = await checkPassword(services, viewer.id, password);
  if (check.kind !== "right") return REFUSED_CHECK[check.kind];
  const noted = await services.db
    .update(sessions)
    .set({ passwordUsedAt: sql`now()` })
    .where(and(eq(sessions.id, viewer.sessionId), eq(sessions.userId, viewer.id)))
    .returning({ id: sessions.id });
  return noted.length > 0 ? "confirmed" : "signed-out";
}

function mailPasswordChanged(
  tx: Transaction,
  jobs: Services["jobs"],
  { id, email: to, isConfirmed }: { id: string; email: string; isConfirmed: boolean },
  props: PropsOf<"password-changed"> = {},
) {
  const key = accountMailKey("password-changed", id);
  return queueMail(tx, jobs, { to, template: "password-changed", props, key, isConfirmed });
}

/** Valid links: unused, not expired, mailed at most an hour ago. The row's id is the mail's key. */
function isLink(token: string) {
  return and(
    eq(verifications.identifier, identifierOf(token)),
    sql`${verifications.expiresAt} > now()`,
    notExists(
      sql`(SELECT FROM mails WHERE mails.key = ${verifications.id} AND mails.sent_at < now() - interval '1 hour')`,
    ),
  );
}

/** The stored hash of a token: a leaked table holds no usable links. */
function identifierOf(token: string): string {
  return createHash("sha256").update(`reset-password:${token}`).digest("base64url");
}
