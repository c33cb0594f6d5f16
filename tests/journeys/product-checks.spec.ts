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
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("an administrator sees what to check while typing, saves anyway, and marks it as verified", async ({
  page,
}) => {
  await signIn(page, "administrator");
  await page.goto("/admin/produits?recherche=savon");
  const row = page.getByRole("row", { name: /Savon/ }).first();
  await expect(row).not.toContainText("À vérifier");
  await row.getByRole("link", { name: /^Modifier/ }).click();
  const description = page.getByLabel(/^Description/);
  const text = await description.inputValue();
  await description.fill(`${text} Hypoallergénique, il guérit les rougeurs.`);
  await expect(page.getByText("Allégation médicale : « guérit ».")).toBeVisible();
  await expect(page.getByText("Hypoallergénique : « Hypoallergénique ».")).toBeVisible();
  const composition = page.getByLabel(/^Composition/);
  await composition.fill(`${await composition.inputValue()}, PTFE, Retinol`);
  await expect(page.getByText("PFAS : « PTFE ».")).toBeVisible();
  await expectAccessibleEverywhere(page, "findings in the form");
  await page.getByRole("button", { name: /^Enregistrer/ }).click();
  await expect(page.getByText("Produit enregistré.")).toBeVisible();
  await expect(row).toContainText("À vérifier");
  await expectAccessibleEverywhere(page, "findings in the list");

  await row.getByRole("link", { name: /^Modifier/ }).click();
  await page.getByRole("link", { name: "Listes, et marquer comme vérifié" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "À vérifier" })).toBeVisible();
  await page.locator("summary", { hasText: "Salicylate d’hexyle" }).click();
  await expect(page.getByText("Hexyl Salicylate", { exact: true })).toBeVisible();
  await expectAccessibleEverywhere(page, "products to check");
  await page.getByRole("button", { name: /^Marquer comme vérifié/ }).click();
  await expect(page.getByText("C’est noté, avec votre nom et la date.")).toBeVisible();
  await expect(page.getByText("Rien à vérifier dans ce produit.")).toBeVisible();
  await expectAccessibleEverywhere(page, "a product verified");

  await page.goto("/admin/produits?recherche=savon");
  await expect(row).not.toContainText("À vérifier");
  await row.getByRole("link", { name: /^Modifier/ }).click();
  await expect(page.getByText("À vérifier, sans empêcher d’enregistrer")).toHaveCount(0);
  await description.fill(`${text} Elle guérit tout.`);
  await expect(page.getByText("Allégation médicale : « guérit ».")).toBeVisible();
});
