import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#app/platform/postgres.server.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { queuesExist, withAttackedShop, type Attack } from "./attack.ts";

const WORDS = "Felicitations cadeau gratuit";

/** Waits until the mail worker has nothing to do for now. */
export async function mailsLeft(sql: Sql): Promise<void> {
  for (let quiet = 0; quiet < 5;) {
    await sleep(500);
    const due = await sql`SELECT FROM jobs.job WHERE name IN ('send-mail', 'match-withdrawals')
      AND (state = 'active' OR state IN ('created', 'retry') AND start_after <= now()) LIMIT 1`;
    quiet = due.length > 0 ? 0 : quiet + 1;
  }
}

/**
 * A relay for words and mails to a stranger: 30 guest orders and their cancellations under tagged spellings of one address, then 60
 * statements of withdrawal about three own orders, each with the attacker's words.
 */
export const mailbox: Attack = {
  name: "mailbox",
  run: () =>
    withAttackedShop({ RATE_LIMIT_FACTOR: "1" }, async ({ url, dataDir, sql }) => {
      await queuesExist(sql);
      const [product] = await sql<{ id: string; cents: number }[]>`
        SELECT id, price_cents AS cents FROM products WHERE NOT EXISTS (
          SELECT FROM stock WHERE product_id = products.id AND is_counted AND on_hand - held < 40) LIMIT 1`;
      const { id, cents } = product!;
      const placed: { browser: Browser; orderId: string; email: string }[] = [];
      for (let count = 0; count < 30; count++) {
        const browser = new Browser(url);
        const email = `victime${count < 3 ? "" : `+${count}`}@exemple.fr`;
        const form = orderForm([{ id, qty: 1 }], cents, { email, name: WORDS });
        const answer = await browser.post("/panier", form);
        const [, orderId] = /^\/payement\/(\w+)$/.exec(answer.headers.get("location") ?? "") ?? [];
        if (orderId) placed.push({ browser, orderId, email });
      }
      let statements = 0;
      for (let count = 0; count < 60; count++) {
        const { browser, orderId, email } = placed[count % 3]!;
        const number = orderId.slice(10);
        const fields = { intent: "confirm", name: WORDS, number, email, articles: `${count}` };
        const answer = await browser.post("/retractation", fields);
        if (answer.status === 200) statements++;
      }
      for (const { browser, orderId } of placed)
        await browser.post(`/admin/my-orders/${orderId}/annuler`, { confirmed: "1" });
      await mailsLeft(sql);
      const folder = join(dataDir, "mail");
      const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
      const files = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
      const arrived = files.filter((file) => /^to: victime/im.test(file));
      const bodies = names.map((name) =>
        readFile(join(folder, name.replace(/eml$/, "txt")), "utf8"),
      );
      const [waiting] = await sql<{ count: number }[]>`
        SELECT count(*)::int AS count FROM mails WHERE sent_at IS NULL AND recipient LIKE 'victime%'`;
      return [
        { figure: "orders under the mailbox", value: placed.length, limit: 10 },
        { figure: "statements with it", value: statements, limit: 20 },
        { figure: "mails that arrived in the hour", value: arrived.length, limit: 5 },
        {
          figure: "their size in KB",
          value: Math.round(arrived.reduce((sum, file) => sum + file.length, 0) / 1_000),
          limit: 500,
        },
        {
          figure: "mails with the attacker's words",
          value: (await Promise.all(bodies)).filter((text) => text.includes(WORDS)).length,
          limit: 0,
        },
        { figure: "mails that wait", value: waiting!.count, limit: 40 },
      ];
    }),
};
