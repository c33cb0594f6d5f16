import type { RouteConfigEntry } from "@react-router/dev/routes";
import { beforeAll, describe, expect, test } from "vitest";
import { placeOrder } from "#app/orders/place-order.server.ts";
import routes from "#app/routes.ts";
import { orders, users } from "#db/schema/index.ts";
import { createServices } from "../../server/services.ts";
import { Browser } from "../support/browser.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { sendRaw } from "../support/raw-socket.ts";
import { openShop } from "../support/shop.ts";

/* A closed shop: every route of app/routes.ts × page and .data × GET and POST × visitor, customer and administrator. */

const shop = await openShop({ DEMO: "0" }, { cacheBytes: 10_000_000 });
const reached = await openShop({ DEMO: "0", BASE_URL: "https://www.ma-boutique.fr" });
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true });
const visitor = shop.visitor();

/** « stays »: it answers as ever; « closed »: « Nous ouvrons bientôt » for whoever is no administrator. */
const ROUTES: Record<string, "stays" | "closed"> = {
  "admin/commandes/:id/lots": "closed",
  "admin/rappels": "closed",
  "admin/verifications": "closed",
  "admin/rappels/:id": "closed",
  "admin/rappels/nouveau": "closed",
  "admin/effets-indesirables": "closed",
  rappels: "stays",
  "rappels/:id": "stays",
  "effet-indesirable": "stays",
  "": "closed",
  boutique: "closed",
  "produit/:id": "closed",
  "produit/:id/prevenir": "closed",
  "me-prevenir": "stays",
  "sans-rappel": "stays",
  recherche: "closed",
  "recherche/suggestions": "closed",
  "favoris/:id": "closed",
  panier: "closed",
  "panier/prix": "closed",
  "panier/sommes": "closed",
  "panier/relais": "closed",
  connexion: "stays",
  "mot-de-passe-oublie": "stays",
  "nouveau-mot-de-passe": "stays",
  deconnexion: "stays",
  commande: "stays",
  "payement/:id": "stays",
  "payement/:id/paypal": "stays",
  "factures/:number/:format?": "stays",
  "confirmer-adresse": "stays",
  "ce-n-est-pas-moi": "stays",
  "premiere-administratrice": "stays",
  "courriel-recu": "stays",
  "admin/account": "stays",
  "admin/mes-adresses": "stays",
  "villes/:code": "stays",
  "admin/parametre-compte": "stays",
  "admin/parametre-compte/supprimer": "stays",
  "admin/parametre-compte/mes-donnees": "stays",
  "compte-supprime": "stays",
  "admin/my-orders": "stays",
  "admin/my-orders/:id": "stays",
  "admin/my-orders/:id/annuler": "stays",
  "admin/my-orders/:id/retard": "stays",
  "admin/tableau-de-bord": "closed",
  "admin/produits": "closed",
  "admin/familles": "closed",
  "admin/familles/:id": "closed",
  "admin/produits/prix": "closed",
  "admin/produits/prix/nouveau": "closed",
  "admin/produits/importer": "closed",
  "admin/new/product": "closed",
  "admin/edict-product/:id": "closed",
  "admin/notifications": "closed",
  "admin/avis": "closed",
  "signaler-avis/:id": "closed",
  "gestion-des-avis": "closed",
  "admin/commandes": "closed",
  "admin/commandes/:id/remboursement": "closed",
  "admin/paiements": "closed",
  "admin/paiements/rapprochement": "closed",
  "admin/paiements/rapprochement.csv": "closed",
  "admin/fiscal": "closed",
  "admin/fiscal/attestation": "closed",
  "admin/fiscal/fec.txt": "closed",
  "admin/fiscal/journal.csv": "closed",
  "admin/fiscal/jours.csv": "closed",
  "admin/fiscal/ventes.csv": "closed",
  "admin/retractations": "closed",
  "admin/commandes/:id/retour": "closed",
  "admin/commandes/:id/colis": "closed",
  "admin/commandes/:id/sans-compte": "closed",
  "admin/commandes/:id/colis.pdf": "closed",
  "admin/commandes/bons": "closed",
  "admin/commandes/remise": "closed",
  "admin/preparation": "closed",
  "admin/preparation/numeros": "closed",
  "admin/stock": "closed",
  "admin/stock.csv": "closed",
  "admin/stock/:id": "closed",
  "admin/stock/import": "closed",
  "admin/retours": "closed",
  "admin/retours/:id": "closed",
  "admin/historique": "closed",
  "admin/mot-de-passe": "closed",
  "admin/courriels": "closed",
  "admin/courriels/:key": "closed",
  "admin/ouverture": "closed",
  "admin/reglages": "closed",
  "admin/reglages/identite": "closed",
  "admin/reglages/apparence": "closed",
  "admin/reglages/accueil": "closed",
  "admin/reglages/accueil/apercu": "closed",
  "admin/reglages/pages": "closed",
  "admin/reglages/pages/apercu": "closed",
  "admin/reglages/contact": "closed",
  "admin/reglages/mentions-legales": "closed",
  "admin/reglages/livraison": "closed",
  "admin/reglages/reductions": "closed",
  "admin/reglages/comptes": "closed",
  "admin/reglages/vente": "closed",
  "admin/reglages/courriels": "closed",
  favorite: "closed",
  "admin/commandes/:id/bon-de-livraison": "closed",
  "admin/commandes/:id/contrat": "closed",
  "admin/produits.csv": "closed",
  "admin/commandes.csv": "closed",
  "admin/produits/importer/modele.csv": "closed",
  "admin/produits/importer/:id/lignes-fautives.csv": "closed",
  contact: "stays",
  retractation: "stays",
  faqs: "closed",
  "apropos-de-nous": "closed",
  "plitique-de-confidentialite": "stays",
  "condition-generale-de-vente": "stays",
  "condition-generale-de-vente/:hash": "stays",
  accessibilite: "stays",
  "mentions-legales": "stays",
  "perturbateurs-endocriniens.json": "closed",
  "sitemap.xml": "closed",
  "robots.txt": "stays",
  "manifest.webmanifest": "stays",
  "*": "closed",
};

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, index, children }) => [
    ...(path !== undefined || index ? [path ?? ""] : []),
    ...pathsOf(children ?? []),
  ]);

