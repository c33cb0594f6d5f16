import { like } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { forgetOldMessages } from "#app/messages/messages.server.ts";
import { mailStockDigest } from "#app/stock/stock-digest.server.ts";
import { mails, messages } from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { payOrder } from "../support/paying.ts";
import { countProduct } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

const { shop, customer, admin } = await openMoneyShop();
const { db } = shop;
// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);

async function counted(name: string, onHand: number, level: number): Promise<string> {
  const id = await insertProduct(db, { name, price: 34 });
  await countProduct(shop.sql, id, onHand, level);
  return id;
}
const move = (id: string, change: number) =>
  shop.sql`SELECT move_stock(${id}, ${change > 0 ? "entry" : "loss"}, ${change}, '', NULL, NULL, NULL)`;
const noticesOf = (id: string) =>
  db
    .select()
    .from(messages)
    .where(like(messages.id, `stock-${id}-%`))
    .orderBy(messages.id);

describe("alerts", () => {
  test("crossing the level downwards tells once, and again only after having been above it", async () => {
    const id = await counted("baume alerte", 8, 5);
    await move(id, -2);
    expect(await noticesOf(id)).toHaveLength(0);
    await move(id, -1);
    await move(id, -1);
    expect(await noticesOf(id)).toHaveLength(1);
    await move(id, 1);
    expect(await noticesOf(id)).toHaveLength(1);
    await move(id, 1);
    await move(id, -6);
    const notices = await noticesOf(id);
    expect(notices.map(({ title }) => title)).toEqual(["Stock bas", "Produit épuisé"]);
  });

  test("selling out below the level tells once more, and again only after pieces were available", async () => {
    const id = await counted("baume épuisé", 8, 5);
    await move(id, -4);
    await move(id, -4);
    await shop.sql`UPDATE stock SET alert_level = 6 WHERE product_id = ${id}`;
    const titles = async () => (await noticesOf(id)).map(({ title }) => title);
    expect(await titles()).toEqual(["Stock bas", "Produit épuisé"]);
    await move(id, 2);
    expect(await titles()).toHaveLength(2);
    await move(id, -1);
    expect(await titles()).toHaveLength(2);
    await move(id, -1);
    expect(await titles()).toEqual(["Stock bas", "Produit épuisé", "Produit épuisé"]);
  });

  test("a new level alone tells nothing; a level below re-arms", async () => {
    const id = await counted("baume seuil", 8, 2);
    await admin.post(`/admin/stock/${id}`, { intent: "level", level: "10" });
    expect(await noticesOf(id)).toHaveLength(0);
    await move(id, -1);
    expect(await noticesOf(id)).toHaveLength(1);
    await admin.post(`/admin/stock/${id}`, { intent: "level", level: "3" });
    await move(id, -4);
    expect(await noticesOf(id)).toHaveLength(2);
  });

  test("a notice is one of the shop, leads to the product's stock, and is forgotten after a year", async () => {
    const id = await counted("baume notice", 8, 5);
    await move(id, -4);
    expect(await noticesOf(id)).toHaveLength(1);
    const page = await admin.read("/admin/notifications?genre=boutique&recherche=baume notice");
    expect(page).toContain(`href="/admin/stock/${id}"`);
    expect(textOf(page)).toContain("Voir le stock");
    expect(textOf(page)).toMatch(/«\sBaume notice\s»/);
    const contact = await admin.read("/admin/notifications?genre=contact&recherche=baume notice");
    expect(contact).not.toContain(`/admin/stock/${id}`);
    await shop.sql`UPDATE messages SET is_read = true, created_at = now() - interval '13 months' WHERE id LIKE ${`stock-${id}-%`}`;
    await forgetOldMessages(db);
    expect(await noticesOf(id)).toHaveLength(0);
    // The invariants want each alert's message.
    await shop.sql`DELETE FROM stock_alerts WHERE product_id = ${id}`;
  });
});

describe("the morning's mail", () => {
  test("lists what is still low, once to every administrator, and not again the same day", async () => {
    await shop.sql`UPDATE stock_alerts SET mailed_at = now()`;
    await mailStockDigest(shop);
    const digests = () => db.select().from(mails).where(like(mails.key, "stock-digest-%"));
    expect(await digests()).toHaveLength(0);
    const low = await counted("sérum du matin", 6, 5);
    const restocked = await counted("huile remise", 6, 5);
    for (const id of [low, restocked]) await move(id, -2);
    await move(restocked, 20);
    await Promise.all([mailStockDigest(shop), mailStockDigest(shop)]);
    const administrators = await shop.sql`SELECT FROM profiles WHERE is_admin`;
    const sent = await digests();
    expect(sent).toHaveLength(administrators.length);
    expect(sent[0]!.props).toEqual({
      lines: [{ name: "Sérum du matin", available: 4, alertLevel: 5 }],
      more: 0,
    });
    // A crossing after the day's mail waits for the next one.
    const late = await counted("lotion du soir", 6, 5);
    await move(late, -2);
    expect(await mailStockDigest(shop)).toBe(0);
    await shop.sql`UPDATE mails SET key = replace(key, 'stock-digest-', 'stock-digest-x') WHERE key LIKE 'stock-digest-%'`;
    expect(await mailStockDigest(shop)).toBe(administrators.length);
    const waiting = await shop.sql`SELECT FROM stock_alerts WHERE mailed_at IS NULL`;
    expect(waiting).toHaveLength(0);
  });
});
