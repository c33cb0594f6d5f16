import { eq, sql } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";
import { profiles, users, verifications } from "#db/schema/accounts.ts";

/** Whether the account exists. FOR KEY SHARE: a concurrent deletion waits until this transaction ends. */
export async function lockAccountShared(tx: Transaction, userId: string): Promise<boolean> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for("key share");
  return account !== undefined;
}

/** The account, locked FOR UPDATE: its concurrent orders wait until this transaction ends. Null if it does not exist. */
export async function lockAccount(tx: Transaction, userId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  // A second statement: after a lock wait PostgreSQL rereads only the locked row, and joins old versions of others.
  const [account] = await tx
    .select({
      email: users.email,
      emailVerified: users.emailVerified,
      photo: profiles.photo,
      isAdmin: profiles.isAdmin,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId));
  return account ?? null;
}

/** Whether there is no administrator besides this account. FOR UPDATE: concurrent deletions of two administrators wait. */
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
 * Deletes the account with its profile, password, sessions, links, favourites and uploads. Comments and audit events stay
 * without an author.
 */
export async function removeAccount(
  tx: Transaction,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, id));
  // The job of a password link that was not mailed yet contains the address.
  await tx.execute(
    sql`DELETE FROM jobs.job WHERE name = 'password-links' AND data->>'email' = ${email}`,
  );
  await tx.delete(users).where(eq(users.id, id));
}
