import { eq } from "drizzle-orm";
import { profiles, users } from "#db/schema/index.ts";
import type { Database } from "#app/platform/db.server.ts";
import type { Auth } from "./auth.server.ts";

/**
 * Gives an account the administrator's rights; makes the account, with this password, where there is none.
 * Nothing in the shop's pages can do this: only who holds the machine.
 */
export async function makeAdministrator(
  db: Database,
  auth: Auth,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<{ kind: "created" | "promoted" }> {
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const id = known?.id ?? (await auth.api.signUpEmail({ body: { email, name, password } })).user.id;
  await db.update(profiles).set({ isAdmin: true }).where(eq(profiles.userId, id));
  return { kind: known ? "promoted" : "created" };
}
