import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { products, settings } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { FIELDS, form } from "../support/product-form.ts";
import { openImports, HEAD } from "../support/product-import.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const { shop, db, sql, admin, check, read, act, idOf } = await openImports();
const PAGE = "/admin/verifications";
const CLAIM = "Un soin bio qui guérit.";
const keysOf = (html: string) =>
  [...html.matchAll(/name="cle" value="([^"]*)"/g)].map(([, key]) => key!);
const verify = (id: string, keys: string[]) =>
  admin.post(PAGE, form({ id, cle: keys }) as unknown as Record<string, string>);
const pageOf = (id: string) => admin.read(`${PAGE}?produit=${id}`);
const listed = async (name: string) =>
  textOf(await admin.read(`/admin/produits?recherche=${encodeURIComponent(name)}`));

describe("claims and ingredients in the product form", () => {
  test("are shown beside their field, with reason and law, and never prevent saving", async () => {
    const created = await admin.post(
      "/admin/new/product",
      form({ ...FIELDS, name: "baume vérifiable", description: CLAIM, composition: "Aqua, TPO" }),
    );
    expect(created.status).toBe(302);
    const [product] = await db.select().from(products).where(eq(products.name, "baume vérifiable"));
    const text = textOf(await admin.read(`/admin/edict-product/${product!.id}`));
    expect(text).toContain("À vérifier, sans empêcher d’enregistrer");
    expect(text).toContain("Caractère naturel ou biologique : « bio »");
    expect(text).toContain("Allégation médicale : « guérit »");
    expect(text).toContain("C. santé publique, L5111-1");
    expect(text).toMatch(/Interdit TPO : « TPO ».*à compter du 1er septembre 2025/);
    await db.delete(products).where(eq(products.id, product!.id));
  });

  test("nothing is shown for a new product, and what is shown is escaped", async () => {
    expect(textOf(await admin.read("/admin/new/product"))).not.toContain("À vérifier");
    const hostile = "<img src=x onerror=alert(1)> perfluoro<script>alert(1)</script>";
    const id = await insertProduct(db, { name: "baume hostile", price: 3, composition: hostile });
    for (const html of [await admin.read(`/admin/edict-product/${id}`), await pageOf(id)]) {
      expect(textOf(html)).toContain("PFAS");
      expect(html).not.toContain("<img src=x");
      expect(html).not.toContain("<script>alert(1)");
    }
    await db.delete(products).where(eq(products.id, id));
  });
});

describe("a verification", () => {
  test("silences form, list and page, is in the history, and ends with a change of the text", async () => {
    const id = await insertProduct(db, { name: "lait vérifié", price: 3, description: CLAIM });
    expect(await listed("lait vérifié")).toContain("· À vérifier");
    const keys = keysOf(await pageOf(id));
    expect(keys).toEqual(["description|naturel|bio", "description|medical|guérit"]);
    expect((await verify(id, keys)).status).toBe(200);
    // Sent twice, it is recorded once.
    expect((await verify(id, keys)).status).toBe(200);
    expect(await listed("lait vérifié")).not.toContain("· À vérifier");
    expect(textOf(await pageOf(id))).toContain("Rien à vérifier dans ce produit.");
    const address = `/admin/edict-product/${id}`;
    expect(textOf(await admin.read(address))).not.toContain("À vérifier, sans empêcher");
    const acts = await sql`SELECT actor_name, changes FROM audit_events WHERE subject_id = ${id}`;
    expect(acts).toEqual([
      {
        actor_name: "Claire Aubry",
        changes: [
          {
            field: "vérification",
            before: null,
            after:
              "Caractère naturel ou biologique\u00a0: «\u00a0bio\u00a0»\nAllégation médicale\u00a0: «\u00a0guérit\u00a0»",
          },
        ],
      },
    ]);
    expect(textOf(await admin.read(address))).toContain("Vérification");

    // A price is no text; a changed text ends the verification.
    await db.update(products).set({ priceCents: 900, description: CLAIM });
    expect(await listed("lait vérifié")).not.toContain("· À vérifier");
    await db.update(products).set({ description: `${CLAIM} Vraiment.` });
    expect(await listed("lait vérifié")).toContain("· À vérifier");
    await db.delete(products).where(eq(products.id, id));
  });

  test("of words that are gone, or of an unknown product, writes nothing", async () => {
    const id = await insertProduct(db, { name: "lait changé", price: 3, description: CLAIM });
    const keys = keysOf(await pageOf(id));
    await db.update(products).set({ description: "Un soin clean." }).where(eq(products.id, id));
    const answer = await verify(id, keys);
    expect(answer.status).toBe(409);
    expect(textOf(await answer.text())).toContain("Ce produit a changé entre-temps");
    expect((await verify(id, ["x".repeat(10_000), "description|clean"])).status).toBe(409);
    expect((await verify("inconnu", keys)).status).toBe(404);
    expect((await verify("../..", keys)).status).toBe(400);
    expect((await verify(id, [])).status).toBe(400);
    const [product] = await db.select().from(products).where(eq(products.id, id));
    expect(product!.verifiedFindings).toBeNull();
    await db.delete(products).where(eq(products.id, id));
  });
});

