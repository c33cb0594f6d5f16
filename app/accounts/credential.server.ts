import { and, eq, ne, not } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { credentials, sessions, users, verifications } from "#db/schema/accounts.ts";
import { cancelEmailChanges } from "./email-change.server.ts";

/** better-auth's provider name for passwords. */
const PROVIDER = "credential";

export type PasswordCheck =
  /** `hash`: the compared hash. The caller checks it again with `isCurrentHash` in its transaction. */
  | { kind: "right"; hash: string }
  /** « none »: an imported account without a password; « too-many »: the hashing queue is full. */
  | { kind: "wrong" | "none" | "too-many" };

/** The outcome of an operation whose password check failed, by the kind of that check's result. */
export const REFUSED_CHECK = {
  wrong: "wrong-password",
  none: "no-password",
  "too-many": "too-many",
} as const;

/** Compares a password with the account's. */
export async function checkPassword(
  { auth, hashing, db }: Pick<Services, "auth" | "hashing" | "db">,
  userId: string,
  password: string,
): Promise<PasswordCheck> {
  const hash = await readHash(db, userId);
  if (!hash) return { kind: "none" };
  const context = await auth.$context;
  const isRight = await hashing.run("priority", () => context.password.verify({ hash, password }));
  if (isRight === "too-many") return { kind: "too-many" };
  return isRight ? { kind: "right", hash } : { kind: "wrong" };
}

/** Whether the account still has this hash. The caller has locked the account's row in `users`, as password changes do. */
export async function isCurrentHash(
  tx: Transaction,
  userId: string,
  hash: string,
): Promise<boolean> {
  return (await readHash(tx, userId)) === hash;
}

/** The account and password hash of a sign-in address; the hash is null for an account without a password. */
export async function findCredential(
  db: Queryable,
  email: string,
): Promise<{ userId: string; hash: string | null } | null> {
  const [found] = await db
    .select({ userId: users.id, hash: credentials.password })
    .from(users)
    .leftJoin(credentials, isPasswordOf(users.id))
    .where(eq(users.email, email));
  return found ?? null;
}

/** Inserts an account with its password; null when the address has one. `email` is validated and lower case. */
export async function createAccount(
  tx: Transaction,
  { name, email, hash }: { name: string; email: string; hash: string },
): Promise<string | null> {
  const [user] = await tx
    .insert(users)
    .values({ id: newId(), name, email })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (user) await setPassword(tx, user.id, { hash });
  return user?.id ?? null;
}

/**
 * Sets the account's password; `hash` null removes it. Ends all sessions except `keptSession`, deletes all mailed links
 * and cancels pending address changes. The caller has locked the account's row in `users` FOR UPDATE.
 */
export async function setPassword(
  tx: Transaction,
  userId: string,
  { hash, keptSession = "" }: { hash: string | null; keptSession?: string },
): Promise<void> {
  await tx
    .insert(credentials)
    .values({ id: newId(), userId, accountId: userId, providerId: PROVIDER, password: hash })
    .onConflictDoUpdate({
      target: [credentials.providerId, credentials.accountId],
      set: { password: hash },
    });
  await cancelEmailChanges(tx, userId);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keptSession)));
  await tx.delete(verifications).where(eq(verifications.value, userId));
}

/**
 * Whether a stranger may have stored something in the account: somebody has chosen a password, which `restoreAddress` may have removed,
 * and nobody has confirmed its address. An imported account without a password has only its owner's data.
 */
export async function isUnproved(db: Queryable, userId: string): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(credentials, isPasswordOf(users.id))
    .where(and(eq(users.id, userId), not(users.emailVerified)));
  return user !== undefined;
}

async function readHash(db: Queryable, userId: string): Promise<string | null> {
  const [credential] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(isPasswordOf(userId));
  return credential?.hash ?? null;
}

function isPasswordOf(userId: string | typeof users.id) {
  return and(eq(credentials.userId, userId), eq(credentials.providerId, PROVIDER));
}
