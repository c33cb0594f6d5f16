import { expect, test } from "@playwright/test";
import { signIn } from "./people.ts";

test.use({ javaScriptEnabled: false });

test("without JavaScript, filters and product pages work; the cart asks for JavaScript", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Produits populaire" })).toBeVisible();
  await page.goto("/boutique");
  await page
    .getByRole("checkbox", { name: /Parfums/ })
    .first()
    .check();
  await page
    .locator("main")
    .getByRole("button", { name: /Appliquer|Filtrer|Voir/ })
    .first()
    .click();
  await expect(page).toHaveURL(/categorie=Parfums/);
  await expect(page.getByRole("heading", { name: /5 produits/ })).toBeVisible();
  await page
    .locator("main")
    .getByRole("link", { name: /^Acheter/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Composition" })).toBeVisible();
  const picture = await page
    .getByRole("img", { name: /photographie 1$/ })
    .first()
    .boundingBox();
  expect(picture!.width).toBeGreaterThan(400);
  await page.goto("/panier");
  await expect(page.getByText(/a besoin de JavaScript/)).toBeVisible();
});

test("without JavaScript, search works", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("searchbox").first().fill("  Lavande ");
  await page.getByRole("button", { name: "Lancer la recherche" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /Resultat de recherche pour:\s*lavande/,
  );
  await expect(page.getByRole("link", { name: /Sels de bain lavande/ }).first()).toBeVisible();
});

test("without JavaScript, the contact form works", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel(/Objet|Sujet/).fill("Une question");
  await page.getByLabel("Nom", { exact: false }).first().fill("Inès Moreau");
  await page.getByLabel("E-mail").fill("ines@exemple.fr");
  await page.getByLabel("Message").fill("Livrez-vous en Corse ?");
  await page
    .locator("main form")
    .getByRole("button", { name: /Envoyer/ })
    .click();
  await expect(page.getByText("Message envoyé avec success")).toBeVisible();
});

test("without JavaScript, sign-up, sign-out and sign-in work", async ({ page }) => {
  await page.goto("/connexion?mode=inscription");
  await page.locator("main").getByLabel("Nom", { exact: false }).first().fill("Inès Moreau");
  await page.getByLabel("E-mail").fill("sans-script@exemple.fr");
  await page.getByLabel("Mot de passe", { exact: true }).fill("Mot-de-passe-1");
  await page.getByLabel(/Confirm/).fill("Mot-de-passe-1");
  await page
    .locator("main form")
    .getByRole("button", { name: /compte|inscri/i })
    .click();
  await expect(page).toHaveURL("/");
  await page.goto("/admin/my-orders");
  await page.getByRole("button", { name: "Déconnexion" }).last().click();
  await expect(page).toHaveURL("/");
  await page.goto("/connexion");
  await page.getByLabel("E-mail").fill("sans-script@exemple.fr");
  await page.getByLabel("Mot de passe", { exact: true }).fill("Mot-de-passe-1");
  await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL("/");
});

test("without JavaScript, settings are saved, and buttons that need it are hidden", async ({
  page,
}) => {
  await signIn(page, "administrator");
  for (const screen of ["identite", "apparence", "accueil", "pages", "contact", "courriels"]) {
    await page.goto(`/admin/reglages/${screen}`);
    await expect(page.getByRole("button", { name: "Enregistrer" })).toBeVisible();
    const dead = page.locator('main :is(button[type="button"], [type="search"], .savebar p)');
    await expect(dead.filter({ visible: true })).toHaveCount(0);
  }
  await page.goto("/admin/reglages/contact");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  // getByText skips the content of <noscript>.
  const note = page.locator(".note--ok", { hasText: "Réglages enregistrés." });
  await expect(note).toBeVisible();
});
