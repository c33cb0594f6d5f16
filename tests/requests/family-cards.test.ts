import { ulid } from "ulid";
import { expect, test } from "vitest";
import { SHADES, type Shade } from "#app/catalogue/families/shade-schema.ts";
import { listProducts, type ListFilter } from "#app/catalogue/list-products.server.ts";
import { SORTS, type Category } from "#app/catalogue/product-schema.ts";
import { families, familyMembers } from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db, sql } = shop;
const visitor = shop.visitor();
const admin = await shop.customer({ isAdmin: true });

const COLOURS: [string, Shade][] = [
  ["#C8102E", "rouge"],
  ["#F4A6C0", "rose"],
  ["#FF7F50", "orange"],
];
type Made = {
  id: string;
  name: string;
  cents: number;
  category: Category;
  family: string | null;
  position: number;
  shade: Shade | null;
  isSoldOut: boolean;
};
const made: Made[] = [];

/** Nine families of two to six products, over two categories, and products without a family; always the same. */
async function fill(): Promise<void> {
  for (let place = 0; place < 60; place++) {
    const family = place % 10 === 9 ? null : `famille ${place % 10}`;
    const position = Math.floor(place / 10);
    if (family && position > 1 + (place % 10)) continue;
    const category: Category = place % 10 === 3 && position > 1 ? "Parfums" : "Maquillage";
    const cents = 1_000 + 500 * ((place * 7 + position) % 5);
    const name = `${place % 3 === 0 ? "rouge" : "ombre"} ${String(place).padStart(2, "0")}`;
    const id = await insertProduct(db, { name, price: cents / 100, category });
    const [colour, shade] = COLOURS[place % COLOURS.length]!;
    const isSoldOut = place % 4 === 1;
    if (isSoldOut) await sql`SELECT start_counting(${id}, 0, '', NULL, NULL)`;
    made.push({
      id,
      name,
      cents,
      category,
      family,
      position,
      shade: family ? shade : null,
      isSoldOut,
    });
    if (!family) continue;
    const familyId = `01J0FAMILLE00000000000000${place % 10}`;
    await db
      .insert(families)
      .values({ id: familyId, name: family, kind: "teinte" })
      .onConflictDoNothing();
    await db
      .insert(familyMembers)
      .values({ productId: id, familyId, position, label: name, colour });
  }
}
await fill();

type Choice = Partial<ListFilter & { pageSize: number }>;
const listed = (choice: Choice, page: number) =>
  listProducts(db, {
    categories: [],
    namePrefix: "",
    priceFromCents: null,
    priceToCents: null,
    sort: "desc",
    isOneCard: true,
    pageSize: 7,
    page,
    ...choice,
  });

/** The products that must have a card, as a plain loop over all products finds them. */
function expected({
  categories = [],
  namePrefix = "",
  priceFromCents,
  priceToCents,
  shades = [],
}: Choice) {
  const matching = made.filter(
    (one) =>
      (categories.length === 0 || categories.includes(one.category)) &&
      one.name.startsWith(namePrefix) &&
      one.cents >= (priceFromCents ?? 0) &&
      one.cents <= (priceToCents ?? Infinity) &&
      (shades.length === 0 || (one.shade !== null && shades.includes(one.shade))),
  );
  const rank = ({ isSoldOut, cents, position, id }: Made) =>
    [isSoldOut ? 1 : 0, String(cents).padStart(9, "0"), position, id].join(" ");
  return matching.filter((one) =>
    matching.every(
      (other) =>
        one.family === null ||
        other.family !== one.family ||
        other.category !== one.category ||
        rank(one) <= rank(other),
    ),
  );
}

const CHOICES: Choice[] = [
  {},
  { categories: ["Maquillage"] },
  { categories: ["Parfums", "Maquillage"] },
  { namePrefix: "rouge" },
  { priceFromCents: 1_500 },
  { priceToCents: 2_000, namePrefix: "o" },
  { shades: ["rouge"] },
  { shades: ["rose", "orange"], priceFromCents: 2_000 },
  { shades: ["rose"], categories: ["Parfums"], namePrefix: "ombre" },
  { shades: ["bleu"] },
];

