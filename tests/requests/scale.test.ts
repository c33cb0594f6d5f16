import { randomUUID } from "node:crypto";
import { afterAll, expect, inject, test } from "vitest";
import { listActs } from "#app/audit-log/audit-log.server.ts";
import { listProducts, type ListFilter } from "#app/catalogue/list-products.server.ts";
import { productsAddress } from "#app/catalogue/manage/product-list-query.ts";
import { listForAdmin } from "#app/catalogue/manage/product-list.server.ts";
import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import { countProducts, countsByCategory, getProduct } from "#app/catalogue/products.server.ts";
import { readToDeliver } from "#app/dashboard/dashboard.server.ts";
import { listOrders } from "#app/desk/order-list.server.ts";
import { readHomeLists } from "#app/home/home-lists.server.ts";
import { listMessages } from "#app/messages/message-reading.server.ts";
import { ordersAddress } from "#app/orders/order-query.ts";
import { connect } from "#app/platform/db.server.ts";
import { searchProducts, suggest } from "#app/search/search.server.ts";
import { openExplained } from "../../scripts/bench/plans.ts";

/*
 * Lists read the rows that they show, not the whole table: checked in PostgreSQL's executed plans over 20,000 products
 * and 20,000 orders. Timings with up to a million are in scripts/bench/queries.ts.
 */
const MANY = 20_000;
/** Counts stop at this number; reaching the last page skips as many index entries. */
const MOST_READ = 10_001;

const name = `scale_${randomUUID().replaceAll("-", "")}`;
const urlOf = (database: string) => inject("databaseUrl").replace("DATABASE", database);
const server = connect(urlOf("postgres"), { max: 1, statementTimeout: 60_000 });
await server.sql.unsafe(`CREATE DATABASE ${name} TEMPLATE template_shop`);
const { sql, db, plansOf } = await openExplained(urlOf(name));
await fill();
afterAll(async () => {
  await sql.end();
  await server.sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.sql.end();
});

/** Inserts the rows without row-level triggers, to save time. */
async function fill(): Promise<void> {
  await sql`SET auto_explain.log_min_duration = -1`;
  await sql`SET session_replication_role = replica`;
  const kinds = ["crème", "sérum", "huile", "gel", "eau de parfum", "vernis", "baume", "lait"];
  await sql`INSERT INTO products (id, name, price_cents, category, selling_type, rating_sum, rating_count)
    SELECT lpad(n::text, 26, '0'), (${kinds}::text[])[1 + n % 8] || ' ' || md5(n::text), 100 * (5 + n * 7919 % 120),
      (${[...CATEGORIES]}::text[])[1 + n % 10], CASE WHEN n % 16 = 0 THEN 'en Vedette' ELSE 'Normal' END,
      (n % 11) * (1 + n % 5), n % 11
    FROM generate_series(1, ${MANY}) AS n`;
  await sql`UPDATE products SET price_cents = 6500 WHERE price_cents = 6400 AND id > lpad('800', 26, '0')`;
  await sql`INSERT INTO product_counts SELECT category, selling_type, count(*) FROM products GROUP BY 1, 2`;
  await sql`INSERT INTO product_tallies SELECT length, left(name, length), category, price_cents, count(*)
    FROM products, unnest(ARRAY[0, 4, 12]) AS length GROUP BY 1, 2, 3, 4`;
  await sql`INSERT INTO product_search SELECT id, search_vector(products) FROM products`;
  await sql`INSERT INTO product_names (product_id, text) SELECT id, ' ' || fold(name) FROM products`;
  await sql`INSERT INTO search_words SELECT word, word, word, word, true FROM unnest(ARRAY['serum', 'vernis', 'creme', 'parfums']) AS word`;
  await sql`INSERT INTO orders (id, idempotency_key, total_cents, shipping_method, payment_method, shipping_address,
      phone_number, customer_name, shipping_from, shipping_until, terms_version, is_paid, is_shipped)
    SELECT lpad(n::text, 26, '0'), n::text, 100 * (10 + n % 200), 'Point de relais', 'Paiement securisé en ligne', 'ici', '06', 'Claire ' || md5(n::text),
      '2026-01-01', '2026-01-05', '1', true, n % 100 > 0
    FROM generate_series(1, ${MANY}) AS n`;
  await sql`INSERT INTO order_search (order_id, text) SELECT id, order_search_text(id) FROM orders`;
  await sql`INSERT INTO audit_events (id, actor_name, act, subject_type, subject_id, subject_name)
    SELECT lpad(n::text, 26, '0'), 'Claire Aubry', 'product-updated', 'product', n::text, 'crème ' || md5(n::text)
    FROM generate_series(1, ${MANY}) AS n`;
  await sql`INSERT INTO messages (id, order_id, title, message, name, created_at)
    SELECT lpad(n::text, 26, '0') || '-paid', CASE WHEN n % 100 > 0 THEN lpad(n::text, 26, '0') END, 'Payée', md5(n::text), 'Claire',
      now() - n * interval '1 second'
    FROM generate_series(1, ${MANY}) AS n`;
  await sql`SET session_replication_role = origin`;
  await sql`VACUUM ANALYZE`;
  await sql`SET auto_explain.log_min_duration = 0`;
}

