import { eq, sql } from "drizzle-orm";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endPriceReductions } from "#app/catalogue/end-price-reductions.server.ts";
import { NO_FACTS } from "#app/catalogue/facts/facts-schema.ts";
import { updateProduct } from "#app/catalogue/manage/save-product.server.ts";
import { getProduct, reducedUntil } from "#app/catalogue/products.server.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { products } from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/*
 * Announced price reductions (code de la consommation, L112-1-1; law.md, row 19). Time is moved by shifting a product's
 * dates into the past. `npm run test:long` makes more runs of the model.
 */
const RUNS = Number(process.env["MODEL_RUNS"] ?? 40);
const SEED = Number(process.env["MODEL_SEED"] ?? Date.now() % 1_000_000);

const shop = await openShop({}, { cacheBytes: 8_000_000 });
const { db } = shop;
const visitor = shop.visitor();
const person = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
const admin = adminOf(person, "Nora Lefèvre");

/** Moves a product's past `days` further into the past, as if these days had gone by. */
async function wait(id: string, days: number): Promise<void> {
  await shop.sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE product_prices SET since = since - make_interval(days => ${days}::integer) WHERE product_id = ${id}`;
    await tx`UPDATE products SET created_at = created_at - make_interval(days => ${days}::integer),
      updated_at = updated_at - make_interval(days => ${days}::integer), reduced_until = reduced_until - ${days}::integer
      WHERE id = ${id}`;
  });
}

/** The day in Paris in `days` days. */
async function dayIn(days: number): Promise<string> {
  const [row] = await shop.sql<{ day: string }[]>`
    SELECT to_char((now() AT TIME ZONE 'Europe/Paris')::date + ${days}::integer, 'YYYY-MM-DD') AS day`;
  return row!.day;
}

const form = (price: number | string, until = "") => ({
  name: "sérum soldé",
  price: String(price),
  category: "Soins de la peau",
  sellingType: "Normal",
  description: "",
  composition: "",
  reducedUntil: until,
});

async function save(id: string, fields: Record<string, string>) {
  const [row] = await db.select().from(products).where(eq(products.id, id));
  const [picture] = await shop.sql<
    { path: string }[]
  >`SELECT path FROM product_pictures WHERE product_id = ${id}`;
  const answer = await person.post(`/admin/edict-product/${id}`, {
    version: String(row!.version),
    picture: picture?.path ?? "",
    ...fields,
  });
  return { status: answer.status, text: textOf(await answer.text()) };
}

const addProduct = async (days: number, price = 100) => {
  const id = await insertProduct(db, { name: "sérum soldé", price });
  await wait(id, days);
  return id;
};

describe("an announced reduction", () => {
  test("strikes the prior price on card, product page, favourites, search and in structured data, until its last day", async () => {
    const id = await addProduct(40);
    await person.post(`/favoris/${id}`, { voulu: "1" });
    const pages = [`/produit/${id}`, "/boutique", "/recherche/?keyword=solde", "/favorite"];
    for (const page of pages) expect(await person.read(page)).not.toContain("Prix antérieur");
    const until = await dayIn(2);
    expect((await save(id, form(80, until))).status).toBe(302);
    for (const page of pages) {
      const html = await person.read(page);
      expect(html, page).toContain('<s class="prior">');
      expect(textOf(html), page).toMatch(/Prix antérieur : ?100 € +80 €/);
    }
    await expect.poll(() => visitor.read(`/produit/${id}`)).toContain("StrikethroughPrice");
    const html = await visitor.read(`/produit/${id}`);
    expect(html).toContain(`"priceValidUntil":"${until}"`);
    expect(textOf(html)).toContain(
      "Le prix barré est le plus bas des 30 jours qui l’ont précédée.",
    );
    expect(textOf(await person.read(`/admin/edict-product/${id}`))).toContain("Prix barré : 100 €");

    await wait(id, 3);
    expect(await person.read(`/produit/${id}`)).not.toContain("Prix antérieur");
    expect(await person.read(`/admin/edict-product/${id}`)).not.toContain("Prix barré : 100");
    await endPriceReductions(db);
    const [row] = await db.select().from(products).where(eq(products.id, id));
    expect(row).toMatchObject({ reducedUntil: null, priorPriceCents: null, priceCents: 8_000 });
    await expect.poll(() => visitor.read(`/produit/${id}`)).not.toContain("StrikethroughPrice");
  });

  test("keeps the prior price of its first step; a higher price ends it; the audit trail has it", async () => {
    const id = await addProduct(40);
    const until = await dayIn(9);
    await save(id, form(80, until));
    await wait(id, 2);
    await save(id, form(70, await dayIn(9)));
    expect(await getProduct(db, id)).toMatchObject({ priceCents: 7_000, priorCents: 10_000 });
    expect(textOf(await person.read(`/admin/edict-product/${id}`))).toContain(
      "réduction annoncée jusqu’au",
    );
    // As an import of the previous version would write it.
    await db.update(products).set({ priceCents: 9_000 }).where(eq(products.id, id));
    expect(await getProduct(db, id)).toMatchObject({ priceCents: 9_000, priorCents: null });
  });

  test("is refused with a sentence, and nothing is written, without 30 days of prices or a lower price", async () => {
    const recent = await addProduct(29);
    const refused = await save(recent, form(80, await dayIn(5)));
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining(`à partir du ${frenchLongDay(await dayIn(2))}.`),
    ]);
    await wait(recent, 2);
    expect((await save(recent, form(80, await dayIn(5)))).status).toBe(302);
    const id = await addProduct(40);
    await save(id, form(60));
    await wait(id, 10);
    await save(id, form(100));
    // 60 € within the last 30 days: 80 € is no reduction.
    const higher = await save(id, form(80, await dayIn(5)));
    expect([higher.status, higher.text]).toEqual([
      409,
      expect.stringContaining("Le prix le plus bas des 30 derniers jours est 60 €"),
    ]);
    const [row] = await db.select().from(products).where(eq(products.id, id));
    expect(row).toMatchObject({ priceCents: 10_000, reducedUntil: null });
    expect((await save(id, form(50, await dayIn(5)))).status).toBe(302);
    expect(await getProduct(db, id)).toMatchObject({ priorCents: 6_000 });
  });

  test.each([
    ["2026-02-30", "Cette date n’existe pas"],
    ["demain", "Cette date n’existe pas"],
    ["x".repeat(10_000), "Cette date n’existe pas"],
    ["2020-01-01", "Cette date est passée"],
    ["9999-12-31", "Une réduction s’annonce pour un an au plus."],
  ])("refuses the last day %s beside the field", async (until, message) => {
    const id = await addProduct(40);
    const { status, text } = await save(id, form(80, until));
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    expect(await getProduct(db, id)).toMatchObject({ priceCents: 10_000, priorCents: null });
  });

  test("cannot be typed: a written prior price is replaced by the computed one", async () => {
    const id = await addProduct(40);
    const until = await dayIn(5);
    await shop.sql`UPDATE products SET price_cents = 8000, reduced_until = ${until}, prior_price_cents = 99900 WHERE id = ${id}`;
    expect(await getProduct(db, id)).toMatchObject({ priorCents: 10_000 });
    await shop.sql`UPDATE products SET prior_price_cents = 99900 WHERE id = ${id}`;
    expect(await getProduct(db, id)).toMatchObject({ priorCents: 10_000 });
    await shop.sql`
      INSERT INTO products (id, name, price_cents, category, reduced_until, prior_price_cents)
      VALUES ('tape', 'tape', 100, 'Autres', ${until}, 99900)`;
    expect(await getProduct(db, "tape")).toMatchObject({ priorCents: null });
  });

  test("a product of an earlier version counts its price from its last edit", async () => {
    const id = await addProduct(40);
    await shop.sql`DELETE FROM product_prices WHERE product_id = ${id}`;
    await db
      .update(products)
      .set({ updatedAt: sql`now() - interval '29 days'` })
      .where(eq(products.id, id));
    expect((await save(id, form(80, await dayIn(5)))).status).toBe(409);
    await wait(id, 1);
    expect((await save(id, form(80, await dayIn(5)))).status).toBe(302);
    expect(await getProduct(db, id)).toMatchObject({ priorCents: 10_000 });
  });
});

/** A product's prices in a simple model: days instead of times, and a list that is searched from its end. */
class Model {
  now = 0;
  until: number | null = null;
  prior: number | null = null;
  starts: { day: number; price: number }[];
  constructor(price: number) {
    this.starts = [{ day: 0, price }];
  }
  get price() {
    return this.starts.at(-1)!.price;
  }
  get isAnnounced() {
    return this.until !== null && this.until >= this.now;
  }
  get shown() {
    return this.isAnnounced ? this.prior : null;
  }
  lowest(): number | null {
    const first = this.starts.findLastIndex(({ day }) => day <= this.now - 30);
    return first < 0 ? null : Math.min(...this.starts.slice(first).map(({ price }) => price));
  }
  priorOf(price: number, until: number | null): number | null {
    if (until === null || until < this.now) return null;
    if (this.isAnnounced && price <= this.price) return this.prior;
    const lowest = this.lowest();
    return lowest !== null && lowest > price ? lowest : null;
  }
  write(price: number, until: number | null) {
    this.prior = this.priorOf(price, until);
    this.until = this.prior === null ? null : until;
    if (price !== this.price) this.starts.push({ day: this.now, price });
  }
}

const price = fc.integer({ min: 1, max: 6 }).map((tens) => tens * 10);
const step = fc.oneof(
  fc.record({ kind: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constant("write" as const), price }),
  fc.record({
    kind: fc.constant("announce" as const),
    price,
    days: fc.option(fc.integer({ min: 0, max: 12 })),
  }),
);

test(
  "the prior price equals a simple model's over random changes",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        price,
        fc.integer({ min: 0, max: 40 }),
        fc.array(step, { minLength: 3, maxLength: 20 }),
        async (first, age, steps) => {
          const id = await insertProduct(db, { name: "sérum", price: first });
          const model = new Model(first);
          await wait(id, age);
          model.now += age;
          for (const one of steps) {
            if (one.kind === "wait") {
              await wait(id, one.days);
              model.now += one.days;
            } else if (one.kind === "write") {
              await db
                .update(products)
                .set({ priceCents: one.price * 100 })
                .where(eq(products.id, id));
              if (one.price !== model.price) model.write(one.price, model.until);
            } else {
              const until = one.days === null ? null : model.now + one.days;
              const isRefused = until !== null && model.priorOf(one.price, until) === null;
              expect(await announce(id, one.price, one.days)).toBe(
                isRefused ? "no-reduction" : "updated",
              );
              if (!isRefused) model.write(one.price, until);
            }
            const shown = model.shown;
            expect(await getProduct(db, id)).toMatchObject({
              priceCents: model.price * 100,
              priorCents: shown && shown * 100,
            });
          }
        },
      ),
      { numRuns: RUNS, seed: SEED },
    );
  },
  10_000 + RUNS * 500,
);

/** Saves price and last day by the product form's verb; `days` from today, null for no announcement. */
async function announce(id: string, euros: number, days: number | null): Promise<string> {
  const [row] = await db
    .select({ version: products.version, until: reducedUntil })
    .from(products)
    .where(eq(products.id, id));
  const outcome = await updateProduct(shop, admin, {
    id,
    version: row!.version,
    product: {
      name: "sérum",
      priceCents: euros * 100,
      category: "Soins de la peau",
      sellingType: "Normal",
      description: "",
      composition: "",
      specifications: [],
      ...NO_FACTS,
    },
    reducedUntil: days === null ? null : await dayIn(days),
    pictures: [`images/essai/${id.toLowerCase()}.jpg`],
    uploadIds: [],
  });
  return outcome.kind;
}
