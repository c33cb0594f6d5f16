import { expect, test, vi } from "vitest";
import { ConnectionPool } from "#app/platform/postgres.server.ts";
import { favourites } from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

/*
 * A page sends a fixed number of queries, however many rows it shows. Counts the statements that reach PostgreSQL,
 * with a few rows and then with full pages.
 */
const shop = await openShop();
const { db } = shop;
const visitor = shop.visitor();
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true });

const asked = vi.spyOn(ConnectionPool.prototype, "query");

const ids: string[] = [];
/** Inserts products, the customer's favourites, orders of several lines, comments and messages. */
async function fill(count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const name = `crème ${String.fromCodePoint(97 + ids.length)} douce`;
    const sellingType = ids.length % 3 === 0 ? "en Vedette" : "Normal";
    const id = await insertProduct(db, { name, price: 20, sellingType });
    ids.push(id);
    await db.insert(favourites).values({ customerId: customer.userId, productId: id });
    const lines = ids.slice(-3).map((product) => ({ id: product, qty: 1 }));
    const placed = await customer.post("/panier", orderForm(lines, 2_000 * lines.length));
    expect(placed.status).toBe(302);
    await customer.post(`/produit/${ids[0]}`, { rate: "4", text: `Avis ${made}` });
    await visitor.post("/contact", {
      name: "Léa",
      company: "",
      phoneNumber: "0612345678",
      email: "lea@exemple.fr",
      title: "Question",
      message: "Bonjour",
    });
  }
}

/** Returns the SQL statements that PostgreSQL receives for one page. */
async function statementsOf(browser: Browser, path: string): Promise<string[]> {
  // A first request fills caches and runs periodic checks, which do not count.
  await browser.read(path);
  asked.mockClear();
  await browser.read(path);
  return asked.mock.calls
    .map(([statement]) => (typeof statement === "string" ? statement : statement.text))
    .filter((text) => !text.startsWith('update "mails"')); // the job that sends mails
}

/*
 * The session takes one statement, a signed-in user's favourites a second, an administrator's menu counts (unread messages,
 * payment breaks, failed mails) a third. The home page needs one; the two of a product page run in parallel.
 */
const pages: [Browser, string, number][] = [
  [visitor, "/", 1],
  [visitor, "/boutique", 1],
  [visitor, "/boutique?nom=cr&prix-min=1&categorie=Soins+de+la+peau", 2],
  [visitor, "/produit/ID", 2],
  [visitor, "/recherche/?keyword=creme", 2],
  [visitor, "/recherche/suggestions?keyword=creme", 3],
  [visitor, "/panier", 0],
  [visitor, "/faqs", 0],
  [customer, "/favorite", 4],
  [customer, "/admin/my-orders", 6],
  [admin, "/admin/produits", 5],
  [admin, "/admin/commandes", 7],
  [admin, "/admin/notifications", 6],
];

test("full pages send as many statements as short ones", async () => {
  const expectCounts = async () => {
    for (const [browser, path, statements] of pages) {
      const found = await statementsOf(browser, path.replace("ID", ids[0]!));
      expect(found, `${path}\n${found.join("\n")}`).toHaveLength(statements);
    }
  };
  await fill(2);
  await expectCounts();
  await fill(10);
  await expectCounts();
});
