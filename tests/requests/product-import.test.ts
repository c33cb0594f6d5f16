import { expect, test } from "vitest";
import { PRODUCT_COLUMNS } from "#app/catalogue/csv-columns.ts";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import type { Browser } from "../support/browser.ts";
import { sell } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { sql, db } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
const PATH = "/admin/produits/importer";
const HEAD = PRODUCT_COLUMNS.join(";");
/** For slow machines. */
const SLOWLY = { timeout: 20_000 };
const LARGE_FILE = { timeout: 120_000 };

function send(
  browser: Browser,
  content: string | Uint8Array,
  name = "catalogue.csv",
): Promise<Response> {
  const body = new FormData();
  body.set("intent", "check");
  body.set("file", new File([content as Uint8Array<ArrayBuffer>], name, { type: "text/csv" }));
  return browser.fetch(PATH, { method: "POST", body, headers: { origin: browser.url } });
}
/** Uploads a file to be checked. Gives the path of its report. */
async function check(content: string | Uint8Array): Promise<string> {
  const answer = await send(admin, content);
  expect(answer.status, await answer.clone().text()).toBe(302);
  return answer.headers.get("location")!;
}
const idOf = (address: string) => new URL(address, shop.url).searchParams.get("import")!;
const act = (intent: string, importId: string, fields: Record<string, string> = {}) =>
  admin.post(PATH, { intent, import: importId, ...fields });
const read = async (address: string) =>
  textOf(await admin.read(address)).replaceAll(/ ([,.])/g, "$1");
const state = async (importId: string) =>
  (await sql`SELECT * FROM product_imports WHERE id = ${importId}`)[0]!;
/** Uploads a file that is refused. Gives the text of the page. */
async function refusal(content: string | Uint8Array, name?: string): Promise<string> {
  const answer = await send(admin, content, name);
  expect(answer.status).toBe(422);
  const text = (await answer.text()).replace(/<!--[\s\S]*?-->/g, "");
  return /role="alert"[\s\S]*?<b>([\s\S]*?)<\/p>/
    .exec(text)![1]!
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'");
}

const many = (count: number, price = 10) =>
  [
    HEAD,
    ...Array.from({ length: count }, (_, index) => `;Lot ${price} ${index};${price};Autres;;;;;`),
  ].join("\n");

/** The server responds before it has read the body, then closes: the client gets either the response or a reset. */
const isRefusedEarly = (sent: Promise<Response>): Promise<boolean> =>
  sent.then(
    ({ status }) => status === 413,
    () => true,
  );

test("a file is checked, then imported by the job; the report counts new, changed, unchanged and faulty lines", async () => {
  const known = await sell(db, { name: "baume", price: 10, description: "doux" });
  const same = await sell(db, { name: "gommage", price: 12 });
  const before = await sql`SELECT count(*)::int FROM products`;
  const address = await check(
    [
      HEAD,
      `${known};Baume du soir;14;Soins de la peau;en Vedette;'=doux;eau;"Contenance: 50 ml\nPeau: sèche";`,
      ";gommage;12;Soins de la peau;;;;;",
      ";Huile;20;Parfums;Normal;;;;/media/images/x/y.jpg",
      ";Savon;12€;Jardin;vedette;=1+1;;;",
    ].join("\r\n"),
  );
  const report = await read(address);
  expect(report).toContain("Lignes lues 4 À créer 1 À mettre à jour 1 Inchangées 1 Fautives 1");
  expect(report).toContain("5 prix 12€ Chiffres seulement : écrivez 12.");
  expect(report).toContain("Catégorie inconnue.");
  expect(report).toContain("Formule de tableur");
  expect(await sql`SELECT count(*)::int FROM products`).toEqual(before);

  const importId = idOf(address);
  expect((await act("start", importId)).status).toBe(302);
  const jobs = await shop.jobs.boss.fetch<{ importId: string }>("import-products");
  expect(jobs.map(({ data }) => data)).toEqual([{ importId }]);
  expect(await read(address)).toContain("Import de catalogue.csv 0 %");
  expect(await read(PATH)).toContain("Claire Aubry En cours : 0 %");
  await runImport(db, importId);
  // The report shows the time from the start to the last change.
  await sql`UPDATE product_imports SET updated_at = started_at + interval '7 seconds' WHERE id = ${importId}`;
  expect(await read(address)).toContain(
    "2 produits importés en 7 s 1 créé, 1 mis à jour, 1 ligne laissée de côté.",
  );

  const [changed] =
    await sql`SELECT name, price_cents, selling_type, description, composition, specifications, version, updated_at FROM products WHERE id = ${known}`;
  expect(changed).toMatchObject({
    name: "baume du soir",
    price_cents: 1400,
    selling_type: "en Vedette",
    description: "=doux",
    composition: "eau",
    specifications: [
      { name: "Contenance", value: "50 ml" },
      { name: "Peau", value: "sèche" },
    ],
    version: 2,
  });
  expect(changed!["updated_at"]).not.toBeNull();
  const [untouched] = await sql`SELECT version FROM products WHERE id = ${same}`;
  expect(untouched!["version"]).toBe(1);
  const [created] = await sql`SELECT creator_id, category FROM products WHERE name = 'huile'`;
  expect(created).toEqual({ creator_id: admin.userId, category: "Parfums" });
  const acts =
    await sql`SELECT actor_id, actor_name, act, subject_id, changes FROM audit_events WHERE group_id = ${importId} ORDER BY id`;
  expect(acts.length).toBe(2);
  expect(
    acts.every((row) => row["actor_id"] === admin.userId && row["act"] === "product-imported"),
  ).toBe(true);
  expect(acts.find((row) => row["subject_id"] === known)!["changes"]).toContainEqual({
    field: "prix",
    before: "10\u00a0€",
    after: "14\u00a0€",
  });
  // The search finds the new products, as after any save.
  expect(await shop.visitor().read("/recherche?keyword=huile")).toContain("Huile");
});

