import { setTimeout as sleep } from "node:timers/promises";
import { type Attack, withAttackedShop } from "./attack.ts";
import { orderingCustomer } from "./customers.ts";

const DELETIONS = 25;
/** ATTACK_ORDERS=17000 repeats the attack that found the deadlocks. */
const ORDERS = Number(process.env["ATTACK_ORDERS"] ?? 3_000);
const BUYERS = 12;
const PRODUCTS = 20;

/** Deletes accounts with comments while others order the commented products. */
export const deletions: Attack = {
  name: "deletions",
  run: () =>
    withAttackedShop({}, async ({ url, sql }) => {
      const products = (
        await sql<{ id: string }[]>`
          SELECT id FROM products WHERE price_cents > 0 ORDER BY id LIMIT ${PRODUCTS}`
      ).map(({ id }) => id);
      const people: Awaited<ReturnType<typeof orderingCustomer>>[] = [];
      for (let index = 0; index < DELETIONS + BUYERS; index++)
        people.push(await orderingCustomer(url, sql));
      const leavers = people.slice(0, DELETIONS);
      // The comments of each account are in another, random order: a deletion without ORDER BY would lock the products in it.
      for (const { userId } of leavers)
        await sql`
          INSERT INTO comments (id, product_id, author_id, rate, text)
          SELECT upper(substr(md5(id || ${userId}), 1, 26)), id, ${userId}, 4, 'Très doux.'
          FROM unnest(${products}::text[]) AS id ORDER BY random()`;

      const failed = { orders: 0, deletions: 0 };
      let left = ORDERS;
      const buy = async (buyer: (typeof people)[number]) => {
        while (left-- > 0) {
          const bought = products.filter(() => Math.random() < 0.4);
          const answer = await buyer.send(bought.length > 0 ? bought : products);
          if (answer.status >= 500) failed.orders++;
          await answer.body?.cancel();
        }
      };
      const leave = async () => {
        for (let first = 0; first < leavers.length; first += 3) {
          // Spread the deletions evenly over the orders.
          while (left > ORDERS * (1 - first / DELETIONS)) await sleep(5);
          await Promise.all(
            leavers.slice(first, first + 3).map(async (leaver) => {
              const answer = await leaver.deleteAccount({ comments: "1" });
              if (answer.status >= 500) failed.deletions++;
              await answer.body?.cancel();
            }),
          );
        }
      };
      await Promise.all([leave(), ...people.slice(DELETIONS).map(buy)]);
      const [database] = await sql`
        SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()`;
      return [
        { figure: `orders answered 500, of ${ORDERS}`, value: failed.orders, limit: 0 },
        { figure: `deletions answered 500, of ${DELETIONS}`, value: failed.deletions, limit: 0 },
        { figure: "deadlocks seen", value: database!["deadlocks"] as number, limit: 0 },
      ];
    }),
};
