import { connect } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { insertUnpaidOrder } from "./another-order.ts";
import { expect, type Page } from "./test.ts";

const DOUBTFUL = "ESSAIDESAVERTISSEMENTS0000";
/** A state of a page: its name and the steps that open it. */
type State = [name: string, open: (page: Page) => Promise<unknown>];

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

/** Records the lot « L-ESSAI » on the first line of a demo order; returns the order and the product. */
async function recordDemoLots(): Promise<{ order: string; product: string }> {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const [line] = await sql<{ order: string; product: string }[]>`
    SELECT order_id AS order, product_id AS product FROM order_lines WHERE position = 0 ORDER BY quantity DESC, order_id LIMIT 1`;
  await sql`INSERT INTO order_lots (order_id, position, lot, product_id, best_before, quantity)
    VALUES (${line!.order}, 0, 'L-ESSAI', ${line!.product}, '2031-06', 1) ON CONFLICT DO NOTHING`;
  await sql.end();
  return line!;
}

/** Expects a piece of the demo's oldest delivered order back; returns the return's id. */
async function expectDemoReturn(): Promise<string> {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  const [order] = await sql<{ id: string }[]>`
    SELECT id FROM orders WHERE is_shipped ORDER BY id LIMIT 1`;
  const { id } = order!;
  await sql`INSERT INTO returns (id, order_id) VALUES (${id}, ${id}) ON CONFLICT DO NOTHING`;
  await sql`INSERT INTO return_lines VALUES (${id}, ${id}, 0, 1) ON CONFLICT DO NOTHING`;
  await sql.end();
  return id;
}

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