test("the history shows an import as one entry with details, even if it was cancelled and resumed", async () => {
  const importId = idOf(await check(`nom;prix;catégorie\nBrume;21;Autres\nRosée;22;Autres\n`));
  expect(await sql`SELECT FROM audit_events WHERE subject_id = ${importId}`).toHaveLength(0);
  await act("start", importId);
  await act("cancel", importId);
  await act("start", importId);
  await runImport(db, importId);

  const heads = await sql`
    SELECT actor_id, act, subject_name, group_id FROM audit_events WHERE subject_id = ${importId}`;
  expect(heads).toEqual([
    {
      actor_id: admin.userId,
      act: "products-imported",
      subject_name: "catalogue.csv",
      group_id: null,
    },
  ]);
  const html = await admin.read("/admin/historique");
  expect(textOf(html)).toContain("catalogue.csv Import de produits 2 produits importés");
  expect(textOf(html)).not.toMatch(/Brume|Rosée/);
  const link = `/admin/historique?import=${importId}`;
  expect(html.split(`href="${link}"`)).toHaveLength(2);
  const parts = textOf(await admin.read(link));
  for (const part of ["Brume Produit importé", "Rosée Produit importé"])
    expect(parts).toContain(part);
  expect(parts).not.toContain("Import de produits");
});

test("Windows-1252 from Excel is decoded correctly", async () => {
  const text = `${HEAD};\r\n;Crème à l’œillet;12;Produits anti-âge;;;;;;\r\n`;
  const windows: Record<string, number> = { "’": 0x92, œ: 0x9c };
  const content = Uint8Array.from(
    [...text].map((character) => windows[character] ?? character.codePointAt(0)!),
  );
  const address = await check(content);
  expect(await read(address)).toContain("Windows-1252 reconnu, séparateur « ; »");
  await act("start", idOf(address));
  await runImport(db, idOf(address));
  expect(await sql`SELECT category FROM products WHERE name = 'crème à l’œillet'`).toEqual([
    { category: "Produits anti-âge" },
  ]);
});

test("wrong columns are reported together with the expected ones", async () => {
  const said = await refusal("reference,quantite,nom\n1,2,3\n", "stocks-nov.csv");
  expect(said).toContain(
    "Les colonnes de «\u00a0stocks-nov.csv\u00a0» ne sont pas celles des produits",
  );
  expect(said).toContain("Il manque «\u00a0prix\u00a0» et «\u00a0catégorie\u00a0».");
  expect(said).toContain("Inconnu\u00a0: «\u00a0reference\u00a0» et «\u00a0quantite\u00a0».");
  expect(said).toContain(`Attendues\u00a0: ${PRODUCT_COLUMNS.join(", ")}.`);
  expect(await refusal("nom;nom;prix;catégorie\na;b;1;Autres\n")).toContain(
    "En double\u00a0: «\u00a0nom\u00a0».",
  );
});