test("the annexes, sold PFAS and restricted ingredients are shown by the page, the list and the import", async () => {
  const composition = "Aqua, Minoxidil, Salicylic Acid, Perfluorodecalin, Zinc Oxide [nano]";
  const id = await insertProduct(db, { name: "soin interdit", price: 3, composition });
  const text = textOf(await pageOf(id));
  expect(text).toMatch(/Interdit Substance interdite : « Minoxidil »\. .*annexe II, entrée 372/);
  expect(text).toContain("Nanomatériau : « Zinc Oxide [nano] »");
  expect(text).toContain("Salicylic Acid Entrée 98, 0,5 à 3 % au plus selon l’usage.");
  expect(await listed("soin interdit")).toContain("· À vérifier");
  expect(keysOf(await pageOf(id))).toContain("composition|annexe-ii-372|minoxidil");
  const report = await read(
    await check(
      `${HEAD}\n;soin importé;12;Autres;;Un soin.;${composition.replaceAll(",", " /")};;`,
    ),
  );
  expect(report).toContain("Substance interdite : « Minoxidil »");

  // Also after a verification, until it is sold no more.
  await verify(id, keysOf(await pageOf(id)));
  const whole = await admin.read(PAGE);
  expect(textOf(whole)).toMatch(
    /PFAS : (en vente jusqu’au 31 décembre 2026|à retirer de la vente)/,
  );
  expect(textOf(whole)).toContain("Soin interdit Perfluorodecalin Retirer de la vente");
  expect(whole).toContain(`href="/admin/stock/${id}"`);
  await db.delete(products).where(eq(products.id, id));
  expect(textOf(await admin.read(PAGE))).not.toContain("PFAS : en vente");
});

test("an import says which lines to check, and imports them", async () => {
  const id = await insertProduct(db, { name: "déjà là", price: 3, description: CLAIM });
  const file = [
    HEAD,
    `;gel doux;12;Autres;;${CLAIM};"Aqua, Retinol";;`,
    ";gel quelconque;12;Autres;;Un gel.;Aqua;;",
    `${id};déjà là;3;Soins de la peau;;${CLAIM};;;`,
  ].join("\n");
  const address = await check(file);
  const report = await read(address);
  expect(report).toContain("Une ligne à vérifier");
  expect(report).toMatch(/Ligne 2, Gel doux.*« bio ».*« guérit ».*Vitamine A : « Retinol »/);
  await act("start", idOf(address));
  await runImport(db, idOf(address));
  expect(await listed("gel doux")).toContain("· À vérifier");
  expect(await listed("gel quelconque")).not.toContain("· À vérifier");
  for (const name of ["gel doux", "gel quelconque", "déjà là"])
    await db.delete(products).where(eq(products.name, name));
});

