import { eq } from "drizzle-orm";
import { profiles, users } from "#db/schema/index.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import type { Auth } from "./auth.server.ts";

/**
 * Makes an administrator with this password; an account that exists gets the rights only when `mayPromote`.
 * Nothing in the shop's pages can do this: only who holds the machine.
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
  // Anybody may have signed up with this address: its password isn't known to be the owner's.
  if (known && !mayPromote) return { kind: "taken" };
  const id = known?.id ?? (await auth.api.signUpEmail({ body: { email, name, password } })).user.id;
  await db.transaction(async (tx) => {
    await tx.update(profiles).set({ isAdmin: true }).where(eq(profiles.userId, id));
    await recordActs(tx, null, [{ act: "admin-granted", subject: { type: "role", id, name } }]);
  });
  return { kind: known ? "promoted" : "created" };
}
