import { capture, startPaying } from "../support/paying.ts";
import { type Attack, withAttackedShop } from "./attack.ts";
import { orderingCustomer } from "./customers.ts";

const CAPTURES = 300;

/** A customer requests the capture of an unapproved order in a loop. */
export const captures: Attack = {
  name: "captures",
  run: () =>
    withAttackedShop({ RATE_LIMIT_FACTOR: "1" }, async ({ url, sql }) => {
      const customer = await orderingCustomer(url, sql);
      const first = await customer.order();
      const { providerOrderId } = await startPaying(customer, first);
      // Sequential: concurrent captures share a request id and count once at the provider.
      for (let time = 0; time < CAPTURES; time++) await capture(customer, first, providerOrderId);
      const heard = await sql`SELECT FROM paypal_simulator.captures`;

      // The former smallint counter would overflow here.
      const second = await customer.order();
      const opened = await startPaying(customer, second);
      await sql`UPDATE payments SET refusals = 32767 WHERE order_id = ${second}`;
      const answer = await customer.postJson(`/payement/${second}/paypal`, {
        act: "capture",
        providerOrderId: opened.providerOrderId,
      });
      return [
        {
          figure: `captures that reached the provider, of ${CAPTURES}`,
          value: heard.length,
          limit: 30,
        },
        {
          figure: "a capture after 32,767 refusals answers 500",
          value: answer.status === 500 ? 1 : 0,
          limit: 0,
        },
      ];
    }),
};
