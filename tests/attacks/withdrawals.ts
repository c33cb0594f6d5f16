import { Browser } from "../support/browser.ts";
import { mannWhitney, median } from "../support/mann-whitney.ts";
import { queuesExist, withAttackedShop, type Attack } from "./attack.ts";

const PAIRS = 1_000;

/**
 * Timing side channel: withdrawals that state an existing number with its customer's address, against unknown numbers. The
 * response must not tell which orders exist.
 */
export const withdrawals: Attack = {
  name: "withdrawals",
  run: () =>
    withAttackedShop({ RATE_LIMIT_FACTOR: "1000000" }, async ({ url, sql }) => {
      const known = await sql<{ number: string; email: string }[]>`
        SELECT upper(substr(orders.id, 11)) AS number, users.email FROM orders JOIN users ON users.id = orders.customer_id`;
      if (known.length === 0) throw new Error("the demo has no order");
      await queuesExist(sql);
      const visitor = new Browser(url);
      const time = async (pair: number, isKnown: boolean) => {
        const { number, email } = known[pair % known.length]!;
        const fields = {
          intent: "confirm",
          name: "Inès Moreau",
          number: isKnown ? number : String(pair).padStart(16, "Q"),
          email,
          articles: `Article ${pair}`,
        };
        const begun = performance.now();
        const answer = await visitor.post("/retractation", fields);
        const text = await answer.text();
        const took = performance.now() - begun;
        if (answer.status !== 200 || !text.includes("est enregistrée le"))
          throw new Error(`answered ${answer.status}`);
        return took;
      };
      for (let warm = 0; warm < 40; warm++) await time(PAIRS + warm, warm % 2 === 0);
      const [found, unknown]: [number[], number[]] = [[], []];
      for (let pair = 0; pair < PAIRS; pair++) {
        // Alternates the order, which must not matter.
        if (pair % 2 === 0) found.push(await time(pair, true));
        unknown.push(await time(pair, false));
        if (pair % 2 === 1) found.push(await time(pair, true));
      }
      const p = mannWhitney(found, unknown);
      console.log(
        `known ${median(found).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, p = ${p.toFixed(3)}`,
      );
      const unmatched =
        await sql`SELECT FROM withdrawals WHERE order_number LIKE 'Q%' AND order_id IS NOT NULL`;
      return [
        {
          figure: "p below 0.01: known and unknown numbers differ",
          value: p < 0.01 ? 1 : 0,
          limit: 0,
        },
        {
          figure: "difference of the medians, in µs",
          value: Math.round(Math.abs(median(found) - median(unknown)) * 1_000),
          limit: 500,
        },
        { figure: "unknown numbers with an order", value: unmatched.length, limit: 0 },
      ];
    }),
};
