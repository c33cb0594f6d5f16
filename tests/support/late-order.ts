import type { Browser } from "./browser.ts";
import type { openShop } from "./shop.ts";

/** What the tests of late deliveries do with a customer's orders. Days are moved in the orders, and count in Paris. */
export function lateOrders({ sql }: Pick<Awaited<ReturnType<typeof openShop>>, "sql">) {
  const path = (id: string) => `/admin/my-orders/${id}/retard`;
  const post = (who: Browser, id: string, intent: string) => who.post(path(id), { intent });
  /** Moves the promised period so that it ended `days` days ago. */
  const endPeriod = (id: string, days: number) => sql`
    UPDATE orders SET shipping_from = (now() AT TIME ZONE 'Europe/Paris')::date - ${days}::integer - 4,
      shipping_until = (now() AT TIME ZONE 'Europe/Paris')::date - ${days}::integer WHERE id = ${id}`;
  /** Moves the further date of the customer's notice to `days` days ago. */
  const endFurther = (id: string, days: number) => sql`
    UPDATE orders SET late_until = (now() AT TIME ZONE 'Europe/Paris')::date - ${days}::integer WHERE id = ${id}`;
  /** Makes an order late, with the customer's notice, whose further date has passed. */
  async function makeOverdue(who: Browser, id: string): Promise<void> {
    await endPeriod(id, 3);
    await post(who, id, "notice");
    await endFurther(id, 1);
  }
  return { path, post, endPeriod, endFurther, makeOverdue };
}
