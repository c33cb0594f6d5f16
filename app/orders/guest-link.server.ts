import { eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { isOwnedBy } from "#app/accounts/order-owner.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { readOrderToken, type LinkedOrder } from "#app/platform/order-token.server.ts";
import type { Services } from "#app/request-context.ts";
import { orders } from "#db/schema/index.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import { lockOrder } from "./order-money.server.ts";
import { orderSubject } from "./order-view.ts";

export type FollowedLink =
  | { kind: "open"; order: LinkedOrder }
  /** An account has taken the order in. */
  | { kind: "in-account" }
  /** Altered, revoked, older than a year, or its order's data is erased. */
  | { kind: "dead" };

/** Whether a signed link opens its order. */
export async function followLink(
  { db, config }: Pick<Services, "db" | "config">,
  token: string,
): Promise<FollowedLink> {
  const order = readOrderToken(config.sessionSecret, token);
  if (!order) return { kind: "dead" };
  const [found] = await db
    .select({
      isOpen: sql<boolean>`coalesce(${isOwnedBy({ id: null, opened: [order] })}, false)`,
      isInAccount: sql<boolean>`${orders.customerId} IS NOT NULL`,
    })
    .from(orders)
    .where(eq(orders.id, order.orderId));
  if (found?.isOpen) return { kind: "open", order };
  return { kind: found?.isInAccount ? "in-account" : "dead" };
}

/** The order and the version of its link, for the cookie that opens a placed order in this browser. */
export async function linkOf(db: Queryable, orderId: string): Promise<LinkedOrder> {
  const [order] = await db
    .select({ version: orders.guestLinkVersion })
    .from(orders)
    .where(eq(orders.id, orderId));
  return { orderId, version: order!.version! };
}

/**
 * Revokes the links of an order without an account, in mails and browsers, and mails a new one, valid for a year. « not-guest »: an
 * account has it, or its data is erased.
 */
export function renewLink(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  admin: Admin,
  orderId: string,
): Promise<"renewed" | "not-guest"> {
  return asAdmin(db, admin, async (tx) => {
    const order = isId(orderId) ? await lockOrder(tx, orderId) : undefined;
    if (!order || order.guestEmail === null) return "not-guest";
    const version = order.guestLinkVersion! + 1;
    await tx
      .update(orders)
      // A new key: sending the order form again must not open the order in a browser whose link was revoked.
      .set({
        guestLinkVersion: version,
        guestLinkAt: sql`now()`,
        idempotencyKey: `renewed:${orderId}:${version}`,
      })
      .where(eq(orders.id, orderId));
    await queueOrderMail(tx, jobs, orderId, { kind: "new-link", version });
    await recordActs(tx, admin, [{ act: "guest-link-renewed", subject: orderSubject(orderId) }]);
    return "renewed";
  });
}
