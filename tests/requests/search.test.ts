import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Queryable } from "#app/platform/db.server.ts";
import { cleanKeyword, searchHref } from "#app/search/search-query.ts";
import { nearestProducts, searchProducts, suggest } from "#app/search/search.server.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { products } from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const { db } = shop;
// The demo catalogue without its picture files, which these tests do not read.
await fillDemo({ ...shop, storage: { ...shop.storage, write: () => Promise.resolve() } });

const search = (text: string, page = 1) =>
  searchProducts(db, { keyword: cleanKeyword(text), page, pageSize: 6 });
const namesOf = (cards: { name: string }[]) => cards.map(({ name }) => name);

describe("a misspelt French keyword: the right product is among the first three results", () => {
  test.each([
    ["hialuronique", "sérum acide hyaluronique et mauve"],
    ["serum yaluronique", "sérum acide hyaluronique et mauve"],
    ["hyalu ronique", "sérum acide hyaluronique et mauve"],
    ["spf50", "crème solaire visage spf 50+"],
    ["SPF 50", "crème solaire visage spf 50+"],
    ["stick spf-50", "stick solaire spf 50 montagne"],
    ["rouge a levre", "rouge à lèvres satin grenade"],
    ["rougealevres", "rouge à lèvres satin grenade"],
    ["rouje a lèvre", "rouge à lèvres satin grenade"],
    ["shampoing", "shampooing solide ortie"],
    ["champouin", "shampooing solide ortie"],
    ["champoing solid", "shampooing solide ortie"],
    ["sham pooing", "shampooing doux avoine et miel"],
    ["creme hydratente", "crème hydratante rose et lin"],
    ["crèmes hydratantes", "crème hydratante rose et lin"],
    ["crème idratante", "crème hydratante rose et lin"],
    ["cremehydratante", "crème hydratante rose et lin"],
    ["parfun solide", "parfum solide ambre et vanille"],
    ["parfin", "parfum solide ambre et vanille"],
    ["eau de parfum jardain", "eau de parfum jardin de nuit"],
    ["eau de cologn", "eau de cologne verveine"],
    ["eau de toillete", "eau de toilette iris poudré"],
    ["vernit", "vernis à ongles rouge cerise"],
    ["verni a ongle cerize", "vernis à ongles rouge cerise"],
    ["œil", "contour des yeux peptides"],
    ["karite", "bougie de massage karité"],
    ["karitté", "bougie de massage karité"],
    ["sérums", "sérum vitamine c éclat"],
    ["vitaminec", "sérum vitamine c éclat"],
    ["creme solère", "crème solaire visage spf 50+"],
    ["mascarat", "mascara volume noir d'encre"],
    ["masquara", "mascara volume noir d'encre"],
    ["déodoran", "déodorant stick sauge"],
    ["deodorrant", "déodorant stick sauge"],
    ["huile seche cheveu", "huile sèche cheveux camélia"],
    ["uile cheveux", "huile sèche cheveux camélia"],
    ["gomage", "gommage corps sucre et abricot"],
    ["savont", "savon surgras karité et miel"],
    ["savno", "savon surgras karité et miel"],
    ["eau miscellaire", "eau micellaire au bleuet"],
    ["eau micelaire", "eau micellaire au bleuet"],
    ["bakushiol", "crème de jour bakuchiol"],
    ["niacinamyde", "fluide matifiant niacinamide"],
    ["apressoleil", "lait après-soleil aloe"],
    ["apres soleil", "lait après-soleil aloe"],
    ["palete ombre", "palette ombres terres de provence"],
    ["fon de tain", "fond de teint fluide lumière"],
    ["contour des ieux", "contour des yeux peptides"],
    ["contours yeu", "contour des yeux peptides"],
    ["pivoinne", "blush crème pivoine"],
    ["brumme", "brume visage tilleul"],
    ["spray demelent", "spray démêlant fleur de coton"],
    ["sel de bin", "sels de bain lavande"],
    ["lavnde", "sels de bain lavande"],
    ["fleur doranger", "gelée nettoyante fleur d'oranger"],
    ["fleur d’oranger", "gelée nettoyante fleur d'oranger"],
    ["ROSE MUSQUÉ", "huile de nuit rose musquée"],
    ["amamélis", "gel purifiant zinc et hamamélis"],
    ["gele douche", "gel douche amande douce"],
  ])("« %s » finds %s", async (typed, name) => {
    const { products: found } = await search(typed);
    expect(namesOf(found).slice(0, 3)).toContain(name);
  });
});