let productId = "";
let orderId = "";

/** Opens or closes the shop behind the services' back, as another node would. */
async function setOpen(isOpen: boolean): Promise<void> {
  await shop.sql`UPDATE shop_state SET is_open = ${isOpen}`;
  await shop.settings.load();
}

beforeAll(async () => {
  productId = await insertProduct(shop.db, { name: "crème secrète", price: 34 });
  await customer.post("/panier", orderForm([{ id: productId, qty: 1 }], 3400));
  orderId = (await shop.db.select({ id: orders.id }).from(orders))[0]!.id;
  // Kept pages must not come through either.
  for (const path of ["/", "/boutique", `/produit/${productId}`, "/sitemap.xml", "/boutique.data"])
    expect((await visitor.get(path)).status, path).toBe(200);
  await setOpen(false);
});

function addressOf(path: string): string {
  const isOrder = /payement|my-orders|commandes/.test(path);
  return path
    .replace(":id", isOrder ? orderId : productId)
    .replace(":number", "F2026-00001")
    .replace(":key", "rien")
    .replace("*", "nulle/part");
}

test("every route says whether it stays, and no rule is left of one that is gone", () => {
  expect(pathsOf(routes).sort()).toEqual(Object.keys(ROUTES).sort());
});

describe.each(Object.entries(ROUTES))("/%s", (path, rule) => {
  for (const [name, who] of Object.entries({ visitor, customer }))
    test(`${rule} for a ${name}`, async () => {
      const page = `/${addressOf(path)}`;
      const twin = `/${addressOf(path) || "_"}.data`;
      // Signing out would end the session of the other tests.
      const doesWrite = path !== "deconnexion";
      for (const answer of [
        await who.get(page),
        await who.get(twin),
        ...(doesWrite ? [await who.post(page, {}), await who.post(twin, {})] : []),
      ]) {
        const text = await answer.text();
        // Her own order names what she bought.
        if (rule === "closed" || who === visitor) expect(/crème secrète/i.test(text)).toBe(false);
        if (rule === "stays") {
          expect([503, 500]).not.toContain(answer.status);
          continue;
        }
        expect(answer.status, answer.url).toBe(503);
        expect(answer.headers.get("retry-after")).toBe("3600");
        expect(answer.headers.get("cache-control")).toBe("no-store");
        expect(answer.headers.get("x-robots-tag")).toBe("noindex");
        expect(answer.headers.get("cdn-cache-control")).toBe(null);
        if (answer.headers.get("content-type")?.startsWith("text/html")) {
          expect(text).toContain("Nous ouvrons bientôt");
          expect(text).toContain('name="robots" content="noindex"');
          expect(text.includes("<script")).toBe(false);
        }
      }
    });

  test("answers an administrator", async () => {
    const page = `/${addressOf(path)}`;
    const answer = path === "deconnexion" ? null : await admin.get(page);
    expect(answer?.status ?? 200).not.toBe(503);
  });
});

