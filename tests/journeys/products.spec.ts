import { expect, test } from "@playwright/test";
import { signIn } from "./people.ts";
import { failOnSurprises } from "./surprises.ts";

const PICTURES = "db/demo/images";

test("an administrator makes a product, moves and removes pictures, is asked before leaving, deletes it (§4, §5)", async ({
  page,
}) => {
  failOnSurprises(page, /ERR_FAILED/);
  await signIn(page, "administrator");
  await page.goto("/admin/produits");
  await page.getByRole("link", { name: "Nouveau" }).click();
  await page.getByLabel("Nom", { exact: true }).fill("Élixir d’ESSAI");
  await page.getByLabel(/^Prix/).pressSequentially("4a2€");
  await expect(page.getByLabel(/^Prix/)).toHaveValue("42");
  await page.getByLabel("Nom, ligne 1").fill("Contenance");
  await page.getByLabel("Valeur, ligne 1").fill("30 ml");
  await page.getByRole("button", { name: "Ajouter une ligne" }).click();
  await expect(page.getByLabel("Nom, ligne 2")).toBeFocused();
  await page.getByLabel("Nom, ligne 2").fill("Texture");
  await page.getByLabel("Valeur, ligne 2").fill("Huile");
  await page.getByRole("button", { name: "Monter la ligne 2" }).click();
  await expect(page.getByLabel("Nom, ligne 1")).toHaveValue("Texture");

  await page
    .locator("input[type=file]")
    .setInputFiles([1, 2].map((number) => `${PICTURES}/baume-demaquillant-camelia/${number}.jpg`));
  await expect(page.getByText("Elle s’ajoutera à l’enregistrement.")).toHaveCount(2);

  // A link elsewhere asks first; staying loses nothing.
  await page.getByRole("banner").getByRole("link", { name: "Boutique" }).click();
  const question = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await question.getByRole("button", { name: "Continuer la modification" }).click();
  await expect(page.getByLabel(/^Prix/)).toHaveValue("42");

  // A connection that is lost at the moment of saving loses nothing either.
  await page.route("**/admin/new/product.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Le produit n’est pas enregistré")).toBeVisible();
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Élixir d’ESSAI");
  await expect(page.getByText("Elle s’ajoutera à l’enregistrement.")).toHaveCount(2);
  await page.unroute("**/admin/new/product.data*");

  // Another tab on the same page has uploads of its own.
  const tab = await page.context().newPage();
  await tab.goto("/admin/new/product");
  await expect(tab.getByText("aucune image")).toBeVisible();
  await tab.close();

  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Produit créé.")).toBeVisible();
  await expect(page).toHaveURL("/admin/produits");

  await page.getByRole("searchbox", { name: "Chercher un produit" }).fill("élixir d");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^Modifier Élixir/ }).click();
  const pictures = page.getByRole("list").filter({ has: page.getByText("Principale") });
  const first = await pictures.getByRole("img").first().getAttribute("src");
  await page.getByRole("button", { name: "Reculer l’image 1" }).click();
  await expect(page.getByRole("button", { name: "Reculer l’image 2" })).toBeFocused();
  await expect(pictures.getByRole("img").nth(1)).toHaveAttribute("src", first!);
  await page.getByRole("button", { name: "Retirer l’image 1" }).click();
  await expect(page.getByText("Retirée à l’enregistrement")).toBeVisible();
  await expect(page.getByText("1 image à retirer")).toBeVisible();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Produit enregistré.")).toBeVisible();
  await expect(page.getByText("Fichier supprimé avec succès")).toBeVisible();

  await page.goto("/admin/produits?recherche=élixir+d");
  await page.getByRole("link", { name: /^Supprimer Élixir/ }).click();
  const sure = page.getByRole("dialog", { name: "Voulez-vous vraiment supprimer ?" });
  await expect(sure.getByText("42 €")).toBeVisible();
  await sure.getByRole("button", { name: "Supprimer le produit" }).click();
  await expect(page.getByText("Produit supprimé.")).toBeVisible();
  await expect(page.getByText("Aucun produit trouvé.")).toBeVisible();
});
