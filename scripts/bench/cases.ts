import { sql } from "drizzle-orm";
import { favouriteProducts } from "#app/catalogue/favourite-products.server.ts";
import { listProducts, type ListFilter } from "#app/catalogue/list-products.server.ts";
import { productsAddress } from "#app/catalogue/manage/product-list-query.ts";
import { listForAdmin } from "#app/catalogue/manage/product-list.server.ts";
import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import { getProduct } from "#app/catalogue/products.server.ts";
import { listOrders } from "#app/desk/order-list.server.ts";
import { nextToPrepare } from "#app/desk/preparation.server.ts";
import { readHomeLists } from "#app/home/home-lists.server.ts";
import { ordersAddress } from "#app/orders/order-query.ts";
import { listOwnOrders } from "#app/orders/order-reading.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import { listComments } from "#app/reviews/reviews.server.ts";
import { listEffects } from "#app/safety/effects.server.ts";
import { lastLots } from "#app/safety/lots.server.ts";
import { listRecalls } from "#app/safety/recalled-orders.server.ts";
import { lotsOfProduct } from "#app/safety/recalls.server.ts";
import { nearestProducts, searchProducts, suggest } from "#app/search/search.server.ts";
import { listMoves, stockOfProduct } from "#app/stock/product-stock.server.ts";
import { listStock } from "#app/stock/stock-list.server.ts";
import type { StockQuery } from "#app/stock/stock-query.ts";

/** The queries of one page. `run` varies their input by the turn. */
export type Case = {
  name: string;
  /** The least number of products for which the page exists. */
  from?: number;
  run: (turn: number) => Promise<unknown>;
};

