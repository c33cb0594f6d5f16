import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { parseCookies } from "better-auth/cookies";
import { and, eq, sql as expression } from "drizzle-orm";
import type { Caller } from "#app/platform/caller.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import type { Auth } from "./create-auth.server.ts";

export type Viewer = {
  id: string;
  /** The session row's id, not the cookie's token. */
  sessionId: string;
  name: string;
  phone: string;
  photo: string | null;
  /** The profile's address, possibly unconfirmed. */
  email: string;
  isAdmin: boolean;
};

/** `hasRecentPassword`: the password was typed in this session within RECENT_PASSWORD_HOURS. */
export type SessionViewer = Viewer & { hasRecentPassword: boolean };

/** How long a typed password allows an administrator's sensitive acts (sensitive-routes.ts). */
const RECENT_PASSWORD_HOURS = 2;
/** An administrator's session ends after so long without use (`updated_at`). */
export const IDLE_HOURS = 12;
/** `updated_at` is written only if it is older than this, not at every request. */
const USE_MINUTES = 10;

/**
 * The viewer whose session cookie this is; null without a valid session. One query, because it runs for every signed-in page
 * and better-auth's own function needs several. A session ends 30 days after signing in, an administrator's also after IDLE_HOURS
 * without a request with `isUse`.
 */
export async function readViewer(
  { auth, sql }: { auth: Auth; sql: Sql },
  cookie: string | null,
  { isUse = true } = {},
): Promise<SessionViewer | null> {
  if (!cookie?.includes("session_token")) return null;
  const { authCookies, secret } = await auth.$context;
  const token = tokenOf(parseCookies(cookie).get(authCookies.sessionToken.name), secret);
  if (!token) return null;
  const [found] = await sql<(SessionViewer & { isUseOld: boolean })[]>`
    SELECT user_id AS id, sessions.id AS "sessionId", name, phone, photo, email, is_admin AS "isAdmin",
      coalesce(password_used_at > now() - make_interval(hours => ${RECENT_PASSWORD_HOURS}), false) AS "hasRecentPassword",
      sessions.updated_at < now() - make_interval(mins => ${USE_MINUTES}) AS "isUseOld"
    FROM sessions JOIN profiles USING (user_id)
    WHERE token = ${token} AND expires_at > now()
      AND (NOT is_admin OR sessions.updated_at > now() - make_interval(hours => ${IDLE_HOURS}))`;
  if (!found) return null;
  const { isUseOld, ...viewer } = found;
  if (isUse && isUseOld && viewer.isAdmin)
    await sql`UPDATE sessions SET updated_at = now() WHERE id = ${viewer.sessionId}`;
  return viewer;
}

/** Which of these sessions (row ids) are alive, each with whether it is an administrator's. */
export async function sessionsAlive(sql: Sql, ids: string[]): Promise<Map<string, boolean>> {
  const rows = await sql<{ id: string; isAdmin: boolean }[]>`
    SELECT sessions.id, is_admin AS "isAdmin" FROM sessions JOIN profiles USING (user_id)
    WHERE sessions.id = ANY(${ids}::text[]) AND expires_at > now()
      AND (NOT is_admin OR sessions.updated_at > now() - make_interval(hours => ${IDLE_HOURS}))`;
  return new Map(rows.map(({ id, isAdmin }) => [id, isAdmin]));
}

/**
 * Inserts a session in the caller's transaction.
 * @returns the Set-Cookie value, signed like better-auth's
 */
export async function openSession(
  tx: Transaction,
  auth: Auth,
  caller: Caller,
  userId: string,
): Promise<string> {
  const { authCookies, secret, sessionConfig } = await auth.$context;
  const token = randomBytes(24).toString("base64url");
  await tx.insert(sessions).values({
    id: newId(),
    userId,
    token,
    expiresAt: expression`now() + make_interval(secs => ${sessionConfig.expiresIn})`,
    ipAddress: caller.address,
    userAgent: caller.userAgent,
  });
  const { name, attributes } = authCookies.sessionToken;
  const value = encodeURIComponent(`${token}.${signatureOf(token, secret).toString("base64")}`);
  const secure = attributes.secure ? " Secure;" : "";
  return `${name}=${value}; Max-Age=${sessionConfig.expiresIn}; Path=/; HttpOnly;${secure} SameSite=Lax`;
}

/**
 * The viewer's account, locked FOR UPDATE, with whether its address is confirmed; null when the session has ended. A password reset takes
 * the same lock, so a session that it ended cannot write afterwards.
 */
export async function lockViewer(
  tx: Transaction,
  viewer: Pick<Viewer, "id" | "sessionId">,
): Promise<{ id: string; email: string; isConfirmed: boolean } | null> {
  const [account] = await tx
    .select({ id: users.id, email: users.email, isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, viewer.id))
    .for("update");
  if (!account) return null;
  // A second statement: its snapshot includes the commit that the lock waited for.
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, viewer.sessionId), eq(sessions.userId, viewer.id)));
  return session ? account : null;
}

/** The token in a cookie's value « token.signature »; null if the shop has not signed it. */
function tokenOf(value: string | undefined, secret: string): string | null {
  const cut = value?.lastIndexOf(".") ?? -1;
  if (!value || cut < 1) return null;
  const token = value.slice(0, cut);
  const signed = Buffer.from(value.slice(cut + 1), "base64");
  const expected = signatureOf(token, secret);
  return signed.length === expected.length && timingSafeEqual(signed, expected) ? token : null;
}

function signatureOf(token: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(token).digest();
}