const list = (filter: Partial<ListFilter & { page: number }>) =>
  listProducts(db, {
    categories: [],
    namePrefix: "",
    priceFromCents: null,
    priceToCents: null,
    sort: "desc",
    page: 1,
    pageSize: 10,
    ...filter,
  });
const admin = (query: Partial<Parameters<typeof listForAdmin>[1]>) =>
  listForAdmin(db, { ...productsAddress.all, ...query }, true);
const orders = (query: Partial<Parameters<typeof listOrders>[1]>) =>
  listOrders(db, { ...ordersAddress.all, ...query });
const notifications = (query: Partial<Parameters<typeof listMessages>[1]>) =>
  listMessages(db, { page: 1, search: "", kind: "tous", ...query });
const id = "1".padStart(26, "0");

test.each<[string, number, () => Promise<unknown>]>([
  ["the home page", 100, () => readHomeLists(db, {
      slides: ["crème", "sérum", "gel"].map((productName) => ({ productId: "", productName })),
      houseProductId: "",
    })],
  ["the shop's first page", 50, () => list({})],
  ["the shop's last page, from Z to A", MOST_READ, () => list({ page: 1_000, sort: "asc" })],
  ["the counts of categories", 50, () => countProducts(db)],
  ["a category", 50, () => list({ categories: [CATEGORIES[2]] })],
  ["two categories", 50, () => list({ categories: [CATEGORIES[2], CATEGORIES[5]] })],
  ["a name prefix", MOST_READ, () => list({ namePrefix: "crème 1" })],
  ["a name prefix in a category", 500, () => list({ namePrefix: "eau de p", categories: [CATEGORIES[4]] })],
  ["a narrow price range", MOST_READ, () => list({ priceFromCents: 1_000, priceToCents: 1_200 })],
  ["prices of few products", 500, () => list({ priceFromCents: 11_800, priceToCents: 12_300, page: 3 })],
  ["a price of few products, next to a price of many", 500, () => list({ priceFromCents: 6_400, priceToCents: 6_400 })],
  ["a wide price range", MOST_READ, () => list({ priceFromCents: 1_000, priceToCents: 9_000 })],
  ["the cheapest", 50, () => list({ sort: "prix-croissant" })],
  ["the most expensive, the last page", MOST_READ, () => list({ sort: "prix-decroissant", page: 1_000 })],
  ["the best rated", 50, () => list({ sort: "mieux-notes" })],
  ["the newest in two categories", 50, () => list({ sort: "nouveautes", categories: [CATEGORIES[2], CATEGORIES[5]] })],
  ["the cheapest in a price range", 500, () => list({ sort: "prix-croissant", priceFromCents: 2_000, priceToCents: 2_500 })],
  ["the newest in a price range", MOST_READ, () => list({ sort: "nouveautes", priceFromCents: 2_000, priceToCents: 2_500 })],
  ["the best rated with a name prefix", MOST_READ, () => list({ sort: "mieux-notes", namePrefix: "crème 1" })],
  ["the cheapest with a name prefix in a category", 1_000, () => list({ sort: "prix-croissant", namePrefix: "eau de p", categories: [CATEGORIES[4]] })],
  ["a product's page", 200, () => getProduct(db, id)],
  ["the administrators' product list", MOST_READ, () => admin({ page: 1_250 })],
  ["the administrators' product list, searched by a part of a word", MOST_READ, () => admin({ search: "erni" })],
  ["the administrators' product list, searched by a rare word", 500, () => admin({ search: "c4ca4238a0 creme" })],
  ["the administrators' product list, searched by a rare word in a category", 500, () => admin({ search: "c4ca4238a0", category: CATEGORIES[1] })],
  ["the administrators' product list, searched by the end of an id", 50, () => admin({ search: id.slice(-8) })],
  ["the administrators' product list, featured products", 50, () => admin({ sellingType: "en Vedette" })],
  ["the administrators' order list", 11_000, () => orders({})],
  ["orders to send", 11_000, () => orders({ state: "a-livrer" })],
  ["the oldest orders to send", 500, () => readToDeliver(db)],
  ["delivered orders, a late page", 11_000, () => orders({ state: "livrees", page: 1_600 })],
  ["an order's number", 500, () => orders({ search: id.slice(10) })],
  ["an order's customer", 500, () => orders({ search: "c4ca4238a0b923820dcc" })],
  ["orders of one amount", 500, () => orders({ search: "10 €" })],
  ["orders of an amount that no order has", 500, () => orders({ search: "500 €" })],
  ["orders of an e-mail address", 500, () => orders({ search: "claire@exemple.fr" })],
  ["orders of a telephone number", 500, () => orders({ search: "06 12 34 56 78" })],
  ["orders of a day", 500, () => orders({ from: "2020-01-02", until: "2020-01-02" })],
  ["orders with a word that all contain", 21_000, () => orders({ search: "claire", page: 500 })],
  ["the history", 10_001, () => listActs(db, { page: 500, search: "", subject: "tout", importId: null })],
  ["the history of a product", 500, () => listActs(db, { page: 1, search: "crème c4ca4238a0", subject: "produits", importId: null })],
  ["the notifications, a late page", 11_000, () => notifications({ page: 1_600 })],
  ["the notifications from the contact form", 11_000, () => notifications({ kind: "contact" })],
  ["the notifications with a word", 500, () => notifications({ search: "c4ca4238a0" })],
  ["a search", 3_000, () => searchProducts(db, { keyword: "sérums", page: 1, pageSize: 6 })],
  ["a search, the cheapest first", 3_000, () => searchProducts(db, { keyword: "sérums", page: 1, pageSize: 6, sort: "prix-croissant" })],
  ["suggestions", 3_000, () => suggest(db, "vern")],
])("%s: reads at most %i rows of a table", async (_what, most, run) => {
  // At the sixth execution PostgreSQL may switch to a generic plan.
  for (let turn = 0; turn < 7; turn++) {
    const scans = (await plansOf(run)).flatMap((plan) => plan.scans);
    expect(scans.length).toBeGreaterThan(0);
    for (const { kind, relation, rows } of scans) {
      expect(rows, `${kind} on ${relation}`).toBeLessThanOrEqual(most);
    }
  }
}); // prettier-ignore

