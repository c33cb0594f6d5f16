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

/**
 * Locks the acting account before anything else (docs/locks.md): rows that the caller inserts later refer to the account. Stock
 * moves that triggers write in this transaction name it (add_stock_move).
 * @throws when the account was deleted after its session was read
 */
export async function lockActorShared(tx: Transaction, actor: { id: string }): Promise<void> {
  const [account] = await tx
    .select({ id: sql`set_config('eclat.actor', ${users.id}, true)` })
    .from(users)
    .where(eq(users.id, actor.id))
    .for("key share");
  if (!account) throw new Error("the account that acts is gone");
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
