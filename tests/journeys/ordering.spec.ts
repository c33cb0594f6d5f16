import { expectAccessible } from "./accessible.ts";
import { signUp } from "./people.ts";
import { expect, test } from "./test.ts";

test("a typed relay point is refused without its town, and the confirmation does not say that the order waits there", async ({
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
  // Removes the favourite, because other journeys set favourites of the same account.
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

  // A cancelled order is no longer offered: the same cart places a new order.
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