test("a search uses no parallel workers, whatever its estimated cost", async () => {
  await sql.unsafe(
    `DISCARD PLANS; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
      SET max_parallel_workers_per_gather = 2`,
  );
  const plans = await plansOf(() =>
    searchProducts(db, { keyword: "crème sérums", page: 1, pageSize: 6 }),
  );
  await sql.unsafe(
    `RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size;
      RESET max_parallel_workers_per_gather; DISCARD PLANS`,
  );
  const reading = plans.filter(({ text }) => /FROM product_(names|search) WHERE/.test(text));
  expect(reading.length).toBeGreaterThan(1);
  expect(reading.filter(({ isParallel }) => isParallel)).toEqual([]);
});

test("counts are exact up to 10,000; larger ones are given as 10,001", async () => {
  const { total, products, page } = await list({ priceFromCents: 0, page: 1_000 });
  expect([total, products.length, page]).toEqual([10_001, 10, 1_000]);
  expect((await list({ categories: [CATEGORIES[0]] })).total).toBe(2_000);
  expect((await orders({})).counts).toMatchObject({ livrees: 10_001, "non-livrees": 200 });
  const { counts } = await notifications({});
  expect(counts).toEqual({ contact: 200, commandes: 10_001, boutique: 0, tous: 10_201 });
});

test("a name prefix, prices and categories: same count and order as a plain query", async () => {
  const cases: [string, number, number, number][] = [
    ["c", 10, 12, 0],
    ["crème", 20, 90, 0],
    ["crème 1", 20, 20, 3],
    ["eau de parfum a", 30, 60, 1],
    ["s", 118, 300, 10],
    ["", 5, 6, 2],
    ["", 110, 500, 0],
    ["", 118, 123, 0],
    ["", 7, 11, 0],
    ["", 64, 64, 0],
  ];
  for (const [namePrefix, from, to, some] of cases) {
    const categories = CATEGORIES.slice(0, some);
    const range = { priceFromCents: from * 100, priceToCents: to * 100 };
    const expected = await sql<{ name: string }[]>`
      SELECT name FROM products WHERE starts_with(name, ${namePrefix}) AND price_cents BETWEEN ${from * 100} AND ${to * 100}
        AND (${some} = 0 OR category = ANY (${categories})) ORDER BY name COLLATE french, id`;
    const found = await list({ namePrefix, categories, ...range, page: 2 });
    expect(found.total, namePrefix).toBe(expected.length);
    const page = expected.slice((found.page - 1) * 10, found.page * 10);
    expect(found.products.map(({ name }) => name)).toEqual(page.map(({ name }) => name));
  }
});

