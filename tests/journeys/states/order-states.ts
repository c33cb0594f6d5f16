import { expect, type Page } from "../test.ts";
import type { State } from "./state.ts";

/** Opens the first order of the list of orders that are not delivered. */
async function openOrder(page: Page): Promise<void> {
  await page.goto("/admin/commandes?etat=non-livrees");
  await page.locator("tbody").getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByText("Historique")).toBeVisible();
}

/** States of the administrators' pages about orders, their dispatch and messages. */
export const orderStates: State[] = [
  ["orders", (page) => page.goto("/admin/commandes")],
  [
    "orders, filtered",
    (page) => page.goto("/admin/commandes?etat=non-livrees&paiement=payee&recherche=a"),
  ],
  ["orders to prepare", (page) => page.goto("/admin/commandes?etat=a-preparer")],
  [
    "orders to hand over",
    (page) => page.goto("/admin/commandes/remise?toutes=1&retour=etat%3Da-preparer"),
  ],
  ["packing slips", (page) => page.goto("/admin/commandes/bons?toutes=1&retour=etat%3Da-preparer")],
  ["an order to pack", (page) => page.goto("/admin/preparation")],
  [
    "an order to pack, a bad tracking number",
    async (page) => {
      await page.goto("/admin/preparation");
      await page.getByLabel("Numéro de suivi").fill("6A");
      await page.getByRole("button", { name: "Remettre au transporteur" }).click();
      await expect(page.getByText("6 à 30 lettres et chiffres").first()).toBeVisible();
    },
  ],
  ["a carrier's numbers", (page) => page.goto("/admin/preparation/numeros")],
  [
    "a carrier's numbers, lines in error",
    async (page) => {
      await page.goto("/admin/preparation/numeros");
      const buffer = Buffer.from("commande;suivi\n3WPW70CHXNGD8NCM;6A12345678901\n");
      const file = { name: "numeros.csv", mimeType: "text/csv", buffer };
      await page.getByLabel("Fichier CSV").setInputFiles(file);
      await page.getByRole("button", { name: "Vérifier le fichier" }).click();
      await expect(page.getByText("1 ligne laissée de côté")).toBeVisible();
    },
  ],
  ["orders, nothing found", (page) => page.goto("/admin/commandes?recherche=zzzz")],
  ["an order", openOrder],
  [
    "an order, delivery confirmation",
    async (page) => {
      await openOrder(page);
      await page.getByRole("button", { name: "Marquer comme livré" }).click();
      await expect(page.getByText("Voulez vous marqué comme livré?")).toBeVisible();
    },
  ],
  [
    "an order, delivered",
    async (page) => {
      await openOrder(page);
      await page.getByRole("button", { name: "Marquer comme livré" }).click();
      await page
        .getByRole("dialog", { name: "Voulez vous marqué comme livré?" })
        .getByRole("button", { name: "Marquer comme livré", exact: true })
        .click();
      await expect(page.getByText("Livraison marquée avec succès!")).toBeVisible();
      await expect(page.getByText("Marqué par Claire Aubry")).toBeVisible();
    },
  ],
  [
    "packing slip",
    async (page) => {
      await openOrder(page);
      await page.getByRole("link", { name: "Bon de livraison" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bon de livraison");
    },
  ],
  [
    "notifications, some new, one open",
    async (page) => {
      await page.goto("/admin/notifications");
      await expect(page.getByText(/marqués comme lus à l’ouverture/)).toBeVisible();
      await page.locator("summary", { hasText: "Jeanne Caron" }).click();
      await expect(page.getByRole("link", { name: "Répondre par e-mail" })).toBeVisible();
    },
  ],
  ["notifications, all read", (page) => page.goto("/admin/notifications?page=2")],
  ["notifications, nothing found", (page) => page.goto("/admin/notifications?recherche=zzzz")],
  ["history", (page) => page.goto("/admin/historique")],
];
