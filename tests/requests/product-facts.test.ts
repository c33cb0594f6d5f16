import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currentPricesAndStock } from "#app/catalogue/current-prices.server.ts";
import { NO_FACTS } from "#app/catalogue/facts/facts-schema.ts";
import { typeset } from "#app/catalogue/product-name.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { DB_FOLDER } from "#db/folder.ts";
import { products, settings } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { sendAllMails, openMailServer } from "../support/mail.ts";
import { FIELDS, form } from "../support/product-form.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const server = await openMailServer();
const shop = await openShop({ SMTP_URL: server.url });
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
const visitor = shop.visitor();

const FACTS = {
  netQuantity: 50,
  netUnit: "ml" as const,
  paoMonths: 12,
  precautions: "Usage externe.\nÉviter les yeux.",
  responsiblePerson: null,
  origin: "Fabriqué en France",
  reference: "ECL-901",
  ean: "2000000009018",
  sorting: "Pot : conteneur à verre.",
};
const TEXTS = {
  netQuantity: "50 ml",
  paoMonths: "12",
  precautions: "Usage externe.\nÉviter les yeux.",
  responsiblePerson: "",
  origin: "Fabriqué en France",
  reference: "ECL-901",
  ean: "2000000009018",
  sorting: "Pot : conteneur à verre.",
};
const LONG = "x".repeat(10_000);
const COMPOSITION = "Aqua, Glycerin, Parfum, Linalool, Citral.";
const jsonLdOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
    .map(([, json]) => JSON.parse(json!) as Record<string, unknown>)
    .find((one) => one["@type"] === "Product")!;
/** The unit price, by the rule: cents × 100 / quantity, half up, in integers. */
function modelOf(priceCents: number, hundredths: number, unit: string): string {
  const [n, d] = [BigInt(priceCents) * 10_000n, BigInt(hundredths)];
  const cents = (2n * n + d) / (2n * d);
  const euros = String(cents / 100n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return `${euros},${String(cents % 100n).padStart(2, "0")}\u00a0€ / 100\u00a0${unit}`;
}

describe("the unit price", () => {
  test("is the price of 100 ml or 100 g, rounded half up, for any price and quantity", async () => {
    const cases = fc.sample(
      fc.record({
        euros: fc.oneof(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 99 })),
        hundredths: fc.oneof(
          fc.integer({ min: 1, max: 10_000_000 }),
          fc.integer({ min: 1, max: 999 }),
        ),
        unit: fc.constantFrom("ml" as const, "g" as const),
      }),
      1_000,
    );
    // Exact halves of a cent: 1 € / 800 ml is 0.125 € / 100 ml.
    cases.push({ euros: 1, hundredths: 80_000, unit: "ml" });
    const rows = cases.map(({ euros, hundredths, unit }, index) => ({
      id: `unit-${index}`,
      name: `unité ${index}`,
      category: "Autres" as const,
      priceCents: euros * 100,
      netQuantity: hundredths / 100,
      netUnit: unit,
    }));
    await db.insert(products).values(rows);
    const found = await currentPricesAndStock(
      db,
      rows.map(({ id }) => id),
    );
    const prices = new Map(found.map(({ id, unitPrice }) => [id, unitPrice]));
    for (const [index, { euros, hundredths, unit }] of cases.entries())
      expect(prices.get(`unit-${index}`), JSON.stringify(cases[index])).toBe(
        modelOf(euros * 100, hundredths, unit),
      );
    expect(prices.get(`unit-${cases.length - 1}`)).toBe("0,13\u00a0€ / 100\u00a0ml");
    await sql`DELETE FROM products WHERE id LIKE 'unit-%'`;
  });

  test("stands with the price on card, page, favourites, in the cart and in the mail; none for pieces", async () => {
    const id = await insertProduct(db, { name: "crème unitaire", price: 34, ...FACTS });
    const piece = await insertProduct(db, {
      name: "houppette unitaire",
      price: 5,
      netQuantity: 1,
      netUnit: "pièce",
    });
    const UNIT = "68,00\u00a0€ / 100\u00a0ml";
    const card = `<span>34\u00a0€</span><span class="card__unit"> ${UNIT}</span>`;
    const plain = (html: string) => html.replaceAll("<!-- -->", "");
    for (const path of [
      "/boutique?nom=crème+unitaire",
      "/recherche/?keyword=crème+unitaire",
      `/produit/${piece}`,
    ])
      expect(plain(await visitor.read(path)), path).toContain(card);
    expect(plain(await visitor.read(`/produit/${id}`))).toContain(`>${UNIT}</span>`);
    const shown = await visitor.read("/boutique?nom=houppette+unitaire");
    expect(shown).toContain("Houppette unitaire");
    expect(shown).not.toContain("card__unit");

    const customer = await shop.customer();
    await customer.post(`/favoris/${id}`, { voulu: "1" });
    expect(plain(await customer.read("/favorite"))).toContain(card);
    expect(await visitor.read(`/panier/prix.data?id=${id}&id=${piece}`)).toContain(UNIT);
    const placed = await customer.post(
      "/panier",
      orderForm(
        [
          { id, qty: 2 },
          { id: piece, qty: 1 },
        ],
        7_300,
      ),
    );
    expect(placed.status).toBe(302);
    // A later change of the quantity changes nothing of what was ordered.
    await db.update(products).set({ netQuantity: 30 }).where(eq(products.id, id));
    await sendAllMails(shop);
    const key = `order-${placed.headers.get("location")!.split("/").at(-1)!.toLowerCase()}-received`;
    const mail = server.received.find(
      ({ headers }) => headers["message-id"] === `<${key}@localhost>`,
    )!;
    for (const content of [mail.html, mail.text].map((text) => text.replaceAll("<!-- -->", ""))) {
      expect(content).toContain(`34\u00a0€ · ${UNIT}`);
      expect(content.match(/\/ 100/g)).toHaveLength(1);
    }
    await db.delete(products).where(eq(products.id, id));
    await db.delete(products).where(eq(products.id, piece));
  });
});

