import { CROSSED_PRICES } from "#app/catalogue/catalogue-query.ts";
import { expectAccessible, expectReflow } from "./accessible.ts";
import { signIn } from "./people.ts";
import { expect, test } from "./test.ts";

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

test("on a phone, header and search are the shop's in the customer's area; a toast covers the header only", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, "customer");
  await page.goto("/admin/my-orders");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Mes favoris" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Rechercher un produit" })).toBeVisible();

  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await page.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
  const toast = page.locator(".toast");
  await expect(toast).toBeVisible();
  const [covered, bar, cart] = await Promise.all(
    [toast, header, header.getByRole("link", { name: /^Panier/ })].map((one) => one.boundingBox()),
  );
  expect(covered!.y + covered!.height).toBeLessThanOrEqual(bar!.y + bar!.height);
  expect(covered!.x + covered!.width).toBeLessThanOrEqual(cart!.x);
});

test("the header keeps its margins between shop and area", async ({ page }) => {
  await signIn(page, "customer");
  for (const width of [1_440, 1_920]) {
    await page.setViewportSize({ width, height: 900 });
    const places: unknown[] = [];
    for (const path of ["/", "/boutique", "/admin/my-orders"]) {
      await page.goto(path);
      const links = page.getByRole("banner").getByRole("link");
      places.push([(await links.first().boundingBox())!.x, (await links.last().boundingBox())!.x]);
    }
    expect(places, `${width} px`).toEqual([places[0], places[0], places[0]]);
  }
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

test("the buy bar does not cover the footer, and is hidden in a low window", async ({ page }) => {
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
  // A window of 1280 × 1024 px at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.getByRole("heading", { name: "Les avis" }).scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
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

test("the administrators' tables fit the windows between a phone and a desktop", async ({
  page,
}) => {
  await signIn(page, "administrator");
  for (const path of ["commandes", "stock", "produits", "fiscal", "retours"]) {
    await page.goto(`/admin/${path}`);
    for (const width of [1280, 1200, 1024, 900, 800, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expectReflow(page, `${path} at ${width} px`);
    }
  }
});