test("a header or a row of half a million cells is cut before it is parsed", async () => {
  const header = Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(";");
  const refused = await refusal(`${header}\nx;1;Autres\n`);
  expect(refused).toMatch(/Inconnu\s: «\sc0\s»/);
  expect(refused).not.toContain("c50");
  const wide = `nom;prix;catégorie\n${`${"a;".repeat(490_000)}\n`.repeat(3)}`;
  const checked = await read(await check(wide));
  expect(checked).toContain("3 cases sont attendues, au moins 50 sont là");
});

test("a file without products is refused with advice, and leaves nothing behind", async () => {
  const [before] = await sql`SELECT count(*)::int FROM product_imports`;
  expect(await refusal("", "")).toContain("Aucun fichier sélectionné");
  expect(await refusal("")).toContain("«\u00a0catalogue.csv\u00a0» ne contient aucun produit");
  expect(await refusal(" \n\n")).toContain("ne contient aucun produit");
  expect(await refusal(`${HEAD}\n`)).toContain("ne contient aucun produit");
  expect(await refusal(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]), "a.xlsx")).toContain(
    "«\u00a0a.xlsx\u00a0» n’est pas un fichier CSV",
  );
  const open = await refusal(
    `nom;prix;catégorie\n${"a;1;Autres\n".repeat(700)}"b;2;Autres\nc;3;Autres\n`,
  );
  expect(open).toContain("À la ligne 702, un guillemet est ouvert et jamais fermé.");
  expect((await sql`SELECT count(*)::int FROM product_imports`)[0]).toEqual(before);
});

test("a disk that fills up during the check is reported, and leaves nothing behind", async () => {
  const [before] = await sql`SELECT count(*)::int FROM product_imports`;
  await sql.unsafe(`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.line > 600 THEN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON product_import_lines FOR EACH ROW EXECUTE FUNCTION no_room()`);
  const answer = await send(admin, many(700));
  await sql.unsafe(`DROP FUNCTION no_room CASCADE`);
  expect(answer.status).toBe(500);
  expect(textOf(await answer.text())).toContain("Erreur de téléchargement");
  expect(shop.takeErrors()).toHaveLength(1);
  expect((await sql`SELECT count(*)::int FROM product_imports`)[0]).toEqual(before);
});

test(
  "more than 100,000 lines are refused before anything is written; 100,000 are accepted",
  LARGE_FILE,
  async () => {
    const [before] = await sql`SELECT count(*)::int FROM product_imports`;
    const said = await refusal(`nom;prix;catégorie\n${"a;1;Autres\n".repeat(100_001)}`, "tout.csv");
    expect(said).toContain("«\u00a0tout.csv\u00a0» a trop de lignes");
    expect(said).toContain("100\u202f000 lignes au plus\u00a0: partagez-le en plusieurs fichiers.");
    expect(await refusal(`nom;prix\n${"\n".repeat(1_000_001)}`, "vide.csv")).toContain(
      "«\u00a0vide.csv\u00a0» a trop de lignes",
    );
    expect((await sql`SELECT count(*)::int FROM product_imports`)[0]).toEqual(before);
    const address = await check(`nom;prix;catégorie\n${"a;1;\n".repeat(100_000)}`);
    expect(await read(address)).toContain("Lignes lues 100 000");
    expect(await read(address)).toContain("100 000 erreurs, page 1 sur 10 000");
  },
);

test("a body without Content-Length is limited to the size of a form, for every sender", async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(300 * 1024));
      controller.close();
    },
  });
  const headers = { origin: admin.url, "content-type": "multipart/form-data; boundary=x" };
  const sent = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  expect(await isRefusedEarly(admin.fetch(PATH, sent))).toBe(true);
});

test(
  "a file above the limit is refused by the page, a far larger one before its body is read",
  LARGE_FILE,
  async () => {
    expect(await refusal(new Uint8Array(50 * 1024 * 1024 + 1).fill(97))).toContain("50 Mo au plus");
    const larger = new Uint8Array(55 * 1024 * 1024).fill(97);
    expect(await isRefusedEarly(send(admin, larger))).toBe(true);
    const body = new Uint8Array(300 * 1024);
    const elsewhere = { method: "POST", body, headers: { origin: admin.url } };
    expect(await isRefusedEarly(admin.fetch("/panier", elsewhere))).toBe(true);
  },
);

