import type { Admin } from "#app/accounts/as-admin.server.ts";

/** An `Admin` for a verb that a test calls directly; in the shop only `requireAdmin` creates one. The verb still checks the database. */
export const adminOf = (
  { userId, email = "" }: { userId: string; email?: string },
  name = "Claire Aubry",
): Admin =>
  ({ id: userId, sessionId: userId, name, email, phone: "", photo: null, isAdmin: true }) as Admin;
