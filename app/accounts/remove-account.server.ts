import { and, eq, sql } from "drizzle-orm";
import { credentials, profiles, users, verifications } from "#db/schema/accounts.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Auth } from "./auth.server.ts";

/** Whether this is the account's password; « none » for an account that was imported and never chose one. */
export async function checkPassword(
  { auth, db }: { auth: Auth; db: Queryable },
  userId: string,
  password: string,
): Promise<"right" | "wrong" | "none"> {
  const [credential] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, "credential")));
  if (!credential?.hash) return "none";
  const context = await auth.$context;
  return (await context.password.verify({ hash: credential.hash, password })) ? "right" : "wrong";
}

/** The account, held until the transaction ends: no order of theirs is placed meanwhile. Null when it is gone. */
export async function lockAccount(tx: Transaction, userId: string) {
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
    .where(eq(users.id, userId))
    .for("update", { of: users });
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