test("two lines for one product, an unknown id and an ambiguous name are each reported with their line", async () => {
  const id = await sell(db, { name: "sérum", price: 10 });
  await sell(db, { name: "jumeau", price: 10 });
  await sell(db, { name: "jumeau", price: 11 });
  const address = await check(
    [
      "id,nom,prix,catégorie",
      `${id},Sérum 2,11,Autres`,
      `${id},Sérum 3,12,Autres`,
      ",sérum,13,Autres",
      ",Neuf,1,Autres",
      ",NEUF,2,Autres",
      "inconnu,Autre,3,Autres",
      ",Jumeau,4,Autres",
    ].join("\n"),
  );
  const report = await read(address);
  expect(report).toContain(`3 id ${id} La ligne 2 parle déjà de ce produit.`);
  expect(report).toContain("4 nom sérum La ligne 2 parle déjà de ce produit.");
  expect(report).toContain("6 nom neuf La ligne 5 parle déjà de ce produit.");
  expect(report).toContain("7 id inconnu Aucun produit n’a cet identifiant.");
  expect(report).toContain("8 nom jumeau Plusieurs produits portent ce nom");
  expect(report).toContain("À créer 1 À mettre à jour 1 Fautives 5");
});

test("faulty lines are listed in pages, and exported without formulas as a file to correct and import", async () => {
  const lines = Array.from(
    { length: 25 },
    (_, index) => `;Savon ${index};${index % 2 ? "1 €" : "=1+1"};Autres;;;;;`,
  );
  const address = await check([HEAD, ...lines].join("\n"));
  expect(await read(address)).toContain("25 erreurs, page 1 sur 3");
  expect(await read(`${address}&page=3`)).toContain("26 prix =1+1");
  expect(await read(`${address}&page=99`)).toContain("page 3 sur 3");
  const answer = await admin.get(`${PATH}/${idOf(address)}/lignes-fautives.csv`);
  expect(answer.headers.get("content-type")).toContain("text/csv");
  const file = await answer.text();
  expect(file.split("\r\n")).toHaveLength(27);
  expect(file).toContain(
    `${HEAD};à corriger\r\n;Savon 0;'=1+1;Autres;;;;;;prix\u00a0: Chiffres seulement`,
  );
  // The exported file has the same errors; corrected, it has none.
  expect(await read(await check(file))).toContain("25 erreurs");
  const mended = await state(
    idOf(await check(file.replaceAll("'=1+1", "2").replaceAll("1 €", "1"))),
  );
  expect(mended).toMatchObject({ to_create: 25, faulty_count: 0 });
  const short = await check(`prix;nom;catégorie\n3;"Savon; doux";Autres\n3;a;b;c\n3\n`);
  expect(await admin.read(`${PATH}/${idOf(short)}/lignes-fautives.csv`)).toBe(
    "prix;nom;catégorie;à corriger\r\n3;a;b c;3 cases sont attendues, 4 sont là.\r\n3;;;3 cases sont attendues, 1 sont là.\r\n",
  );
});

test("the template's two example lines are valid, and create two products", async () => {
  const template = await admin.read(`${PATH}/modele.csv`);
  expect(template).toContain("id;nom;prix;catégorie;type de vente;description;composition");
  const report = await read(await check(template));
  expect(report).toContain("Lignes lues 2 À créer 2 À mettre à jour 0 Fautives 0");
  expect(report).not.toContain("ignorée");
});

test("an update is shown as before → after; fields that it would empty need a confirmation", async () => {
  const id = await sell(db, { name: "lait", price: 10, description: "doux", composition: "eau" });
  const other = await sell(db, { name: "lotion", price: 12 });
  const file = [
    HEAD,
    `${other};lotion;13;Soins de la peau;;;;;`,
    `${id};lait;14;Soins de la peau;;;eau;;photo.jpg`,
  ].join("\n");
  const address = await check(file);
  const importId = idOf(address);
  const report = await read(address);
  expect(report).toContain("La colonne « photos » est ignorée");
  // Lines that empty a field come first.
  expect(report).toMatch(
    /Lait ligne 3 Vide description prix : avant 10 € → après 14 € description : avant doux → vide Lotion ligne 2 prix : avant 12 € → après 13 €/,
  );
  expect(report).toContain("ce que des produits disent aujourd’hui : description (1 produit)");

  const refused = await act("start", importId);
  expect(refused.status).toBe(422);
  expect(textOf(await refused.text())).toContain("Confirmez que des champs peuvent être vidés");
  expect(await state(importId)).toMatchObject({ state: "checked", may_empty: false });

  // The confirmation covers the description, not the composition, which was filled since.
  const later = idOf(await check(file.replace(";eau;", ";;")));
  await sql`UPDATE products SET composition = '' WHERE id = ${id}`;
  const confirmed = idOf(await check(file.replace(";eau;", ";;")));
  await sql`UPDATE products SET composition = 'eau' WHERE id = ${id}`;
  await act("start", confirmed, { vider: "oui" });
  await runImport(db, confirmed);
  expect(await state(confirmed)).toMatchObject({ updated_count: 1, refused_count: 1 });
  expect(await read(`${PATH}?import=${confirmed}`)).toContain("Ce champ a été rempli depuis");
  const [kept] = await sql`SELECT description, composition FROM products WHERE id = ${id}`;
  expect(kept).toEqual({ description: "doux", composition: "eau" });

  expect((await act("start", later, { vider: "oui" })).status).toBe(302);
  await runImport(db, later);
  const [emptied] =
    await sql`SELECT description, composition, price_cents FROM products WHERE id = ${id}`;
  expect(emptied).toEqual({ description: "", composition: "", price_cents: 1400 });
});

