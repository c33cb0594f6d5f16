import { ulid } from "ulid";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
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

test("hostile texts of users, products and URLs are escaped on the pages that show them", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  page.on("dialog", (dialog) => expect.soft(dialog.message(), "a script ran").toBe(""));
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const [who, product, order, comment, message] = [ulid(), ulid(), ulid(), ulid(), ulid()];
  try {
    // Inserted by SQL, because texts that the forms would refuse must be harmless, too.
    await sql`INSERT INTO users (id, name, email) VALUES (${who}, ${TEXT}, ${`${who.toLowerCase()}@exemple.fr`})`;
    await sql`UPDATE profiles SET name = ${TEXT.slice(0, 200)} WHERE user_id = ${who}`;
    await sql`INSERT INTO products (id, name, category, price_cents, description, composition)
      VALUES (${product}, ${TEXT.slice(0, 200).toLowerCase()}, 'Parfums', 1000, ${TEXT}, ${TEXT})`;
    await sql`INSERT INTO comments (id, product_id, author_id, rate, text)
      VALUES (${comment}, ${product}, ${who}, 5, ${TEXT})`;
    await sql`INSERT INTO messages (id, title, message, email, company, name, phone_number)
      VALUES (${message}, ${TEXT.slice(0, 300)}, ${TEXT}, ${`"><img/src=x/onerror=alert(1)>@exemple.fr`}, ${TEXT.slice(0, 200)}, ${TEXT.slice(0, 200)}, '06')`;
    await sql.begin(async (tx) => {
      await tx`INSERT INTO orders (id, customer_id, idempotency_key, total_cents, shipping_method, payment_method,
          shipping_address, phone_number, customer_name, shipping_from, shipping_until, terms_version)
        SELECT ${order}, ${who}, ${order}, 1000, shipping_method, payment_method, ${TEXT.slice(0, 500)}, phone_number,
          ${TEXT.slice(0, 200)}, shipping_from, shipping_until, terms_version FROM orders LIMIT 1`;
      await tx`INSERT INTO order_lines (order_id, position, product_id, name, unit_price_cents, quantity)
        VALUES (${order}, 0, ${product}, ${TEXT.slice(0, 200)}, 1000, 1)`;
    });

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
    await sql`DELETE FROM orders WHERE id = ${order}`;
    await sql`DELETE FROM messages WHERE id = ${message}`;
    await sql`DELETE FROM products WHERE id = ${product}`;
    await sql`DELETE FROM users WHERE id = ${who}`;
    await sql.end();
  }
});
