import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { SENSITIVE_ROUTES } from "#app/accounts/sensitive-routes.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { auditEvents, products } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { pagePaths } from "../support/pages.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
const actor = { id: admin.userId, name: "Claire Aubry" };
const read = async (path: string) => textOf(await admin.read(path));

/** The text of each row under « Accès ». */
async function accesses(): Promise<string[]> {
  const html = await admin.read("/admin/historique?objet=acces");
  return [...html.matchAll(/<tr role="row">(?:(?!<th role="columnheader")[\s\S])*?<\/tr>/g)].map(
    ([row]) => textOf(row).replaceAll(/\s+/g, " ").trim(),
  );
}

type Act = Parameters<typeof recordActs>[2][number];
const updated = (name: string, id = "p", changes: Act["changes"] = []): Act => ({
  act: "product-updated",
  subject: { type: "product", id, name },
  changes,
});

beforeEach(async () => {
  await db.delete(auditEvents);
});

describe("the audit history", () => {
  test("lists actor, action and changed fields, newest first", async () => {
    await recordActs(db, actor, [
      updated("crème au lin", "p", [{ field: "Prix", before: "34 €", after: "36 €" }]),
    ]);
    await recordActs(db, { id: admin.userId, name: "Élodie Cœur" }, [
      updated("baume", "p", [
        { field: "Description", before: null, after: "Onctueuse. ".repeat(20) },
      ]),
    ]);
    await recordActs(db, null, [
      { act: "admin-granted", subject: { type: "role", id: "u", name: "Paul Girard" } },
    ]);
    const html = await admin.read("/admin/historique");
    const text = textOf(html);
    expect(text).toMatch(
      /Commande de la machine Paul Girard Droits d’administration accordés .* Élodie Cœur Baume Produit modifié Description Avant vide Après Onctueuse\. .* Claire Aubry Crème au lin Produit modifié Prix : avant 34 € → après 36 €/,
    );
    // A long text is collapsed.
    expect(html).toMatch(/<details><summary[^>]*>Description<\/summary>/);
    expect(text).toContain("Tout 3 Produits 2 Commandes 0 Droits 1 Réglages 0 Accès 0");
  });

  test("a delivery is recorded with a link to its order; a product has a link until it is deleted", async () => {
    const id = await insertProduct(db, { name: "savon", price: 9 });
    const placed = await (await shop.customer()).post("/panier", orderForm([{ id, qty: 1 }], 900));
    const orderId = placed.headers.get("location")!.split("/").at(-1)!;
    await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    await recordActs(db, actor, [updated("savon", id)]);
    const html = await admin.read("/admin/historique");
    expect(html).toContain(`href="/admin/commandes?commande=${orderId}"`);
    expect(textOf(html)).toContain(
      `Claire Aubry ${deliveryNumber(orderId)} Commande marquée livrée`,
    );
    expect(html).toContain(`href="/admin/edict-product/${id}"`);
    await db.delete(products).where(eq(products.id, id));
    const after = await admin.read("/admin/historique");
    expect(after).not.toContain(`/${id}"`);
    expect(textOf(after)).toContain("Savon Produit modifié");
  });

  test("is filtered by subject type and searched by person, product and order number", async () => {
    await recordActs(db, actor, [
      updated("crème au lin"),
      { act: "order-delivered", subject: { type: "order", id: "o", name: "3WPW70CHXNGD8NCM" } },
      { act: "admin-granted", subject: { type: "role", id: "u", name: "Zoé Girard" } },
    ]);
    const subjects = async (query: string) =>
      [
        ...(await admin.read(`/admin/historique?${query}`)).matchAll(/class="cell[^>]*>([^<]*)</g),
      ].map(([, name]) => name);
    expect(await subjects("objet=produits")).toEqual(["Crème au lin"]);
    expect(await subjects("objet=commandes")).toEqual(["3WPW70CHXNGD8NCM"]);
    expect(await subjects("objet=droits")).toEqual(["Zoé Girard"]);
    expect(await subjects("objet=n-importe")).toHaveLength(3);
    expect(await subjects("recherche=creme")).toEqual(["Crème au lin"]);
    expect(await subjects("recherche=3wpw+70ch")).toEqual(["3WPW70CHXNGD8NCM"]);
    expect(await subjects("recherche=aubry+zoe")).toEqual(["Zoé Girard"]);
    expect(await subjects("recherche=zoe&objet=produits")).toEqual([]);
    expect(await read("/admin/historique?recherche=zzz")).toContain("Aucun acte trouvé");
  });

  test("an import is one entry with a link to its products, which the search finds by name", async () => {
    const importId = "01J00000000000000000000000";
    await recordActs(db, actor, [
      {
        act: "products-imported",
        subject: { type: "product", id: importId, name: "catalogue.csv" },
      },
      ...["sérum", "huile", "gel"].map((name): Act => ({
        act: "product-imported",
        subject: { type: "product", id: name, name },
        groupId: importId,
      })),
    ]);
    const html = await admin.read("/admin/historique");
    expect(textOf(html)).toContain("catalogue.csv Import de produits 3 produits importés");
    expect(textOf(html)).toContain("Tout 1 Produits 1");
    expect(textOf(html)).not.toContain("Sérum");
    expect(html).toContain(`href="/admin/historique?import=${importId}"`);
    const parts = await read(`/admin/historique?import=${importId}`);
    for (const expected of ["Sérum", "Huile", "Gel", "3 actes", "Tout l’historique"])
      expect(parts).toContain(expected);
    expect(await read("/admin/historique?recherche=huile")).toContain("Huile Produit importé");
    expect(await read("/admin/historique?import=%00")).toContain("catalogue.csv");
  });

  test("shows 20 entries a page", async () => {
    await recordActs(
      db,
      actor,
      Array.from({ length: 21 }, (_, index) => updated(`produit ${index}`)),
    );
    expect(await read("/admin/historique")).toContain("21 actes, page 1 sur 2");
    const count = async (page: number) =>
      (await read(`/admin/historique?page=${page}`)).split("Produit modifié").length - 1;
    expect([await count(1), await count(2), await count(99)]).toEqual([20, 1, 1]);
  });

  test("escapes HTML in names and values", async () => {
    await recordActs(db, actor, [
      updated("<b>gras</b>", "p", [{ field: "Description", before: "<i>a</i>", after: "é" }]),
    ]);
    const html = await admin.read("/admin/historique");
    expect(html).toContain("&lt;b&gt;gras&lt;/b&gt;");
    expect(html).not.toMatch(/<b>gras|<i>a/);
  });

  test.each([
    [
      "/admin/commandes.csv?du=2026-01-01&au=2026-03-31&recherche=aubry",
      "Commandes",
      /Du : 1er janvier 2026 Au : 31 mars 2026 Filtres : recherche$/,
    ],
    ["/admin/produits.csv", "Produits", /exportées$/],
    ["/admin/stock.csv", "Stock", /exportées$/],
    [
      "/admin/paiements/rapprochement.csv?du=2026-01-01",
      "Rapprochement PayPal",
      /Du : 1er janvier 2026$/,
    ],
    ["/admin/fiscal/jours.csv", "Sommes par jour", /exportées$/],
    ["/admin/fiscal/ventes.csv", "Ventes par pays", /exportées$/],
    ["/admin/fiscal/journal.csv", "Journal fiscal", /exportées$/],
    ["/admin/fiscal/fec.txt", "Écritures comptables (FEC)", /exportées$/],
  ])("an export is recorded, once an hour: %s", async (path, name, facts) => {
    for (let time = 0; time < 3; time++) await admin.read(path);
    const [row, ...others] = await accesses();
    expect(others).toEqual([]);
    expect(row).toContain(`Claire Aubry ${name} Données exportées`);
    expect(row).toMatch(facts);
    expect(row).not.toContain("aubry");
    await db.execute("ALTER TABLE audit_events DISABLE TRIGGER audit_events_unaltered");
    await db.update(auditEvents).set({ createdAt: sql`now() - interval '61 minutes'` });
    await db.execute("ALTER TABLE audit_events ENABLE TRIGGER audit_events_unaltered");
    await admin.read(path);
    expect(await accesses()).toHaveLength(2);
  });

  test("every file with the shop's data is one of the recorded exports", () => {
    const files = pagePaths().filter((path) => /^\/admin\/.*\.(csv|txt)$/.test(path));
    const notData = ["modele.csv", "lignes-fautives.csv"];
    for (const path of files.filter((one) => !notData.some((name) => one.endsWith(name))))
      expect(SENSITIVE_ROUTES).toHaveProperty([path.slice(1)], {
        kind: "export",
        name: expect.any(String),
        from: expect.any(String),
      });
  });

  test("the page of undesirable effects is recorded once an hour for each administrator, whatever its address and live updates", async () => {
    const other = await shop.customer({ isAdmin: true, name: "Zoé Girard" });
    const customer = await shop.customer();
    for (const path of ["", ".data", "?etat=clos&page=3"]) {
      await Promise.all([1, 2, 3].map(() => admin.read(`/admin/effets-indesirables${path}`)));
      await other.read(`/admin/effets-indesirables${path}`);
      expect((await customer.get(`/admin/effets-indesirables${path}`)).status).not.toBe(200);
    }
    expect((await accesses()).map((row) => row.replace(/^.*?(Claire|Zoé)/, "$1"))).toEqual([
      "Zoé Girard Effets indésirables Données de santé consultées",
      "Claire Aubry Effets indésirables Données de santé consultées",
    ]);
  });

  test("an administrator's sign-in is recorded, a customer's and a refused one are not", async () => {
    const customer = await shop.customer();
    const signIn = (email: string, password: string) =>
      shop.visitor().post("/connexion", { email, password });
    await signIn(customer.email, "Mot-de-passe-1");
    await signIn(admin.email, "Mot-de-passe-2");
    expect(await accesses()).toEqual([]);
    await signIn(admin.email, "Mot-de-passe-1");
    expect(await accesses()).toEqual([
      expect.stringMatching(/Claire Aubry Claire Aubry Connexion à l’administration$/),
    ]);
  });

  test("rejects updates, even by SQL", async () => {
    await recordActs(db, actor, [updated("crème")]);
    await expect(db.update(auditEvents).set({ actorName: "Personne" })).rejects.toMatchObject({
      cause: { constraint: "audit_trail" },
    });
  });

  test("shows a message when it is empty and when the query fails", async () => {
    expect(await read("/admin/historique")).toContain("Rien n’a encore été changé");
    const alone = await openShop();
    const other = await alone.customer({ isAdmin: true });
    await alone.db.execute("ALTER TABLE audit_events RENAME TO elsewhere");
    const text = textOf(await other.read("/admin/historique", 500));
    expect(text).toContain("Impossible de recurer les données");
    expect(alone.takeErrors().length).toBeGreaterThan(0);
  });
});
