import { and, eq } from "drizzle-orm";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Caller } from "#app/platform/caller.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { profiles, users } from "#db/schema/index.ts";
import type { Auth } from "./create-auth.server.ts";
import { createAccount } from "./credential.server.ts";
import { openSession } from "./session.server.ts";

/**
 * Creates an administrator with this password, from the command line only. An existing account with this address is promoted
 * if `mayPromote`, and keeps its password; otherwise the outcome is « taken ».
 */
export async function makeAdministrator(
  db: Database,
  auth: Auth,
  {
    email,
    name,
    password,
    mayPromote,
  }: { email: string; name: string; password: string; mayPromote: boolean },
): Promise<{ kind: "created" | "promoted" | "taken" }> {
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  // Sign-up does not verify addresses, so the account may belong to another person than the address's owner.
  if (known && !mayPromote) return { kind: "taken" };
  const id = known?.id ?? (await auth.api.signUpEmail({ body: { email, name, password } })).user.id;
  await db.transaction(async (tx) => {
    await tx.update(profiles).set({ isAdmin: true }).where(eq(profiles.userId, id));
    await recordActs(tx, null, [{ act: "admin-granted", subject: { type: "role", id, name } }]);
  });
  return { kind: known ? "promoted" : "created" };
}

/**
 * Records the sign-in of an administrator; does nothing for a customer. Refused sign-ins are not recorded: the additional work
 * would reveal administrators' addresses, and strangers could fill the history.
 */
export async function noteAdminSignIn(tx: Transaction, userId: string): Promise<void> {
  const [admin] = await tx
    .select({ id: profiles.userId, name: profiles.name })
    .from(profiles)
    .where(and(eq(profiles.userId, userId), eq(profiles.isAdmin, true)));
  if (!admin) return;
  const subject = { type: "access" as const, ...admin };
  await recordActs(tx, admin, [{ act: "administrator-signed-in", subject }]);
}

/**
 * Creates an administrator and signs her in, in the caller's transaction, which proves that she may.
 * @returns the Set-Cookie value; null when the address has an account
 */
export async function makeFirstAdministrator(
  tx: Transaction,
  auth: Auth,
  caller: Caller,
  account: { name: string; email: string; hash: string },
): Promise<string | null> {
  const id = await createAccount(tx, account);
  if (!id) return null;
  await tx.update(profiles).set({ isAdmin: true }).where(eq(profiles.userId, id));
  const subject = { type: "role" as const, id, name: account.name };
  await recordActs(tx, { id, name: account.name }, [{ act: "admin-granted", subject }]);
  return openSession(tx, auth, caller, id);
}
