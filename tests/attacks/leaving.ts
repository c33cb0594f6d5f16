import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#app/platform/postgres.server.ts";
import { capture, startPaying } from "../support/paying.ts";
import { type Attack, withAttackedShop } from "./attack.ts";
import { orderingCustomer } from "./customers.ts";

const ROUNDS = 10;
const ANSWERS_MS = 10_000;

/** Customers capture a payment and delete their account concurrently; the capture locks the order first. */
export const leaving: Attack = {
  name: "leaving",
  run: () =>
    withAttackedShop({}, async ({ url, sql }) => {
      for (let round = 0; round < ROUNDS; round++) {
        const customer = await orderingCustomer(url, sql);
        const orderId = await customer.order();
        const { providerOrderId } = await startPaying(customer, orderId);
        // Approve without the webhook, which would trigger the capture.
        await sql`UPDATE paypal_simulator.orders SET body = body || '{"status": "APPROVED"}' WHERE id = ${providerOrderId}`;
        // Lock the order's row until both requests wait for it.
        const asked = await sql.begin(async (tx) => {
          await tx`SELECT FROM orders WHERE id = ${orderId} FOR UPDATE`;
          const captured = capture(customer, orderId, providerOrderId);
          await untilWaiting(sql, 1);
          const left = customer.deleteAccount();
          await untilWaiting(sql, 2);
          return [captured, left];
        });
        await Promise.all(asked);
      }
      const [breaks] = await sql`SELECT count(*)::integer AS count FROM payment_breaks`;
      return [
        {
          figure: `payments taken for a cancelled order, of ${ROUNDS}`,
          value: breaks!["count"] as number,
          limit: 0,
        },
      ];
    }),
};

async function untilWaiting(sql: Sql, count: number): Promise<void> {
  const end = performance.now() + ANSWERS_MS;
  for (;;) {
    const waiting = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (waiting.length >= count) return;
    if (performance.now() > end)
      throw new Error(`${waiting.length} of ${count} wait for the order`);
    await sleep(5);
  }
}