test("a correct word is not corrected; a correction is reported", async () => {
  expect((await search("crème")).correction).toBeNull();
  expect((await search("rouge à lèvres")).correction).toBeNull();
  // « créent », of a description, has the same phonetic code; « crème », of many names, is preferred.
  expect((await search("creem")).correction).toBe("crème");
  const { correction } = await search("creme hydratente");
  expect(correction).toBe("crème hydratante");
  const page = await shop.visitor().read(searchHref("creme hydratente"));
  expect(page).toContain("Résultats pour");
  expect(page).toContain("crème hydratante");
});

test("every word must match; matches in the name come first", async () => {
  const found = await search("crème solaire");
  expect(found.products[0]?.name).toBe("crème solaire visage spf 50+");
  const cream = await search("crème");
  expect(cream.total).toBeGreaterThan(6);
  expect(
    namesOf(cream.products)
      .slice(0, 5)
      .every((name) => name.includes("crème")),
  ).toBe(true);
  const second = await search("crème", 2);
  expect(second.products).toHaveLength(cream.total - 6);
  // A page number beyond the last gives the last page.
  expect((await search("crème", 99)).page).toBe(2);
});

test("the search finds ligatures, and words of descriptions and compositions", async () => {
  const id = await insertProduct(db, {
    name: "cœur de pêche",
    price: 10,
    composition: "Xylitylglucoside",
  });
  expect(namesOf((await search("coeur de peche")).products)).toContain("cœur de pêche");
  expect(namesOf((await search("xylitylglucoside")).products)).toEqual(["cœur de pêche"]);
  expect((await search("xilitilglucoside")).correction).toBe("xylitylglucoside");
  // A renamed product is found by its new name; a deleted one is not found.
  await db.update(products).set({ name: "nectar de mirabelle" }).where(eq(products.id, id));
  expect((await search("mirabele")).products[0]?.id).toBe(id);
  expect(namesOf((await search("cœur de pêche")).products)).not.toContain("nectar de mirabelle");
  await db.delete(products).where(eq(products.id, id));
  expect((await search("mirabelle")).total).toBe(0);
});

test("every word and prefix finds its products, also if another word or the category matches", async () => {
  const words = await shop.sql<{ word: string; total: number }[]>`
    SELECT word, (SELECT count(*)::integer FROM product_search
      WHERE vector @@ (CASE WHEN stem IS NULL THEN '' ELSE quote_literal(stem) || ' | ' END || quote_literal('=' || word) || ':*')::tsquery) AS total
    FROM (SELECT DISTINCT left(word, length) AS word FROM search_words, unnest(ARRAY[2, 4, 40]) AS length
        WHERE in_name AND word ~ '^[a-z]{2,}$') AS begun,
      LATERAL (SELECT (ts_lexize('french_stem', word))[1] AS stem) AS stemmed
    WHERE word NOT IN ('les') ORDER BY word`;
  expect(words.length).toBeGreaterThan(300);
  const found = [];
  for (const { word } of words) found.push({ word, total: (await search(word)).total });
  expect(found).toEqual(words);
});

/** How many products each keyword finds when only names are searchable; in a transaction that is rolled back. */
async function totalsByNames(keywords: string[], before?: (tx: Queryable) => Promise<unknown>) {
  const undo = new Error("undo");
  const totals: number[] = [];
  const searching = db.transaction(async (tx) => {
    await before?.(tx);
    await tx.execute(sql`UPDATE product_search SET vector = array_to_tsvector(ARRAY(
      SELECT lexeme FROM unnest(tsvector_to_array(vector)) AS lexeme WHERE lexeme ~ '^[=#^]'))`);
    for (const keyword of keywords)
      totals.push((await searchProducts(tx, { keyword, page: 1, pageSize: 6 })).total);
    throw undo;
  });
  await expect(searching).rejects.toBe(undo);
  return totals;
}

test("a prefix finds every name with a word that begins with it", async () => {
  const beginnings = await shop.sql<{ typed: string; total: number }[]>`
    WITH named AS (SELECT DISTINCT left(word, length) AS typed
      FROM products, unnest(string_to_array(search_text(name), ' ')) AS word, unnest(ARRAY[1, 2, 3, 4, 5, 40]) AS length
      WHERE word ~ '^[a-z]{3,}$')
    SELECT typed, (SELECT count(*)::integer FROM product_search
      WHERE vector @@ (quote_literal('#' || stem) || ' | ' || quote_literal('=' || typed) || ':*')::tsquery) AS total
    FROM named, LATERAL (SELECT (ts_lexize('french_stem', typed))[1] AS stem) AS stemmed
    WHERE stem IS NOT NULL AND typed NOT IN ('a', 'les') ORDER BY typed`;
  expect(beginnings.length).toBeGreaterThan(300);
  const totals = await totalsByNames(beginnings.map(({ typed }) => typed));
  expect(beginnings.map(({ typed }, place) => ({ typed, total: totals[place] }))).toEqual(
    beginnings,
  );
});

