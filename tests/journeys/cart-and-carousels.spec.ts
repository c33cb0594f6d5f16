import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { failOnConsoleErrors } from "./console-errors.ts";
import { signIn } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

async function openProduct(page: Page, name: string): Promise<void> {
  await page.goto(`/recherche/?keyword=${encodeURIComponent(name.toLowerCase())}`);
  await page
    .getByRole("link", { name: `Acheter ${name}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("cart: messages, quantities, undo, other tabs, reload and a changed price (§4)", async ({
  page,
  context,
}) => {
  failOnConsoleErrors(page);
  await openProduct(page, "Mascara volume noir d’encre");
  const add = page.getByRole("button", { name: "Ajouter Au Panier" }).first();
  await add.click();
  await expect(page.getByText("Produit ajouté au panier")).toBeVisible();
  await page.getByRole("button", { name: "Augmenter" }).first().click();
  await add.click();
  await expect(page.getByText("Votre panier a été mise a jour")).toBeVisible();
  await expect(page.getByRole("link", { name: "Panier, 1 article" })).toBeVisible();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("cartItems") ?? "null"));
  expect(Object.keys(stored)).toEqual(["items", "totalPrice"]);
  expect(stored.items).toHaveLength(1);
  expect(stored.items[0].qty).toBe(2);
  expect(stored.totalPrice).toBe(stored.items[0].price * 2);

  const other = await context.newPage();
  await other.goto("/panier");
  const quantity = (tab: Page) => tab.getByRole("textbox", { name: /^Quantité/ });
  await expect(quantity(other)).toHaveValue("2");
  await page.goto("/panier");
  await page.getByRole("button", { name: "Diminuer" }).click();
  await expect(quantity(page)).toHaveValue("1");
  await expect(page.getByRole("button", { name: "Diminuer" })).toBeDisabled();
  await expect(quantity(other)).toHaveValue("1");
  await page.reload();
  await expect(quantity(page)).toHaveValue("1");
  await expect(page.getByText("-0 €")).toBeVisible();
  await expect(page.getByText("Offerte")).toBeVisible();
  await expect(page.getByRole("radio", { name: /Point de relais/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: /Paiement securisé en ligne/ })).toBeChecked();

  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await sql`UPDATE products SET price_cents = price_cents + 300 WHERE name LIKE 'mascara%'`;
  await expect(page.getByText(/Son prix est passé de/)).toBeVisible();
  await sql`UPDATE products SET price_cents = price_cents - 300 WHERE name LIKE 'mascara%'`;
  await sql.end();

  await page.getByRole("button", { name: /^Retirer/ }).click();
  await expect(page.getByText("Produit supprimé du panier", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Votre panier est vide" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("cartItems"))).toBeNull();
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(quantity(page)).toHaveValue("1");
});

test("carousels show 6, 5, 3, 2 or 1 cards by width (§2)", async ({ page }) => {
  failOnConsoleErrors(page);
  await page.goto("/");
  const track = page.getByRole("region", { name: "En vedette" }).getByRole("list").first();
  for (const [width, cards] of [
    [1500, 6],
    [1499, 5],
    [1200, 5],
    [1199, 3],
    [768, 3],
    [767, 2],
    [640, 2],
    [639, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const shown = await track.evaluate((list) => {
      const window = list.getBoundingClientRect();
      return [...list.children].filter((card) => {
        const { left, right } = card.getBoundingClientRect();
        return left >= window.left && right <= window.right;
      }).length;
    });
    expect(shown, `${width} px`).toBe(cards);
  }
});

test("a success toast is at the top centre, disappears by itself and stays while hovered (§9)", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.clock.install();
  await openProduct(page, "Sels de bain lavande");
  await page.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
  const toast = page.getByText("Produit ajouté au panier");
  await expect(toast).toBeVisible();
  const box = (await toast.boundingBox())!;
  const width = page.viewportSize()!.width;
  expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(width / 6);
  expect(box.y).toBeLessThan(300);
  await expect(toast).toHaveCount(0);

  await page.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
  const again = page.getByText("Votre panier a été mise a jour");
  await expect(again).toBeVisible();
  await again.hover();
  await page.clock.runFor(8_000);
  await expect(again).toBeVisible();
});

test("search ignores an empty query; the profile menu replaces the sign-in link after sign-in (§2)", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Diapositive suivante" })).toBeVisible();
  const field = page.getByRole("combobox", { name: "Rechercher un produit" }).first();
  await field.fill("   ");
  await field.press("Enter");
  await expect(page).toHaveURL("/");
  await field.fill("  LAVANDE ");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/recherche\/?\?keyword=lavande$/);
  await expect(page.getByRole("link", { name: "Connexion" }).first()).toBeVisible();

  await page.goto("/connexion");
  await page.getByLabel("E-mail").fill("cliente@eclat.example");
  await page.getByLabel("Mot de passe", { exact: true }).fill("Cliente-Eclat-2026");
  await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toHaveCount(0);
  await page
    .getByRole("banner")
    .getByRole("button", { name: /Louise Marchand|Mon compte|profil/i })
    .click();
  await expect(page.getByText("Louise Marchand").first()).toBeVisible();
  // The phone number, with its « + ».
  await expect(page.getByText(/^\+33[\s\u00a0\u202f\d]+$/).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Mes commandes" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Déconnexion" }).first()).toBeVisible();
});

test("a product added to the cart several times shows one toast", async ({ page }) => {
  await signIn(page, "customer");
  await openProduct(page, "Sels de bain lavande");
  const add = page.getByRole("button", { name: "Ajouter Au Panier" }).first();
  const updated = page.getByText("Votre panier a été mise a jour");
  await add.press("Enter");
  await add.press("Enter");
  await expect(updated).toBeVisible();
  await add.press("Enter");
  await add.press("Enter");
  // At most three toasts are shown, and they stay while the window has no focus: a duplicate
  // would leave no place for the toast of the favourite.
  await page.evaluate(() => dispatchEvent(new Event("blur")));
  await page
    .getByRole("button", { name: /^Ajouter aux favoris/ })
    .first()
    .press("Enter");
  await expect(page.getByText("Favori ajouté avec succès !")).toBeVisible();
  await expect(updated).toHaveCount(1);
});