test("a name prefix matches letter by letter, in the French collation", async () => {
  const names = [
    "crème 0",
    "creme 0",
    "crêpe 0",
    "cr",
    "crème",
    "créme 0",
    "crème-0",
    "œuf",
    "oeuf",
    "l'eau",
    "l eau",
  ];
  await sql`INSERT INTO products (id, name, price_cents, category)
    SELECT 'x' || n, name, 700, 'Autres' FROM unnest(${names}::text[]) WITH ORDINALITY AS named (name, n)`;
  const all = await sql<
    { name: string }[]
  >`SELECT name FROM products ORDER BY name COLLATE french, id`;
  for (const namePrefix of ["crème 0", "crem", "cré", "crème-", "œ", "oe", "l'", "l", "crème 0f"]) {
    const expected = all.map((one) => one.name).filter((one) => one.startsWith(namePrefix));
    const { products, total } = await list({ namePrefix, rows: 5_000 } as Partial<ListFilter>);
    expect(products.map((one) => one.name)).toEqual(expected);
    expect(total).toBe(expected.length);
  }
});

test("concurrent inserts, deletions and changes of products are counted without blocking each other", async () => {
  const [one, other] = [connect(urlOf(name), { max: 1 }), connect(urlOf(name), { max: 1 })];
  const counted = async () => countsByCategory(await countProducts(db)).map(({ count }) => count);
  const before = await counted();
  const insertion = (tag: string) =>
    `INSERT INTO products (id, name, price_cents, category) VALUES ('${tag}', '${tag}', 100, 'Parfums')`;
  await one.sql.begin(async (first) => {
    await first.unsafe(insertion("un"));
    await other.sql.begin(async (second) => {
      await second.unsafe("SET LOCAL lock_timeout = '2s'");
      await second.unsafe(insertion("deux"));
      await second.unsafe(insertion("trois"));
    });
    await first.unsafe("UPDATE products SET category = 'Autres' WHERE id = 'un'");
  });
  await sql`UPDATE products SET name = 'trois autres', price_cents = 300 WHERE id = 'trois'`;
  await sql`DELETE FROM products WHERE id = 'deux'`;
  const after = before.map((count, index) =>
    CATEGORIES[index] === "Parfums" || CATEGORIES[index] === "Autres" ? count + 1 : count,
  );
  expect(await counted()).toEqual(after);
  const [real] = await sql<
    { counts: number[] }[]
  >`SELECT array_agg(count ORDER BY category) AS counts FROM
    (SELECT category, count(*)::integer AS count FROM products GROUP BY category) AS grouped`;
  expect(real!.counts.toSorted((a, b) => a - b)).toEqual(after.toSorted((a, b) => a - b));
  const tallies = await sql`
    SELECT length, beginning, category, price_cents, sum(count)::integer AS count FROM product_tallies
    GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0
    EXCEPT SELECT length, left(name, length), category, price_cents, count(*)
    FROM products, unnest(ARRAY[0, 4, 12]) AS length GROUP BY 1, 2, 3, 4`;
  expect([...tallies]).toEqual([]);
  expect((await list({ namePrefix: "trois", priceFromCents: 300, priceToCents: 400 })).total).toBe(
    1,
  );
  expect((await list({ namePrefix: "trois", priceToCents: 100 })).total).toBe(0);
  await Promise.all([one.sql.end(), other.sql.end()]);
});

// The last test: it changes the orders.
test("of more than 10,000 orders that may be sent, those to prepare and those late are counted exactly", async () => {
  const [notSent, left, inTime] = [12_000, 9_000, 4_000];
  await sql`SET session_replication_role = replica`;
  await sql`UPDATE orders SET is_shipped = n > ${notSent}::integer, handed_over_at = CASE WHEN n <= ${left}::integer THEN now() END,
      shipping_until = CASE WHEN n <= ${inTime}::integer THEN '2100-01-01' ELSE shipping_until END
    FROM generate_series(1, ${MANY}) AS n WHERE id = lpad(n::text, 26, '0')`;
  for (const payment of ["tous", "payee"] as const) {
    const { counts, waiting } = await orders({ payment });
    const late = notSent - inTime;
    expect(counts).toMatchObject({ "a-livrer": 10_001, "a-preparer": notSent - left });
    expect([counts["en-retard"], waiting.toDeliver, waiting.late]).toEqual([late, 10_001, late]);
  }
});
