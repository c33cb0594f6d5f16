import { expectAccessible, expectReflow } from "./accessible.ts";
import { signIn } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${what}, ${width} px`);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await expectReflow(page, what);
}

test("a visitor finds a product by its reference, reads its facts, and its unit price follows into the cart", async ({
  page,
}) => {
  await page.goto("/recherche/?keyword=ecl-020");
  await expectAccessibleEverywhere(page, "found by reference");
  await page.getByRole("link", { name: "Eau de parfum jardin de nuit", exact: true }).click();
  await expect(page.getByText("178,00 € / 100 ml").first()).toBeVisible();
  await expect(page.getByText("Allergènes parfumants")).toBeVisible();
  await expect(page.getByText("Tenir éloigné de la chaleur")).toBeVisible();
  await expectAccessibleEverywhere(page, "facts of a product");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
  await page.goto("/panier");
  await expect(page.getByText("89 € l’unité · 178,00 € / 100 ml")).toBeVisible();
  await expectAccessibleEverywhere(page, "unit price in the cart");
});

test("an administrator sees what a product lacks while typing, and what is wrong at its field", async ({
  page,
}) => {
  await signIn(page, "administrator");
  await page.goto("/admin/produits?recherche=2000000000206");
  await page.getByRole("link", { name: /^Modifier/ }).click();
  await expect(page.getByText("Fiche complète")).toBeVisible();
  await page.getByLabel(/^Consignes de tri/).fill("");
  await expect(page.getByText("Il manque : consignes de tri.")).toBeVisible();
  await page.getByLabel(/^Quantité nette/).fill("0 ml");
  await page.getByLabel(/^Code EAN/).fill("2000000000001");
  await expect(page.getByRole("region", { name: "Enregistrer" })).toContainText("code EAN");
  await page.getByRole("button", { name: /^Enregistrer/ }).click();
  await expect(page.getByLabel(/^Quantité nette/)).toHaveAccessibleDescription(
    /La quantité est plus grande que zéro/,
  );
  await expect(page.getByLabel(/^Code EAN/)).toHaveAccessibleDescription(/Ce code n’existe pas/);
  await expectAccessibleEverywhere(page, "facts with errors");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel(/^Quantité nette/).fill("50 ml");
  await page.getByLabel(/^Code EAN/).fill("");
  await page.getByRole("button", { name: /^Enregistrer/ }).click();
  await expect(page.getByText("Produit enregistré.")).toBeVisible();

  await page.goto("/admin/produits?fiche=incomplete");
  await expect(page.getByText("Fiche incomplète").last()).toBeVisible();
  await expect(page.getByText("Eau de parfum jardin de nuit").first()).toBeVisible();
  await expectAccessibleEverywhere(page, "incomplete products");
});
