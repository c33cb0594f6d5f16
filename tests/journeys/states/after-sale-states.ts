import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../../playwright.config.ts";
import { runningUrl } from "../../../server/postgres.ts";
import { insertUnpaidOrder } from "../another-order.ts";
import { expect } from "../test.ts";
import { change, type State } from "./state.ts";

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

const DOUBTFUL = "ESSAIDESAVERTISSEMENTS0000";

/** States of the administrators' pages about withdrawals, returns, lots, recalls and disputes; later ones need the rows of earlier ones. */
export const afterSaleStates: State[] = [
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
  ["comparison with PayPal, not read", (page) => page.goto("/admin/paiements/rapprochement")],
  [
    "comparison with PayPal",
    async (page) => {
      await change(async (sql) => {
        await sql`INSERT INTO provider_readings (read_from, read_until, outcome, balance_cents, balance_at)
          VALUES (now() - interval '1 day', now(), 'read', 1234, now()) ON CONFLICT DO NOTHING`;
        await sql`INSERT INTO provider_transactions (id, code, kind, status, amount_cents, currency, initiated_at, updated_at, moved_at)
          VALUES ('ETAT-1', 'T1201', 'dispute', 'S', -1200, 'EUR', now(), now(), now()),
            ('ETAT-2', 'T0006', 'capture', 'S', 3400, 'USD', now(), now(), now()) ON CONFLICT DO NOTHING`;
      });
      await page.goto("/admin/paiements/rapprochement");
      await expect(page.getByText("À expliquer")).toBeVisible();
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