test.each([
  "//evil.example/x.data",
  "///evil.example/x.data?a=b",
  "//evil.example/_.data",
  "//evil.example/boutique/x.data",
  "//evil.example/",
])("%s leads to no other host", async (path) => {
  const { host } = new URL(shop.url);
  for (const method of ["GET", "POST"]) {
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${shop.url}\r\n`;
    const answer = await sendRaw(shop.url, `${head}content-length: 0\r\nconnection: close\r\n\r\n`);
    expect(answer).not.toContain("//evil.example");
  }
});

test.each(["/BOUTIQUE", "/boutique/", "/%62outique", "/boutique.data?_routes=root"])(
  "%s is closed too",
  async (path) => {
    expect((await visitor.get(path)).status).toBe(503);
  },
);

test("what pages and machines need answers", async () => {
  for (const path of ["/healthz", "/readyz", "/favicon.svg", "/og.jpg"])
    expect((await visitor.get(path)).status, path).toBe(200);
  const event = await visitor.fetch("/webhooks/paypal", { method: "POST", body: "{}" });
  expect(event.status).toBe(400);
  const closed = await visitor.read("/", 503);
  const asset = /\/assets\/[\w.-]+\.css/.exec(closed)![0];
  expect((await visitor.get(asset)).status).toBe(200);
});

test("a customer keeps her orders and pays the one under way", async () => {
  expect(await customer.read("/admin/my-orders")).toContain("Mes commandes");
  expect(await customer.read(`/payement/${orderId}`)).toContain("Paiement");
  const started = await customer.postJson(`/payement/${orderId}/paypal`, { act: "create" });
  expect(started.status).not.toBe(503);
  expect(await customer.read("/", 503)).toContain("Mes commandes");
});

const account = (email: string) => ({
  mode: "inscription",
  name: "Inès Moreau",
  email,
  password: "Mot-de-passe-1",
  confirmation: "Mot-de-passe-1",
});

test("nobody signs up; people sign in", async () => {
  const up = await shop
    .visitor()
    .post("/connexion?mode=inscription", account("trop-tot@exemple.fr"));
  expect(up.status).toBe(503);
  expect(await up.text()).toContain("Les inscriptions ouvriront avec la boutique.");
  const page = await shop.visitor().read("/connexion?mode=inscription");
  expect(page).toContain("Les inscriptions ouvriront avec la boutique.");
  expect(page).not.toContain('name="confirmation"');
  const emails = await shop.db.select({ email: users.email }).from(users);
  expect(emails.map(({ email }) => email)).not.toContain("trop-tot@exemple.fr");
  const signIn = { mode: "connexion", email: customer.email, password: "Mot-de-passe-1" };
  expect((await shop.visitor().post("/connexion", signIn)).status).toBe(302);
});

test("an administrator sees the shop, with a bar, and tries an order", async () => {
  const home = await admin.read("/");
  expect(home).toContain("Boutique fermée au public");
  expect(await admin.read(`/produit/${productId}`)).toContain("Crème secrète");
  const order = await admin.post("/panier", orderForm([{ id: productId, qty: 1 }], 3400));
  expect(order.headers.get("location")).toMatch(/^\/payement\//);
});

test("orders and sign-ups that race with the closing: none after it", async () => {
  await setOpen(true);
  const viewer = { id: customer.userId, sessionId: "", isAdmin: false } as never;
  const order = () =>
    placeOrder(shop, viewer, {
      ...orderForm([], 3400),
      items: [{ id: productId, qty: 1 }],
      seenTotalCents: 3400,
    } as never);
  // A transaction that holds the shop open: the closing waits for it, and later orders for the closing.
  const outcome = await shop.db.transaction(async (tx) => {
    const { holdOpen } = await import("#app/platform/shop-open.server.ts");
    expect(await holdOpen(tx, shop.config)).toBe(true);
    const closing = admin.post("/admin/ouverture", { intent: "close" });
    await expect
      .poll(() => shop.sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)
      .toHaveLength(1);
    const late = [
      order(),
      shop.visitor().post("/connexion?mode=inscription", account("en-course@exemple.fr")),
    ] as const;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { closing, late };
  });
  expect((await outcome.closing).status).toBe(200);
  expect(await outcome.late[0]).toEqual({ kind: "closed" });
  expect((await outcome.late[1]).status).toBe(503);
  const acts = await shop.sql<{ act: string }[]>`
    SELECT act FROM audit_events WHERE subject_id = 'opening'`;
  expect(acts.map(({ act }) => act)).toEqual(["shop-closed"]);
});

test("three nodes follow an opening and a closing within a second", async () => {
  const nodes = [1, 2].map(() => {
    const { config, log, sql, db, databaseUrl } = shop as never as Parameters<
      typeof createServices
    >[0];
    return createServices({ config, log, sql, db, databaseUrl });
  });
  for (const node of nodes) await node.settings.load();
  for (const node of nodes) await node.hub.start();
  const all = [shop, ...nodes];
  for (const isOpen of [true, false]) {
    const begun = performance.now();
    await shop.sql`UPDATE shop_state SET is_open = ${isOpen}`;
    await expect
      .poll(() => all.map(({ settings }) => settings.current().isOpen), { interval: 5 })
      .toEqual([isOpen, isOpen, isOpen]);
    expect(performance.now() - begun).toBeLessThan(1_000);
  }
  for (const node of nodes) await node.hub.stop();
});

test("a shop that others reach stays closed while its payments are simulated", async () => {
  expect(reached.settings.current().isOpen).toBe(false);
  expect((await new Browser(reached.url).get("/boutique")).status).toBe(503);
});
