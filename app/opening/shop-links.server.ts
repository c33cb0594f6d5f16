import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { shopLinks } from "#db/schema/index.ts";

type LinkName = typeof shopLinks.$inferSelect.name;

/** 24 random bytes. */
const TOKEN = /^[A-Za-z0-9_-]{32}$/;
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Makes a link; earlier ones stay good. @returns its token, of which only the hash is stored */
export async function makeLink(
  db: Queryable,
  name: LinkName,
  { hours, detail = "" }: { hours: number; detail?: string },
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db.execute(sql`
    DELETE FROM shop_links WHERE token_hash IN
      (SELECT token_hash FROM shop_links WHERE expires_at <= now() FOR UPDATE SKIP LOCKED)`);
  await db.insert(shopLinks).values({
    name,
    tokenHash: hashOf(token),
    expiresAt: sql`now() + make_interval(hours => ${hours})`,
    detail,
  });
  return token;
}

const areGood = (name: LinkName) =>
  and(eq(shopLinks.name, name), gt(shopLinks.expiresAt, sql`now()`));

export async function isGoodLink(db: Queryable, name: LinkName, token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false;
  const [link] = await db
    .select({ name: shopLinks.name })
    .from(shopLinks)
    .where(and(areGood(name), eq(shopLinks.tokenHash, hashOf(token))));
  return link !== undefined;
}

/**
 * Uses the link up, and with it the earlier ones of the same name and detail. All are locked first, in one order: of two at once one
 * waits, then gets null. @returns its detail; null when one was used, or this one is too old
 */
export async function takeLink(
  tx: Transaction,
  name: LinkName,
  token: string,
): Promise<string | null> {
  if (!TOKEN.test(token)) return null;
  const links = await tx
    .select()
    .from(shopLinks)
    .where(areGood(name))
    .orderBy(shopLinks.tokenHash)
    .for("update");
  const taken = links.find(({ tokenHash }) => tokenHash === hashOf(token));
  if (!taken) return null;
  // Only rows that are locked: one inserted meanwhile may be locked by a second caller, who waits for these.
  const used = links.filter(({ detail }) => detail === taken.detail);
  await tx.delete(shopLinks).where(
    inArray(
      shopLinks.tokenHash,
      used.map(({ tokenHash }) => tokenHash),
    ),
  );
  return taken.detail;
}
