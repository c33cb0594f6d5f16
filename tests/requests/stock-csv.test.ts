import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { products, stockImports, stockMoves } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { payOrder } from "../support/paying.ts";
import { confirmAddresses, countProduct, stockOf } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

const { shop, customer, admin } = await openMoneyShop();
const { db } = shop;
await confirmAddresses(shop.sql);
// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);

const PATH = "/admin/stock/import";
let made = 0;

/** A product with a reference; counted unless `onHand` is null. */
async function product(onHand: number | null, ean: string | null = null) {
  const reference = `CSV-${++made}`;
  const id = await insertProduct(db, { name: `crème ${made}`, price: 34 });
  await db.update(products).set({ reference, ean }).where(eq(products.id, id));
  if (onHand !== null) await countProduct(shop.sql, id, onHand);
  return { id, reference };
}

/** Sends a file; returns the address of its preview, or null, with the visible text of the answer. */
async function check(content: string | Uint8Array, who = admin) {
  const body = new FormData();
  body.set("intent", "check");
  body.set("file", new File([content as BlobPart], "stock.csv", { type: "text/csv" }));
  const answer = await who.fetch(PATH, { method: "POST", body, headers: { origin: who.origin } });
  const preview = answer.headers.get("location");
  return { status: answer.status, preview, text: plain(await answer.text()) };
}
const plain = (html: string) => textOf(html).replaceAll(/[\u00a0\u202f]/g, " ");

/** Applies a checked file. */
async function apply(preview: string) {
  const id = new URLSearchParams(preview.split("?")[1]).get("import")!;
  const answer = await admin.post(preview, { intent: "apply", import: id });
  return { status: answer.status, text: plain(await answer.text()) };
}

const movesOf = async (id: string) =>
  (
    await db
      .select()
      .from(stockMoves)
      .where(eq(stockMoves.productId, id))
      .orderBy(stockMoves.number)
  ).map(({ reason, change, note }) => [reason, change, note.replaceAll("\u00a0", " ")]);

