import { ulid } from "ulid";
import { connect } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { expectReflow } from "./accessible.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { signIn } from "./people.ts";
import { expect, test } from "./test.ts";

/** Texts that contain code. A page that does not escape them opens a dialog or logs a blocked script. */
const POLYGLOTS = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `'-alert(1)-'`,
  `</title></textarea></style></noscript></script><svg onload=alert(1)>`,
  `javascript:/*--></title></style></textarea></script><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+alert(1)//'>`,
  `<a href="javascript:alert(1)">lien</a>`,
  `</script><script>alert(1)</script>`,
  `\\u003cimg src=x onerror=alert(1)\\u003e`,
  `{{constructor.constructor('alert(1)')()}}`,
  `<iframe srcdoc="<script>alert(1)</script>">`,
  `<!--<img src="--><img src=x onerror=alert(1)//">`,
  `]]></script><math><mi//xlink:href="data:x,<script>alert(1)</script>">`,
];
const TEXT = POLYGLOTS.join(" ");

/** One word wider than a phone. */
const WORD = "Dermatologiquement".repeat(5);

/**
 * Inserts a person, a product, a comment, a message and an unpaid order with this text everywhere, by SQL, because texts that the
 * forms would refuse must be harmless, too. The order is the person's, or that of the account with the address `customer`.
 */
async function insertTexts(sql: Sql, text: string, customer?: string) {
  const [who, product, order, comment, message] = [ulid(), ulid(), ulid(), ulid(), ulid()];
  const email = `${who.toLowerCase()}@exemple.fr`;
  await sql`INSERT INTO users (id, name, email) VALUES (${who}, ${text}, ${email})`;
  await sql`UPDATE profiles SET name = ${text.slice(0, 200)} WHERE user_id = ${who}`;
  await sql`INSERT INTO products (id, name, category, price_cents, description, composition)
    VALUES (${product}, ${text.slice(0, 200).toLowerCase()}, 'Parfums', 1000, ${text}, ${text})`;
  await sql`INSERT INTO comments (id, product_id, author_id, rate, text)
    VALUES (${comment}, ${product}, ${who}, 5, ${text})`;
  await sql`INSERT INTO messages (id, title, message, email, company, name, phone_number)
    VALUES (${message}, ${text.slice(0, 300)}, ${text}, ${`"><img/src=x/onerror=alert(1)>@exemple.fr`}, ${text.slice(0, 200)}, ${text.slice(0, 200)}, '06')`;
  await sql.begin(async (tx) => {
    await tx`INSERT INTO orders (id, customer_id, idempotency_key, total_cents, shipping_method, payment_method,
        shipping_address, phone_number, customer_name, shipping_from, shipping_until, terms_version)
      SELECT ${order}, users.id, ${order}, 1000, shipping_method, payment_method, ${text.slice(0, 500)}, phone_number,
        ${text.slice(0, 200)}, shipping_from, shipping_until, terms_version
      FROM users, orders WHERE users.email = ${customer ?? email} LIMIT 1`;
    await tx`INSERT INTO order_lines (order_id, position, product_id, name, unit_price_cents, quantity)
      VALUES (${order}, 0, ${product}, ${text.slice(0, 200)}, 1000, 1)`;
  });
  return {
    product,
    order,
    remove: async () => {
      await sql`DELETE FROM orders WHERE id = ${order}`;
      await sql`DELETE FROM messages WHERE id = ${message}`;
      await sql`DELETE FROM products WHERE id = ${product}`;
      await sql`DELETE FROM users WHERE id = ${who}`;
    },
  };
}

test("hostile texts of users, products and URLs are escaped on the pages that show them", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  page.on("dialog", (dialog) => expect.soft(dialog.message(), "a script ran").toBe(""));
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const { product, order, remove } = await insertTexts(sql, TEXT);
  try {
    await signIn(page, "administrator");
    for (const path of [
      `/produit/${product}`,
      "/boutique?categorie=Parfums",
      `/recherche/?${new URLSearchParams({ keyword: POLYGLOTS[1]! })}`,
      `/boutique?${new URLSearchParams({ nom: POLYGLOTS[3]! })}`,
      "/admin/notifications",
      "/admin/commandes",
      `/admin/commandes/${order}/remboursement`,
      `/admin/commandes/${order}/bon-de-livraison`,
      "/admin/produits",
      `/admin/edict-product/${product}`,
      "/admin/tableau-de-bord",
      "/admin/historique",
      "/admin/paiements",
      `/connexion?${new URLSearchParams({ retour: POLYGLOTS[4]! })}`,
    ]) {
      await page.goto(path);
      // No text has become an element.
      expect(await page.locator("img[src='x'], [onload], [onerror], iframe[srcdoc]").count()).toBe(
        0,
      );
      expect(await page.locator("a[href^='javascript:' i]").count()).toBe(0);
    }
    await page.goto(`/produit/${product}`);
    await expect(page.getByText("<script>alert(1)</script>").first()).toBeVisible();
  } finally {
    // Closed first: the open page would reload when its product is deleted, and log status 404.
    await page.close();
    await remove();
    await sql.end();
  }
});

test("one long word widens no page at 320 px", async ({ page }) => {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const { product, order, remove } = await insertTexts(sql, WORD, "admin@eclat.example");
  try {
    await signIn(page, "administrator");
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`/produit/${product}`);
    await page.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
    await expect(page.getByText("Produit ajouté au panier")).toBeVisible();
    for (const path of [
      `/produit/${product}`,
      `/produit/${product}/prevenir`,
      "/boutique?categorie=Parfums",
      `/recherche/?keyword=${WORD.toLowerCase()}`,
      "/panier",
      `/payement/${order}`,
      "/admin/my-orders",
      `/admin/my-orders/${order}`,
      "/admin/notifications",
      "/admin/commandes",
      `/admin/commandes?commande=${order}`,
      `/admin/commandes/${order}/remboursement`,
      `/admin/commandes/${order}/bon-de-livraison`,
      "/admin/preparation",
      "/admin/produits",
      `/admin/edict-product/${product}`,
      `/admin/stock/${product}`,
      "/admin/tableau-de-bord",
    ]) {
      await page.goto(path);
      await expectReflow(page, path);
    }
  } finally {
    await page.close();
    await remove();
    await sql.end();
  }
});
