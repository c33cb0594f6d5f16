import type { Page } from "@playwright/test";
import { expectAccessible, expectReflow } from "./accessible.ts";
import { openHydrated, signIn, SOON } from "./people.ts";
import { expect, test } from "./test.ts";

const PHONE = { width: 390, height: 844 };

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Nom", { exact: true }).fill("Inès Moreau");
  await page.getByLabel("Numéro de livraison").fill("7q2m 7q2m 7q2m 7q2m");
  await page.getByLabel("E-mail pour l’accusé de réception").fill("ines@exemple.fr");
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continuer" }).click();
  await expect(page.getByText("7Q2M7Q2M7Q2M7Q2M")).toBeVisible();
  await expect(page.getByText("Toute la commande")).toBeVisible();
  await page.getByRole("button", { name: "Confirmer la rétractation" }).click();
  await expect(
    page.getByText(/^Votre rétractation est enregistrée le .+ à \d\d:\d\d\.$/),
  ).toBeVisible();
}

test("a stranger withdraws from the footer's link, and corrects the statement on the way", async ({
  page,
}) => {
  await page.goto("/");
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Renoncer au contrat ici" })
    .click();
  await expect(page).toHaveURL("/retractation");
  await fillIn(page);
  await page.getByLabel("Nom", { exact: true }).fill("Voir exemple.fr");
  await page.getByRole("button", { name: "Continuer" }).click();
  await expect(page.getByText(/sans adresse ni lien/).first()).toBeVisible();
  await page.getByLabel("Nom", { exact: true }).fill("Inès Moreau");
  await page.getByRole("button", { name: "Continuer" }).click();
  await expect(page.getByRole("heading", { name: "Votre déclaration" })).toBeFocused();
  await page.getByRole("button", { name: "Modifier" }).click();
  await expect(page.getByRole("heading", { name: "Renoncer au contrat" })).toBeFocused();
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Inès Moreau");
  await confirm(page);
});

test.describe("without JavaScript, on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });
  test("the same steps work", async ({ page }) => {
    await page.goto("/retractation");
    await fillIn(page);
    await confirm(page);
  });
});

test("a customer picks articles: the open order shows it live, and the refund is prefilled", async ({
  browser,
  page: customer,
}) => {
  const admin = await (await browser.newContext()).newPage();
  await signIn(customer, "customer");
  await signIn(admin, "administrator");
  await customer.goto("/admin/my-orders");
  const card = customer
    .getByRole("article")
    .filter({ has: customer.getByRole("link", { name: /^Renoncer au contrat ici/ }) })
    .first();
  const link = card.getByRole("link", { name: /^Renoncer au contrat ici/ });
  const [number = ""] = /[0-9A-Z]{16}/.exec((await link.textContent()) ?? "") ?? [];
  const detail = await card.getByRole("link", { name: /^Voir le détail/ }).getAttribute("href");
  const order = await customer.context().newPage();
  await openHydrated(order, detail!);

  await link.click();
  await expect(customer.getByText(`Numéro de livraison ${number}.`)).toBeVisible();
  await customer.getByRole("button", { name: "Continuer" }).click();
  await expect(customer.getByRole("heading", { name: "Votre déclaration" })).toBeVisible();
  await customer.getByRole("button", { name: "Confirmer la rétractation" }).click();
  await expect(customer.getByText(/^Votre rétractation est enregistrée le /)).toBeVisible();
  await expect(order.getByRole("heading", { name: "Rétractation", exact: true })).toBeVisible(SOON);
  await expectAccessible(order, "an order with a withdrawal");
  await order.setViewportSize({ width: 320, height: 844 });
  await expectReflow(order, "an order with a withdrawal");

  await admin.goto(`/admin/commandes?q=${number}`);
  const listed = admin.getByRole("row").filter({ hasText: number });
  await expect(listed.getByText("Rétractation", { exact: true })).toBeVisible();
  await listed.getByRole("link", { name: number, exact: true }).click();
  await expect(admin.getByRole("dialog").getByText("Le client s’est rétracté")).toBeVisible();

  await admin.goto("/admin/retractations");
  const row = admin.getByRole("row").filter({ hasText: number }).first();
  await row.getByRole("link", { name: /^(Rembourser|Annuler)/ }).click();
  await expect(admin.getByLabel("Motif")).toHaveValue(/^Rétractation du /);
});
