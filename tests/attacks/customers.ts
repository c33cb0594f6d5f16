import type { Sql } from "#app/platform/postgres.server.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";

export const PASSWORD = "Mot-de-passe-1";
let people = 0;

/** Signs up a customer. Returns their client with functions that order one of each product of `ids` (by default the first). */
export async function orderingCustomer(url: string, sql: Sql) {
  const browser = new Browser(url);
  const email = `attaque-${++people}@exemple.fr`;
  await browser.post("/connexion?mode=inscription", {
    name: "Anne Martin",
    email,
    password: PASSWORD,
    confirmation: PASSWORD,
    mode: "inscription",
  });
  const [user] = await sql`SELECT id FROM users WHERE email = ${email}`;
  const products = await sql<{ id: string; price_cents: number }[]>`
    SELECT id, price_cents FROM products WHERE price_cents > 0 ORDER BY id LIMIT 100`;
  const send = (ids: readonly string[] = [products[0]!.id]) => {
    const bought = products.filter(({ id }) => ids.includes(id));
    const total = bought.reduce((sum, product) => sum + product.price_cents, 0);
    const items = ids.map((id) => ({ id, qty: 1 }));
    return browser.post("/panier", orderForm(items, total));
  };
  return Object.assign(browser, {
    userId: user!["id"] as string,
    email,
    /** Posts the order form; returns the response. */
    send,
    /** Posts the order form for the first product; returns the order's id. */
    order: async () => (await send()).headers.get("location")!.split("/").at(-1)!,
    /** Posts the form that deletes the account. */
    deleteAccount: (fields: Record<string, string> = {}) =>
      browser.post("/admin/parametre-compte/supprimer", { password: PASSWORD, ...fields }),
  });
}

/** The same with an administrator's rights. */
export async function administrator(url: string, sql: Sql) {
  const admin = await orderingCustomer(url, sql);
  await sql`UPDATE profiles SET is_admin = true WHERE user_id = ${admin.userId}`;
  return admin;
}
