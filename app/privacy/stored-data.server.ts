import { sql } from "drizzle-orm";
import { isUnproved } from "#app/accounts/credential.server.ts";
import { readPasswordLink } from "#app/accounts/password.server.ts";
import { forgetAddressesOf } from "#app/addresses/addresses.server.ts";
import { lockProductsOf } from "#app/catalogue/products-of-account.server.ts";
import { forgetFavouritesOf } from "#app/favourites/favourites.server.ts";
import { unclaimOrders } from "#app/orders/disown-order.server.ts";
import type { Caller } from "#app/platform/caller.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { unlinkCommentsOf } from "#app/reviews/reviews.server.ts";

/**
 * What the page of a password link asks besides the password: null for a dead link. `stored`: whether to keep what the account
 * stores, because a stranger may have stored it; « keep » is proposed on a network that is known to the account. Null: nothing to
 * ask.
 */
export async function readPasswordPage(
  { db, limits }: Pick<Services, "db" | "limits">,
  caller: Caller,
  token: string,
): Promise<{ email: string; stored: "keep" | "forget" | null } | null> {
  const user = await readPasswordLink(db, token);
  if (!user) return null;
  const { id, email } = user;
  if (!(await isUnproved(db, id)) || !(await hasStoredData(db, id))) return { email, stored: null };
  const isKnown = await limits.isKnownNetwork({ address: caller.address, account: email });
  return { email, stored: isKnown ? "keep" : "forget" };
}

/** Whether the account has something that choosing a password may remove. */
async function hasStoredData(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM profiles WHERE user_id = ${userId} AND (phone <> '' OR num_nonnulls(date_of_birth, photo) > 0
      OR EXISTS (SELECT FROM orders WHERE customer_id = ${userId})
      OR EXISTS (SELECT FROM addresses WHERE customer_id = ${userId})
      OR EXISTS (SELECT FROM favourites WHERE customer_id = ${userId})
      OR EXISTS (SELECT FROM comments WHERE author_id = ${userId}))`);
  return rows.length > 0;
}

/**
 * Removes what the account stores besides its profile: address book and favourites; its comments lose their author, its orders wait
 * for the owner to claim them. For `choosePassword`, which has locked the account and empties the profile.
 */
export async function forgetStoredData(tx: Transaction, userId: string): Promise<void> {
  await forgetAddressesOf(tx, userId);
  await lockProductsOf(tx, userId);
  await unlinkCommentsOf(tx, userId);
  await forgetFavouritesOf(tx, userId);
  await unclaimOrders(tx, userId);
}
