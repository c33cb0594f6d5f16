import { createHash } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { comments, products } from "#db/schema/index.ts";
import { addProducts, insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop({}, { cacheBytes: 32_000_000 });
const { db, sql } = shop;
const visitor = shop.visitor();

const tagOf = async (path: string) => (await visitor.get(path)).headers.get("etag");
/** Waits until the page is in the cache, so that two requests get the same rendering. Returns its ETag. */
async function keptTag(path: string): Promise<string> {
  await expect.poll(async () => (await tagOf(path)) === (await tagOf(path))).toBe(true);
  return (await tagOf(path))!;
}

test("a page is cached in each encoding, answered with 304, and shared by equivalent URLs", async () => {
  await insertProduct(db, { name: "crème de jour", price: 34 });
  const tag = await keptTag("/boutique?categorie=Soins+de+la+peau&tri=asc");
  const again = await visitor.fetch(
    "/boutique?source=lettre&tri=asc&categorie=Soins+de+la+peau&page=1",
    { headers: { "if-none-match": tag } },
  );
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
  const read = async (encoding: string) =>
    (await visitor.fetch("/boutique", { headers: { "accept-encoding": encoding } })).text();
  await keptTag("/boutique");
  expect(await read("br")).toBe(await read("identity"));
  expect(await read("gzip, br;q=0")).toBe(await read("identity"));
  for (const list of ["/boutique?tri=nouveautes", "/recherche/?keyword=creme&tri=prix-croissant"])
    expect(await keptTag(list)).not.toBe(await tagOf(list.replace(/[?&]tri=.*/, "")));
  // A price with cents is another page: it says that they were left out.
  await keptTag("/boutique?prix-max=19");
  expect(await visitor.read("/boutique?prix-max=19,90")).toContain("laissé de côté");
  const head = await visitor.fetch("/boutique", { method: "HEAD" });
  expect(head.headers.get("etag")).toBe(await tagOf("/boutique"));
  expect(await head.text()).toBe("");
});

test("a rendered page has the same content in each encoding, with its Content-Encoding", async () => {
  const ask = async (encoding: string, method = "GET") => {
    // An unknown session bypasses the cache.
    const headers = { "accept-encoding": encoding, cookie: "eclat.session_token=nobody" };
    const asked = request(`${shop.url}/boutique`, { method, headers }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    return { answer, bytes: await buffer(answer) };
  };
  const unpack = { identity: String, gzip: gunzipSync, br: brotliDecompressSync };
  const pages = new Set<string>();
  for (const encoding of ["identity", "gzip", "br"] as const) {
    const { answer, bytes } = await ask(encoding);
    expect(answer.statusCode, encoding).toBe(200);
    expect(answer.headers["content-encoding"] ?? "identity").toBe(encoding);
    expect(answer.headers["content-length"]).toBe(String(bytes.length));
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    // The pages may differ in their nonces and rendering times.
    pages.add(String(unpack[encoding](bytes)).replaceAll(/nonce="[^"]*"|\d{13}/g, ""));
    const head = await ask(encoding, "HEAD");
    expect(head.answer.statusCode).toBe(200);
    expect(head.answer.headers["content-type"]).toBe(answer.headers["content-type"]);
    expect(head.bytes).toHaveLength(0);
  }
  expect(pages.size).toBe(1);
  expect([...pages][0]).toContain("Crème de jour");
});

test("a CDN may cache anonymous pages briefly, and no other responses (docs/scaling.md)", async () => {
  const id = await insertProduct(db, { name: "lait", price: 12 });
  const customer = await shop.customer();
  const cacheHeaders = async (path: string, who = visitor) => {
    const { headers, body } = await who.get(path);
    await body?.cancel();
    return {
      cdn: headers.get("cdn-cache-control"),
      browser: headers.get("cache-control"),
      vary: headers.get("vary"),
      hasTag: headers.has("etag"),
    };
  };
  const cached = {
    cdn: "public, max-age=30, stale-while-revalidate=300",
    browser: "public, max-age=0, must-revalidate",
    vary: "accept-encoding, cookie",
    hasTag: true,
  };
  const paths = ["/", "/boutique?page=1", `/produit/${id}`, "/recherche/?keyword=lait", "/faqs"];
  for (const path of paths) {
    expect(await cacheHeaders(path), path).toEqual(cached);
    const [address = "", query] = path.split("?");
    const data = `${address}${address.endsWith("/") ? "_" : ""}.data${query ? `?${query}` : ""}`;
    expect(await cacheHeaders(data), data).toEqual({ ...cached, cdn: null });
    for (const own of [path, data])
      expect(await cacheHeaders(own, customer), own).toMatchObject({
        cdn: null,
        browser: "private, no-store",
      });
  }
  for (const path of ["/connexion", "/panier", "/n-existe-pas"])
    expect(await cacheHeaders(path), path).toMatchObject({ cdn: null, browser: "no-cache" });
  expect((await cacheHeaders("/produit/01HZZZZZZZZZZZZZZZZZZZZZZZ")).cdn).toBeNull();
  expect(await cacheHeaders("/live")).toMatchObject({ cdn: null, browser: "no-store" });
});

test("the content security policy allows the page's scripts by hash, and no others", async () => {
  const id = await insertProduct(db, {
    name: "huile",
    price: 20,
    description: `<script>alert(1)</script><script nonce="">alert(2)</script>`,
  });
  const page = await visitor.get(`/produit/${id}`);
  const html = await page.text();
  expect(html).not.toMatch(/ nonce="[^"]/);
  const policy = page.headers.get("content-security-policy")!;
  expect(policy).not.toContain("nonce-");
  expect(policy).not.toContain("unsafe");
  const scripts = [...html.matchAll(/<script(?![^>]*src=)([^>]*)>([^]*?)<\/script>/g)].filter(
    ([, attributes]) => !attributes!.includes("ld+json"),
  );
  expect(scripts.length).toBeGreaterThan(1);
  const hashes = scripts.map(
    ([, , text]) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`,
  );
  expect(policy.match(/'sha256-[^']+'/g)!.toSorted()).toEqual(hashes.toSorted());
});

test("editing a product invalidates every page that shows it, and no other", async () => {
  const cream = await insertProduct(db, { name: "baume", price: 10, category: "Parfums" });
  const neighbour = await insertProduct(db, { name: "cologne", price: 30, category: "Parfums" });
  const other = await insertProduct(db, { name: "rouge", price: 30, category: "Maquillage" });
  const paths = ["/", "/boutique", `/produit/${cream}`, `/produit/${neighbour}`, "/boutique.data"];
  const before = await Promise.all(paths.map(keptTag));
  const untouched = await keptTag(`/produit/${other}`);
  await db.update(products).set({ priceCents: 1234_00 }).where(eq(products.id, cream));
  for (const [index, path] of paths.entries()) {
    await expect.poll(() => tagOf(path)).not.toBe(before[index]);
    expect(await visitor.read(path)).toMatch(path.endsWith(".data") ? /123400/ : /1\s?234/);
  }
  expect(await tagOf(`/produit/${other}`)).toBe(untouched);

  await db
    .insert(comments)
    .values({ id: "c1", productId: cream, authorId: null, rate: 5, text: "Bien." });
  await expect.poll(() => visitor.read(`/produit/${cream}`)).toContain("Bien.");
  // A new product appears in the carousels of its category.
  await insertProduct(db, { name: "ambre", price: 50, category: "Parfums" });
  await expect.poll(() => visitor.read(`/produit/${neighbour}`)).toContain("Ambre");
  expect(await tagOf(`/produit/${other}`)).toBe(untouched);
  await db.delete(products).where(eq(products.id, cream));
  await expect.poll(async () => (await visitor.get(`/produit/${cream}`)).status).toBe(404);
  await expect.poll(() => visitor.read(`/produit/${neighbour}`)).not.toContain("Baume");
});

test("an author's new name invalidates the products they commented, and no other page", async () => {
  const author = await shop.customer({ name: "Agathe Avant" });
  const [commented, neighbour] = [
    await insertProduct(db, { name: "huile commentée", price: 20, category: "Soins des ongles" }),
    await insertProduct(db, { name: "huile voisine", price: 20, category: "Soins des ongles" }),
  ];
  // More products than the notification of one statement lists.
  const many = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      insertProduct(db, { name: `baume ${index}`, price: 5, category: "Autres" }),
    ),
  );
  for (const productId of [commented, ...many])
    await db
      .insert(comments)
      .values({ id: `a${productId}`, productId, authorId: author.userId, rate: 4, text: "Bon." });
  // Notifications keep their order: after the last product's, none of the earlier changes can follow. One transaction: its
  // notifications arrive together.
  const notified: (string | null | undefined)[] = [];
  shop.hub.watch(({ id }) => notified.push(id));
  const last = await db.transaction((tx) =>
    insertProduct(tx, { name: "huile de repère", price: 20 }),
  );
  await expect.poll(() => notified).toContain(last);
  const others = ["/", "/boutique", "/recherche/?keyword=huile", `/produit/${neighbour}`];
  const before = await Promise.all(others.map(keptTag));
  for (const page of [commented, many[0]!]) await keptTag(`/produit/${page}`);
  const saved = await author.post("/admin/parametre-compte", {
    name: "Agathe Après",
    dateOfBirth: "",
    phone: "",
    email: author.email,
  });
  expect(saved.status).toBe(200);
  for (const page of [commented, many[0]!, many.at(-1)!])
    await expect.poll(() => visitor.read(`/produit/${page}`)).toContain("Agathe Après");
  expect(await Promise.all(others.map(tagOf))).toEqual(before);
});

test("a page with a missing list is sent, and not cached", async () => {
  const id = await insertProduct(db, { name: "savon", price: 8 });
  await sql`ALTER TABLE comments RENAME TO away`;
  expect(await visitor.read(`/produit/${id}`)).toContain("Impossible de recurer les données");
  await sql`ALTER TABLE away RENAME TO comments`;
  expect(shop.takeErrors()).not.toHaveLength(0);
  expect(await visitor.read(`/produit/${id}`)).not.toContain("Impossible de recurer les données");
});

/** Number of requests; `npm run test:long` sends more. */
const REQUESTS = Number(process.env["CANARY_REQUESTS"] ?? 200);

test(
  `${REQUESTS} concurrent requests of customers and visitors never get each other's pages`,
  { timeout: 900_000 },
  async () => {
    const names = ["Ondine Canari", "Basile Canari", "Apolline Canari"];
    const customers = await Promise.all(names.map((name) => shop.customer({ name })));
    const [product] = await db.select({ id: products.id }).from(products).limit(1);
    const paths = [
      "/",
      "/boutique",
      `/produit/${product!.id}`,
      "/faqs",
      "/recherche/?keyword=creme",
    ];
    for (let done = 0; done < REQUESTS; done += 20) {
      if (done % 200 === 0)
        await db
          .update(products)
          .set({ priceCents: 100 * (done + 200) })
          .where(eq(products.id, product!.id));
      await Promise.all(
        Array.from({ length: 20 }, async (_one, index) => {
          const path = paths[(done + index) % paths.length]!;
          const who = index % 4; // 3 is an anonymous visitor
          const customer = customers[who];
          const isData = index % 5 === 4;
          const [address, query = ""] = path.split("?");
          const wanted = isData
            ? `${address}${address!.endsWith("/") ? "_" : ""}.data${query && `?${query}`}`
            : path;
          const answer = await (customer ?? visitor).get(wanted);
          const text = await answer.text();
          const seen = names.filter((name) => text.includes(name));
          expect(seen, wanted).toEqual(customer ? [names[who]] : []);
          const isShared = answer.headers.get("cache-control")!.includes("public");
          expect(isShared, wanted).toBe(!customer);
          expect(answer.headers.get("set-cookie")).toBeNull();
        }),
      );
    }
  },
);

test("the sitemap is cached like a page, in parts, and invalidated by a product's change", async () => {
  const locations = async (path: string) =>
    [...(await visitor.read(path)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) =>
      address!.replace(/^http:\/\/[^/]*/, "").replaceAll("&amp;", "&"),
    );
  const tag = await keptTag("/sitemap.xml");
  const first = await insertProduct(db, { name: "galet", price: 12 });
  await expect.poll(() => tagOf("/sitemap.xml")).not.toBe(tag);
  expect(await locations("/sitemap.xml")).toEqual(
    expect.arrayContaining([
      "/",
      "/faqs",
      "/boutique?categorie=Soins+de+la+peau",
      `/produit/${first}`,
    ]),
  );
  await addProducts(sql, 4_100);
  // A change of which PostgreSQL notifies the shop.
  await insertProduct(db, { name: "savon", price: 7 });
  const partsOf = [1, 2, 3].map((part) => `/sitemap.xml?partie=${part}`);
  await expect.poll(() => locations("/sitemap.xml")).toEqual(partsOf);
  await keptTag("/sitemap.xml?partie=2");
  const parts = await Promise.all(partsOf.map(locations));
  const products = parts.flat().filter((path) => path.startsWith("/produit/"));
  const known = await sql<{ id: string }[]>`SELECT id FROM products`;
  expect(products.toSorted()).toEqual(known.map(({ id }) => `/produit/${id}`).toSorted());
  expect(parts[0]).toContain("/");
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(2_100);
  expect((await visitor.get("/sitemap.xml?partie=4")).status).toBe(404);
});
