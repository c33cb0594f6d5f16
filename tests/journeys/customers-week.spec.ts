import sharp from "sharp";
import { CROSSED_PRICES } from "#app/catalogue/catalogue-query.ts";
import { expectAccessible } from "./accessible.ts";
import { signUp } from "./people.ts";
import { expect, test, type Locator } from "./test.ts";

const PHONE = { width: 390, height: 844 };

test("on a phone, the back button closes the filter sheet and keeps its choices", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/faqs");
  await page.goto("/boutique");
  const sheet = page.getByRole("dialog", { name: "Filtrer" });
  const open = () => page.getByRole("button", { name: /^Filtrer/ }).click();

  await open();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/boutique");

  await open();
  await sheet.getByLabel(/^Parfums/).check();
  await sheet.getByRole("button", { name: /^Voir/ }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/boutique?categorie=Parfums");

  await open();
  await sheet.getByLabel(/^Maquillage/).check();
  await expect(page).toHaveURL(/Maquillage/);
  // The debounced filter is still pending when the sheet closes.
  await sheet.getByRole("textbox", { name: "De" }).fill("20");
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/boutique?categorie=Maquillage&categorie=Parfums&prix-min=20");
  await page.goBack();
  await expect(page).toHaveURL("/boutique?categorie=Parfums");
  await page.goBack();
  await expect(page).toHaveURL("/boutique");
  await page.goBack();
  await expect(page).toHaveURL("/faqs");
});

test("on a phone, dropped cents and crossed prices of the price filter are reported in view", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/boutique");
  await page.getByRole("button", { name: /^Filtrer/ }).click();
  const sheet = page.getByRole("dialog", { name: "Filtrer" });
  const price = sheet.getByRole("textbox", { name: "De" });
  await price.pressSequentially("12,50");
  await expect(price).toHaveValue("12");
  const leftOut = sheet.getByText(/a été laissé de côté/);
  await expect(leftOut).toBeInViewport({ ratio: 0.9 });
  await expect(leftOut).toHaveText(/«.,50.» a été/);
  await expectAccessible(page, "cents left out of a price");
  // Typing over the selected value replaces it.
  await price.fill("12,50");
  await expect(leftOut).toHaveText(/«.,50.» a été/);
  await price.fill("125");
  await expect(price).toHaveValue("125");
  await expect(leftOut).toHaveCount(0);
  await price.fill("50");
  await sheet.getByRole("textbox", { name: "À" }).fill("20");
  await expect(sheet.getByText(CROSSED_PRICES)).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page, "crossed prices");
});

test("the back button closes the full-size picture", async ({ page }) => {
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await expect(page).toHaveURL(/\/produit\//);
  const address = page.url();
  await page
    .getByRole("button", { name: /Agrandir la photographie/ })
    .first()
    .click();
  const picture = page.getByRole("dialog", { name: /photographie 1 sur/ });
  await expect(picture).toBeVisible();
  await page.goBack();
  await expect(picture).toBeHidden();
  await expect(page).toHaveURL(address);
  await page.goBack();
  await expect(page).toHaveURL("/boutique");
});

test("the buy bar does not cover the footer, and is not sticky in a low window", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  const bar = page.getByRole("region", { name: "Achat rapide" });
  await page.getByRole("heading", { name: "Les avis" }).scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport();
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link").last().scrollIntoViewIfNeeded();
  await expect(footer).toBeInViewport();
  const [barBox, footerBox] = [await bar.boundingBox(), (await footer.boundingBox())!];
  expect(barBox === null ? 0 : barBox.y + barBox.height).toBeLessThanOrEqual(footerBox.y + 1);
  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.getByRole("heading", { name: "Les avis" }).scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
});