describe("the product page", () => {
  test("shows the facts, the allergens of the composition and the codes", async () => {
    const id = await insertProduct(db, {
      name: "crème complète",
      price: 34,
      composition: COMPOSITION,
      ...FACTS,
    });
    const html = await visitor.read(`/produit/${id}`);
    const text = textOf(html);
    for (const shown of [
      "Allergènes parfumants : Linalool, Citral",
      "Précautions d’emploi Usage externe. Éviter les yeux.",
      "Quantité nette 50 ml",
      "À utiliser après ouverture dans les 12 mois",
      "Origine Fabriqué en France",
      // Of the settings.
      "Personne responsable Éclat (boutique de démonstration), 1 rue de la Démonstration",
      "Référence ECL-901",
      "Code EAN 2000000009018",
      "Consignes de tri Pot : conteneur à verre.",
    ])
      expect(text.replaceAll("\u00a0", " ")).toContain(shown);
    expect(jsonLdOf(html)).toMatchObject({ sku: "ECL-901", gtin13: "2000000009018" });

    // What a specification repeats is shown once; what differs stays.
    const specifications = [
      { name: "Contenance", value: "50 ml" },
      { name: "Période après ouverture", value: "12\u00a0mois" },
      { name: "Volume", value: "75 ml" },
      { name: "Texture", value: "Crème fondante" },
    ];
    await db.update(products).set({ specifications }).where(eq(products.id, id));
    const specified = textOf(await visitor.read(`/produit/${id}`)).replaceAll("\u00a0", " ");
    expect(specified).toContain("Spécifications Volume 75 ml Texture Crème fondante Informations");
    expect(specified.match(/12 mois/g)).toHaveLength(1);

    const { responsiblePerson, ...others } = { ...FACTS, responsiblePerson: "Labo Vert, Séoul" };
    await db.update(products).set({ responsiblePerson }).where(eq(products.id, id));
    expect(await visitor.read(`/produit/${id}`)).toContain(`<dd>${responsiblePerson}</dd>`);
    await db
      .update(products)
      .set({ ...others, ean: "96385074" })
      .where(eq(products.id, id));
    expect(jsonLdOf(await visitor.read(`/produit/${id}`))).toMatchObject({ gtin8: "96385074" });
    await db.delete(products).where(eq(products.id, id));
  });

  test("of a cosmetic without facts shows the responsible person and the allergens", async () => {
    const id = await insertProduct(db, { name: "crème nue", price: 34, composition: COMPOSITION });
    const html = await visitor.read(`/produit/${id}`);
    const text = textOf(html).replaceAll("\u00a0", " ");
    expect(text).toContain("Allergènes parfumants : Linalool, Citral");
    expect(text).toContain("Informations Personne responsable Éclat (boutique de démonstration)");
    expect(text).not.toContain("/ 100");
    const { sku, ...facts } = jsonLdOf(html);
    expect(sku).toBe(id);
    expect(Object.keys(facts).filter((name) => name.startsWith("gtin"))).toEqual([]);

    await db
      .update(products)
      .set({ responsiblePerson: "Labo Vert, Séoul" })
      .where(eq(products.id, id));
    expect(textOf(await visitor.read(`/produit/${id}`))).toContain(
      "Personne responsable Labo Vert, Séoul",
    );
    await db.delete(products).where(eq(products.id, id));
  });

  test("of another product names no responsible person; nanomaterials and the durability date are shown", async () => {
    const id = await insertProduct(db, {
      name: "houppette",
      price: 5,
      productType: "other",
      reference: "HOU-1",
    });
    const other = textOf(await visitor.read(`/produit/${id}`));
    expect(other).toContain("Informations Référence HOU-1");
    expect(other).not.toContain("Personne responsable");
    await db
      .update(products)
      .set({
        productType: null,
        composition: "Aqua, Titanium Dioxide [nano], Linalool",
        durabilityDate: "2030-11-01",
      })
      .where(eq(products.id, id));
    const html = await visitor.read(`/produit/${id}`);
    const cosmetic = textOf(html).replaceAll("\u00a0", " ");
    expect(cosmetic).toContain("Nanomatériaux Titanium Dioxide [nano]");
    expect(cosmetic).toContain("Date de durabilité minimale 1er novembre 2030");
    expect(cosmetic).toContain("Personne responsable Éclat");
    expect(html).toContain("Titanium Dioxide [nano], Linalool</p>");
    await db.delete(products).where(eq(products.id, id));
  });
});

