import { createHash, randomBytes } from "node:crypto";
import { and, count, eq, gt, lte, ne, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import { emailChanges, formerAddresses, users } from "#db/schema/accounts.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/platform/request-context.ts";

/** For as long as a link lives; that many links go out meanwhile. */
const LIFE = sql`interval '1 day'`;
const LINKS_A_DAY = 5;

export type EmailChangeRequest =
  /** A mail waits at the new address; also said when that address has an account already. */
  | { kind: "asked" }
  /** It is the sign-in address as it stands; a change that was waiting is called off. */
  | { kind: "unchanged" }
  | { kind: "too-many" };

/**
 * Asks for another address to sign in with: it counts once its owner has confirmed it by the link sent there, within
 * a day. The old address is told at once. A request replaces the one before; 5 a day.
 * `account` is locked by `lockViewer`; `email` comes from a checked form: lower case. Without `isMailed` no mail leaves
 * (the address has had too many, whoever asked for them), and the answer is the same.
 */
export async function requestEmailChange(
  tx: Transaction,
  jobs: Services["jobs"],
  account: { id: string; email: string },
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

  // The same work for a free address and for a taken one: the answer and its time tell nothing.
  const token = newToken();
  await tx.insert(emailChanges).values({ tokenHash: hashOf(token), userId: account.id, email });
  const isTaken = await hasAccount(tx, email, account.id);
  if (!isMailed) return { kind: "asked" };
  const event = newId();
  await (isTaken
    ? queueMail(tx, jobs, {
        to: email,
        template: "address-taken",
        props: {},
        key: `address-taken-${event}`,
      })
    : queueMail(tx, jobs, {
        to: email,
        template: "confirm-address",
        props: { path: `/confirmer-adresse?${new URLSearchParams({ lien: token })}` },
        key: `confirm-address-${event}`,
      }));
  await queueMail(tx, jobs, {
    to: account.email,
    template: "address-change-asked",
    props: { newAddress: inPart(email) },
    key: `address-change-asked-${event}`,
  });
  return { kind: "asked" };
}

/** Calls off what this account has asked for; the requests still count for the day. */
export async function cancelEmailChanges(tx: Queryable, userId: string): Promise<void> {
  await tx.update(emailChanges).set({ isOpen: false }).where(eq(emailChanges.userId, userId));
}

/** The sign-in address and the new one that waits for its confirmation; null when the account was just deleted. */
export async function readSignInAddress(
  db: Queryable,
  viewer: { id: string },
): Promise<{ email: string; waiting: string | null } | null> {
  const [row] = await db
    .select({ email: users.email, waiting: emailChanges.email })
    .from(users)
    .leftJoin(emailChanges, and(eq(emailChanges.userId, users.id), isOpenChange))
    .where(eq(users.id, viewer.id));
  return row ?? null;
}

/** The address that a link would confirm, or null when the link is used, replaced or too old. */
export async function readEmailChange(db: Queryable, token: string): Promise<string | null> {
  const [row] = await db
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(and(eq(emailChanges.tokenHash, hashOf(token)), isOpenChange));
  return row?.email ?? null;
}

/** A link of today, asked for after the password was last set: whoever knew the former one may have asked for it. */
export const isOpenChange = and(
  emailChanges.isOpen,
  gt(emailChanges.askedAt, sql`now() - ${LIFE}`),
  sql`NOT EXISTS (SELECT FROM credentials
    WHERE credentials.user_id = ${emailChanges.userId} AND credentials.updated_at >= ${emailChanges.askedAt})`,
);

/** Kept for the account that has left it (table former_addresses). */
export const isKeptAddress = gt(formerAddresses.changedAt, sql`now() - interval '7 days'`);

export const newToken = () => randomBytes(24).toString("base64url");

/** What is stored of a token, which itself is nowhere but in the mail. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Whether an account has this address, or another than `userId`'s may take it back. */
export async function hasAccount(tx: Queryable, email: string, userId = ""): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, email))
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

/** « c…@exemple.fr »: enough for its owner; the mailbox may be somebody else's by now. */
export function inPart(email: string): string {
  return `${email[0]}…${email.slice(email.lastIndexOf("@"))}`;
}
