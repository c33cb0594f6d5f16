import { describe, expect, test } from "vitest";
import type { Category } from "#app/catalogue/product-schema.ts";
import { releaseUnpaidHolds } from "#app/orders/order-stock.server.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { countProduct } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop({}, { cacheBytes: 32_000_000 });
const { db, sql } = shop;
const visitor = shop.visitor();
const customer = await shop.customer();

async function product(
  onHand: number | null,
  name = "crème au lin",
  category: Category = "Parfums",
): Promise<string> {
  const id = await insertProduct(db, { name, price: 34, category });
  if (onHand !== null) await countProduct(sql, id, onHand);
  return id;
}
const move = (id: string, pieces: number) =>
  sql`SELECT move_stock(${id}, 'entry', ${pieces}, '', NULL, NULL, NULL)`;
/** The part of the page for buying. */
const buyBox = (html: string) => /<section class="buy"[\s\S]*?<\/section>/.exec(html)![0];
const isOff = (html: string) => (buyBox(html).match(/<button[^>]* disabled/g) ?? []).length;

describe("the product page", () => {
  const TAG = /En stock|Plus que \d+ en stock|Épuisé/;

  test.for([
    [0, "Épuisé", "OutOfStock"],
    [1, "Plus que 1 en stock", "InStock"],
    [5, "Plus que 5 en stock", "InStock"],
    [6, "En stock", "InStock"],
    [500, "En stock", "InStock"],
    [null, undefined, "InStock"],
  ] as const)("with %s pieces: %s", async ([onHand, text, availability]) => {
    const id = await product(onHand);
    const html = await visitor.read(`/produit/${id}`);
    expect(TAG.exec(textOf(buyBox(html)))?.[0]).toBe(text);
    expect(html).toContain(`"availability":"https://schema.org/${availability}"`);
    const isSoldOut = onHand === 0;
    // Both buttons, and the sticky bar's.
    expect(html.includes("Me prévenir du retour")).toBe(isSoldOut);
    expect(/<button[^>]* disabled[^>]*>(?:(?!<\/button>)[\s\S])*Ajouter Au Panier/.test(html)).toBe(
      isSoldOut,
    );
    expect(
      /<button[^>]* disabled[^>]*>(?:(?!<\/button>)[\s\S])*Acheter maintainant/.test(html),
    ).toBe(isSoldOut);
    expect(/<fieldset[^>]* disabled/.test(buyBox(html))).toBe(isSoldOut);
    // The one thing that a sold-out page can do comes first.
    if (isSoldOut) expect(textOf(buyBox(html))).toMatch(/Épuisé .*Me prévenir du retour.*Quantité/);
    // « Diminuer » at one piece, and « Augmenter » when there is only one.
    if (!isSoldOut) expect(isOff(html)).toBe(onHand === 1 ? 2 : 1);
    // The exact number above five is nobody's business.
    const data = await visitor.read(`/produit/${id}.data`);
    expect(data).not.toMatch(/\b500\b/);
  });

  test("a card says « Épuisé » and keeps 'Acheter'", async () => {
    const id = await product(0, "ambre gris");
    await product(3, "ambre blanc");
    const html = await visitor.read("/boutique?nom=ambre");
    const cards = html.match(/<article class="card"[\s\S]*?<\/article>/g)!;
    expect(cards.map((card) => [card.includes("Épuisé"), card.includes("Acheter")])).toEqual([
      [false, true],
      [true, true],
    ]);
    await customer.post(`/favoris/${id}`, { voulu: "1" });
    for (const path of ["/favorite", "/recherche/?keyword=ambre"])
      expect(await customer.read(path), path).toContain("card__tag");
  });
});

test("the cart learns how many pieces are available, up to one more than a line may have", async () => {
  const ids = [
    await product(2),
    await product(0),
    await product(11),
    await product(500),
    await product(null),
  ];
  const query = ids.map((id) => `id=${id}`).join("&");
  const { products } = await customer
    .get(`/panier/prix?${query}`)
    .then((answer) => answer.json() as Promise<{ products: { id: string; available: number }[] }>);
  const available = new Map(products.map((one) => [one.id, one.available]));
  expect(ids.map((id) => available.get(id))).toEqual([2, 0, 11, 100, null]);
});

describe("the page cache", () => {
  const tagOf = async (path: string) => (await visitor.get(path)).headers.get("etag");
  async function keptTag(path: string) {
    await expect.poll(async () => (await tagOf(path)) === (await tagOf(path))).toBe(true);
    return tagOf(path);
  }
  /** Waits until the notifications of all earlier changes have arrived. */
  async function settle() {
    const seen: unknown[] = [];
    shop.hub.watch(({ id }) => seen.push(id));
    await sql`SELECT pg_notify('live', '{"topic":"mark","id":"mark"}')`;
    await expect.poll(() => seen).toContain("mark");
  }

  test("a sale among 500 drops no page; the last five change the product's own, selling out also the lists", async () => {
    const id = await product(500, "huile", "Maquillage");
    const neighbour = await product(null, "huile voisine", "Maquillage");
    await settle();
    const paths = [`/produit/${id}`, `/produit/${neighbour}`, "/boutique"];
    const before = await Promise.all(paths.map(keptTag));
    const placed = await customer.post("/panier", orderForm([{ id, qty: 3 }], 3 * 3400));
    expect(placed.status).toBe(302);
    await settle();
    expect(await Promise.all(paths.map(tagOf))).toEqual(before);

    await move(id, -493); // 4 available
    await expect.poll(() => tagOf(paths[0]!)).not.toBe(before[0]);
    expect(textOf(await visitor.read(paths[0]!))).toContain("Plus que 4 en stock");
    await settle();
    expect(await Promise.all(paths.slice(1).map(tagOf))).toEqual(before.slice(1));

    await move(id, -4);
    for (const [index, path] of paths.entries())
      await expect.poll(() => tagOf(path)).not.toBe(before[index]);
    expect(await visitor.read("/boutique")).toContain("card__tag");
    await move(id, 50);
    await expect.poll(() => visitor.read(paths[0]!)).toContain("En stock");
    await expect.poll(() => visitor.read(paths[1]!)).not.toContain("card__tag");
  });
});

test("an unpaid order whose pieces were released says so, with the links to pay and to cancel it", async () => {
  const id = await product(2);
  const placed = await customer.post("/panier", orderForm([{ id, qty: 2 }], 6800));
  const orderId = placed.headers.get("location")!.split("/").at(-1)!;
  const path = `/admin/my-orders/${orderId}`;
  expect(await customer.read(path)).not.toContain("ne sont pas réservés");
  await sql`UPDATE orders SET created_at = created_at - interval '61 minutes' WHERE id = ${orderId}`;
  await releaseUnpaidHolds(shop);
  const html = await customer.read(path);
  expect(textOf(html)).toContain("Vos articles ne sont pas réservés.");
  expect(html).toContain(`href="/payement/${orderId}"`);
  expect(html).toContain(`href="${path}/annuler"`);
  await customer.post(`${path}/annuler`, { confirmed: "1" });
  expect(await customer.read(path)).not.toContain("ne sont pas réservés");
});
