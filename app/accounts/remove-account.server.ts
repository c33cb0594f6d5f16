import { eq, sql } from "drizzle-orm";
import { profiles, users, verifications } from "#db/schema/accounts.ts";
import type { Transaction } from "#app/platform/db.server.ts";

/** Whether the account is there; it then stays until the transaction ends: who deletes it waits. */
export async function holdAccount(tx: Transaction, userId: string): Promise<boolean> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for("key share");
  return account !== undefined;
}

/**
 * Holds the account of whoever acts, before anything else is locked (docs/locks.md): what they write refers to it.
 * @throws when it is gone: its session, by which they were known, ends with it.
 */
export async function holdActor(tx: Transaction, actor: { id: string }): Promise<void> {
  if (!(await holdAccount(tx, actor.id))) throw new Error("the account that acts is gone");
}

/** The account, held until the transaction ends: no order of theirs is placed meanwhile. Null when it is gone. */
export async function lockAccount(tx: Transaction, userId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  // A statement of its own: after a wait PostgreSQL reads the locked row again, and the profile beside it as it was before.
  const [account] = await tx
    .select({
      email: users.email,
      emailVerified: users.emailVerified,
      profileEmail: profiles.email,
      photo: profiles.photo,
      isAdmin: profiles.isAdmin,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId));
  return account ?? null;
}

/** Whether nobody else could administer the shop. Two who leave at once wait for each other. */
export async function isLastAdministrator(tx: Transaction, userId: string): Promise<boolean> {
  const administrators = await tx
    .select({ id: profiles.userId })
    .from(profiles)
    .where(eq(profiles.isAdmin, true))
    .orderBy(profiles.userId)
    .for("update");
  return administrators.every(({ id }) => id === userId);
}

/**
 * Removes the account with its profile, password, sessions, links, favourites and uploads. What it wrote or changed
 * stays, without its author.
 */
export async function removeAccount(
  tx: Transaction,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, id));
  // A link that was asked for and not sent yet: its job holds the address.
  await tx.execute(
    sql`DELETE FROM jobs.job WHERE name = 'password-links' AND data->>'email' = ${email}`,
  );
  await tx.delete(users).where(eq(users.id, id));
}
