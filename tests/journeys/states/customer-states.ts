import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../../playwright.config.ts";
import { runningUrl } from "../../../server/postgres.ts";
import { expect } from "../test.ts";
import type { State } from "./state.ts";

/** States of the pages that a signed-in customer opens. */
export const customerStates: State[] = [
  ["my orders", (page) => page.goto("/admin/my-orders")],
  [
    "one of my orders",
    async (page) => {
      await page.goto("/admin/my-orders");
      await page
        .getByRole("link", { name: /^Voir le détail/ })
        .first()
        .click();
      await expect(page.getByRole("heading", { level: 1, name: /^Commande du/ })).toBeVisible();
    },
  ],
  [
    "one of my orders, unpaid",
    async (page) => {
      await page.goto("/admin/my-orders");
      const unpaid = page.getByRole("article").filter({ hasText: "À payer" }).first();
      await unpaid.getByRole("link", { name: /^Voir le détail/ }).click();
      await expect(page.getByText("Paiement attendu")).toBeVisible();
    },
  ],
  [
    "my orders, failed to load",
    async (page) => {
      const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
      await sql`ALTER TABLE orders RENAME COLUMN phone_number TO elsewhere`;
      await page.goto("/admin/my-orders");
      await sql`ALTER TABLE orders RENAME COLUMN elsewhere TO phone_number`;
      await sql.end();
      await expect(page.getByText("Impossible de recurer les données")).toBeVisible();
    },
  ],
  [
    "a withdrawal, articles to pick",
    async (page) => {
      await page.goto("/admin/my-orders");
      await page
        .getByRole("link", { name: /^Renoncer au contrat ici ?, commande/ })
        .first()
        .click();
      await expect(page.getByText("Je le garde").first()).toBeAttached();
    },
  ],
  ["personal data", (page) => page.goto("/admin/account")],
  [
    "account settings, refused",
    async (page) => {
      await page.goto("/admin/parametre-compte");
      await page.getByLabel("Nom").fill("");
      await page.getByLabel(/^Téléphone/).fill("06 12");
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Erreur de mise a jour" })).toBeVisible();
    },
  ],
  [
    "account deletion, not possible yet",
    async (page) => {
      await page.goto("/admin/parametre-compte/supprimer");
      await expect(page.getByText("Pas encore")).toBeVisible();
    },
  ],
  ["favourites", (page) => page.goto("/favorite")],
  ["an unknown order", (page) => page.goto("/admin/my-orders/inconnu")],
];

/** States of the pages of a new customer, who has no orders and no favourites. */
export const newcomerStates: State[] = [
  [
    "no order yet",
    async (page) => {
      await page.goto("/admin/my-orders");
      await expect(page.getByText("Aucune commande pour l’instant")).toBeVisible();
    },
  ],
  [
    "no favourite yet",
    async (page) => {
      await page.goto("/favorite");
      await expect(page.getByText("Votre panier est vide")).toBeVisible();
    },
  ],
];
