import { expectAccessible } from "./accessible.ts";
import { signUp } from "./people.ts";
import { expect, test, type Page } from "./test.ts";

/** Names and autocomplete tokens of the visible fields of the order form, in their order. */
const tokensOf = (page: Page) =>
  page
    .locator("#commande")
    .locator("input:visible, textarea:visible, select:visible")
    .evaluateAll((fields) =>
      fields
        .filter((field) => !["radio", "checkbox"].includes((field as HTMLInputElement).type))
        .map((field) => [field.getAttribute("name"), field.getAttribute("autocomplete")]),
    );

async function fillCart(page: Page) {
  await page.goto("/boutique");
  await page.locator(".grid a").first().click();
  await page.getByRole("button", { name: "Acheter maintainant" }).click();
  await expect(page.getByLabel("Nom complet")).toBeVisible();
}

test("the browser can fill every field of the order; a postal code completes its town, and an unlikely one is doubted once", async ({
  page,
}) => {
  await signUp(page);
  await fillCart(page);
  await page.getByText("Livraison à domicile").click();
  await page.getByLabel("Facturer à une société, à un autre nom ou ailleurs").check();
  expect(await tokensOf(page)).toEqual([
    ["name", "name"],
    ["phone", "tel"],
    ["address", "street-address"],
    ["postalCode", "postal-code"],
    ["town", "address-level2"],
    ["billingCompany", "billing organization"],
    ["billingName", "billing name"],
    ["billingAddress", "billing street-address"],
    ["billingPostalCode", "billing postal-code"],
    ["billingTown", "billing address-level2"],
    ["billingCountry", "billing country"],
  ]);
  // A company's numbers are asked for once it is typed, and kept with the draft.
  await expect(page.getByLabel("SIREN")).toBeHidden();
  await page.getByRole("textbox", { name: "Société" }).fill("Salon Aubry");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("SIREN")).toBeFocused();
  await page.keyboard.type("732 829 320");
  await page.reload();
  await expect(page.getByLabel("SIREN")).toHaveValue("732 829 320");
  await expectAccessible(page, "the order form with a billing address");
  await page.getByLabel("Facturer à une société, à un autre nom ou ailleurs").uncheck();

  await page.getByLabel("Téléphone").fill("06 12 34 56 78");
  const address = page.getByLabel("Adresse", { exact: true });
  await address.fill("14 rue des Lilas");
  // Postal code and town come next: nothing is missing yet.
  await address.press("Tab");
  await expect(address).not.toHaveAccessibleDescription(/Il manque/);
  await page.getByLabel("Code postal").fill("69003");
  const town = page.getByLabel("Ville");
  await expect(town).toHaveValue("Lyon");
  await expect(town).toHaveAccessibleDescription("Complétée d’après le code postal");
  // Not of a town that is typed.
  await town.fill("Lyon 3e");
  await expect(town).toHaveAccessibleDescription("");
  await town.fill("Lyon");
  await page.getByLabel("Code postal").fill("69999");
  await page.getByText("Paiement à la livraison").click();
  const order = page.getByRole("button", { name: "Commander avec obligation de paiement" });
  await order.click();
  await expect(page.getByLabel("Code postal")).toHaveAccessibleDescription(
    /Nous ne connaissons pas le code postal 69999/,
  );
  await expectAccessible(page, "a doubted postal code");
  await expect(address).toHaveValue("14 rue des Lilas");
  // The other method's fields and a reload keep what was typed.
  await page.getByText("Point de relais").click();
  await page.reload();
  await page.getByText("Livraison à domicile").click();
  await expect(page.getByLabel("Code postal")).toHaveValue("69999");
  await expect(page.getByLabel("Ville")).toHaveValue("Lyon");
  await order.click();
  await expect(page.getByLabel("Code postal")).toHaveAccessibleDescription(/Nous ne connaissons/);
  await order.click();
  await expect(page.getByText(/14 rue des Lilas\s69999 Lyon/)).toBeVisible();
});

test("addresses of the account: the default one is filled in, another one is chosen, also for the invoice", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/admin/account");
  await page
    .getByRole("navigation", { name: "Mon espace" })
    .getByRole("link", { name: "Mes adresses" })
    .click();
  await expectAccessible(page, "an empty address book");
  for (const [name, street, code, town] of [
    ["Anne Martin", "14 rue des Lilas", "69003", "Lyon"],
    ["Basile Roux", "2 rue Labat", "97110", "Pointe-à-Pitre"],
  ]) {
    await page.getByRole("link", { name: "Ajouter une adresse" }).click();
    await page.getByLabel("Nom complet").fill(name!);
    await page.getByLabel("Téléphone").fill("06 12 34 56 78");
    await page.getByLabel("Numéro et rue").fill(street!);
    await page.getByLabel("Code postal").fill(code!);
    await expect(page.getByLabel("Ville")).toHaveValue(town!);
    await page.getByRole("button", { name: "Enregistrer l’adresse" }).click();
    await expect(page.getByText("Adresse enregistrée")).toBeVisible();
  }
  await page.getByRole("link", { name: "Ajouter une adresse" }).click();
  await page.getByText("Facturation", { exact: true }).click();
  await page.getByLabel("Nom complet").fill("Martin et filles");
  await page.getByLabel("Numéro et rue").fill("3 quai Perdu");
  await page.getByLabel("Code postal").fill("69002");
  await expect(page.getByLabel("Ville")).toHaveValue("Lyon");
  await page.getByRole("button", { name: "Enregistrer l’adresse" }).click();
  await expect(page.getByRole("heading", { name: "Facturation" })).toBeVisible();
  await expectAccessible(page, "an address book");

  await fillCart(page);
  await page.getByText("Livraison à domicile").click();
  const address = page.getByLabel("Adresse", { exact: true });
  await expect(address).toHaveValue("14 rue des Lilas");
  await expect(page.getByLabel("Nom complet")).toHaveValue("Anne Martin");
  await expect(page.getByLabel("Nom à facturer")).toHaveValue("Martin et filles");
  await page.getByLabel("Mes adresses", { exact: true }).selectOption({ index: 2 });
  await expect(address).toHaveValue("2 rue Labat");
  await expect(page.getByLabel("Nom complet")).toHaveValue("Basile Roux");
  await expectAccessible(page, "the order form with stored addresses");
  await page.getByText("Paiement à la livraison").click();
  await page.getByRole("button", { name: "Commander avec obligation de paiement" }).click();
  await expect(page.getByText(/2 rue Labat\s97110 Pointe-à-Pitre/)).toBeVisible();
  await page.goto(page.url().replace("/payement/", "/admin/my-orders/"));
  await expect(page.getByText("Martin et filles")).toBeVisible();

  await page.goto("/admin/mes-adresses");
  await page.getByRole("button", { name: /Supprimer l’adresse de Anne Martin/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer l’adresse" }).click();
  await expect(page.getByText("Adresse supprimée")).toBeVisible();
  await expect(page.getByText("Anne Martin")).toHaveCount(0);
});