test("changes are listed in pages, independently of the pages of faulty lines", async () => {
  const ids: string[] = [];
  for (let index = 1; index <= 12; index++)
    ids.push(await sell(db, { name: `crayon ${index}`, price: 10 }));
  const address = await check(
    [
      HEAD,
      ...ids.map((id, index) => `${id};Crayon ${index + 1};${20 + index};Autres;;;;;`),
      ...Array.from({ length: 11 }, (_, index) => `;Faux ${index};1 €;Autres;;;;;`),
    ].join("\n"),
  );
  const first = await read(address);
  expect(first).toContain("12 produits à mettre à jour, page 1 sur 2");
  expect(first).toContain("Crayon 1 ligne 2 prix : avant 10 € → après 20 €");
  expect(first).toContain("Crayon 10 ligne 11");
  expect(first).not.toContain("Crayon 11 ligne");
  expect(await admin.read(address)).toContain(
    `href="${PATH}?import=${idOf(address)}&amp;modifications=2"`,
  );
  const second = await read(`${address}&modifications=2`);
  expect(second).toContain("12 produits à mettre à jour, page 2 sur 2");
  expect(second).toMatch(/Crayon 11 ligne 12 .*Crayon 12 ligne 13 prix : avant 10 € → après 31 €/);
  expect(second).not.toContain("Crayon 10 ligne");
  // The other list keeps its own page.
  expect(second).toContain("11 erreurs, page 1 sur 2");
  expect(await read(`${address}&modifications=99`)).toContain("mettre à jour, page 2 sur 2");
});

test("a product that meanwhile equals its line: « Plus rien à changer »", async () => {
  const id = await sell(db, { name: "pinceau", price: 10, category: "Autres" });
  const address = await check(`id;nom;prix;catégorie\n${id};Pinceau;15;Autres\n`);
  expect(await read(address)).toContain("Pinceau ligne 2 prix : avant 10 € → après 15 €");
  await sql`UPDATE products SET price_cents = 1500, version = version + 1 WHERE id = ${id}`;
  const report = await read(address);
  expect(report).toContain("Pinceau ligne 2 Plus rien à changer : le produit est déjà ainsi.");
  expect(report).not.toContain("avant 10 €");
});

test("ignored columns are listed in one note; for photos it names the place to add them", async () => {
  const line = (extra: string) => `Houppette;9;Autres${extra}`;
  const photos = await read(
    await check(`nom;prix;catégorie;Photos;à corriger;vu par\n${line(";a.jpg;;Anne")}\n`),
  );
  expect(photos).toContain(
    "Les colonnes « Photos » et « vu par » sont ignorées : les photos restent comme elles sont, elles se changent dans la fiche du produit.",
  );
  const notes = await read(
    await check(`nom;prix;catégorie;à corriger;note;rayon;vu par\n${line(";;b;c;Anne")}\n`),
  );
  expect(notes).toContain("Les colonnes « note », « rayon » et « vu par » sont ignorées.");
  const one = await read(await check(`nom;prix;catégorie;à corriger;note\n${line(";;b")}\n`));
  expect(one).toContain("La colonne « note » est ignorée.");
});