test("in forced colours the current thumbnail, the chosen stars and the icons are distinguishable", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  const border = (number: number) =>
    page
      .getByRole("button", { name: `Photographie ${number} sur`, exact: false })
      .evaluate((thumbnail) => getComputedStyle(thumbnail, "::after").borderTopWidth);
  expect([await border(1), await border(2)]).toEqual(["4px", "0px"]);
  const star = page.getByRole("radio", { name: "3 sur 5" });
  await star.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "4 sur 5" })).toBeChecked();
  const fill = (stars: number) =>
    page.locator(`label[for="rate-${stars}"] svg`).evaluate((svg) => getComputedStyle(svg).fill);
  const [third, fourth, fifth] = [await fill(3), await fill(4), await fill(5)];
  expect(third).toBe(fourth);
  expect(fifth).not.toBe(fourth);
  const [icon, text] = await page
    .getByText("Livraison offerte")
    .evaluate((text) => [
      getComputedStyle(text.previousElementSibling!).color,
      getComputedStyle(text).color,
    ]);
  expect(icon).toBe(text);
});

/** The painted share of an icon's square, from 0 to 1. */
async function drawnPart(icon: Locator): Promise<number> {
  const pixels = await sharp(await icon.screenshot())
    .greyscale()
    .raw()
    .toBuffer();
  const background = pixels[0]!;
  return pixels.filter((pixel) => Math.abs(pixel - background) > 100).length / pixels.length;
}

test("in forced colours the current page stands out in the menu and in the pagination", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/boutique");
  for (const [region, current, other] of [
    ["Principal", /^Boutique$/, /^FAQ$/],
    ["Pages de la boutique", /^Page 1/, /^Page 2/],
  ] as const) {
    const links = page.getByRole("navigation", { name: region });
    await expect(links.getByRole("link", { name: current })).toHaveCSS("outline-style", "solid");
    await expect(links.getByRole("link", { name: other })).toHaveCSS("outline-style", "none");
  }
});

test("in forced colours a set favourite is a filled heart, others are outlines", async ({
  page,
}) => {
  await signUp(page);
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await page.goto("/boutique");
  const hearts = page.getByRole("main").getByRole("button", { name: /favoris/ });
  const heart = hearts.first();
  const icon = heart.locator("svg");
  const line = await drawnPart(icon);
  expect(line).toBeGreaterThan(0.05);
  await heart.press("Enter");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("heading", { level: 1 }).hover();
  const full = await drawnPart(icon);
  expect(full).toBeGreaterThan(line * 1.5);
  expect(await drawnPart(hearts.nth(1).locator("svg"))).toBeLessThan(line * 1.2);
});

test("a typed relay point is refused without its town, and is not described as a place to wait at", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await page.getByRole("button", { name: "Acheter maintainant" }).click();
  await page.getByLabel("Téléphone").fill("06 12 34 56 78");
  const relay = page.getByLabel("Nom et adresse du point de relais");
  await relay.fill("x");
  await page.getByText("Paiement à la livraison").click();
  const order = page.getByRole("button", { name: "Commander avec obligation de paiement" });
  await expect(order).toBeEnabled();
  await order.click();
  await expect(page.getByRole("alert")).toContainText("Il manque le code postal");
  await expect(relay).toHaveAccessibleDescription(/Il manque le code postal à cinq chiffres/);
  await expect(relay).toHaveValue("x");
  await expect(page.getByLabel("Téléphone")).toHaveValue("06 12 34 56 78");

  await page.getByText("Livraison à domicile").click();
  const home = page.getByLabel("Adresse", { exact: true });
  await expect(home).toHaveAttribute("autocomplete", "street-address");
  // Each delivery method keeps its own address, also after a reload.
  await expect(home).toHaveValue("");
  await expect(home).not.toHaveAccessibleDescription(/Il manque/);
  await expect(order).toBeDisabled();
  await home.fill("3 rue du Port\n69002 Lyon");
  await expect(order).toBeEnabled();
  await page.getByText("Point de relais").click();
  await expect(relay).toHaveAttribute("autocomplete", "off");
  await expect(relay).toHaveValue("x");
  await page.reload();
  await expect(relay).toHaveValue("x");
  await page.getByText("Livraison à domicile").click();
  await expect(home).toHaveValue("3 rue du Port\n69002 Lyon");
  await page.getByText("Point de relais").click();
  await relay.fill("Tabac de la Fontaine\n18 rue des Lilas\n69003 Lyon");
  await expect(relay).not.toHaveAccessibleDescription(/Il manque/);
  await order.click();
  await expect(page.getByRole("heading", { name: /^Merci/ })).toBeVisible();
  await expect(page.getByText(/^Point de relais\s: Tabac de la Fontaine/)).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(/attend/);
});

