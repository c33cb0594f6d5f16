import { failOnConsoleErrors } from "./console-errors.ts";
import { expect, test } from "./test.ts";

test("the product page: three thumbnails, recommendations by width, quantity never below 1 (§2, §5, §9)", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.goto("/recherche/?keyword=hydratante");
  await page.getByRole("link", { name: "Acheter Crème hydratante rose et lin" }).first().click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Crème hydratante rose et lin" }),
  ).toBeVisible();
  await expect(page.locator(".gal__thumbs button:visible")).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Diminuer" }).first()).toBeDisabled();
  await page
    .getByRole("textbox", { name: /Quantité/ })
    .first()
    .fill("0");
  await page
    .getByRole("textbox", { name: /Quantité/ })
    .first()
    .blur();
  await expect(page.getByRole("textbox", { name: /Quantité/ }).first()).toHaveValue("1");
  const recommended = page.locator(".reco:visible");
  await page.setViewportSize({ width: 640, height: 900 });
  await expect(recommended).toHaveCount(2);
  await page.setViewportSize({ width: 639, height: 900 });
  await expect(recommended).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Produits similaire" })).toBeAttached();
});

test("the phone menu slides in with sign-in, shop, favourites and cart, and Escape closes it (§2)", async ({
  page,
}) => {
  failOnConsoleErrors(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  const menu = page.getByRole("dialog");
  for (const name of [/Connexion|Se connecter/, /Boutique/, /favoris/i, /panier/i]) {
    await expect(menu.getByRole("link", { name }).first()).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
});