test("cancelling stops an import and keeps its finished lines; it resumes there; only one runs at a time", async () => {
  const first = idOf(await check(many(250)));
  const second = idOf(await check(many(3, 11)));
  await act("start", first);
  expect((await act("start", second)).status).toBe(422);
  expect((await act("start", first)).status).toBe(302);
  const running = runImport(db, first);
  await expect.poll(async () => (await state(first))["done_count"], SLOWLY).toBeGreaterThan(0);
  await act("cancel", first);
  await running;
  const stopped = await state(first);
  expect(stopped["state"]).toBe("cancelled");
  expect(stopped["done_count"]).toBeLessThan(250);
  const [{ count: kept }] =
    (await sql`SELECT count(*)::int FROM products WHERE name LIKE 'lot 10 %'`) as unknown as [
      { count: number },
    ];
  expect(kept).toBe(stopped["done_count"]);
  expect(await read(`${PATH}?import=${first}`)).toContain(`Import annulé à ${kept} lignes`);
  await runImport(db, first);
  expect((await state(first))["done_count"]).toBe(kept);
  await act("start", first);
  await runImport(db, first);
  expect(await state(first)).toMatchObject({
    state: "done",
    done_count: 250,
    created_count: 250,
    updated_count: 0,
  });
  expect(
    await sql`SELECT count(*)::int, count(DISTINCT name)::int AS names FROM products WHERE name LIKE 'lot 10 %'`,
  ).toEqual([{ count: 250, names: 250 }]);
  expect((await act("start", second)).status).toBe(302);
  await runImport(db, second);
});

test("a retried job repeats no line, even beside a concurrent run; a stalled import is shown as such", async () => {
  const importId = idOf(await check(many(230, 12)));
  await act("start", importId);
  const dying = new AbortController();
  const died = runImport(db, importId, dying.signal);
  await expect.poll(async () => (await state(importId))["done_count"], SLOWLY).toBeGreaterThan(0);
  dying.abort();
  await expect(died).rejects.toThrow("aborted");
  expect((await state(importId))["state"]).toBe("running");
  await sql`UPDATE product_imports SET updated_at = now() - interval '2 minutes' WHERE id = ${importId}`;
  expect(await read(`${PATH}?import=${importId}`)).toContain("Import interrompu à");
  expect((await act("start", importId)).status).toBe(302);
  await Promise.all([runImport(db, importId), runImport(db, importId)]);
  expect(await state(importId)).toMatchObject({
    state: "done",
    done_count: 230,
    created_count: 230,
  });
  expect(await sql`SELECT count(*)::int FROM products WHERE name LIKE 'lot 12 %'`).toEqual([
    { count: 230 },
  ]);
});

test("a product deleted, or created with the same name, between check and import is reported and skipped", async () => {
  const id = await sell(db, { name: "éphémère", price: 10 });
  const importId = idOf(
    await check(`id;nom;prix;catégorie\n${id};Éphémère;11;Autres\n;Tardif;12;Autres\n`),
  );
  await sql`DELETE FROM product_pictures WHERE product_id = ${id}`;
  await sql`DELETE FROM products WHERE id = ${id}`;
  const late = await sell(db, { name: "tardif", price: 1, description: "reste" });
  await act("start", importId);
  await runImport(db, importId);
  expect(await state(importId)).toMatchObject({
    state: "done",
    created_count: 0,
    updated_count: 0,
    refused_count: 2,
  });
  expect(await sql`SELECT price_cents, description FROM products WHERE id = ${late}`).toEqual([
    { price_cents: 100, description: "reste" },
  ]);
  expect(await read(`${PATH}?import=${importId}`)).toContain("depuis la vérification");
  expect(await read(`${PATH}?import=${importId}`)).toContain(
    `2 id ${id} Aucun produit n’a cet identifiant.`,
  );
});

test("only administrators may import", async () => {
  const address = await check(many(1, 13));
  const customer = await shop.customer();
  for (const browser of [customer, shop.visitor()]) {
    for (const path of [
      address,
      `${address.replace(PATH, `${PATH}.data`)}`,
      `${PATH}/modele.csv`,
      `${PATH}/${idOf(address)}/lignes-fautives.csv`,
    ]) {
      const answer = await browser.get(path);
      expect(
        answer.status === 302 ||
          (await answer.clone().text()).includes("SingleFetchRedirect") ||
          answer.status === 202,
        `${path} ${answer.status}`,
      ).toBe(true);
      expect(await answer.text()).not.toContain("lot 13");
    }
    expect((await send(browser, many(1, 14))).status).toBe(302);
    expect((await browser.post(PATH, { intent: "start", import: idOf(address) })).status).toBe(302);
  }
  expect((await state(idOf(address)))["state"]).toBe("checked");
  expect((await admin.get(`${PATH}?import=jamais`)).status).toBe(404);
});
