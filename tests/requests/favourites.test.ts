import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { toggleFavourite } from "#app/favourites/favourites.server.ts";
import { favourites, products } from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const { db } = shop;

/** Sends the request that the page's script sends at a click on a heart. */
const click = async (browser: Browser, id: string) => {
  const answer = await browser.post(`/favoris/${id}.data`, { favori: "1" });
  return { status: answer.status, text: await answer.text() };
};
const favouritesOf = (customerId: string) =>
  db.select().from(favourites).where(eq(favourites.customerId, customerId));

test("the first click on a heart adds the favourite, the second removes it", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(db, { name: "baume de mars", price: 12 });
  const viewer = { id: customer.userId };
  expect(await toggleFavourite(db, viewer, id)).toEqual({ kind: "added" });
  expect(await favouritesOf(customer.userId)).toMatchObject([{ productId: id }]);
  expect(await toggleFavourite(db, viewer, id)).toEqual({ kind: "removed" });
  expect(await favouritesOf(customer.userId)).toEqual([]);
  expect(await toggleFavourite(db, viewer, "inconnu")).toEqual({ kind: "unknown-product" });

  expect((await click(customer, id)).text).toContain("added");
  expect((await click(customer, id)).text).toContain("removed");
  expect((await click(customer, "01J00000000000000000000000")).status).toBe(404);
});

test("product cards show each customer's own favourites only", async () => {
  const [one, other] = [await shop.customer(), await shop.customer()];
  const name = "baume des deux";
  const id = await insertProduct(db, { name, price: 12 });
  const heartFor = async (browser: Browser) => {
    const page = await browser.read("/boutique?nom=baume+des+deux");
    return new RegExp(`data-heart="${id}"[^>]*><button[^>]*aria-pressed="(\\w+)"`).exec(page)?.[1];
  };
  const hearts = async () => [
    await heartFor(one),
    await heartFor(other),
    await heartFor(shop.visitor()),
  ];
  expect(await hearts()).toEqual(["false", "false", "false"]);
  await click(one, id);
  expect(await hearts()).toEqual(["true", "false", "false"]);
  await click(other, id);
  await click(one, id);
  expect(await hearts()).toEqual(["false", "true", "false"]);
});

test("without scripts the form redirects to the page it was on, and to no other address", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(db, { name: "baume d'avril", price: 12 });
  const send = async (retour?: string) => {
    const back = retour === undefined ? "" : `?retour=${encodeURIComponent(retour)}`;
    const answer = await customer.fetch(`/favoris/${id}${back}`, {
      method: "POST",
      headers: { origin: shop.url, accept: "text/html,application/xhtml+xml" },
    });
    expect(answer.status).toBe(302);
    return answer.headers.get("location");
  };
  expect(await send("favoris")).toBe("/favorite");
  expect(await send("boutique")).toBe("/boutique");
  expect(await send("produit")).toBe(`/produit/${id}`);
  expect(await send()).toBe(`/produit/${id}`);
  for (const place of ["//ailleurs.example", "https://ailleurs.example", "constructor"])
    expect(await send(place)).toBe("/");
  const unknown = await customer.fetch("/favoris/inconnu", {
    method: "POST",
    headers: { origin: shop.url, accept: "text/html" },
  });
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain("Document not found");
  // A GET request redirects to the product.
  expect((await customer.get(`/favoris/${id}`)).headers.get("location")).toBe(`/produit/${id}`);
});

test("after sign-in, a visitor's favourite is added and the browser returns to the product list", async () => {
  const id = await insertProduct(db, { name: "baume de mai", price: 12 });
  const known = await shop.customer();
  const list = "/boutique?nom=baume&tri=asc";
  const pressed = async (path: string, headers: Record<string, string> = {}) => {
    const browser = shop.visitor();
    const answer = await browser.fetch(path, {
      method: "POST",
      headers: { origin: shop.url, referer: `${shop.url}${list}`, ...headers },
    });
    return { browser, answer };
  };
  const signedIn = async (browser: Browser) => {
    const answer = await browser.post(`/connexion?retour=favori&id=${id}`, {
      email: known.email,
      password: "Mot-de-passe-1",
    });
    return answer.headers.get("location");
  };
  for (const path of [`/favoris/${id}`, `/favoris/${id}?retour=boutique`]) {
    const { browser, answer } = await pressed(path);
    expect(answer.headers.get("location")).toBe(`/connexion?retour=favori&id=${id}`);
    expect(answer.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=Lax/);
    expect(await signedIn(browser)).toBe(`/favoris/${id}`);
    const back = await browser.get(`/favoris/${id}`);
    expect(back.headers.get("location")).toBe(`${list}#favori`);
    expect(await favouritesOf(known.userId)).toHaveLength(1);
  }
  await click(known, id);
  // The request that the page's script sends.
  const { browser } = await pressed(`/favoris/${id}.data`);
  await signedIn(browser);
  expect((await browser.get(`/favoris/${id}`)).headers.get("location")).toBe(`${list}#favori`);
  expect(await favouritesOf(known.userId)).toHaveLength(1);
  // The cookie is used once. A plain link adds no favourite.
  await click(known, id);
  for (const signed of [browser, known]) {
    const again = await signed.get(`/favoris/${id}`);
    expect(again.headers.get("location")).toBe(`/produit/${id}`);
  }
  expect(await favouritesOf(known.userId)).toEqual([]);
  // An unsigned cookie, which a sibling subdomain could set, adds no favourite.
  const made = Buffer.from(JSON.stringify({ id, back: "" })).toString("base64");
  const cookie = `${known.cookie}; favori=${encodeURIComponent(made)}`;
  await fetch(`${shop.url}/favoris/${id}`, { headers: { cookie }, redirect: "manual" });
  expect(await favouritesOf(known.userId)).toEqual([]);
  const elsewhere = await pressed(`/favoris/${id}`, { origin: "https://ailleurs.example" });
  expect([elsewhere.answer.status, elsewhere.browser.cookie]).toEqual([403, ""]);
  expect((await shop.visitor().get("/favorite")).headers.get("location")).toBe(
    "/connexion?retour=favoris",
  );
});