describe("the product form", () => {
  const productNamed = async (name: string) =>
    (await db.select().from(products).where(eq(products.name, name)))[0]!;

  test("saves the facts, shows what is missing and never blocks; the history names the changes", async () => {
    const blank = textOf(await admin.read("/admin/new/product"));
    expect(blank).toContain("Fiche incomplète");
    expect(blank).toContain("Il manque : composition, quantité nette");
    const created = await admin.post(
      "/admin/new/product",
      form({ ...FIELDS, name: "fiche une", ...TEXTS }),
    );
    expect(created.status).toBe(302);
    const product = await productNamed("fiche une");
    expect(product).toMatchObject(FACTS);
    const address = `/admin/edict-product/${product.id}`;
    const edited = await admin.read(address);
    expect(textOf(edited)).toContain("Fiche complète");
    expect(edited).toContain('value="50 ml"');

    const base = { ...FIELDS, name: "fiche une", ...TEXTS };
    const saved = await admin.post(
      address,
      form({ ...base, version: "1", netQuantity: "75 g", precautions: "" }),
    );
    expect(saved.status).toBe(302);
    expect(await productNamed("fiche une")).toMatchObject({
      ...FACTS,
      netQuantity: 75,
      netUnit: "g",
      precautions: null,
    });
    expect(textOf(await admin.read(address))).toContain("Il manque : précautions d’emploi.");
    const acts = await sql`
      SELECT changes FROM audit_events WHERE subject_id = ${product.id} AND act = 'product-updated'`;
    expect(acts[0]!["changes"]).toEqual([
      { field: "quantité nette", before: "50 ml", after: "75 g" },
      { field: "précautions", before: TEXTS.precautions, after: "" },
    ]);
  });

  test.each([
    ["netQuantity", "0 ml", "La quantité est plus grande que zéro"],
    ["netQuantity", "-3 g", "La quantité est plus grande que zéro"],
    ["netQuantity", "9999999 ml", "100\u202f000 ml au plus"],
    ["netQuantity", "<script>alert(1)</script>", "Écrivez un nombre et son unité"],
    ["paoMonths", "-1", "Un nombre de mois, de 1 à 120"],
    ["paoMonths", "0", "Un nombre de mois, de 1 à 120"],
    ["paoMonths", "1000", "Un nombre de mois, de 1 à 120"],
    ["durabilityDate", "2020-01-31", "Cette date est passée"],
    ["durabilityDate", "2030-02-30", "Cette date n’existe pas"],
    ["productType", "autre", "Une composition est donnée"],
    ["productType", "bougie", "Écrivez « cosmétique » ou « autre »"],
    ["ean", "2000000009019", "son dernier chiffre serait 8"],
    ["reference", "<img src=x>", "Des lettres, des chiffres"],
    ["precautions", LONG, "2\u202f000 caractères au plus, 10\u202f000 sont là"],
    ["sorting", LONG, "1\u202f000 caractères au plus"],
  ])(
    "%s is refused beside its field with a sentence, and nothing is written",
    async (field, typed, why) => {
      const answer = await admin.post(
        "/admin/new/product",
        form({ ...FIELDS, name: "fiche fausse", ...TEXTS, [field]: typed }),
      );
      expect(answer.status).toBe(400);
      const html = await answer.text();
      expect(html).not.toContain("<img src=x>");
      const at = html.indexOf(`id="${field}-error"`);
      expect(at).toBeGreaterThan(0);
      expect(textOf(html.slice(at - 20, at + 400))).toContain(textOf(why));
      expect(await productNamed("fiche fausse")).toBeUndefined();
    },
  );

  test("a type and a date are saved; a date that passes later doesn't prevent saving", async () => {
    const base = { ...FIELDS, name: "fiche datée", ...TEXTS, reference: "ECL-905", ean: "" };
    await admin.post("/admin/new/product", form({ ...base, durabilityDate: "2030-11-30" }));
    const { id } = await productNamed("fiche datée");
    await db.update(products).set({ durabilityDate: "2020-01-31" }).where(eq(products.id, id));
    const later = { ...base, durabilityDate: "2020-01-31", price: "35", version: "1" };
    const address = `/admin/edict-product/${id}`;
    expect((await admin.post(address, form(later))).status).toBe(302);
    expect(await productNamed("fiche datée")).toMatchObject({ durabilityDate: "2020-01-31" });
    const other = {
      ...later,
      version: "2",
      composition: "",
      durabilityDate: "",
      productType: "autre",
    };
    expect((await admin.post(address, form(other))).status).toBe(302);
    expect(await productNamed("fiche datée")).toMatchObject({
      productType: "other",
      durabilityDate: null,
    });
    expect(textOf(await admin.read(address))).toContain("Fiche complète");
    const [, changes] = (
      await sql`
      SELECT changes FROM audit_events WHERE subject_id = ${id} AND act = 'product-updated' ORDER BY id`
    ).map((row) => row["changes"]);
    expect(changes).toContainEqual({
      field: "type de produit",
      before: "cosmétique",
      after: "autre",
    });
    await db.delete(products).where(eq(products.id, id));
  });

  test("invisible and control characters are no facts, and are not stored", async () => {
    const typed = {
      ...TEXTS,
      composition: "\u200b",
      precautions: "\u200b\u00ad",
      responsiblePerson: "\u202eabc\u0007",
      origin: "\u0001",
      sorting: "Pot\u200b :\r\nverre",
      reference: "ECL-902",
    };
    await admin.post("/admin/new/product", form({ ...FIELDS, name: "fiche invisible", ...typed }));
    expect(await productNamed("fiche invisible")).toMatchObject({
      composition: "",
      precautions: null,
      responsiblePerson: "abc",
      origin: null,
      sorting: "Pot :\nverre",
    });
    await sql`DELETE FROM products WHERE name = 'fiche invisible'`;
  });

  test("markup in a text is shown as text", async () => {
    const hostile = "<script>alert(1)</script>";
    const id = await insertProduct(db, {
      name: "fiche hostile",
      price: 3,
      precautions: hostile,
      origin: `"><img src=x onerror=alert(1)>`,
    });
    const html = await visitor.read(`/produit/${id}`);
    expect(html).not.toContain(hostile);
    expect(html).not.toContain("<img src=x");
    expect(textOf(html)).toContain("Précautions d’emploi");
    await db.delete(products).where(eq(products.id, id));
  });
});