test.each(CHOICES)("one card a family among those that match: %o", async (choice) => {
  const wanted = expected(choice);
  for (const { value: sort } of SORTS) {
    const ids: string[] = [];
    for (let page = 1; ; page++) {
      const list = await listed({ ...choice, sort }, page);
      expect(list.total).toBe(wanted.length);
      ids.push(...list.products.map(({ id }) => id));
      if (ids.length >= wanted.length || list.products.length === 0) break;
    }
    expect(ids.toSorted(), sort).toEqual(wanted.map(({ id }) => id).toSorted());
    if (sort === "prix-croissant") {
      const cents = ids.map((id) => made.find((one) => one.id === id)!.cents);
      expect(cents).toEqual(cents.toSorted((one, other) => one - other));
    }
  }
  const { counts } = await listed(choice, 1);
  for (const { category, count } of counts)
    expect(count, category).toBe(expected({ ...choice, categories: [category] }).length);
});

test("without the setting, filters by shade list each product", async () => {
  for (const { value: sort } of SORTS) {
    const { products, total } = await listed(
      { shades: ["rouge"], isOneCard: false, sort, pageSize: 50 },
      1,
    );
    const wanted = made.filter(({ shade }) => shade === "rouge");
    expect(total).toBe(wanted.length);
    expect(products.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
  }
});

test("the shop has one card a family only if the administrators want it", async () => {
  const count = async (path: string) =>
    /<h2 id="liste"[^>]*>\D*(\d+)/.exec(await visitor.read(path))?.[1];
  const cards = async (path: string) =>
    [...(await visitor.read(path)).matchAll(/class="card__family"/g)].length;
  expect(await count("/boutique")).toBe(String(made.length));
  expect(await cards("/boutique")).toBe(0);
  const { groups, versions } = shop.settings.current();
  const answer = await admin.post("/admin/reglages/vente", {
    countries: groups.sales.countries,
    familyCards: "on",
    version: String(versions.sales),
  });
  expect(answer.status).toBe(200);
  expect(await count("/boutique")).toBe(String(expected({}).length));
  const page = textOf(await visitor.read("/boutique?tri=prix-croissant")).replaceAll(/\s+/g, " ");
  expect(page).toMatch(/\d teintes/);
  expect(page).toMatch(/dès 10 €/);
  // A search still finds each product.
  expect(await cards("/recherche/?keyword=rouge")).toBe(0);
});

test("the filter offers the shades that the shop has, and its address keeps them without JavaScript", async () => {
  const page = await visitor.read("/boutique?teinte=rouge&teinte=x");
  const boxes = [...page.matchAll(/<input[^>]*name="teinte"[^>]*>/g)].map(String);
  expect(boxes.map((box) => /value="(\w+)"/.exec(box)![1])).toEqual(["rose", "rouge", "orange"]);
  expect(
    boxes.filter((box) => box.includes("checked")).map((box) => /value="(\w+)"/.exec(box)![1]),
  ).toEqual(["rouge"]);
  expect(textOf(page)).toContain(SHADES.rouge);
  const other = await openShop();
  expect(await other.visitor().read("/boutique")).not.toContain("Teintes");
});

test("a family whose cheapest product sells out shows the next one", async () => {
  const id = `01J0FAMILLEEPUISEE00000000`;
  const cheap = await insertProduct(db, { name: "zeste mini", price: 5, category: "Autres" });
  const large = await insertProduct(db, { name: "zeste maxi", price: 9, category: "Autres" });
  await db.insert(families).values({ id, name: ulid(), kind: "contenance" });
  await db.insert(familyMembers).values([
    { productId: cheap, familyId: id, position: 0, label: "30 ml" },
    { productId: large, familyId: id, position: 1, label: "50 ml" },
  ]);
  const card = async () => (await listed({ categories: ["Autres"] }, 1)).products;
  expect(await card()).toMatchObject([
    { id: cheap, family: { text: "2\u00a0contenances", isFrom: true }, isSoldOut: false },
  ]);
  await sql`SELECT start_counting(${cheap}, 0, '', NULL, NULL)`;
  expect(await card()).toMatchObject([{ id: large, family: { isFrom: false }, isSoldOut: false }]);
  await sql`DELETE FROM products WHERE id = ${cheap}`;
  expect(await card()).toMatchObject([{ id: large, family: null }]);
});