test("two words find every name with the first word and a word that begins with the second", async () => {
  const pairs = await shop.sql<{ first: string; typed: string; total: number }[]>`
    WITH named AS (SELECT id, word FROM products, unnest(string_to_array(search_text(name), ' ')) AS word
      WHERE word ~ '^[a-z]{3,}$'),
    pairs AS (SELECT DISTINCT one.word AS first, left(other.word, length) AS typed
      FROM named AS one JOIN named AS other USING (id), unnest(ARRAY[2, 4, 40]) AS length)
    SELECT first, typed, (SELECT count(*)::integer FROM product_search
      WHERE vector @@ quote_literal('#' || first_stem)::tsquery
        AND vector @@ (quote_literal('#' || typed_stem) || ' | ' || quote_literal('=' || typed) || ':*')::tsquery) AS total
    FROM pairs, LATERAL (SELECT (ts_lexize('french_stem', first))[1] AS first_stem, (ts_lexize('french_stem', typed))[1] AS typed_stem) AS stems
    WHERE first_stem IS NOT NULL AND typed_stem IS NOT NULL AND first <> 'les' AND typed <> 'les' ORDER BY first, typed`;
  expect(pairs.length).toBeGreaterThan(500);
  const totals = await totalsByNames(pairs.map(({ first, typed }) => `${first} ${typed}`));
  expect(pairs.map(({ first, typed }, place) => ({ first, typed, total: totals[place] }))).toEqual(
    pairs,
  );
});

test("a name with a word of the same stem is not a prefix match", async () => {
  const found = await totalsByNames(["tisane nourrissan", "tisane nourrissant"], async (tx) => {
    await insertProduct(tx, { name: "tisane nourri", price: 10 });
    await insertProduct(tx, { name: "tisane nourrissant", price: 10 });
  });
  expect(found).toEqual([1, 2]);
});

test("the search indexes contain each product exactly once", async () => {
  const undo = new Error("undo");
  const counting = db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO products (id, name, price_cents, category)
      SELECT upper(right(md5(n::text), 26)), 'témoin', 1000, 'Parfums' FROM generate_series(1, 1000) AS n`);
    const { rows } = await tx.execute(sql`
      SELECT count(*)::integer AS all, count(DISTINCT product_id)::integer AS each
      FROM find_products($$'#temoin'$$, $$'#temoin'$$, 2000)`);
    expect(rows).toEqual([{ all: 1000, each: 1000 }]);
    throw undo;
  });
  await expect(counting).rejects.toBe(undo);
});

describe("meaningless keywords find nothing and cause no error", () => {
  test.each([
    ["an empty keyword", ""],
    ["spaces", "   "],
    ["a wildcard", "%"],
    ["another wildcard", "_"],
    ["a backslash", "\\"],
    ["a quote", "'"],
    ["double quotes", '"'],
    ["an injection", "' OR 1=1 --"],
    ["operators", "& | ! ( ) : * <->"],
    ["an emoji", "🌹🌹"],
    ["the null character", "\0"],
    ["unusual letters", "ﬁ ŉ ½"],
    ["Cyrillic", "крем"],
    ["Chinese", "面霜"],
    ["10,000 letters", "a".repeat(10_000)],
    ["10,000 accents", "é".repeat(10_000)],
    ["2,000 words", "bzz ".repeat(2_000)],
    ["nine unknown words", "zzzzqq xxyyzz qqwwzz kkjjhh ppllmm ttrree vvbbnn ccxxww ffggdd"],
    ["mark-up", "<script>alert(1)</script>"],
  ])("%s", async (_what, text) => {
    const keyword = cleanKeyword(text);
    expect((await search(text)).total).toBe(0);
    await nearestProducts(db, keyword, 6);
    await suggest(db, keyword);
    // Node's HTTP server refuses headers of more than 16 KB.
    const query = new URLSearchParams({ keyword: text }).toString().slice(0, 12_000);
    for (const path of ["/recherche/", "/recherche/_.data", "/recherche/suggestions"]) {
      const answer = await shop.visitor().get(`${path}?${query}`);
      expect(answer.status, path).toBe(200);
      const body = await answer.text();
      if (path === "/recherche/") expect(body).not.toContain("<script>alert");
    }
  });

  test("text-search operators are ordinary text", async () => {
    expect((await search("'crem':* | !rose")).total).toBe((await search("crem rose")).total);
  });
});
