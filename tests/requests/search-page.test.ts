import { expect, test } from "vitest";
import type { ProductCard, SortOrder } from "#app/catalogue/product-schema.ts";
import { searchHref } from "#app/search/search-query.ts";
import { searchProducts, suggest } from "#app/search/search.server.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const { db } = shop;
// The demo catalogue without its picture files, which these tests do not read.
await fillDemo({ ...shop, storage: { ...shop.storage, write: () => Promise.resolve() } });

test("the results page has a title, six cards and pages, and is noindex", async () => {
  const page = await shop.visitor().read("/recherche/?keyword=%20CR%C3%88ME%20");
  expect(page.replace(/<[^>]*>|<!--.*?-->/g, "")).toContain("Resultat de recherche pour: crème");
  expect(page.match(/<article class="card"/g)).toHaveLength(6);
  expect(page).toContain('href="/recherche/?keyword=cr%C3%A8me&amp;page=2"');
  expect(page).toMatch(/<meta name="robots" content="noindex"/);
  // The search field contains the keyword.
  expect(page).toMatch(/<input[^>]*name="keyword"[^>]*value="crème"/);
});

test("the results are sorted as requested, across all pages", async () => {
  const all = async (sort: SortOrder | null) => {
    const pages = [];
    for (const page of [1, 2, 3, 4])
      pages.push(await searchProducts(db, { keyword: "creme", page, pageSize: 6, sort }));
    const cards = pages.flatMap(({ products, page }, index) =>
      page === index + 1 ? products : [],
    );
    expect(cards).toHaveLength(pages[0]!.total);
    return cards;
  };
  const best = await all(null);
  const keys = {
    desc: ({ name }: ProductCard) => name,
    "prix-croissant": ({ priceCents }: ProductCard) => priceCents,
    "prix-decroissant": ({ priceCents }: ProductCard) => -priceCents,
    "mieux-notes": ({ rating }: ProductCard) => -rating,
  };
  const compare = new Intl.Collator("fr").compare;
  for (const [sort, key] of Object.entries<(card: ProductCard) => string | number>(keys)) {
    const sorted = await all(sort as SortOrder);
    expect(new Set(sorted.map(({ id }) => id))).toEqual(new Set(best.map(({ id }) => id)));
    const compared = sorted.map(key);
    expect(compared, sort).toEqual(
      compared.toSorted((one, other) =>
        typeof one === "number" ? one - Number(other) : compare(String(one), String(other)),
      ),
    );
  }
  const page = await shop.visitor().read(searchHref("creme", 1, "prix-croissant"));
  expect(page).toMatch(/<option value="prix-croissant" selected=""/);
  expect(page).toContain('href="/recherche/?keyword=creme&amp;tri=prix-croissant&amp;page=2"');
});

test("without results, the page links to the shop and to similar products", async () => {
  const page = await shop.visitor().read(searchHref("crème 999"));
  expect(page).toContain("Aucun produit trouvé");
  expect(page).toContain('href="/boutique"');
  const main = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
  expect(main).toContain("Ce qui s’en approche");
  expect(main).toContain("Crème de jour bakuchiol");
  expect(main).not.toContain('class="card"');
  // Two edits from « glisse », a word of descriptions: too many for so short a word.
  const word = await shop.visitor().read(searchHref("gloss"));
  expect(word).toContain("Aucun produit trouvé");
  expect(word).not.toMatch(/Vouliez-vous dire|Ce qui s’en approche/);
  // The advice for one word without similar words.
  expect(word).toContain("Essayez un autre mot.");
  for (const asked of ["", "   ", "fleur doranjé 999"]) {
    const other = await shop.visitor().read(searchHref(asked));
    expect(other, asked).toContain("Aucun produit trouvé");
    expect(other, asked).not.toContain("Essayez un autre mot");
    expect(other.includes("Vouliez-vous dire"), asked).toBe(asked.trim() !== "");
  }
  const nothing = await shop.visitor().read(searchHref("zzzzqq"));
  expect(nothing).toContain("Aucun produit trouvé");
  expect(nothing).toContain('class="empty__draw"');
  expect(nothing).not.toContain("Ce qui s’en approche");
});

test("there are at most eight suggestions: products with picture and price, then categories", async () => {
  const answer = await shop.visitor().get("/recherche/suggestions?keyword=cr%C3%A8");
  expect(answer.headers.get("content-type")).toContain("application/json");
  const suggestions = (await answer.json()) as Awaited<ReturnType<typeof suggest>>;
  const { products: cards, categories } = suggestions;
  expect(cards.length + categories.length).toBeLessThanOrEqual(8);
  expect(cards[0]).toMatchObject({ priceCents: expect.any(Number), picture: { width: 1000 } });
  expect(categories).toHaveLength(1);
  expect((await suggest(db, "parf")).categories[0]).toEqual({ category: "Parfums", count: 5 });
  expect((await suggest(db, "soins")).categories.map(({ category }) => category)).toEqual(
    expect.arrayContaining(["Soins de la peau", "Soins des ongles"]),
  );
  expect(await suggest(db, "")).toMatchObject({ products: [], categories: [], total: 0 });
});

test("if the results cannot be read, the page shows an error in their place", async () => {
  await shop.sql`ALTER TABLE product_search RENAME TO product_search_away`;
  try {
    const page = await shop.visitor().read(searchHref("rose"));
    expect(page).toContain("Impossible de recurer les données");
    expect(page).toContain("Resultat de recherche pour:");
  } finally {
    await shop.sql`ALTER TABLE product_search_away RENAME TO product_search`;
  }
  expect(shop.takeErrors().join("")).toContain("search");
});

test("above the sort limit, a sorted page shows how many results are sorted; an unsorted one does not", async () => {
  const SAID =
    "Les 500 premiers résultats sont triés. Précisez votre recherche pour les voir tous.";
  const page = (sort: SortOrder | null) => shop.visitor().read(searchHref("galet", 1, sort));
  const add = (from: number, to: number) => shop.sql`
    INSERT INTO products (id, name, price_cents, category)
    SELECT '01JB' || lpad(number::text, 22, '0'), 'galet numéro ' || number, 100 * number, 'Autres'
    FROM generate_series(${from}::integer, ${to}::integer) AS number`;
  await add(1, 499);
  expect(await page("prix-croissant")).not.toContain(SAID);
  await add(500, 501);
  expect(await page("prix-croissant")).toContain(SAID);
  const best = await page(null);
  expect(best).toContain("500 produits ou plus");
  expect(best).not.toContain(SAID);
});
