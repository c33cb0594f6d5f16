import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { Config } from "#app/platform/config.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import * as schema from "#db/schema/index.ts";

/**
 * Passes the client's address to better-auth. Only `callAuth` (auth.server.ts) sets the header; it forwards no such header of the client.
 */
export const ADDRESS_HEADER = "x-eclat-client-address";

export type Auth = ReturnType<typeof createAuth>;

/** better-auth for sessions and password hashing, on the shop's own tables. */
export function createAuth(db: Database, config: Config) {
  const isHttps = config.baseUrl.startsWith("https:");
  return betterAuth({
    baseURL: config.baseUrl,
    secret: config.sessionSecret,
    database: drizzleAdapter(db, {
      provider: "pg",
      transaction: true,
      schema: {
        user: schema.users,
        session: schema.sessions,
        account: schema.credentials,
        verification: schema.verifications,
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      autoSignIn: true,
    },
    // Expired rows are deleted by a nightly job, by the database's clock (forget-access.server.ts).
    verification: { disableCleanup: true },
    // better-auth's cookie cache would keep a session alive after another device has ended it.
    session: {
      cookieCache: { enabled: false },
      expiresIn: 60 * 60 * 24 * 30,
      disableSessionRefresh: true,
    },
    // The limits of platform/limits.server.ts are used instead: they count for all nodes together.
    rateLimit: { enabled: false },
    advanced: {
      // « __Host- »: only over TLS, only for this host; a sibling domain cannot set it (RFC 6265bis).
      cookiePrefix: isHttps ? "__Host-eclat" : "eclat",
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => newId() },
    },
    logger: { disabled: true },
    // better-auth would log the failed statement, whose values hold session tokens and addresses.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
  });
}
