import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../../playwright.config.ts";
import { runningUrl } from "../../../server/postgres.ts";
import { expect, type Page } from "../test.ts";
import type { State } from "./state.ts";

/** Opens the administrators' list with a report of a demo review. */
async function openReports(page: Page): Promise<void> {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await sql`
    INSERT INTO review_reports (id, comment_id, product_id, product_name, reason, explanation, name, email)
    SELECT 'SIGNALEMENTESSAI0000000000', comments.id, products.id, products.name, 'fake', 'Cet avis parle d’un autre produit.',
      'Inès Moreau', 'ines@exemple.fr'
    FROM comments JOIN products ON products.id = product_id ORDER BY comments.id LIMIT 1
    ON CONFLICT DO NOTHING`;
  await sql.end();
  await page.goto("/admin/avis");
  await expect(page.getByRole("button", { name: "Masquer l’avis" }).first()).toBeVisible();
}

/** Opens the list of planned prices with one for three products, years ahead. */
async function openPricePlans(page: Page): Promise<void> {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const id = "PRXPREVS".padEnd(26, "0");
  await sql`
    INSERT INTO price_plans (id, percent, starts_at, ends_at) VALUES (${id}, 20, '2099-01-01', '2099-02-01')
    ON CONFLICT DO NOTHING`;
  await sql`
    INSERT INTO planned_prices (plan_id, product_id) SELECT ${id}, id FROM products ORDER BY id LIMIT 3
    ON CONFLICT DO NOTHING`;
  await sql.end();
  await page.goto("/admin/produits/prix");
  await page.getByText("3 produits", { exact: true }).click();
}

async function openProfileMenu(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: /^Mon compte/ }).click();
  await expect(page.getByRole("link", { name: /^Notifications \d+ non lus$/ })).toBeVisible();
}

/**
 * Opens the refund form of the newest paid order, fills in the reason and presses the button. Without a reason, waits
 * for the error message.
 */
async function openRefund(page: Page, button: string, reason = ""): Promise<void> {
  await page.goto("/admin/commandes?paiement=payee");
  await page.locator("tbody").getByRole("link").first().click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /embourser/ })
    .click();
  await page.getByLabel("Motif").fill(reason);
  await page.getByRole("button", { name: button }).click();
  if (reason === "") await expect(page.getByText("La demande est incomplète")).toBeVisible();
}

