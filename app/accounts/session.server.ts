import { parseCookies } from "better-auth/cookies";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Sql } from "#app/platform/postgres.server.ts";
import type { Auth } from "./auth.server.ts";

export type Viewer = {
  id: string;
  name: string;
  phone: string;
  photo: string | null;
  email: string;
  isAdmin: boolean;
};

/**
 * Who asks: the profile behind the session cookie, or null. Every page of a signed-in visitor asks this: one query,
 * where better-auth's own reading makes several. A session ends 30 days after the sign-in, used or not.
 */
export async function readViewer(
  { auth, sql }: { auth: Auth; sql: Sql },
  cookie: string | null,
): Promise<Viewer | null> {
  if (!cookie?.includes("session_token")) return null;
  const { authCookies, secret } = await auth.$context;
  const token = tokenOf(parseCookies(cookie).get(authCookies.sessionToken.name), secret);
  if (!token) return null;
  const [viewer] = await sql<Viewer[]>`
    SELECT user_id AS id, name, phone, photo, email, is_admin AS "isAdmin"
    FROM sessions JOIN profiles USING (user_id)
    WHERE token = ${token} AND expires_at > now()`;
  return viewer ?? null;
}

/** The token in a cookie's value « token.signature », or null when it isn't better-auth that signed it. */
function tokenOf(value: string | undefined, secret: string): string | null {
  const cut = value?.lastIndexOf(".") ?? -1;
  if (!value || cut < 1) return null;
  const token = value.slice(0, cut);
  const signed = Buffer.from(value.slice(cut + 1), "base64");
  const expected = createHmac("sha256", secret).update(token).digest();
  return signed.length === expected.length && timingSafeEqual(signed, expected) ? token : null;
}
