import { asc } from "drizzle-orm";
import { MOST_SELECTED, ordersAddress, parseSelection } from "#app/orders/order-query.ts";
import { getOrders } from "#app/orders/order-reading.server.ts";
import type { PackedOrder } from "#app/orders/order-view.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { orders } from "#db/schema/index.ts";
import { ordersMatching } from "./order-filters.server.ts";

/**
 * `isCut`: more than MOST_SELECTED orders were chosen. Then `orders` is empty for ticked orders, and has the first ones of a whole list.
 */
export type SelectedOrders = { orders: PackedOrder[]; isCut: boolean };

/** The orders that the URL selects (`parseSelection`): ticked orders in the order of the URL, a whole list by promised date. */
export async function readSelected(
  db: Queryable,
  search: URLSearchParams,
): Promise<SelectedOrders> {
  const selection = parseSelection(search);
  if (selection !== "all") {
    if (selection.length > MOST_SELECTED) return { orders: [], isCut: true };
    return { orders: await getOrders(db, selection), isCut: false };
  }
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(ordersMatching(ordersAddress.back(search)))
    .orderBy(asc(orders.shippingUntil), asc(orders.id))
    .limit(MOST_SELECTED + 1);
  const ids = found.slice(0, MOST_SELECTED).map(({ id }) => id);
  return { orders: await getOrders(db, ids), isCut: found.length > MOST_SELECTED };
}
