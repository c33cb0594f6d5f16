import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { shopLinks } from "#db/schema/index.ts";

type LinkName = typeof shopLinks.$inferSelect.name;

/** 24 random bytes. */
const TOKEN = /^[A-Za-z0-9_-]{32}$/;
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Makes a link, which voids the former one of this name. @returns its token, of which only the hash is stored */
export async function makeLink(
  db: Queryable,
  name: LinkName,
  { hours, detail = "" }: { hours: number; detail?: string },
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  const link = {
    tokenHash: hashOf(token),
    expiresAt: sql`now() + make_interval(hours => ${hours})`,
    detail,
  };
  await db
    .insert(shopLinks)
    .values({ name, ...link })
    .onConflictDoUpdate({ target: shopLinks.name, set: link });
  return token;
}

const isLink = (name: LinkName, token: string) =>
  and(
    eq(shopLinks.name, name),
    eq(shopLinks.tokenHash, hashOf(token)),
    gt(shopLinks.expiresAt, sql`now()`),
  );

/** Whether the link is good. */
export async function isGoodLink(db: Queryable, name: LinkName, token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false;
  const [link] = await db
    .select({ name: shopLinks.name })
    .from(shopLinks)
    .where(isLink(name, token));
  return link !== undefined;
}

/** Uses the link up. @returns its detail; null when it was used, is too old or void. Of two at once one waits, then gets null */
export async function takeLink(
  db: Queryable,
  name: LinkName,
  token: string,
): Promise<string | null> {
  if (!TOKEN.test(token)) return null;
  const [link] = await db
    .delete(shopLinks)
    .where(isLink(name, token))
    .returning({ detail: shopLinks.detail });
  return link?.detail ?? null;
}
