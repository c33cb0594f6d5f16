import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#app/platform/postgres.server.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { queuesExist, withAttackedShop, type Attack } from "./attack.ts";
import { mailsLeft } from "./mailbox.ts";

const CASH = { paymentMethod: "Paiement à la livraison" };

const heldPieces = async (sql: Sql, productId: string) => {
  const [row] = await sql<{ held: number }[]>`
    SELECT held FROM stock WHERE product_id = ${productId}`;
  return row!.held;
};

/**
 * Empties a shelf by cash orders without an account: three requests under strangers' addresses; then twenty mailboxes of one's own, each
 * confirmed by its mailed link; then online orders whose payment begins.
 */
export const cashHolds: Attack = {
  name: "cash-holds",
  run: () =>
    withAttackedShop({ RATE_LIMIT_FACTOR: "1" }, async ({ url, dataDir, sql }) => {
      await queuesExist(sql);
      const [product] = await sql<{ id: string; cents: number }[]>`
        SELECT id, price_cents AS cents FROM products WHERE price_cents BETWEEN 3000 AND 4000
          AND id IN (SELECT product_id FROM stock WHERE is_counted) ORDER BY id LIMIT 1`;
      const { id, cents } = product!;
      await sql`SELECT move_stock(${id}, 'entry', 1000, '', NULL, NULL, NULL)`;
      const before = await heldPieces(sql, id);
      const order = async (email: string) => {
        const form = orderForm([{ id, qty: 20 }], 20 * cents, { ...CASH, email });
        const answer = await new Browser(url).post("/panier", form);
        return /^\/payement\/(\w+)$/.exec(answer.headers.get("location") ?? "")?.[1];
      };
      let strangers = 0;
      for (const name of ["anne", "basile", "claire"])
        if (await order(`${name}@exemple.fr`)) strangers++;
      const held = (await heldPieces(sql, id)) - before;

      const placed: string[] = [];
      for (let count = 0; count < 20; count++) {
        const orderId = await order(`boite-${count}@exemple.fr`);
        if (orderId) placed.push(orderId);
      }
      await mailsLeft(sql);
      const folder = join(dataDir, "mail");
      for (const name of await readdir(folder)) {
        if (!name.endsWith(".txt")) continue;
        const link = /\/commande\?lien=[\w.%-]+/.exec(await readFile(join(folder, name), "utf8"));
        const reader = new Browser(url);
        const opened = link && (await reader.get(link[0])).headers.get("location");
        if (opened && placed.some((orderId) => opened.endsWith(orderId)))
          await reader.post(opened, { intent: "confirm-email" });
      }
      const ofBoxes = (await heldPieces(sql, id)) - before - held;
      for (let count = 0; count < 8; count++) {
        const form = orderForm([{ id, qty: 20 }], 20 * cents, {
          email: `ligne-${count}@exemple.fr`,
        });
        const browser = new Browser(url);
        const { headers } = await browser.post("/panier", form);
        await browser.postJson(`${headers.get("location")}/paypal`, { act: "create" });
      }
      const online = (await heldPieces(sql, id)) - before - held - ofBoxes;
      return [
        { figure: "pieces held by three requests", value: held, limit: 0 },
        { figure: "orders among them", value: strangers, limit: 3 },
        { figure: "pieces held by twenty confirmed mailboxes", value: ofBoxes, limit: 90 },
        { figure: "pieces held by eight online orders", value: online, limit: 90 },
      ];
    }),
};
