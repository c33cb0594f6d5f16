import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import type { Browser } from "../support/browser.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db, sql } = shop;
const visitor = shop.visitor();
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
const other = await shop.customer({ isAdmin: true, name: "Nadia Roux" });

type Row = { id: string; label: string; colour?: string };
const familyForm = (
  name: string,
  members: readonly Row[],
  change: Record<string, string> = {},
) => ({
  intent: "save",
  id: ulid(),
  version: "0",
  name,
  kind: "teinte",
  members: JSON.stringify(members.map((row) => ({ colour: "", ...row }))),
  ...change,
});
const save = (form: Record<string, string>, who: Browser = admin) =>
  who.post("/admin/familles/nouvelle", form);
const product = (name: string, price = 20) => insertProduct(db, { name, price });
const membersOf = (familyId: string) => sql<{ product_id: string; label: string }[]>`
  SELECT product_id, label FROM family_members WHERE family_id = ${familyId} ORDER BY position`;
/** The links of a product page's switch: address, text, and whether it is the page's own product. */
async function switchOn(id: string): Promise<{ to: string; text: string; isCurrent: boolean }[]> {
  const [nav = ""] =
    /<nav class="variants"[^]*?<\/nav>/.exec(await visitor.read(`/produit/${id}`)) ?? [];
  return [...nav.matchAll(/<a ([^>]*)>([^]*?)<\/a>/g)].map(([, attributes = "", content = ""]) => ({
    to: /href="([^"]*)"/.exec(attributes)![1]!,
    text: textOf(content).trim(),
    isCurrent: attributes.includes('aria-current="page"'),
  }));
}
/** What the page says of a refused form. */
async function refusal(answer: Response, status: number): Promise<string> {
  expect(answer.status).toBe(status);
  return textOf(await answer.text()).replaceAll("\u00a0", " ");
}

/** A family of three shades. */
async function threeShades() {
  const mark = ulid();
  const ids = [
    await product(`rouge ${mark} rose nude`.toLowerCase()),
    await product(`rouge ${mark} corail`.toLowerCase()),
    await product(`rouge ${mark} prune`.toLowerCase()),
  ] as const;
  const form = familyForm(`Rouge ${mark}`, [
    { id: ids[0], label: "Rose nude", colour: "#c88" },
    { id: ids[1], label: "Corail", colour: "#FF7F50" },
    { id: ids[2], label: "Prune" },
  ]);
  expect((await save(form)).headers.get("location")).toBe("/admin/familles?fait=enregistree");
  return { ids, form };
}

describe("a family", () => {
  test("links each product's page to the others, in order, and says what is sold out", async () => {
    const { ids } = await threeShades();
    await sql`SELECT start_counting(${ids[1]}, 0, '', NULL, NULL)`;
    expect(await switchOn(ids[2])).toEqual([
      { to: `/produit/${ids[0]}`, text: "Rose nude", isCurrent: false },
      { to: `/produit/${ids[1]}`, text: "Corail Épuisé", isCurrent: false },
      { to: `/produit/${ids[2]}`, text: "Prune", isCurrent: true },
    ]);
    expect(await switchOn(await product("sans famille"))).toEqual([]);
  });

  test("of volumes shows prices, and search engines get the group of variants", async () => {
    const small = await product("lait 50 ml", 12);
    const large = await product("lait 100 ml", 20);
    const form = familyForm(
      "Lait",
      [
        { id: small, label: "50 ml" },
        { id: large, label: "100 ml" },
      ],
      { kind: "contenance" },
    );
    expect((await save(form)).status).toBe(302);
    const links = await switchOn(small);
    expect(links.map(({ text }) => text.replace(/\s+/g, " "))).toEqual([
      "50 ml 12 €",
      "100 ml 20 €",
    ]);
    const scripts = [
      ...(await visitor.read(`/produit/${large}`)).matchAll(
        /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g,
      ),
    ].map(([, json = ""]) => JSON.parse(json) as Record<string, unknown>);
    expect(scripts.find((one) => one["@type"] === "Product")).toMatchObject({
      size: "100 ml",
      inProductGroupWithID: form.id,
      isVariantOf: {
        "@type": "ProductGroup",
        name: "Lait",
        variesBy: ["https://schema.org/size"],
        hasVariant: [
          { url: expect.stringContaining(`/produit/${small}`) },
          { url: expect.stringContaining(`/produit/${large}`) },
        ],
      },
    });
  });

  test("that falls to one product by a deletion shows no switch, and deleting it keeps the products", async () => {
    const { ids, form } = await threeShades();
    for (const id of [ids[0], ids[1]])
      expect((await admin.post("/admin/produits", { intent: "delete", id })).status).toBe(302);
    expect(await switchOn(ids[2])).toEqual([]);
    const answer = await admin.post(`/admin/familles/${form.id}`, {
      intent: "delete",
      id: form.id,
    });
    expect(answer.headers.get("location")).toBe("/admin/familles?fait=supprimee");
    expect(await membersOf(form.id)).toEqual([]);
    await visitor.read(`/produit/${ids[2]}`);
  });

  test("drops the kept pages of all its products when it changes", async () => {
    const kept = await openShop({}, { cacheBytes: 10_000_000 });
    const boss = await kept.customer({ isAdmin: true });
    const reader = kept.visitor();
    const [one, two, three] = await Promise.all(
      ["a", "b", "c"].map((name) => insertProduct(kept.db, { name, price: 9 })),
    );
    const rows = [
      { id: one!, label: "Un" },
      { id: two!, label: "Deux" },
    ];
    const form = familyForm("Essai", rows);
    await reader.read(`/produit/${one}`);
    await boss.post("/admin/familles/nouvelle", form);
    await expect.poll(() => reader.read(`/produit/${one}`)).toContain("Deux");
    const more = familyForm("Essai", [...rows, { id: three!, label: "Trois" }]);
    await boss.post("/admin/familles/nouvelle", { ...more, id: form.id, version: "1" });
    await expect.poll(() => reader.read(`/produit/${one}`)).toContain("Trois");
    await kept.sql`SELECT start_counting(${three!}, 0, '', NULL, NULL)`;
    await expect.poll(() => reader.read(`/produit/${one}`)).toContain("Épuisé");
  });
});