test("the list shows and filters incomplete sheets, also with a search; its export is the same", async () => {
  const whole = await insertProduct(db, {
    name: "liste entière",
    price: 3,
    composition: "Aqua",
    ...FACTS,
  });
  const lacking = await insertProduct(db, { name: "liste trouée", price: 3 });
  for (const search of ["", "recherche=liste&"]) {
    const list = await admin.read(`/admin/produits?${search}fiche=incomplete`);
    expect(list).toContain(lacking);
    expect(list).not.toContain(whole);
    expect(textOf(list)).toContain("Fiche incomplète");
  }
  expect(textOf(await admin.read("/admin/produits?recherche=entière"))).not.toContain(
    "· Fiche incomplète",
  );
  const csv = await admin.read("/admin/produits.csv?fiche=incomplete");
  expect(csv).toContain(lacking);
  expect(csv).not.toContain(whole);

  // Without a responsible person in the settings, products without their own are incomplete, too.
  const legal = shop.settings.current().groups.legal;
  const without = { ...legal, responsiblePerson: "" };
  await db.insert(settings).values({ name: "legal", version: 1, value: without });
  await expect.poll(() => admin.read("/admin/produits?fiche=incomplete")).toContain(whole);
  await db.delete(settings).where(eq(settings.name, "legal"));
  await expect.poll(() => admin.read("/admin/produits?fiche=incomplete")).not.toContain(whole);
  await db.delete(products).where(eq(products.id, whole));
  await db.delete(products).where(eq(products.id, lacking));
});