describe("the import", () => {
  test("shows each line's effect, then moves, counts, begins to count and sets levels, once", async () => {
    const [moved, lost, recounted, started] = [
      await product(10),
      await product(10),
      await product(10, "4006381333931"),
      await product(null),
    ];
    const file = [
      "reference;ean;nom;en_rayon;reserves;disponibles;alerte;mouvement;inventaire",
      `${moved.reference.toLowerCase()};;x;10;0;10;4;+12;`,
      `${lost.reference};;x;10;0;10;0;-3;`,
      `;4006381333931;x;10;0;10;0;;8`,
      `${started.reference};;x;;;;0;;5`,
    ].join("\r\n");
    const checked = await check(file);
    expect(checked.status).toBe(302);
    const shown = plain(await admin.read(checked.preview!));
    for (const effect of [
      "Ligne 2",
      "Entrée +12",
      "10 → puis22",
      "Perte −3",
      "Inventaire : 8 comptés (−2)",
      "Commence à être compté : 5",
      "Seuil d’alerte",
    ])
      expect(shown.replaceAll(/ → /g, " → ").replace("→ puis ", "→ puis")).toContain(effect);
    expect(await stockOf(db, moved.id)).toMatchObject({ onHand: 10 });

    const answers = await Promise.all([apply(checked.preview!), apply(checked.preview!)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)!.text).toContain(
      "5 changements sont enregistrés.",
    );
    expect(await stockOf(db, moved.id)).toMatchObject({ onHand: 22, alertLevel: 4 });
    expect(await stockOf(db, lost.id)).toMatchObject({ onHand: 7 });
    expect(await stockOf(db, recounted.id)).toMatchObject({ onHand: 8 });
    expect(await stockOf(db, started.id)).toMatchObject({ isCounted: true, onHand: 5 });
    expect((await movesOf(moved.id)).at(-1)).toEqual(["entry", 12, "Fichier « stock.csv »"]);
    const actors = await shop.sql`SELECT actor_id FROM stock_moves WHERE note LIKE 'Fichier%'`;
    expect([...actors]).toEqual(Array.from({ length: 4 }, () => ({ actor_id: admin.userId })));

    const again = await check(file);
    expect(again.status).toBe(409);
    expect(again.text).toContain("Ce fichier a déjà été importé le");
    expect(await db.$count(stockImports)).toBe(1);
  });

  test("the same movements twice are refused with the date of the first", async () => {
    const { id, reference } = await product(10);
    const { preview } = await check(`reference;mouvement\n${reference};+2\n`);
    const { preview: twin } = await check(`mouvement,reference\n2,${reference}\n`);
    await apply(preview!);
    const late = await apply(twin!);
    expect(late.status).toBe(409);
    expect(late.text).toMatch(/Ce fichier a déjà été importé le .+\d{2}:\d{2}/);
    const again = await check(`reference;mouvement\n${reference};+2\n`);
    expect(again.status).toBe(409);
    expect(again.text).toMatch(
      /Ce fichier a déjà été importé le .+ Il pourra l’être à nouveau demain\./,
    );
    expect(await stockOf(db, id)).toMatchObject({ onHand: 12 });
    // The same delivery comes again another day; the applied file itself stays applied.
    await shop.sql`UPDATE stock_imports SET applied_at = applied_at - interval '25 hours' WHERE applied_at IS NOT NULL`;
    expect((await apply(preview!)).status).toBe(409);
    expect((await apply(twin!)).status).toBe(200);
    expect(await stockOf(db, id)).toMatchObject({ onHand: 14 });
    expect((await check(`reference;mouvement\n${reference};+2\n`)).status).toBe(409);
  });

  test("an inventory below what is held lists the orders that lack pieces", async () => {
    const { id, reference } = await product(3);
    const form = orderForm([{ id, qty: 3 }], 3 * 3400, {
      paymentMethod: "Paiement à la livraison",
    });
    const order = (await customer.post("/panier", form)).headers
      .get("location")!
      .split("/")
      .at(-1)!;
    const { preview } = await check(`reference;en_rayon;inventaire\n${reference};3;1\n`);
    const { text } = await apply(preview!);
    expect(text).toContain("1 commande à qui il manque des pièces");
    expect(text).toContain(order.slice(10));
  });

  test.each([
    ["mouvement", "1,5", "Écrivez un nombre entier"],
    ["mouvement", "-1,000", "« 1,000 » se lit 1 ou 1 000"],
    ["mouvement", "0", "Au moins une pièce."],
    ["mouvement", "+1000001", "1 000 000 de pièces au plus."],
    ["mouvement", "-11", "Il n’y a que 10 en rayon."],
    ["mouvement", "999999", "Il y aurait plus de 1 000 000"],
    ["mouvement", "<script>", "Écrivez un nombre entier"],
    ["inventaire", "-8", "Écrivez un nombre entier"],
    ["inventaire", "8", "Indiquez dans « en_rayon »"],
    ["alerte", "1.000", "« 1.000 » se lit 1 ou 1 000"],
    ["alerte", "1.5", "Écrivez un nombre entier"],
    ["alerte", "1000001", "1 000 000 de pièces au plus."],
  ])(
    "%s « %s » is left out with its line, and does not stop the others",
    async (column, value, reason) => {
      const [good, bad] = [await product(10), await product(10)];
      const { preview } = await check(
        `reference;en_rayon;${column}\n${good.reference};10;5\n${bad.reference};;"${value}"\n`,
      );
      const text = plain(await admin.read(preview!));
      expect(text).toContain("1 ligne laissée de côté");
      expect(text).toContain(reason);
      expect(text).toContain("Ligne 3");
      expect(await stockOf(db, good.id)).toMatchObject({ onHand: 10, alertLevel: 0 });
      await apply(preview!);
      const shelf = await stockOf(db, good.id);
      expect([shelf!.onHand, shelf!.alertLevel]).not.toEqual([10, 0]);
      expect(await stockOf(db, bad.id)).toMatchObject({ onHand: 10, alertLevel: 0 });
    },
  );

  test("a corrected file is sent whole: what is recorded is not recorded twice", async () => {
    const [moved, counted, wrong, later] = [
      await product(10),
      await product(10),
      await product(10),
      await product(10),
    ];
    const file = (pieces: string, rest = "") =>
      `reference;en_rayon;mouvement;inventaire\n${moved.reference};;+5;\n${counted.reference};10;;8\n${wrong.reference};;${pieces};\n${rest}`;
    const first = await check(file("deux"));
    // Checked before the first one is applied.
    const early = await check(file("2"));
    expect((await apply(first.preview!)).text).toContain("2 changements sont enregistrés.");
    const refused = await apply(early.preview!);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Déjà enregistré par « stock.csv »");

    const corrected = await check(file("2", `${later.reference};;+1;\n`));
    const shown = plain(await admin.read(corrected.preview!));
    expect(shown).toContain("2 changements dans");
    expect(shown).toContain("2 lignes laissées de côté");
    expect(shown).toContain("Déjà enregistré par « stock.csv »");
    await apply(corrected.preview!);
    for (const [{ id }, onHand] of [
      [moved, 15],
      [counted, 8],
      [wrong, 12],
      [later, 11],
    ] as const)
      expect(await stockOf(db, id)).toMatchObject({ onHand });
    expect((await check(file("2", `${later.reference};;+1;\n`))).text).toContain(
      "Ce fichier a déjà été importé",
    );
  });

  test("an EAN that Excel abbreviated is met by the reference beside it, and refused alone", async () => {
    const { id, reference } = await product(10, "3600530000005");
    const excel = await check(
      `sep=;\r\nRéférence;EAN;Mouvement\r\n="${reference}";3,60053E+12;+2\r\n`,
    );
    expect(plain(await admin.read(excel.preview!))).toContain("EAN abrégé par le tableur");
    await apply(excel.preview!);
    expect(await stockOf(db, id)).toMatchObject({ onHand: 12 });
    const alone = await check(`reference;ean;mouvement\n;3,60053E+12;+2\n`);
    expect(alone.status).toBe(422);
    expect(alone.text).toContain(
      "Le tableur a abrégé ce code : mettez la colonne au format texte, et écrivez ses 13 chiffres.",
    );
    expect((await check(`reference;mouvement\n3,00E+12;+2\n`)).text).toContain(
      "Le tableur a abrégé cette référence : mettez la colonne au format texte",
    );
  });

  test("unknown and ambiguous products, two lines of one, and lone lines are refused", async () => {
    const one = await product(10, "4006381333948");
    const other = await product(10);
    const free = await product(null);
    const twin = await product(1);
    await db.update(products).set({ reference: one.reference }).where(eq(products.id, twin.id));
    const faultOf = async (line: string) => {
      const { preview, text } = await check(
        `reference;ean;en_rayon;mouvement;inventaire\n${line}\n`,
      );
      return preview ? plain(await admin.read(preview)) : text;
    };
    expect(await faultOf("RIEN;;;2;")).toContain("Aucun produit n’a cette référence.");
    expect(await faultOf(";4006381333900;;2;")).toContain("Aucun produit n’a cet EAN.");
    expect(await faultOf(";;;2;")).toContain("ni référence ni EAN");
    expect(await faultOf(`${one.reference};;;2;`)).toContain("Plusieurs produits ont ce code");
    expect(await faultOf(`${other.reference};4006381333948;;2;`)).toContain("produits différents");
    expect(await faultOf(`${other.reference};;;2;\n${other.reference};;;3;`)).toContain(
      "La ligne 2 parle déjà",
    );
    expect(await faultOf(`${other.reference};;9;;8`)).toContain(
      "Le stock a bougé pendant le comptage (9 → 10).",
    );
    expect(await faultOf(`${other.reference};;10;2;8`)).toContain("pas les deux");
    expect(await faultOf(`${free.reference};;;2;`)).toContain("commencez par un inventaire");
    for (const shown of ["10", "12", "-1", "?"])
      expect(await faultOf(`${other.reference};;${shown};;`)).toContain(
        "Ce fichier ne change rien",
      );
    expect((await check(`reference;mouvment\nA;1\n`)).text).toContain(
      "Colonne inconnue : « mouvment »",
    );
    expect((await check(`nom;mouvement\nA;1\n`)).text).toContain(
      "Il manque « reference » ou « ean »",
    );
    expect((await check("")).status).toBe(422);
    expect((await check(new Uint8Array([0x50, 0x4b, 0, 4]))).text).toContain(
      "Ce n’est pas un fichier CSV",
    );
  });

  test("a file is too long by its lines or blank rows, not by its errors", async () => {
    const twoErrors = await check(`reference;mouvement\n${";x\n".repeat(60_000)}`);
    expect(twoErrors.text).toContain("120 000 erreurs dans ce fichier");
    const blank = await check(`reference;mouvement\n${"\n".repeat(1_000_001)}`);
    expect(blank.text).toContain("Ce fichier a trop de lignes");
  });

  test("a line that nobody touched blocks no file when its product sold meanwhile", async () => {
    const [sold, stopped, received] = [await product(10), await product(10), await product(10)];
    const [head, ...lines] = (await admin.read("/admin/stock.csv")).trim().split("\r\n");
    await shop.sql`SELECT move_stock(${sold.id}, 'loss', -1, 'Casse', NULL, NULL, NULL)`;
    await shop.sql`SELECT stop_counting(${stopped.id}, '', NULL)`;
    const file = lines.flatMap((line) =>
      line.startsWith(`${received.reference};`)
        ? line.replace(/;;$/, ";+4;")
        : [sold, stopped].some(({ reference }) => line.startsWith(`${reference};`))
          ? line
          : [],
    );
    expect(file).toHaveLength(3);
    const { preview } = await check([head, ...file].join("\r\n"));
    expect((await apply(preview!)).text).toContain("Le changement est enregistré.");
    expect(await stockOf(db, sold.id)).toMatchObject({ onHand: 9 });
    expect(await stockOf(db, stopped.id)).toMatchObject({ isCounted: false });
    expect(await stockOf(db, received.id)).toMatchObject({ onHand: 14 });
  });

  test("a sale, a deletion or a count between the check and the accord refuse the whole file", async () => {
    const [kept, counted, gone] = [await product(10), await product(10), await product(10)];
    const { preview } = await check(
      `reference;en_rayon;mouvement;inventaire\n${kept.reference};;5;\n${counted.reference};10;;8\n${gone.reference};;1;\n`,
    );
    await shop.sql`SELECT move_stock(${counted.id}, 'loss', -1, 'Casse', NULL, NULL, NULL)`;
    await db.delete(products).where(eq(products.id, gone.id));
    const { status, text } = await apply(preview!);
    expect(status).toBe(409);
    expect(text).toContain("Le stock a bougé pendant le comptage (10 → 9).");
    expect(text).toContain("Ce produit n’existe plus.");
    expect(await stockOf(db, kept.id)).toMatchObject({ onHand: 10 });
  });

  test("Windows-1252 with an accent, and a formula's apostrophe, are read", async () => {
    const { id, reference } = await product(10);
    await db
      .update(products)
      .set({ reference: `${reference}-É` })
      .where(eq(products.id, id));
    const content = Buffer.from(`reference;mouvement\r\n${reference}-É;'+2\r\n`, "latin1");
    const { preview } = await check(content);
    await apply(preview!);
    expect(await stockOf(db, id)).toMatchObject({ onHand: 12 });
  });

  test("customers can neither check nor apply, and another import is unknown", async () => {
    const { id, reference } = await product(10);
    const { preview } = await check(`reference;mouvement\n${reference};2\n`);
    expect((await check(`reference;mouvement\n${reference};2\n`, customer)).preview).toBe("/");
    const importId = preview!.split("=")[1]!;
    await customer.post(PATH, { intent: "apply", import: importId });
    expect(await stockOf(db, id)).toMatchObject({ onHand: 10 });
    expect((await admin.post(PATH, { intent: "apply", import: "rien" })).status).toBe(404);
    expect((await admin.get(`${PATH}?import=rien%00`)).status).toBe(404);
    shop.takeErrors();
  });
});