/** States of the pages that an administrator opens. */
export const administratorStates: State[] = [
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
  ["settings", (page) => page.goto("/admin/reglages")],
  ["settings, identity", (page) => page.goto("/admin/reglages/identite")],
  ["settings, sales", (page) => page.goto("/admin/reglages/vente")],
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
      await expect(page.getByText("1 ligne à corriger")).toBeVisible();
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
  [
    "withdrawals",
    async (page) => {
      await change(async (sql) => {
        await sql`INSERT INTO withdrawals (id, order_id, order_number, name, email, created_at)
          SELECT '01J0RETRACTATIONESSAI00' || lpad(n::text, 3, '0'), id, upper(substr(id, 11)), 'Jeanne Caron', 'jeanne.caron@exemple.fr',
            shipped_at + n * interval '9 days'
          FROM (SELECT id, shipped_at, row_number() OVER (ORDER BY id) AS n FROM orders WHERE shipped_at IS NOT NULL LIMIT 4) AS shipped
          ON CONFLICT DO NOTHING`;
        await sql`INSERT INTO withdrawals (id, order_number, name, email, articles)
          VALUES ('01J0RETRACTATIONESSAI00999', '7Q2M7Q2M7Q2M7Q2M', 'Inès Moreau', 'ines@exemple.fr', 'La crème au lin')
          ON CONFLICT DO NOTHING`;
        await sql`INSERT INTO withdrawal_endings (withdrawal_id, reason)
          VALUES ('01J0RETRACTATIONESSAI00001', 'Les produits ne sont jamais revenus.') ON CONFLICT DO NOTHING`;
      });
      await page.goto("/admin/retractations?etat=toutes");
      await expect(page.getByText("Jeanne Caron").first()).toBeVisible();
    },
  ],
  [
    "withdrawals, a number refused",
    async (page) => {
      await page.goto("/admin/retractations?etat=a-rapprocher");
      await page
        .getByRole("button", { name: /^Rapprocher/ })
        .first()
        .click();
      await expect(page.getByText("Aucune commande n’a ce numéro.").first()).toBeVisible();
    },
  ],
  [
    "withdrawals, closing one",
    async (page) => {
      await page.goto("/admin/retractations?etat=a-rapprocher");
      await page.locator("summary", { hasText: "Clore" }).first().click();
      await page.getByLabel("Raison").first().fill("Les produits ne sont jamais revenus.");
      await page
        .getByRole("button", { name: /^Clore/ })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toContainText("Clore cette rétractation");
    },
  ],
  [
    "returns",
    async (page) => {
      await expectDemoReturn();
      await page.goto("/admin/retours?etat=tous");
      await expect(page.getByRole("row")).not.toHaveCount(0);
    },
  ],
  [
    "a return, reception refused",
    async (page) => {
      await page.goto(`/admin/retours/${await expectDemoReturn()}`);
      await page.getByLabel("En rayon").first().fill("98");
      await page.locator("summary", { hasText: "Le retour ne viendra pas" }).click();
      await page.getByRole("button", { name: "Retour reçu" }).click();
      await expect(page.getByRole("heading", { name: "Le retour n’est pas reçu" })).toBeVisible();
    },
  ],
  [
    "a new return, refused",
    async (page) => {
      const { order } = await recordDemoLots();
      await change(
        (sql) =>
          sql`UPDATE orders SET is_paid = true, is_shipped = true WHERE id = ${order} AND NOT is_shipped`,
      );
      await page.goto(`/admin/commandes/${order}/retour`);
      await page.getByRole("button", { name: "Attendre le retour" }).click();
      await expect(page.getByText("Choisissez au moins un article.").first()).toBeVisible();
    },
  ],
  [
    "lots of an order",
    async (page) => {
      const { order } = await recordDemoLots();
      await page.goto(`/admin/commandes/${order}/lots`);
      await page
        .getByRole("button", { name: /^Autre lot/ })
        .first()
        .click();
    },
  ],
  [
    "lots of an order, refused",
    async (page) => {
      const { order } = await recordDemoLots();
      await page.goto(`/admin/commandes/${order}/lots`);
      await page.getByLabel("À utiliser avant fin").first().fill("demain");
      await page.getByRole("button", { name: "Enregistrer les lots" }).click();
      await expect(page.getByText(/Un mois ou un jour/).first()).toBeVisible();
    },
  ],
  ["a new recall, its product", (page) => page.goto("/admin/rappels/nouveau?recherche=L-ESSAI")],
  [
    "a new recall, its buyers and notice, to confirm",
    async (page) => {
      const { product } = await recordDemoLots();
      await page.goto(`/admin/rappels/nouveau?produit=${product}&lot=L-ESSAI`);
      await page.getByLabel("Le danger").fill("Par précaution\u00a0: brûlures.");
      await page.getByRole("button", { name: "Relire et publier" }).click();
      await expect(page.getByText(/minimisent le danger/).first()).toBeVisible();
    },
  ],
  ["recalls", (page) => page.goto("/admin/rappels")],
  [
    "a recall",
    async (page) => {
      const { order, product } = await recordDemoLots();
      await change(async (sql) => {
        await sql`INSERT INTO recalls (id, product_id, product_name, lots, description, danger, action, remedy, contact)
          VALUES ('01J0RAPPE1ESSA100000000000', ${product}, 'crème d’essai', ARRAY['L-ESSAI'], 'Un pot.', 'Brûlures.', 'Cessez.', 'Échange.', 'Ici.')
          ON CONFLICT DO NOTHING`;
        await sql`INSERT INTO recall_orders (recall_id, order_id, quantity) VALUES ('01J0RAPPE1ESSA100000000000', ${order}, 1)
          ON CONFLICT DO NOTHING`;
      });
      await page.goto("/admin/rappels/01J0RAPPE1ESSA100000000000");
      await expect(page.getByText("Sans adresse").first()).toBeVisible();
    },
  ],
  [
    "undesirable effects",
    async (page) => {
      await change(
        (
          sql,
        ) => sql`INSERT INTO effect_reports (id, product_id, product_name, lot, description, seriousness, name, email, phone)
          VALUES ('01J0EFFETESSA1000000000000', '', 'crème d’essai', 'L42', 'Rougeurs du visage.', 'hospitalisation', 'Maud', 'maud@exemple.fr', '')
          ON CONFLICT DO NOTHING`,
      );
      await page.goto("/admin/effets-indesirables");
      await expect(page.getByText("À déclarer sous 20 jours").first()).toBeVisible();
    },
  ],
  ["mails", (page) => page.goto("/admin/courriels")],
  ["mails, none given up", (page) => page.goto("/admin/courriels?etat=echecs")],
  ["history, nothing found", (page) => page.goto("/admin/historique?recherche=zzzz")],
  [
    "an order in dispute",
    async (page) => {
      await change(async (sql) => {
        await insertUnpaidOrder(sql, DOUBTFUL);
        await sql`INSERT INTO payment_breaks (id, order_id, kind, detail)
          VALUES (${DOUBTFUL}, ${DOUBTFUL}, 'reversed', 'Un litige d’essai')`;
      });
      await page.goto(`/admin/commandes?commande=${DOUBTFUL}`);
      await expect(page.getByRole("dialog")).toContainText("Cette commande est en litige");
    },
  ],
  [
    "the confirmation of a delivery in dispute",
    async (page) => {
      await page.goto(`/admin/commandes?livrer=${DOUBTFUL}`);
      await expect(page.getByRole("dialog")).toContainText("Cette commande est en litige");
    },
  ],
  [
    "packing slip, stamped",
    async (page) => {
      await page.goto(`/admin/commandes/${DOUBTFUL}/bon-de-livraison`);
      await expect(page.getByText("LITIGE", { exact: true })).toBeVisible();
      await expect(page.getByRole("table")).toBeVisible();
    },
  ],
  [
    "an order with a payment alert",
    async (page) => {
      await change((sql) => sql`UPDATE payment_breaks SET kind = 'amount' WHERE id = ${DOUBTFUL}`);
      await page.goto(`/admin/commandes?commande=${DOUBTFUL}`);
      await expect(page.getByRole("dialog")).toContainText("Paiement à vérifier");
    },
  ],
  [
    "packing slip, under a recall",
    async (page) => {
      await change(
        (sql) => sql`
          INSERT INTO recalls (id, product_id, product_name, from_day, until_day, description, danger, action, remedy, contact)
          SELECT ${DOUBTFUL}, product_id, name, '2020-01-01', '2090-01-01', 'x', 'x', 'x', 'x', 'x'
          FROM order_lines WHERE order_id = ${DOUBTFUL} ORDER BY position LIMIT 1`,
      );
      await page.goto(`/admin/commandes/${DOUBTFUL}/bon-de-livraison`);
      await expect(page.getByText("RAPPEL", { exact: true })).toBeVisible();
      await expect(page.getByText(/^Rappel en cours/)).toBeVisible();
    },
  ],
  [
    "the confirmation of a delivery under a recall",
    async (page) => {
      await page.goto(`/admin/commandes?livrer=${DOUBTFUL}`);
      await expect(page.getByRole("dialog")).toContainText("Rappel en cours");
      await change((sql) => sql`UPDATE recalls SET closed_at = now() WHERE id = ${DOUBTFUL}`);
    },
  ],
  [
    "packing slip, refused",
    async (page) => {
      await change(async (sql) => {
        await sql`UPDATE payment_breaks SET resolved_at = now() WHERE id = ${DOUBTFUL}`;
        await sql`UPDATE orders SET cancelled_at = now(), cancel_reason = 'Essai' WHERE id = ${DOUBTFUL}`;
      });
      await page.goto(`/admin/commandes/${DOUBTFUL}/bon-de-livraison`);
      await expect(page.getByText("ANNULÉE", { exact: true })).toBeVisible();
      await expect(page.getByText("Rien n’est à envoyer")).toBeVisible();
    },
  ],
];

/** Runs `act` with a database connection of its own, which `change` then closes. */
async function change(act: (sql: Sql) => Promise<unknown>): Promise<void> {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await act(sql);
  await sql.end();
}

async function openProfileMenu(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: /^Mon compte/ }).click();
  await expect(page.getByRole("link", { name: /^Notifications \d+ non lus$/ })).toBeVisible();
}

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

/** Opens the first order of the list of orders that are not delivered. */
async function openOrder(page: Page): Promise<void> {
  await page.goto("/admin/commandes?etat=non-livrees");
  await page.locator("tbody").getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByText("Historique")).toBeVisible();
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