test("a reference or an EAN finds the product, for administrators and visitors", async () => {
  const id = await insertProduct(db, { name: "baume codé", price: 3, ...FACTS });
  for (const code of ["ECL-901", "ecl-901", "2000000009018", "2 000000 009018"]) {
    const keyword = encodeURIComponent(code);
    expect(await visitor.read(`/recherche/?keyword=${keyword}`), code).toContain(`/produit/${id}`);
    expect(await visitor.read(`/recherche/suggestions.data?keyword=${keyword}`)).toContain(id);
    expect(await admin.read(`/admin/produits?recherche=${keyword}`), code).toContain(id);
  }
  for (const other of ["ECL-90", "2000000009019", "901"])
    expect(await visitor.read(`/recherche/?keyword=${other}`)).not.toContain(`/produit/${id}`);
  await db.delete(products).where(eq(products.id, id));
});

describe("/perturbateurs-endocriniens.json", () => {
  const PATH = "/perturbateurs-endocriniens.json";
  test("lists the seller's products with endocrine disruptors in an open format", async () => {
    const composition = "Aqua, 4-Methylbenzylidene Camphor, BUTYLPARABEN, Glycerin";
    const ours = await insertProduct(db, {
      name: "crème à déclarer",
      price: 3,
      composition,
      ...FACTS,
    });
    await insertProduct(db, {
      name: "crème d’un autre",
      price: 3,
      composition,
      responsiblePerson: "Labo Vert, Séoul",
    });
    await insertProduct(db, {
      name: "crème au camphre",
      price: 3,
      composition: "Camphor, Parabenol",
    });
    const answer = await visitor.get(PATH);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await visitor.read("/mentions-legales")).toContain(`href="${PATH}"`);
    const { produits, responsable } = (await answer.json()) as Record<string, unknown>;
    expect(responsable).toContain("Éclat (boutique de démonstration)");
    expect(produits).toEqual([
      {
        nom: "Crème à déclarer",
        reference: "ECL-901",
        ean: "2000000009018",
        url: `${shop.config.baseUrl}/produit/${ours}`,
        information:
          "contient une ou des substances présentant des propriétés de perturbation endocrinienne avérées ou présumées\u00a0: 4-Methylbenzylidene Camphor, Butylparaben",
        presence: "dans le produit",
        substances: [
          { nom: "4-Methylbenzylidene Camphor", cas: "36861-47-9" },
          { nom: "Butylparaben", cas: "94-26-8" },
        ],
      },
    ]);
    await sql`DELETE FROM products WHERE composition LIKE '%amphor%'`;
  });

  test("doesn't exist when another company is the responsible person", async () => {
    const legal = shop.settings.current().groups.legal;
    const value = { ...legal, responsiblePerson: "Labo Vert, 3 rue du Port, 29200 Brest" };
    await db.insert(settings).values({ name: "legal", version: 1, value });
    await expect.poll(async () => (await visitor.get(PATH)).status).toBe(404);
    expect(await visitor.read("/mentions-legales")).not.toContain(PATH);
    await db.delete(settings).where(eq(settings.name, "legal"));
    await expect.poll(async () => (await visitor.get(PATH)).status).toBe(200);
  });
});