test("on a phone, submitting a search blurs the field, which closes the keyboard", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Rechercher un produit" });
  await field.fill("crème");
  await field.press("Enter");
  await expect(page).toHaveURL(/recherche/);
  await expect(field).not.toBeFocused();
});

test("a visitor's favourite is set after signing in, on return to the same list", async ({
  page,
}) => {
  await page.goto("/boutique?categorie=Parfums");
  const heart = page
    .getByRole("button", { name: /^Ajouter aux favoris|^Retirer des favoris/ })
    .first();
  await heart.click();
  await expect(page).toHaveURL(/\/connexion/);
  await page.getByLabel("E-mail").fill("cliente@eclat.example");
  await page.getByLabel("Mot de passe", { exact: true }).fill("Cliente-Eclat-2026");
  await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("Favori ajouté avec succès !")).toBeVisible();
  await expect(page).toHaveURL("/boutique?categorie=Parfums");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  // Other journeys set favourites of the same account.
  await heart.click();
  await expect(page.getByText("Favori supprimé avec succès !")).toBeVisible();
});

test("the same cart ordered with another phone: the unpaid order is offered and can be cancelled; paying empties the cart", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await page.getByRole("button", { name: "Acheter maintainant" }).click();
  await page.getByLabel("Téléphone").fill("06 12 34 56 78");
  await page
    .getByLabel("Nom et adresse du point de relais")
    .fill("Tabac de la Fontaine\n18 rue des Lilas\n69003 Lyon");
  const order = page.getByRole("button", { name: "Commander avec obligation de paiement" });
  await order.click();
  await expect(page).toHaveURL(/\/payement\//);
  const open = page.url();

  await page.goto("/panier");
  await page.getByLabel("Téléphone").fill("06 98 76 54 32");
  await order.click();
  const same = page.getByText("Ces articles sont déjà dans une commande à payer");
  await expect(same).toBeVisible();
  await expectAccessible(page, "an order to pay, on the cart");
  await page.getByRole("button", { name: "Augmenter" }).click();
  await expect(same).toBeHidden();
  await page.getByRole("button", { name: "Diminuer" }).click();
  await expect(same).toBeVisible();
  await page.getByRole("link", { name: "L’annuler" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Annuler la commande" })).toBeVisible();
  await expectAccessible(page, "one's own order, to be cancelled");
  await page.goBack();
  await page.getByRole("link", { name: "La payer" }).click();
  await expect(page).toHaveURL(open);

  // A cancelled order is no longer offered: the same cart makes a new one.
  await page.goto("/panier");
  await page.getByRole("link", { name: "L’annuler" }).click();
  await page.getByRole("link", { name: "Garder la commande" }).click();
  await expect(page).toHaveURL(/\/admin\/my-orders\/\w+$/);
  await page.getByRole("link", { name: "Annuler la commande" }).click();
  await page.getByRole("button", { name: "Annuler la commande" }).click();
  const cancelled = page.getByRole("status").filter({ hasText: "Votre commande est annulée" });
  await expect(cancelled).toContainText("Rien n’a été débité. Un e-mail vous le confirme.");
  await expect(page.getByRole("button", { name: "Annuler la commande" })).toHaveCount(0);
  await expectAccessible(page, "one's own order, cancelled");
  await page.getByRole("link", { name: "Mes commandes", exact: true }).last().click();
  await expect(page.getByRole("article").getByText("Annulée", { exact: true })).toBeVisible();
  await page.goto("/panier");
  await expect(order).toBeEnabled();
  await expect(same).toBeHidden();
  await order.click();
  await expect(page).toHaveURL(/\/payement\//);
  expect(page.url()).not.toBe(open);
  await page.getByRole("button", { name: "PayPal" }).click();
  await page
    .getByRole("dialog", { name: "Paiement de démonstration" })
    .getByRole("button", { name: /^Payer/ })
    .click();
  await expect(page.getByText(/^Paiement reçu/)).toBeVisible();
  await expect(
    page.getByRole("banner").getByRole("link", { name: "Panier", exact: true }),
  ).toBeVisible();
});
