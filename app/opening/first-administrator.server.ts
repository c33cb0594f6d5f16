import { sql } from "drizzle-orm";
import { makeFirstAdministrator } from "#app/accounts/administrators.server.ts";
import { refusedWhenTaken } from "#app/accounts/auth.server.ts";
import { isCommonPassword } from "#app/accounts/common-password.server.ts";
import type { Caller } from "#app/platform/caller.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { isGoodLink, makeLink, takeLink } from "./shop-links.server.ts";

const NAME = "first-administrator";

/**
 * A new link to make the first administrator, good once and for an hour; null when the shop has an administrator. The links of
 * other nodes stay good until one is used. @returns the path with the token
 */
export async function firstAdministratorPath(db: Database): Promise<string | null> {
  if (await hasAdministrator(db)) return null;
  const token = await makeLink(db, NAME, { hours: 1 });
  return `/premiere-administratrice?${new URLSearchParams({ lien: token })}`;
}

/** Whether the link still makes the first administrator. */
export async function isFirstAdministratorLink(db: Database, token: string): Promise<boolean> {
  return (await isGoodLink(db, NAME, token)) && !(await hasAdministrator(db));
}

export type FirstAdministratorOutcome =
  | { kind: "created"; cookie: string }
  /** `taken`: the address has an account. */
  | { kind: "dead-link" | "common-password" | "too-many" | "taken" };

/** Makes the first administrator with the link, and signs her in. Two at once: the second finds the link used. */
export async function createFirstAdministrator(
  { auth, hashing, db, limits }: Pick<Services, "auth" | "hashing" | "db" | "limits">,
  caller: Caller,
  { token, ...form }: { token: string; name: string; email: string; password: string },
): Promise<FirstAdministratorOutcome> {
  if (!(await limits.allow("new-password", caller))) return { kind: "too-many" };
  if (!(await isFirstAdministratorLink(db, token))) return { kind: "dead-link" };
  if (isCommonPassword(form.password, form)) return { kind: "common-password" };
  const { password } = await auth.$context;
  const hash = await hashing.run("normal", () => password.hash(form.password));
  if (hash === "too-many") return { kind: "too-many" };
  const outcome = await db
    .transaction(async (tx) => {
      const taken = await takeLink(tx, NAME, token);
      if (taken === null || (await hasAdministrator(tx))) return "dead-link" as const;
      const cookie = await makeFirstAdministrator(tx, auth, caller, { ...form, hash });
      // Rolls back: the link stays good for another address.
      if (!cookie) throw Object.assign(new Error("the address has an account"), TAKEN);
      return { cookie };
    })
    .catch(refusedWhenTaken);
  if (outcome === "dead-link") return { kind: "dead-link" };
  return "cookie" in outcome ? { kind: "created", ...outcome } : { kind: "taken" };
}

/** As PostgreSQL says it: a unique violation. */
const TAKEN = { code: "23505" };

async function hasAdministrator(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM profiles WHERE is_admin LIMIT 1`);
  return rows.length > 0;
}