test("the page reads the whole catalogue in parts, shows the shop's own texts and the dated lists", async () => {
  await db.insert(products).values(
    Array.from({ length: 550 }, (_, index) => ({
      id: `verif-${String(index).padStart(5, "0")}`,
      name: `lot ${index}`,
      category: "Autres" as const,
      priceCents: 100,
      description: index === 3 || index >= 525 ? "Une formule clean." : "",
    })),
  );
  const first = await admin.read(PAGE);
  expect(textOf(first)).toContain("20 produits lus, les plus récents d’abord.");
  const next = /href="\?apres=([^"]+)"/.exec(first)![1]!;
  const second = await admin.read(`${PAGE}?apres=${next}`);
  expect(textOf(second)).toContain("Lot 525");
  expect(textOf(second)).toContain("500 produits lus");
  const last = /href="\?apres=([^"]+)"/.exec(second)![1]!;
  const third = textOf(await admin.read(`${PAGE}?apres=${last}`));
  expect(third).toContain("Lot 3");
  expect(third).toContain("30 produits lus");
  await sql`DELETE FROM products WHERE id LIKE 'verif-%'`;

  expect(textOf(first)).toMatch(/Liste non exhaustive, état au \d+ \w+ 20\d\d/);
  expect(textOf(first)).toContain("Trimethylbenzoyl Diphenylphosphine Oxide");
  expect(textOf(first)).toContain("noms de substances interdites");
  expect(textOf(first)).not.toContain("Textes de la boutique");
  const { home } = shop.settings.current().groups;
  const value = { ...home, houseText: "Une maison écologique." };
  await db.insert(settings).values({ name: "home", version: 1, value });
  await expect
    .poll(async () => textOf(await admin.read(PAGE)))
    .toMatch(/Textes de la boutique Accueil.*« écologique »/);
  await db.delete(settings).where(eq(settings.name, "home"));
});

/** The processor time of the longest turn of the event loop during `act`, in ms: other processes' load does not count. */
async function longestTurn(act: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let isDone = false;
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
    if (!isDone) setImmediate(measure);
  };
  setImmediate(measure);
  await act();
  isDone = true;
  return longest;
}

test("the page with the longest allowed texts doesn't keep other requests waiting", async () => {
  const specifications = Array.from({ length: 50 }, (_, index) => ({
    name: `n${index}`,
    value: "é à ü ".repeat(330),
  }));
  await db.insert(products).values(
    Array.from({ length: 120 }, (_, index) => ({
      id: `verif-${String(index).padStart(5, "0")}`,
      name: `long ${index}`,
      category: "Autres" as const,
      priceCents: 100,
      description: "é".repeat(20_000),
      composition: `Perfluorodecalin, ${"é, ".repeat(6_600)}`,
      verifiedFindings: ["composition|pfas|perfluorodecalin"],
      specifications,
    })),
  );
  let text = "";
  const longest = await longestTurn(async () => {
    text = textOf(await admin.read(PAGE));
  });
  expect(text).toMatch(/1\d\d produits lus/);
  expect(text).toContain("Long 119 Perfluorodecalin");
  // 40 ms; two seconds when one statement reads all products and nothing gives way.
  expect(longest).toBeLessThan(200);
  await sql`DELETE FROM products WHERE id LIKE 'verif-%'`;
});

test("a cart and an order of 100 products with the longest lists don't keep other requests waiting", async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `liste-${String(index).padStart(3, "0")}`);
  await db.insert(products).values(
    ids.map((id) => ({
      id,
      name: id,
      category: "Autres" as const,
      priceCents: 100,
      // Names, words without a separator, spaces.
      composition: `${"é, ".repeat(2_000)}${"e ".repeat(3_500)}${" ".repeat(6_000)}x`,
      precautions: "Éviter les yeux.",
    })),
  );
  const query = new URLSearchParams(ids.map((id) => ["id", id]));
  // 40 ms; five seconds when nothing gives way, after which PostgreSQL ends the order's transaction.
  const cart = async () =>
    expect(await shop.visitor().read(`/panier/prix.data?${query}`)).toContain("Éviter les yeux");
  expect(await longestTurn(cart)).toBeLessThan(200);
  const order = async () => {
    const items = ids.map((id) => ({ id, qty: 1 }));
    expect((await admin.post("/panier", orderForm(items, 10_000))).status).toBe(302);
  };
  expect(await longestTurn(order)).toBeLessThan(200);
  await sql`DELETE FROM products WHERE id LIKE 'liste-%'`;
});

test("a demo with nothing configured has nothing to check", async () => {
  const demo = await openShop();
  await fillDemo(demo);
  const person = await demo.customer({ isAdmin: true, name: "Claire Aubry" });
  const text = textOf(await person.read(PAGE));
  expect(text).toContain("Rien à vérifier dans ces produits. 48 produits lus");
  expect(text).not.toContain("Textes de la boutique");
});
