import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "#db/schema/index.ts";
import { orderForm, sell } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const visitor = shop.visitor();
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true });

/** Specification §2 and §6: who may load what, and where the others are sent. */
const signedInOnly = { visitor: "/connexion", customer: 200, admin: 200 } as const;
const adminOnly = { visitor: "/", customer: "/", admin: 200 } as const;
const anybody = { visitor: 200, customer: 200, admin: 200 } as const;
const pages: [string, Record<"visitor" | "customer" | "admin", number | string>][] = [
  ["/", anybody],
  ["/boutique", anybody],
  ["/panier", anybody],
  ["/connexion", { visitor: 200, customer: "/", admin: "/" }],
  ["/mot-de-passe-oublie", anybody],
  ["/admin/account", signedInOnly],
  ["/admin/parametre-compte", signedInOnly],
  ["/admin/my-orders", signedInOnly],
  ["/favorite", signedInOnly],
  ["/recherche/?keyword=rien", anybody],
  ["/admin/commandes", adminOnly],
  ["/admin/produits", adminOnly],
  ["/admin/new/product", adminOnly],
  ["/admin/edict-product/inconnu", { visitor: "/", customer: "/", admin: 404 }],
  ["/admin/tableau-de-bord", adminOnly],
  ["/admin/notifications", adminOnly],
  ["/admin/historique", adminOnly],
  ["/admin/produits/importer", adminOnly],
  ["/admin/produits/importer/modele.csv", adminOnly],
  ["/admin/produits.csv", adminOnly],
  ["/admin/commandes.csv", adminOnly],
  ["/admin/my-orders/inconnu", { visitor: "/connexion", customer: 404, admin: 404 }],
  ["/admin/commandes/inconnu/bon-de-livraison", { visitor: "/", customer: "/", admin: 404 }],
  ["/nulle-part", { visitor: 404, customer: 404, admin: 404 }],
  ["/produit/inconnu", { visitor: 404, customer: 404, admin: 404 }],
  ["/payement/inconnu", { visitor: "/connexion", customer: 404, admin: 404 }],
];
const browsers = { visitor, customer, admin };

for (const [path, rule] of pages) {
  for (const who of ["visitor", "customer", "admin"] as const) {
    test(`GET ${path} as ${who}`, async () => {
      const expected = rule[who];
      const page = await browsers[who].get(path);
      const [name = "", query = ""] = path.replace(/\/(\?|$)/, "$1").split("?");
      const twin = await browsers[who].get(`${name || "/_"}.data?${query}`);
      if (typeof expected === "number") {
        expect(page.status).toBe(expected);
        expect(twin.status).toBe(expected);
      } else {
        expect(page.status).toBe(302);
        expect(page.headers.get("location")?.split("?")[0]).toBe(expected);
        // A redirect at the .data twin is said in the body.
        expect(twin.status).toBe(202);
        expect(await twin.text()).toContain(expected);
      }
      const isPrivate = who !== "visitor";
      expect(page.headers.get("cache-control")).toBe(isPrivate ? "private, no-store" : "no-cache");
      expect(twin.headers.get("cache-control")).toMatch(
        isPrivate ? /private, no-store/ : /no-cache|no-store/,
      );
    });
  }
}

test("marking delivered is the administrators' alone, page and .data", async () => {
  const id = await sell(shop.db, { name: "baume", price: 12 });
  const placed = await customer.post("/panier", orderForm([{ id, qty: 1 }], 1200));
  const orderId = placed.headers.get("location")!.split("/").at(-1)!;
  const isShipped = async () =>
    (await shop.db.select().from(orders).where(eq(orders.id, orderId)))[0]?.isShipped;
  for (const path of ["/admin/commandes", "/admin/commandes.data"]) {
    for (const browser of [visitor, customer]) {
      const answer = await browser.post(path, { intent: "deliver", id: orderId });
      expect([202, 302]).toContain(answer.status);
      expect(await isShipped()).toBe(false);
    }
  }
  await admin.post("/admin/commandes.data", { intent: "deliver", id: orderId });
  expect(await isShipped()).toBe(true);
});

test("every answer carries the security headers", async () => {
  for (const path of ["/", "/boutique.data", "/nulle-part", "/media/rien", "/live", "/healthz"]) {
    const { headers, body } = await visitor.get(path);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("content-security-policy"), path).toContain("script-src 'self' 'nonce-");
    expect(headers.get("content-security-policy"), path).not.toContain("unsafe");
    await body?.cancel();
  }
});

test.each([
  ["another site's page", { "sec-fetch-site": "cross-site", origin: "https://ailleurs.example" }],
  ["another site's page, in an older browser", { origin: "https://ailleurs.example" }],
])("a form posted by %s is refused", async (_who, headers) => {
  const answer = await admin.fetch("/admin/commandes", {
    method: "POST",
    headers,
    body: new URLSearchParams({ intent: "deliver", orderId: "x" }),
  });
  expect(answer.status).toBe(403);
});