describe("the form of a family", () => {
  test("of ticked products suggests its name and labels; with a product of a family it leads there", async () => {
    const one = await product("vernis brillant lilas");
    const two = await product("vernis brillant menthe");
    const page = textOf(
      await admin.read(`/admin/familles/nouvelle?produits=${one}&produits=${two}`),
    );
    expect(page).toContain("Lilas");
    expect(page).toContain("Menthe");
    const { ids, form } = await threeShades();
    const answer = await admin.get(`/admin/familles/nouvelle?produits=${one}&produits=${ids[0]}`);
    expect(answer.headers.get("location")).toBe(
      `/admin/familles/${form.id}?produits=${one}&produits=${ids[0]}`,
    );
    expect(await admin.read(answer.headers.get("location")!)).toContain("Vernis brillant lilas");
  });

  test("refuses a family of one, with everything that was typed", async () => {
    const id = await product("seul");
    const form = familyForm("Seule « au monde »", [{ id, label: "Tapé" }]);
    const text = await refusal(await save(form), 400);
    expect(text).toContain(
      "Une famille compte au moins deux produits : ajoutez-en un, ou supprimez la famille.",
    );
    expect(text).toContain("Tapé");
    expect(await membersOf(form.id)).toEqual([]);
  });

  test.each([
    ["no label", { label: " " }, "Indiquez ce qui distingue ce produit"],
    [
      "the label of another",
      { label: "UN" },
      "Un autre produit de la famille porte déjà ce libellé.",
    ],
    ["a colour that is none", { colour: "rose" }, "Écrivez la couleur en hexadécimal"],
  ])("refuses a product with %s", async (_, change, message) => {
    const rows = [
      { id: await product("premier"), label: "Un" },
      { id: await product("second"), label: "Deux", ...change },
    ];
    expect(await refusal(await save(familyForm(`Refus ${message}`, rows)), 400)).toContain(message);
  });

  test("refuses hostile values with 400, and stores nothing", async () => {
    const objects = ['[{"id":{}}]', '[{"id":"x","label":{},"colour":""}]'];
    const texts = ["", "x", "{}", "[1,2]", '[{"id":"a"},{"id":"b"}]', '["\\u0000"]', ...objects];
    for (const members of texts)
      expect((await save({ ...familyForm("Hostile", []), members })).status).toBe(400);
    const changes: Record<string, string>[] = [
      { kind: "taille" },
      { id: "x" },
      { version: "-1" },
      { intent: "x" },
    ];
    for (const change of changes)
      expect((await save(familyForm("Hostile", [], change))).status).toBe(400);
    expect(await sql`SELECT FROM families WHERE name = 'Hostile'`).toEqual([]);
  });

  test("that the server can’t save keeps what was typed", async () => {
    const rows = [
      { id: await product("un"), label: "Un" },
      { id: await product("deux"), label: "Deux" },
    ];
    await sql`ALTER TABLE families ADD CONSTRAINT essai CHECK (name <> 'Patiente') NOT VALID`;
    const answer = await save(familyForm("Patiente", rows));
    await sql`ALTER TABLE families DROP CONSTRAINT essai`;
    expect(answer.status).toBe(503);
    const html = await answer.text();
    expect(textOf(html)).toContain("La famille n’est pas enregistrée");
    expect(html).toContain('value="Patiente"');
    expect(shop.takeErrors().join()).toContain("essai");
  });

  test("says which product is gone", async () => {
    const rows = [
      { id: await product("là"), label: "Là" },
      { id: ulid(), label: "Parti" },
    ];
    expect(await refusal(await save(familyForm("Partie", rows)), 409)).toContain(
      "Ce produit n’existe plus : retirez-le.",
    );
  });
});

