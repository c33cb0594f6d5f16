import { createHash, randomBytes } from "node:crypto";
import { and, count, desc, eq, gt, lte, ne, sql } from "drizzle-orm";
import { accountMailKey, queueMail } from "#app/mail/outbox.server.ts";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import type { Services } from "#app/request-context.ts";
import { emailChanges, formerAddresses, users } from "#db/schema/accounts.ts";
import { mails } from "#db/schema/mail.ts";
import { orders } from "#db/schema/orders.ts";
import { lockAccount } from "./remove-account.server.ts";

/** How long a link is valid, and the period of its rate limit. */
const LIFE = sql`interval '1 day'`;
const LINKS_A_DAY = 5;

export type EmailChangeRequest =
  /** The request is stored. The same outcome whether the new address has an account, or has reached its mail limit. */
  | { kind: "asked" }
  /** The requested address is the current sign-in address; a pending change is cancelled. */
  | { kind: "unchanged" }
  | { kind: "too-many" };

/**
 * Requests a new sign-in address, valid once confirmed by the link mailed there, within a day. The current address is
 * notified. A request replaces the account's former one; at most 5 a day. The caller has locked `account` by `lockViewer`;
 * `email` is validated and lower case. `isMailed` false (the new address has reached its mail limit): no mail is sent, with
 * the same outcome.
 */
export async function requestEmailChange(
  tx: Transaction,
  jobs: Services["jobs"],
  account: { id: string; email: string; isConfirmed: boolean },
  { email, isMailed }: { email: string; isMailed: boolean },
): Promise<EmailChangeRequest> {
  await tx
    .delete(emailChanges)
    .where(
      and(eq(emailChanges.userId, account.id), lte(emailChanges.askedAt, sql`now() - ${LIFE}`)),
    );
  const [sent] = await tx
    .select({ links: count() })
    .from(emailChanges)
    .where(eq(emailChanges.userId, account.id));
  if (email !== account.email && sent!.links >= LINKS_A_DAY) return { kind: "too-many" };
  await cancelEmailChanges(tx, account.id);
  if (email === account.email) return { kind: "unchanged" };

  // Free and taken addresses cost the same work, so that neither the answer nor its time reveals accounts.
  const token = newToken();
  await tx.insert(emailChanges).values({ tokenHash: hashOf(token), userId: account.id, email });
  const isTaken = await hasAccount(tx, email, account.id);
  if (!isMailed) return { kind: "asked" };
  await (isTaken
    ? queueMail(tx, jobs, {
        to: email,
        template: "address-taken",
        props: {},
        key: accountMailKey("address-taken", account.id),
      })
    : queueMail(tx, jobs, {
        to: email,
        template: "confirm-address",
        props: { path: `/confirmer-adresse?${new URLSearchParams({ lien: token })}` },
        key: accountMailKey("confirm-address", account.id),
      }));
  await queueMail(tx, jobs, {
    to: account.email,
    template: "address-change-asked",
    props: { newAddress: maskedEmail(email, account) },
    key: accountMailKey("address-change-asked", account.id),
    isConfirmed: account.isConfirmed,
  });
  return { kind: "asked" };
}

const DAY_MS = 86_400_000;

/**
 * If orders without an account were placed with an account's unconfirmed sign-in address, mails it a link that confirms the address; the
 * orders then join the account (take_in_orders). Uses the link of address changes. At most one mail per new order and week; with `isAsked`
 * (a pressed button) one a day, because a link is valid for a day.
 */