test("concurrent clicks leave at most one favourite per customer and product", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(db, { name: "baume de juin", price: 12 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => click(customer, id)));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  // Half of the concurrent clicks add the favourite, the others remove it.
  expect(answers.filter(({ text }) => text.includes("added"))).toHaveLength(10);
  expect(await favouritesOf(customer.userId)).toEqual([]);
  const others = await Promise.all(Array.from({ length: 3 }, () => shop.customer()));
  await Promise.all(others.map((other) => click(other, id)));
  const rows = await db.select().from(favourites).where(eq(favourites.productId, id));
  expect(rows.map(({ customerId }) => customerId).sort()).toEqual(
    others.map(({ userId }) => userId).sort(),
  );
});

test("no page shows another customer's favourites", async () => {
  const owner = await shop.customer();
  const other = await shop.customer({ isAdmin: true });
  const id = await insertProduct(db, { name: "canari de juillet", price: 12 });
  await click(owner, id);
  expect(await owner.read("/favorite")).toContain("Canari de juillet");
  for (const browser of [other, shop.visitor()]) {
    for (const path of ["/", "/boutique", "/favorite", `/produit/${id}`]) {
      for (const address of [path, path === "/" ? "/_.data" : `${path}.data`]) {
        const text = await (await browser.get(address)).text();
        expect(text, address).not.toContain(owner.userId);
        expect(text, address).not.toContain('aria-pressed="true"');
        expect(text, address).not.toMatch(new RegExp(`favouriteIds[^\\]]*${id}`));
        if (path === "/favorite") expect(text).not.toContain("anari de juillet");
      }
    }
  }
});

test("a heart is filled for the customer who added the favourite, and empty for visitors", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(db, { name: "baume d'août", price: 12, category: "Autres" });
  const path = "/boutique?categorie=Autres";
  const heart = 'aria-label="Ajouter aux favoris\u00a0: Baume d’août"';
  expect(await shop.visitor().read(path)).toContain(heart);
  expect(await customer.read(path)).toContain(heart);
  await click(customer, id);
  for (const address of [path, `/produit/${id}`]) {
    expect(await customer.read(address)).toMatch(
      /aria-pressed="true" aria-label="Retirer des favoris\u00a0: Baume d’août"/,
    );
    expect(await shop.visitor().read(address)).toContain(heart);
  }
});

test("/favorite shows six a page, newest first, and a message when it is empty", async () => {
  const customer = await shop.customer();
  const empty = await customer.read("/favorite");
  expect(empty).toContain("Votre panier est vide");
  expect(empty).toContain("Aucun favori pour l’instant");
  expect(empty).toContain('href="/boutique"');
  for (let number = 1; number <= 7; number++) {
    const id = await insertProduct(db, { name: `collection ${number}`, price: 12 });
    await toggleFavourite(db, { id: customer.userId }, id);
  }
  const first = await customer.read("/favorite");
  const names = (page: string) =>
    [...page.matchAll(/class="card__name">(Collection \d)</g)].map(([, name]) => name);
  expect(names(first)).toEqual([7, 6, 5, 4, 3, 2].map((number) => `Collection ${number}`));
  expect(names(await customer.read("/favorite?page=2"))).toEqual(["Collection 1"]);
  // When the last page becomes empty, its address shows the page before.
  await db.delete(products).where(eq(products.name, "collection 1"));
  expect(names(await customer.read("/favorite?page=2"))).toHaveLength(6);
});
