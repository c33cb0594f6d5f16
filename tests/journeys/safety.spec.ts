import { expectAccessible } from "./accessible.ts";
import { signIn, SOON } from "./people.ts";
import { expect, test } from "./test.ts";

const PHONE = { width: 390, height: 844 };

test("an administrator records lots by keyboard, recalls one, and everybody reads the notice", async ({
  browser,
  page: admin,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  await signIn(admin, "administrator");
  await admin.goto("/admin/commandes?etat=livrees");
  await admin.locator(".data-table .cell--row").first().click();
  await admin.getByRole("link", { name: "Lots" }).click();
  await expect(admin.getByRole("heading", { name: "Lots et durabilité" })).toBeVisible();
  await admin.getByLabel("Lot", { exact: true }).first().focus();
  await admin.keyboard.type("j-2031");
  await admin.keyboard.press("Tab");
  await admin.keyboard.type("06/2031");
  await admin.keyboard.press("Enter");
  await expect(admin.getByText("Les lots sont enregistrés.")).toBeVisible();
  await expect(admin.getByLabel("Lot", { exact: true }).first()).toHaveValue("J-2031");

  await admin.goto("/admin/rappels/nouveau");
  await admin.getByLabel("Produit ou lot").fill("j-2031");
  await admin.keyboard.press("Enter");
  await admin.locator("main form li a").first().click();
  await admin.getByLabel(/^J-2031/).check();
  await admin.getByRole("button", { name: "Voir les acheteurs" }).click();
  await expect(admin.getByText("1 commande").first()).toBeVisible();
  await admin.getByLabel("Le danger").fill("Brûlures de la peau.");
  await admin.getByRole("button", { name: "Relire et publier" }).click();
  await admin.getByRole("button", { name: "Publier le rappel" }).click();
  await expect(admin).toHaveURL(/\/admin\/rappels\/[0-9A-Z]{26}$/);
  await expect(admin.getByText("Envoyé").first()).toBeVisible(SOON);

  const notice = await admin.getByRole("link", { name: "Voir l’avis" }).getAttribute("href");
  await visitor.goto("/rappels");
  await visitor.locator(`main a[href="${notice}"]`).click();
  await expect(visitor.getByText("Brûlures de la peau.")).toBeVisible();
  await expectAccessible(admin, "a recall");
  await expectAccessible(visitor, "a recall notice");
});

test.describe("without JavaScript, on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });
  test("a product's page leads to the report of an undesirable effect", async ({ page }) => {
    await page.goto("/boutique");
    await page.locator("main a[href^='/produit/']").first().click();
    await page.getByRole("link", { name: "Signaler un effet indésirable" }).click();
    await expect(page.getByText(/^Produit/)).toBeVisible();
    await page.getByLabel("Ce qui s’est passé").fill("Rougeurs du visage.");
    await page.getByRole("button", { name: "Envoyer le signalement" }).click();
    await expect(page.getByText("Choisissez la conséquence la plus grave.").first()).toBeVisible();
    await expect(page.getByLabel("Ce qui s’est passé")).toHaveValue("Rougeurs du visage.");
    await page.getByLabel("Conséquence").selectOption("none");
    await page.getByRole("button", { name: "Envoyer le signalement" }).click();
    await expect(page.getByText("Votre signalement est bien arrivé")).toBeVisible();
  });
});