describe("the demo", () => {
  type Text = {
    slug: string;
    name: string;
    price: string;
    reference: string;
    netQuantity: { value: number; unit: "ml" | "g" };
    pao: string;
    warnings: string[];
    allergens: string[];
  };
  const catalogue = JSON.parse(
    readFileSync(new URL("demo/catalogue.json", DB_FOLDER), "utf8"),
  ) as Text[];

  test("carries the facts and the unit price of each of its 48 products", async () => {
    const demo = await openShop();
    await fillDemo(demo);
    const rows = await demo.db.select().from(products);
    expect(rows.length).toBe(48);
    const reader = demo.visitor();
    const list = textOf(await (await demo.customer({ isAdmin: true })).read("/admin/produits"));
    expect(list).not.toContain("· Fiche incomplète");
    for (const text of catalogue) {
      const row = rows.find(({ reference }) => reference === text.reference)!;
      expect(row.name, text.slug).toBe(text.name);
      for (const [name, fact] of Object.entries(NO_FACTS))
        if (!["responsiblePerson", "productType", "durabilityDate"].includes(name))
          expect(row[name as "ean"], name).not.toBe(fact);
      const html = await reader.read(`/produit/${row.id}`);
      const page = textOf(html).replaceAll("\u00a0", " ");
      const { value, unit } = text.netQuantity;
      const unitPrice = modelOf(Number(text.price) * 100, value * 100, unit).replaceAll(
        "\u00a0",
        " ",
      );
      expect(page, text.slug).toContain(`${text.price} € ${unitPrice} TVA incluse`);
      for (const warning of text.warnings) expect(page).toContain(textOf(typeset(warning)));
      expect(page).toContain(`Quantité nette ${String(value).replace(".", ",")} ${unit}`);
      expect(page).toContain(`dans les ${Number.parseInt(text.pao)} mois`);
      expect(page).not.toContain("Période après ouverture");
      expect(page).toContain(`Référence ${text.reference} Code EAN 2`);
      expect(page).toContain("Personne responsable Éclat");
      expect(page).toContain("Consignes de tri");
      expect(jsonLdOf(html)).toMatchObject({ sku: text.reference, gtin13: row.ean });
      const allergens = /Allergènes parfumants : ([^<]*)<\/span>/.exec(
        html.replaceAll("\u00a0", " ").replace(/<\/b> <span lang="la">/, " "),
      )?.[1];
      expect((allergens ?? "").split(", ").filter(Boolean).toSorted(), text.slug).toEqual(
        text.allergens.toSorted(),
      );
    }
  });
});

test("the essential characteristics stand in the cart's lines, as in the mail of the order", async () => {
  const fields = {
    category: "Soins de la peau",
    composition: "Aqua, Linalool",
    price: 34,
  } as const;
  const full = await insertProduct(db, {
    name: "crème décrite",
    ...fields,
    netQuantity: 50,
    netUnit: "ml",
    paoMonths: 12,
    precautions: "Usage externe.\nNe pas avaler.",
  });
  const long = await insertProduct(db, {
    name: "crème avertie",
    ...fields,
    durabilityDate: "2099-11-30",
    precautions: "Ne pas avaler. ".repeat(9),
  });
  const bare = await insertProduct(db, { name: "crème nue", ...fields });
  const answer = await visitor.get(`/panier/prix?id=${full}&id=${long}&id=${bare}`);
  type Priced = { id: string; essentials: { short: string; text: string } | null };
  const { products: priced } = (await answer.json()) as { products: Priced[] };
  const of = (id: string) => priced.find((product) => product.id === id)!;
  expect(of(full).essentials!.short).toBe(
    "Soins de la peau · 50\u00a0ml · 12\u00a0mois après ouverture · Usage externe, Ne pas avaler",
  );
  expect(of(long).essentials!.short).toBe(
    "Soins de la peau · à utiliser de préférence avant le 30 novembre 2099 · précautions d’emploi",
  );
  expect(of(long).essentials!.text).toContain("Ne pas avaler. Ne pas avaler");
  expect(of(bare)).toMatchObject({ id: bare, essentials: null });
  expect(of(full)).not.toHaveProperty("composition");

  const customer = await shop.customer();
  await customer.post("/panier", orderForm([{ id: full, qty: 1 }], 3_400));
  const [mail] = await shop.sql<{ text: string }[]>`
    SELECT props -> 'essentials' -> 0 ->> 'text' AS text FROM mails
    WHERE template = 'order-received' AND props -> 'essentials' -> 0 ->> 'name' = 'Crème décrite'`;
  expect(of(full).essentials!.text).toBe(`${mail!.text}.`);
});