export async function offerGuestOrders(
  tx: Transaction,
  jobs: Services["jobs"],
  account: { id: string; email: string },
  { isAsked = false } = {},
): Promise<void> {
  const [newest] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.guestEmail, account.email))
    .orderBy(desc(orders.id))
    .limit(1);
  if (!newest || (await lockAccount(tx, account.id))?.emailVerified !== false) return;
  const period = Math.floor(databaseNow() / (isAsked ? DAY_MS : 7 * DAY_MS));
  // Ends with the account's id: its deletion finds the mail by it (`forgetRecipient`).
  const key = `confirm-guest-orders-${newest.id}-${period}-${account.id}`.toLowerCase();
  const toAnother = and(eq(emailChanges.userId, account.id), ne(emailChanges.email, account.email));
  const [offered, changes] = await Promise.all([
    tx.$count(mails, eq(mails.key, key)),
    tx.$count(emailChanges, and(toAnother, isOpenChange)),
  ]);
  // An account has at most one valid link: a pending address change keeps its own.
  if (offered > 0 || changes > 0) return;
  await cancelEmailChanges(tx, account.id);
  const token = newToken();
  await tx
    .insert(emailChanges)
    .values({ tokenHash: hashOf(token), userId: account.id, email: account.email });
  await queueMail(tx, jobs, {
    to: account.email,
    template: "confirm-guest-orders",
    props: { path: `/confirmer-adresse?${new URLSearchParams({ lien: token })}` },
    key,
  });
}

/** Cancels the account's pending address changes; they still count towards the daily limit. */
export async function cancelEmailChanges(tx: Queryable, userId: string): Promise<void> {
  await tx.update(emailChanges).set({ isOpen: false }).where(eq(emailChanges.userId, userId));
}

/** The sign-in address and the one that waits for confirmation; null when the account was just deleted. */
export async function readSignInAddress(
  db: Queryable,
  viewer: { id: string },
): Promise<{ email: string; waiting: string | null } | null> {
  const [row] = await db
    .select({ email: users.email, waiting: emailChanges.email })
    .from(users)
    .leftJoin(
      emailChanges,
      and(eq(emailChanges.userId, users.id), ne(emailChanges.email, users.email), isOpenChange),
    )
    .where(eq(users.id, viewer.id));
  if (!row) return null;
  return { email: shownEmail(row.email), waiting: row.waiting && shownEmail(row.waiting) };
}

/**
 * The address that a link would confirm, and whether the account has it already; null when the link is used, replaced, too old or older
 * than the password.
 */
export async function readEmailChange(
  db: Queryable,
  token: string,
): Promise<{ email: string; isPresent: boolean } | null> {
  const [row] = await db
    .select({
      email: emailChanges.email,
      isPresent: sql<boolean>`${emailChanges.email} = ${users.email}`,
    })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(and(eq(emailChanges.tokenHash, hashOf(token)), isOpenChange));
  return row ? { ...row, email: shownEmail(row.email) } : null;
}

/**
 * SQL condition: valid links, less than a day old and newer than the password. An older request may come from a thief who
 * knew the former password.
 */
export const isOpenChange = and(
  emailChanges.isOpen,
  gt(emailChanges.askedAt, sql`now() - ${LIFE}`),
  sql`NOT EXISTS (SELECT FROM credentials
    WHERE credentials.user_id = ${emailChanges.userId} AND credentials.updated_at >= ${emailChanges.askedAt})`,
);

/** SQL condition: former addresses that are still reserved for their account, for 7 days after the change. */
export const isKeptAddress = gt(formerAddresses.changedAt, sql`now() - interval '7 days'`);

export const newToken = () => randomBytes(24).toString("base64url");

/** The stored hash of a token; the token itself is only in the mail. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Whether an account other than `userId` has this address, or it is reserved for one. */
export async function hasAccount(tx: Queryable, email: string, userId = ""): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)))
    .unionAll(
      tx
        .select({ id: formerAddresses.userId })
        .from(formerAddresses)
        .where(
          and(eq(formerAddresses.email, email), ne(formerAddresses.userId, userId), isKeptAddress),
        ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * « c…@exemple.fr »: masks an address in a mail whose recipient may not be the address's owner. « c…@… » if the recipient's address is
 * unconfirmed: a typed domain could advertise something to a stranger.
 */
export function maskedEmail(email: string, { isConfirmed }: { isConfirmed: boolean }): string {
  return `${email[0]}…${isConfirmed ? email.slice(email.lastIndexOf("@")) : "@…"}`;
}