test("the export has the list's products, and the import takes it back unchanged", async () => {
  const low = await product(2, "4006381333955");
  await shop.sql`UPDATE stock SET alert_level = 5 WHERE product_id = ${low.id}`;
  const free = await product(null);
  const csv = async (query: string) =>
    (await admin.read(`/admin/stock.csv?${query}`)).trim().split("\r\n");
  const lines = await csv("");
  expect(lines[0]).toBe(
    "reference;ean;nom;en_rayon;reserves;disponibles;alerte;mouvement;inventaire",
  );
  expect(lines).toContain(
    `${low.reference};4006381333955;Crème ${low.reference.slice(4)};2;0;2;5;;`,
  );
  expect(lines.find((line) => line.startsWith(free.reference))).toMatch(/;;;;0;;$/);
  const filtered = await csv("etat=bas");
  expect(filtered.some((line) => line.startsWith(`${low.reference};`))).toBe(true);
  expect(filtered.some((line) => line.startsWith(`${free.reference};`))).toBe(false);
  expect(await csv(`recherche=${low.reference}`)).toHaveLength(2);
  const own = lines.filter(
    (line) => line.startsWith(low.reference) || line.startsWith(free.reference),
  );
  expect((await check([lines[0], ...own].join("\n"))).text).toContain("Ce fichier ne change rien");
  expect((await customer.get("/admin/stock.csv")).headers.get("location")).toBe("/");
});

test("previews every line of a file of more than 10,000 lines", async () => {
  const { reference } = await product(10);
  const { preview } = await check(`référence;mouvement\n${reference};1\n`);
  const id = new URLSearchParams(preview!.split("?")[1]).get("import")!;
  await shop.sql`UPDATE stock_imports SET line_count = 10051, lines = (
    SELECT jsonb_agg(lines -> 0 || jsonb_build_object('line', n)) FROM generate_series(2, 10052) AS n) WHERE id = ${id}`;
  const last = plain(await admin.read(`${preview}&page=999`));
  expect(last).toContain("page 202 sur 202");
  expect(last).toContain("10 052");
});