describe("two administrators", () => {
  test("never put a product into two families", async () => {
    const [one, two, three] = [await product("un"), await product("deux"), await product("trois")];
    const first = familyForm("Première", [
      { id: one, label: "Un" },
      { id: two, label: "Deux" },
    ]);
    const second = familyForm("Seconde", [
      { id: two, label: "Deux" },
      { id: three, label: "Trois" },
    ]);
    const answers = await Promise.all([save(first), save(second, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const text = await refusal(
      answers.find(({ status }) => status === 409)!,
      409,
    );
    expect(text).toMatch(/« Deux » est déjà dans la famille « (Première|Seconde) »/);
    expect(await sql`SELECT FROM family_members WHERE product_id = ${two}`).toHaveLength(1);
  });

  test("who change the same family do not overwrite each other, and a form sent twice is saved once", async () => {
    const { ids, form } = await threeShades();
    const rows = JSON.parse(form.members) as Row[];
    const change = (label: string) => ({
      ...form,
      version: "1",
      members: JSON.stringify([{ ...rows[0], label }, ...rows.slice(1)]),
    });
    expect((await save(change("Nude"))).status).toBe(302);
    expect((await save(change("Nude"))).status).toBe(302);
    const text = await refusal(await save(change("Beige"), other), 409);
    expect(text).toContain("Quelqu’un d’autre a enregistré cette famille entre-temps.");
    expect(text).toContain("Beige");
    expect((await membersOf(form.id))[0]!.label).toBe("Nude");
    expect((await save({ ...change("Beige"), version: "2" }, other)).status).toBe(302);
    expect((await membersOf(form.id))[0]).toEqual({ product_id: ids[0], label: "Beige" });
  });

  test("may not give two families one name", async () => {
    const rows = async () => [
      { id: await product("un"), label: "Un" },
      { id: await product("deux"), label: "Deux" },
    ];
    expect((await save(familyForm("Même nom", await rows()))).status).toBe(302);
    expect(await refusal(await save(familyForm("MÊME NOM", await rows())), 409)).toContain(
      "Une autre famille porte déjà ce nom.",
    );
  });
});

test("the history of each product says when it joined, changed or left a family", async () => {
  const { ids, form } = await threeShades();
  const rows = JSON.parse(form.members) as Row[];
  await save({ ...form, version: "1", members: JSON.stringify(rows.slice(0, 2)) });
  const acts = await sql<{ actor_name: string; changes: unknown }[]>`
    SELECT actor_name, changes FROM audit_events WHERE subject_id = ${ids[2]} ORDER BY id`;
  const text = `${form.name} · Prune`;
  expect(acts).toEqual([
    { actor_name: "Claire Aubry", changes: [{ field: "famille", before: null, after: text }] },
    { actor_name: "Claire Aubry", changes: [{ field: "famille", before: text, after: null }] },
  ]);
});

test("the list shows the families with their products", async () => {
  const { form } = await threeShades();
  const text = textOf(await admin.read("/admin/familles"));
  expect(text).toContain(form.name);
  expect(text).toContain("Rose nude, Corail, Prune");
});

test.each([
  ["#000000", "noir"],
  ["#FFFFFF", "blanc"],
  ["#808080", "gris"],
  ["#C8102E", "rouge"],
  ["#7A2342", "rouge"],
  ["#F4A6C0", "rose"],
  ["#D8B094", "nude"],
  ["#6B3E26", "brun"],
  ["#FF7F50", "orange"],
  ["#E6C200", "jaune"],
  ["#4C8C4A", "vert"],
  ["#3B5BA5", "bleu"],
  ["#7D4BA0", "violet"],
])("the colour %s is found by the filter as %s", async (colour, shade) => {
  const [row] = await sql`SELECT shade_of(${colour}) AS shade`;
  expect(row!["shade"]).toBe(shade);
});
