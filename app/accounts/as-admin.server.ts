import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { profiles, users } from "#db/schema/accounts.ts";
import type { Viewer } from "./session.server.ts";

declare const isChecked: unique symbol;
/**
 * The administrator who sent the request. Only `requireAdmin` (access.ts) creates a value of this type, so a verb that takes it is proved
 * to be for administrators.
 */
export type Admin = Viewer & { readonly [isChecked]: true };

/**
 * Runs `body` in a transaction (`db.transaction`) for an administrator, whose account it locks before anything else (`lockAdmin`).
 * @throws as `lockAdmin` does
 */
export const asAdmin = <T>(
  db: Database,
  admin: Admin,
  body: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await lockAdmin(tx, admin);
    return body(tx);
  });

/**
 * Locks the administrator's account FOR KEY SHARE, because rows that the caller inserts reference it. Only for verbs that must take
 * another lock first, or that a job runs too; others use `asAdmin`.
 * @throws when the account was deleted, or is no administrator's any more
 */
export async function lockAdmin(tx: Transaction, admin: Admin): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, admin.id))
    .for("key share");
  if (!account) throw new Error("the account that acts is gone");
  // A second statement: its snapshot includes the commit that the lock waited for.
  const isAdmin = and(eq(profiles.userId, admin.id), eq(profiles.isAdmin, true));
  if ((await tx.$count(profiles, isAdmin)) === 0)
    throw new Error("only an administrator may do this");
}
