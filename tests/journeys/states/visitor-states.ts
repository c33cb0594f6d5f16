import { expect, type Page } from "../test.ts";
import type { State } from "./state.ts";

export async function fillCart(page: Page): Promise<void> {
  await page.goto("/boutique");
  await page
    .locator("main")
    .getByRole("link", { name: /^Acheter/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Ajouter Au Panier" }).first().click();
  await expect(page.getByRole("link", { name: /Panier, 1 article/ })).toBeVisible();
}

/** Opens the form « Signaler cet avis » of a product's newest review. */
async function openReportForm(page: Page): Promise<void> {
  await page.goto("/boutique?tri=mieux-notes");
  const product = page.locator("main").getByRole("link", { name: /^Acheter/ });
  await product.first().click();
  await page
    .getByRole("link", { name: /^Signaler cet avis/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Envoyer le signalement" })).toBeVisible();
}

/** The public pages in their states: the name of a state and the steps that open it. */
export const visitorStates: State[] = [
  ["home", async (page) => void (await page.goto("/"))],
  ["shop", async (page) => void (await page.goto("/boutique"))],
  [
    "shop, filtered",
    async (page) => void (await page.goto("/boutique?categorie=Parfums&prix-max=90")),
  ],
  [
    "shop, nothing found",
    async (page) => {
      await page.goto("/boutique?nom=zzz");
      await expect(page.getByText("Aucun produit trouvé.")).toBeVisible();
    },
  ],
  [
    "product",
    async (page) => {
      await page.goto("/boutique");
      await page
        .locator("main")
        .getByRole("link", { name: /^Acheter/ })
        .first()
        .click();
      await expect(page.getByRole("button", { name: "Ajouter Au Panier" }).first()).toBeVisible();
    },
  ],
  ["search", async (page) => void (await page.goto("/recherche/?keyword=creme"))],
  [
    "search, sorted",
    async (page) => {
      await page.goto("/recherche/?keyword=creme&tri=asc");
      await expect(page.getByRole("combobox", { name: "Trier" })).toHaveValue("asc");
    },
  ],
  ["search, nothing found", async (page) => void (await page.goto("/recherche/?keyword=zzzzzz"))],
  [
    "empty cart",
    async (page) => {
      await page.goto("/panier");
      await expect(page.getByText("Votre panier est vide")).toBeVisible();
    },
  ],
  [
    "cart",
    async (page) => {
      await fillCart(page);
      await page.goto("/panier");
      await expect(page.getByRole("heading", { level: 1, name: "Votre panier" })).toBeVisible();
    },
  ],
  ["sign-in", async (page) => void (await page.goto("/connexion"))],
  [
    "sign-in, refused",
    async (page) => {
      await page.goto("/connexion");
      await page.getByLabel("E-mail").fill("personne@exemple.fr");
      await page.getByLabel("Mot de passe", { exact: true }).fill("pas le bon");
      await page.locator("main form").getByRole("button", { name: "Se connecter" }).click();
      await expect(page.getByText("Mot de passe ou email invalide")).toBeVisible();
    },
  ],
  ["sign-up", async (page) => void (await page.goto("/connexion?mode=inscription"))],
  ["contact", async (page) => void (await page.goto("/contact"))],
  ["recalls", async (page) => void (await page.goto("/rappels"))],
  ["undesirable effect", async (page) => void (await page.goto("/effet-indesirable"))],
  [
    "undesirable effect, refused",
    async (page) => {
      await page.goto("/effet-indesirable");
      await page.getByRole("button", { name: "Envoyer le signalement" }).click();
      await expect(page.getByText("Décrivez ce qui s’est passé.").first()).toBeVisible();
    },
  ],
  ["withdrawal", async (page) => void (await page.goto("/retractation"))],
  [
    "withdrawal, refused",
    async (page) => {
      await page.goto("/retractation");
      await page.getByRole("button", { name: "Continuer" }).click();
      await expect(page.getByText("Indiquez le numéro de livraison.").first()).toBeVisible();
    },
  ],
  [
    "withdrawal, to confirm",
    async (page) => {
      await stateWithdrawal(page);
      await expect(page.getByRole("heading", { name: "Votre déclaration" })).toBeVisible();
    },
  ],
  [
    "withdrawal, recorded",
    async (page) => {
      await stateWithdrawal(page);
      await page.getByRole("button", { name: "Confirmer la rétractation" }).click();
      await expect(page.getByText(/^Votre rétractation est enregistrée le /)).toBeVisible();
    },
  ],
  [
    "questions",
    async (page) => {
      await page.goto("/faqs");
      await page.locator("summary").first().click();
    },
  ],
  ["about", async (page) => void (await page.goto("/apropos-de-nous"))],
  ["privacy", async (page) => void (await page.goto("/plitique-de-confidentialite"))],
  ["review policy", async (page) => void (await page.goto("/gestion-des-avis"))],
  ["report of a review", openReportForm],
  ["terms", async (page) => void (await page.goto("/condition-generale-de-vente"))],
  ["accessibility", async (page) => void (await page.goto("/accessibilite"))],
  ["legal notice", async (page) => void (await page.goto("/mentions-legales"))],
  ["not found", async (page) => void (await page.goto("/nulle-part"))],
];

async function stateWithdrawal(page: Page): Promise<void> {
  await page.goto("/retractation");
  await page.getByLabel("Nom", { exact: true }).fill("Inès Moreau");
  await page.getByLabel("Numéro de livraison").fill("7q2m 7q2m 7q2m 7q2m");
  await page.getByLabel("E-mail pour l’accusé de réception").fill("ines@exemple.fr");
  await page.getByRole("button", { name: "Continuer" }).click();
}
