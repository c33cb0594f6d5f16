import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { FIELDS, form } from "../support/product-form.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

// A shop that is no demo: a cosmetic that is incomplete or has a banned ingredient is saved with a reason.
const shop = await openShop({ DEMO: "0" });
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
const NEW = "/admin/new/product";
const COMPLETE = {
  netQuantity: "50 ml",
  paoMonths: "12",
  precautions: "Usage externe.",
  responsiblePerson: "Labo Vert, Séoul",
  sorting: "Pot : conteneur à verre.",
};
const named = async (name: string) =>
  (await db.select().from(products).where(eq(products.name, name)))[0];
const actsOf = async (id: string) =>
  (await sql`SELECT act, changes FROM audit_events WHERE subject_id = ${id} ORDER BY id`).map(
    ({ act, changes }) => ({ act, changes }),
  );

test("an incomplete cosmetic is asked about once, with what is missing; the reason goes into the history", async () => {
  const fields = {
    ...FIELDS,
    name: "crème trouée",
    ...COMPLETE,
    precautions: "",
    reference: "T-1",
  };
  const asked = await admin.post(NEW, form(fields));
  expect(asked.status).toBe(422);
  const html = await asked.text();
  expect(textOf(html)).toContain("Le produit n’est pas encore enregistré");
  expect(textOf(html)).toContain("Il manque : précautions d’emploi.");
  expect(html).toContain('value="50 ml"');
  expect(await named("crème trouée")).toBeUndefined();

  for (const [reason, fault] of [
    [" \u200b", "Écrivez pourquoi"],
    ["x".repeat(600), "500 caractères au plus, 600 sont là."],
  ] as const) {
    const again = await admin.post(NEW, form({ ...fields, reason }));
    expect(again.status).toBe(422);
    const answer = await again.text();
    expect(textOf(answer)).toContain(fault);
    if (reason.length === 600) expect(answer).toContain(reason);
  }
  // Another refusal keeps the reason.
  const wrong = await admin.post(
    NEW,
    form({ ...fields, price: "x", reason: "Étiquette reçue lundi" }),
  );
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('value="Étiquette reçue lundi"');

  const saved = await admin.post(NEW, form({ ...fields, reason: "Étiquette reçue lundi" }));
  expect(saved.status).toBe(302);
  const { id } = (await named("crème trouée"))!;
  const change = {
    field: "raison de l’enregistrement",
    before: null,
    after: "Étiquette reçue lundi\nIl manque\u00a0: précautions d’emploi.",
  };
  expect(await actsOf(id)).toEqual([
    { act: "product-created", changes: [] },
    { act: "product-updated", changes: [change] },
  ]);

  // Not again for the same gap, but for a new one.
  const address = `/admin/edict-product/${id}`;
  expect((await admin.post(address, form({ ...fields, price: "35", version: "1" }))).status).toBe(
    302,
  );
  const worse = { ...fields, price: "35", sorting: "", version: "2" };
  const more = await admin.post(address, form(worse));
  expect(more.status).toBe(422);
  expect(textOf(await more.text())).toContain(
    "Il manque : précautions d’emploi, consignes de tri.",
  );
  expect((await admin.post(address, form({ ...worse, reason: "En cours" }))).status).toBe(302);
  // Completed, nothing is asked, and what was accepted is forgotten.
  const whole = { ...fields, ...COMPLETE, price: "35", version: "3" };
  expect((await admin.post(address, form(whole))).status).toBe(302);
  expect(await named("crème trouée")).toMatchObject({ acceptedDoubts: null, version: 4 });
  expect((await admin.post(address, form({ ...whole, sorting: "", version: "4" }))).status).toBe(
    422,
  );
  await db.delete(products).where(eq(products.id, id));
});

test("a banned ingredient is asked about, on another product nothing; two forms with one reason make one product", async () => {
  const fields = { ...FIELDS, name: "sérum interdit", ...COMPLETE, reference: "T-2" };
  const banned = { ...fields, composition: "Aqua, Minoxidil, TPO, Retinol" };
  const answer = textOf(await (await admin.post(NEW, form(banned))).text());
  expect(answer).toContain("Substance interdite : « Minoxidil »");
  expect(answer).toContain("TPO : « TPO »");
  // Limited ones are no reason to ask.
  expect(/La loi interdit.*Pourquoi l’enregistrer/.exec(answer)![0]).not.toContain("Retinol");
  const reason = "Reprise par le fournisseur";
  const twice = await Promise.all([0, 1].map(() => admin.post(NEW, form({ ...banned, reason }))));
  expect(twice.map(({ status }) => status)).toEqual([302, 302]);
  expect(await sql`SELECT id FROM products WHERE name = 'sérum interdit'`).toHaveLength(1);
  const other = { ...FIELDS, name: "éponge", composition: "", productType: "autre" };
  expect((await admin.post(NEW, form(other))).status).toBe(302);
  await sql`DELETE FROM products`;
});

test("a file of products asks nothing, and reports the lines", async () => {
  const body = new FormData();
  body.set("intent", "check");
  const lines = "nom;prix;catégorie;composition\nlait trouée;12;Autres;Aqua, Minoxidil\n";
  body.set("file", new File([lines], "produits.csv"));
  const headers = { origin: admin.origin };
  const sent = await admin.fetch("/admin/produits/importer", { method: "POST", body, headers });
  expect(sent.status).toBe(302);
  const report = textOf(await admin.read(sent.headers.get("location")!));
  expect(report).toMatch(
    /Ligne 2, Lait trouée.*Il manque : quantité nette, .*Substance interdite : « Minoxidil »/,
  );
  expect(report).toContain("Fautives 0");
});

test("the opening list counts incomplete sheets and banned ingredients, of cosmetics only", async () => {
  const composition = "Aqua, Minoxidil";
  await insertProduct(db, { name: "tonique", price: 3, composition });
  await insertProduct(db, { name: "gant", price: 3, productType: "other" });
  const text = textOf(await admin.read("/admin/ouverture")).replaceAll("\u00a0", " ");
  expect(text).toMatch(/Aucun ingrédient interdit[^.]*1 cosmétique a un ingrédient interdit/);
  expect(text).toMatch(/Une fiche complète par produit[^.]*2 produits à compléter/);
  expect(text).not.toMatch(/Une composition par cosmétique[^.]*à compléter/);
  await sql`DELETE FROM products`;
});
