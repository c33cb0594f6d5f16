import type { Admin } from "#app/accounts/as-admin.server.ts";

/** An administrator for a verb that a test calls itself: elsewhere only `requireAdmin` makes one. The verb still asks the database. */
export const adminOf = (
  { userId, email = "" }: { userId: string; email?: string },
  name = "Claire Aubry",
): Admin =>
  ({ id: userId, sessionId: userId, name, email, phone: "", photo: null, isAdmin: true }) as Admin;