/** The cases, with input from the rows of this database. */
export async function casesOf(db: Database): Promise<Case[]> {
  const { rows: sold } = await db.execute<{
    id: string;
    name: string;
    customer: string;
    orderId: string;
  }>(sql`
    SELECT products.id, products.name, customer_name AS customer, orders.id AS "orderId"
    FROM (SELECT id FROM orders ORDER BY md5(id) LIMIT 400) AS picked
      JOIN orders USING (id) JOIN order_lines ON order_id = orders.id AND position = 0 JOIN products ON products.id = product_id
    ORDER BY md5(orders.id)`);
  const number = (turn: number, salt: number, choices: number) =>
    Math.abs(Math.imul(turn * 7919 + salt * 104_729 + 12_345, 2_654_435_761) >>> 5) % choices;
  const one = <Item>(items: readonly Item[], turn: number, salt: number): Item =>
    items[number(turn, salt, items.length)]!;
  const product = (turn: number) => one(sold, turn, 1);
  const words = (turn: number) => product(turn).name.split(" ");

  const shop = (filter: Partial<ListFilter & { page: number }>) =>
    listProducts(db, {
      categories: [],
      namePrefix: "",
      priceFromCents: null,
      priceToCents: null,
      sort: "desc",
      page: 1,
      pageSize: 10,
      rows: 10,
      ...filter,
    });
  const prices = (turn: number) => {
    const from = number(turn, 2, 30);
    return { priceFromCents: from * 100, priceToCents: (from + 10 + number(turn, 3, 60)) * 100 };
  };
  const narrow = (turn: number) => {
    const from = 5 + number(turn, 4, 60);
    return { priceFromCents: from * 100, priceToCents: (from + number(turn, 5, 4)) * 100 };
  };
  const other = (turn: number) =>
    one(["prix-croissant", "prix-decroissant", "mieux-notes", "nouveautes"] as const, turn, 15);
  const category = (turn: number) => [one(CATEGORIES, turn, 6)];
  const twoCategories = (turn: number) => {
    const place = number(turn, 7, 8);
    return CATEGORIES.slice(place, place + 2);
  };
  const prefix = (turn: number) =>
    product(turn)
      .name.slice(0, 1 + number(turn, 8, 7))
      .trim();
  const orders = (query: Partial<Parameters<typeof listOrders>[1]>) =>
    listOrders(db, { ...ordersAddress.all, ...query });
  const admin = (query: Partial<Parameters<typeof listForAdmin>[1]>) =>
    listForAdmin(db, { ...productsAddress.all, ...query }, true);
  const stock = (query: Partial<StockQuery>) =>
    listStock(db, { page: 1, search: "", state: "tous", ...query });
  const stockState = (turn: number) => one(["bas", "epuises", "non-comptes"] as const, turn, 14);
  const day = (turn: number, later: number) =>
    new Date(Date.now() - (number(turn, 16, 300) - later) * 86_400_000).toISOString().slice(0, 10);
  const search = (keyword: string, page = 1) => searchProducts(db, { keyword, page, pageSize: 6 });

  const slides = sold.slice(0, 3).map(({ name }) => ({ productId: "", productName: name }));
  const homeProducts = { slides, houseProductId: "" };

  return [
    { name: "home", run: () => readHomeLists(db, homeProducts) },
    { name: "shop, first page", run: () => shop({}) },
    { name: "shop, pages to 100", run: (turn) => shop({ page: 1 + number(turn, 9, 100) }) },
    { name: "shop, pages 400 to 500", from: 10_000, run: (turn) => shop({ page: 400 + number(turn, 9, 101) }) },
    { name: "shop, Z to A", run: (turn) => shop({ sort: "asc", page: 1 + number(turn, 9, 100) }) },
    { name: "shop, a category", run: (turn) => shop({ categories: category(turn), page: 1 + number(turn, 9, 10) }) },
    { name: "shop, a category, pages 400 to 500", from: 100_000, run: (turn) => shop({ categories: category(turn), page: 400 + number(turn, 9, 101) }) },
    { name: "shop, two categories", run: (turn) => shop({ categories: twoCategories(turn), page: 1 + number(turn, 9, 10) }) },
    { name: "shop, prices", run: (turn) => shop({ ...prices(turn), page: 1 + number(turn, 9, 20) }) },
    { name: "shop, prices, pages 400 to 500", from: 100_000, run: (turn) => shop({ ...prices(turn), page: 400 + number(turn, 9, 101) }) },
    { name: "shop, near prices", run: (turn) => shop(narrow(turn)) },
    { name: "shop, rare prices", run: (turn) => shop({ priceFromCents: (200 + number(turn, 2, 200)) * 100 }) },
    { name: "shop, beginning of a name", run: (turn) => shop({ namePrefix: prefix(turn) }) },
    { name: "shop, a name's first word", run: (turn) => shop({ namePrefix: words(turn)[0]!, page: 1 + number(turn, 9, 3) }) },
    { name: "shop, a category and prices", run: (turn) => shop({ categories: category(turn), ...prices(turn) }) },
    { name: "shop, a beginning and prices", run: (turn) => shop({ namePrefix: prefix(turn), ...prices(turn) }) },
    { name: "shop, a beginning, two categories, prices, Z to A", run: (turn) => shop({ namePrefix: prefix(turn), categories: twoCategories(turn), ...prices(turn), sort: "asc" }) },
    { name: "shop, in other orders", run: (turn) => shop({ sort: other(turn), page: 1 + number(turn, 9, 20) }) },
    { name: "shop, in other orders, pages 400 to 500", from: 10_000, run: (turn) => shop({ sort: other(turn), page: 400 + number(turn, 9, 101) }) },
    { name: "shop, in other orders, a category", run: (turn) => shop({ sort: other(turn), categories: category(turn), page: 1 + number(turn, 9, 10) }) },
    { name: "shop, in other orders, prices", run: (turn) => shop({ sort: other(turn), ...prices(turn) }) },
    { name: "shop, in other orders, a beginning", run: (turn) => shop({ sort: other(turn), namePrefix: prefix(turn) }) },
    { name: "shop, one card a family", run: (turn) => shop({ isOneCard: true, page: 1 + number(turn, 9, 20) }) },
    { name: "shop, one card a family, pages 400 to 500", from: 10_000, run: (turn) => shop({ isOneCard: true, page: 400 + number(turn, 9, 101) }) },
    { name: "shop, one card a family, prices, in other orders", run: (turn) => shop({ isOneCard: true, sort: other(turn), ...prices(turn) }) },
    { name: "shop, one card a family, a beginning", run: (turn) => shop({ isOneCard: true, namePrefix: prefix(turn) }) },
    { name: "shop, a shade", run: (turn) => shop({ shades: [one(["rouge", "rose", "bleu", "vert"] as const, turn, 17)], sort: other(turn) }) },
    { name: "shop, a shade, one card a family", run: (turn) => shop({ isOneCard: true, shades: [one(["rouge", "rose", "bleu", "vert"] as const, turn, 17)] }) },
    { name: "product", run: (turn) => productPage(db, product(turn).id) },
    { name: "search, a word", run: (turn) => search(words(turn)[number(turn, 10, 3)]!) },
    { name: "search, two words", run: (turn) => search(words(turn).slice(0, 2).join(" ")) },
    { name: "search, two words of the name, any", run: (turn) => search(`${words(turn)[0]} ${words(turn).at(-1)}`) },
    { name: "search, later pages", run: (turn) => search(words(turn)[0]!, 2 + number(turn, 11, 5)) },
    { name: "search, a code", run: (turn) => search(`ECL-${number(turn, 10, 1_000)}`) },
    { name: "search, a whole name", run: (turn) => search(product(turn).name) },
    { name: "search, a word, in other orders", run: (turn) => searchProducts(db, { keyword: words(turn)[number(turn, 10, 3)]!, page: 1, pageSize: 6, sort: other(turn) }) },
    { name: "suggestions, a beginning", run: (turn) => suggest(db, words(turn)[number(turn, 12, 3)]!.slice(0, 2 + number(turn, 13, 4))) },
    { name: "suggestions, a word and a beginning", run: (turn) => suggest(db, `${words(turn)[0]} ${words(turn)[1]!.slice(0, 1 + number(turn, 13, 4))}`) },
    { name: "fuzzy search", run: (turn) => search(misspelt(words(turn), turn)) },
    { name: "fuzzy suggestions", run: (turn) => suggest(db, misspelt(words(turn), turn)) },
    { name: "search that finds nothing", run: (turn) => nearestProducts(db, `xyz${misspelt(words(turn), turn)}qw`, 6) },
    { name: "administrators' products", run: (turn) => admin({ page: 1 + number(turn, 9, 100) }) },
    { name: "administrators' products, pages 400 to 500", from: 10_000, run: (turn) => admin({ page: 400 + number(turn, 9, 101) }) },
    { name: "administrators' products, a beginning", run: (turn) => admin({ search: prefix(turn) }) },
    { name: "administrators' products, a word", run: (turn) => admin({ search: words(turn).at(-1)! }) },
    { name: "administrators' products, two words", run: (turn) => admin({ search: words(turn).slice(1, 3).join(" ") }) },
    { name: "administrators' products, an id's end", run: (turn) => admin({ search: product(turn).id.slice(-8) }) },
    { name: "administrators' products, a category", run: (turn) => admin({ category: category(turn)[0]!, page: 1 + number(turn, 9, 8) }) },
    { name: "administrators' products, incomplete", run: (turn) => admin({ isIncomplete: true, page: 1 + number(turn, 9, 8) }) },
    { name: "administrators' products, featured", run: (turn) => admin({ sellingType: "en Vedette", page: 1 + number(turn, 9, 7) }) },
    { name: "administrators' products, featured of a category", run: (turn) => admin({ category: category(turn)[0]!, sellingType: "en Vedette" }) },
    { name: "administrators' orders", run: (turn) => orders({ page: 1 + number(turn, 9, 100) }) },
    { name: "administrators' orders, pages 400 to 500", from: 10_000, run: (turn) => orders({ page: 400 + number(turn, 9, 101) }) },
    { name: "administrators' orders, by state", run: (turn) => orders({ state: one(["non-livrees", "en-retard", "livrees", "annulees"] as const, turn, 14) }) },
    { name: "administrators' orders, to prepare", run: () => orders({ state: "a-preparer" }) },
    { name: "administrators' orders, under way", run: () => orders({ state: "en-route" }) },
    { name: "preparation, the next order", run: () => nextToPrepare(db, null) },
    { name: "administrators' orders, by payment", run: (turn) => orders({ payment: one(["payee", "non-payee", "a-la-livraison"] as const, turn, 14) }) },
    { name: "administrators' orders, a customer", run: (turn) => orders({ search: product(turn).customer }) },
    { name: "administrators' orders, a family name", run: (turn) => orders({ search: product(turn).customer.split(" ")[1]! }) },
    { name: "administrators' orders, a number", run: (turn) => orders({ search: product(turn).orderId.slice(10) }) },
    { name: "administrators' orders, a product", run: (turn) => orders({ search: product(turn).name }) },
    { name: "administrators' orders, an amount", run: (turn) => orders({ search: `${20 + number(turn, 15, 200)} €` }) },
    { name: "administrators' orders, two weeks", run: (turn) => orders({ from: day(turn, 0), until: day(turn, 13) }) },
    { name: "stock", run: (turn) => stock({ page: 1 + number(turn, 9, 100) }) },
    { name: "stock, pages 400 to 500", from: 10_000, run: (turn) => stock({ page: 400 + number(turn, 9, 101) }) },
    { name: "stock, low", run: (turn) => stock({ state: "bas", page: 1 + number(turn, 9, 500) }) },
    { name: "stock, sold out", run: (turn) => stock({ state: "epuises", page: 1 + number(turn, 9, 500) }) },
    { name: "stock, uncounted", run: (turn) => stock({ state: "non-comptes", page: 1 + number(turn, 9, 500) }) },
    { name: "stock, a word", run: (turn) => stock({ search: words(turn).at(-1)! }) },
    { name: "stock, a word in a state", run: (turn) => stock({ search: words(turn)[number(turn, 10, 3)]!, state: stockState(turn) }) },
    { name: "stock, two words in a state", run: (turn) => stock({ search: words(turn).slice(1, 3).join(" "), state: stockState(turn) }) },
    { name: "stock, an id's end", run: (turn) => stock({ search: product(turn).id.slice(-8) }) },
    { name: "stock of a product", run: (turn) => Promise.all([stockOfProduct(db, product(turn).id), listMoves(db, product(turn).id, 1)]) },
    { name: "recalls", run: (turn) => listRecalls(db, 1 + (turn % 3)) },
    { name: "undesirable effects", run: (turn) => listEffects(db, { page: 1 + (turn % 3), state: one(["nouveaux", "declares", "clos"] as const, turn, 14) }) },
    { name: "lots of a product", run: (turn) => lotsOfProduct(db, product(turn).id) },
    { name: "the last lots of a product", run: (turn) => lastLots(db, product(turn).id) },
    { name: "own orders", run: (turn) => listOwnOrders(db, `customer-${turn % 20}`, { page: 1 + (turn % 3) }) },
    { name: "favourites", run: (turn) => favouriteProducts(db, `customer-${turn % 20}`, { page: 1 + (turn % 3) }) },
  ]; // prettier-ignore
}

function productPage(db: Database, id: string): Promise<unknown> {
  return Promise.all([getProduct(db, id), listComments(db, id, { limit: 6 })]);
}

/** One or two words. One letter of the longest is removed, doubled, replaced, or swapped with the next. */
function misspelt(words: string[], turn: number): string {
  const chosen = words
    .slice(0, 1 + (turn % 2))
    .concat(words.at(-1)!.length > 5 ? words.at(-1)! : []);
  const [longest] = chosen.toSorted((a, b) => b.length - a.length);
  const place = 1 + (turn % Math.max(1, longest!.length - 2));
  const [before, letter, after] = [
    longest!.slice(0, place),
    longest![place]!,
    longest!.slice(place + 1),
  ];
  const wrong = [
    before + after,
    before + letter + letter + after,
    `${before}k${after}`,
    before + after.slice(0, 1) + letter + after.slice(1),
  ];
  return chosen.map((word) => (word === longest ? wrong[turn % wrong.length]! : word)).join(" ");
}
