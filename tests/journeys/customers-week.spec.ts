import { expect, test } from "./test.ts";

const PHONE = { width: 390, height: 844 };

test("on a phone, back closes the filter sheet and keeps what was chosen in it", async ({
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
  // Still waiting for its delay when the sheet goes.
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

test("back closes the picture in full size", async ({ page }) => {
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