/** States of the administrators' pages about products, stock, money and settings. */
export const shopStates: State[] = [
  ["payments", (page) => page.goto("/admin/paiements")],
  ["stock", (page) => page.goto("/admin/stock")],
  ["stock, an unknown code", (page) => page.goto("/admin/stock?code=inconnu")],
  [
    "a product's stock, refused",
    async (page) => {
      await page.goto("/admin/stock");
      await page
        .getByRole("link", { name: /^Mouvements/ })
        .last()
        .click();
      await page.getByRole("button", { name: /^(Commencer à compter|Ajouter)$/ }).click();
      await expect(page.getByRole("heading", { name: "Rien n’est enregistré" })).toBeVisible();
    },
  ],
  ["stock, import", (page) => page.goto("/admin/stock/import")],
  [
    "stock, a faulty file",
    async (page) => {
      await page.goto("/admin/stock/import");
      const buffer = Buffer.from("reference;mouvement\nRIEN;1,5\n");
      const file = { name: "stock.csv", mimeType: "text/csv", buffer };
      await page.getByLabel("Fichier CSV").setInputFiles(file);
      await page.getByRole("button", { name: "Vérifier le fichier" }).click();
      await expect(page.getByRole("heading", { name: "Erreurs" })).toBeVisible();
    },
  ],
  ["fiscal journal", (page) => page.goto("/admin/fiscal")],
  ["attestation", (page) => page.goto("/admin/fiscal/attestation")],
  ["a refund, refused", (page) => openRefund(page, "Rembourser tout")],
  [
    "a refund, confirmation",
    async (page) => {
      await openRefund(page, "Rembourser tout", "Flacon fendu");
      await expect(page.getByText("Voulez-vous vraiment rembourser")).toBeVisible();
    },
  ],
  ["the profile menu and its badge", openProfileMenu],
  ["dashboard", (page) => page.goto("/admin/tableau-de-bord")],
  ["dashboard, as a table", (page) => page.goto("/admin/tableau-de-bord?vue=tableau")],
  ["dashboard, no sale", (page) => page.goto("/admin/tableau-de-bord?du=2020-01-01&au=2020-01-09")],
  [
    "appearance, an accent refused",
    async (page) => {
      await page.goto("/admin/reglages/apparence");
      await page.getByLabel("Couleur d’accent", { exact: true }).fill("#FFD400");
      await expect(page.getByText("Ce ton est trop clair pour du texte.")).toBeVisible();
    },
  ],
  ["reported reviews", openReports],
  ["reported reviews, none decided", (page) => page.goto("/admin/avis?etat=traites")],
  ["products", (page) => page.goto("/admin/produits")],
  ["planned prices", openPricePlans],
  [
    "a planned price, refused",
    async (page) => {
      await page.goto("/admin/produits");
      await page.getByRole("checkbox").first().check();
      await page.getByRole("button", { name: "Prévoir un prix" }).click();
      await page.getByRole("textbox", { name: "Pourcentage" }).fill("0");
      await page.getByRole("button", { name: "Prévoir un prix" }).click();
      await expect(page.getByText("Deux champs sont à corriger")).toBeVisible();
    },
  ],
  ["products, nothing found", (page) => page.goto("/admin/produits?recherche=zzzz")],
  [
    "products, deletion confirmation",
    async (page) => {
      await page.goto("/admin/produits");
      await page
        .getByRole("link", { name: /^Supprimer/ })
        .first()
        .click();
      await expect(page.getByText("Voulez-vous vraiment supprimer ?")).toBeVisible();
    },
  ],
  [
    "a new product, refused",
    async (page) => {
      await page.goto("/admin/new/product");
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
      await expect(page.getByText("Deux champs sont à corriger")).toBeVisible();
    },
  ],
  [
    "a product with a removed picture and a refused file",
    async (page) => {
      await page.goto("/admin/produits");
      await page
        .getByRole("link", { name: /^Modifier/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Retirer l’image 2" }).click();
      await page.locator("input[type=file]").setInputFiles({
        name: "faux.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.from("du texte"),
      });
      await expect(page.getByText(/^Erreur de téléchargement/).first()).toBeVisible();
    },
  ],
  [
    "products to check, a list open",
    async (page) => {
      await page.goto("/admin/verifications");
      await page.locator("summary", { hasText: "Vitamine A" }).click();
      await expect(page.getByText("Retinyl Palmitate")).toBeVisible();
    },
  ],
  ["families", (page) => page.goto("/admin/familles")],
  [
    "a new family of ticked products, refused",
    async (page) => {
      await page.goto("/admin/produits?recherche=huile");
      await page
        .getByLabel(/^Choisir/)
        .first()
        .check();
      await page.getByRole("button", { name: "Créer une famille" }).click();
      await page.getByRole("button", { name: "Enregistrer" }).click();
      await expect(
        page.getByText("Une famille compte au moins deux produits").first(),
      ).toBeVisible();
    },
  ],
  ["settings", (page) => page.goto("/admin/reglages")],
  ["settings, identity", (page) => page.goto("/admin/reglages/identite")],
  ["settings, accounts", (page) => page.goto("/admin/reglages/comptes")],
  ["settings, sales", (page) => page.goto("/admin/reglages/vente")],
  [
    "settings, a reduction",
    async (page) => {
      await page.goto("/admin/reglages/reductions");
      await page.getByRole("button", { name: "Ajouter une réduction" }).click();
      await page.getByLabel("Nom", { exact: true }).fill("Bienvenue");
    },
  ],
  ["settings, mails", (page) => page.goto("/admin/reglages/courriels")],
  [
    "settings, the legal notice refused",
    async (page) => {
      await page.goto("/admin/reglages/mentions-legales");
      await page.getByLabel("SIREN").fill("123 456 789");
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
      await expect(page.getByText("Ce numéro SIREN n’existe pas").first()).toBeVisible();
    },
  ],
];
