import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { users } from "#db/schema/accounts.ts";
import { offerGuestOrders } from "./email-change.server.ts";
import { lockAccount } from "./remove-account.server.ts";
import type { Viewer } from "./session.server.ts";

/** Whether this is the account's sign-in address, confirmed or not. */
export async function isOwnAddress(
  db: Queryable,
  { id }: Pick<Viewer, "id">,
  email: string,
): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, id), eq(users.email, email)))) > 0;
}

/**
 * Adds the orders that were placed with the account's address to the account, as a sign-in does. If the address is unconfirmed, mails the
 * link that confirms it instead (`offerGuestOrders`).
 */
export function joinGuestOrders(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  { id }: Pick<Viewer, "id">,
): Promise<"joined" | "to-confirm"> {
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, id);
    if (account?.emailVerified) {
      await tx.execute(sql`SELECT take_in_orders(${id})`);
      return "joined";
    }
    if (account) await offerGuestOrders(tx, jobs, { id, email: account.email }, { isAsked: true });
    return "to-confirm";
  });
}
