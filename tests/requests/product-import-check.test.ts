import { expect, test } from "vitest";
import { FAMILY_COLUMNS, PLAN_COLUMNS, PRODUCT_COLUMNS } from "#app/catalogue/csv-columns.ts";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import { insertProduct } from "../support/catalogue.ts";
import { HEAD, PATH, productsFile, openImports } from "../support/product-import.ts";
import { textOf } from "../support/text-of.ts";

const { shop, sql, db, admin, send, check, act, read, state, refusal, idOf } = await openImports();
const LARGE_FILE = { timeout: 120_000 };
/** The columns of the export, without those that the import can't read. */
const IMPORTED = [...PRODUCT_COLUMNS, ...FAMILY_COLUMNS, ...PLAN_COLUMNS].filter(
  (column) => column !== "photos",
);
/** The server responds before it has read the body, then closes: the client gets either the response or a reset. */
const isRefusedEarly = (sent: Promise<Response>): Promise<boolean> =>
  sent.then(
    ({ status }) => status === 413,
    () => true,
  );

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
  const message = await refusal("marque,quantite,nom\n1,2,3\n", "stocks-nov.csv");
  expect(message).toContain(
    "Les colonnes de «\u00a0stocks-nov.csv\u00a0» ne sont pas celles des produits",
  );
  expect(message).toContain("Il manque «\u00a0prix\u00a0» et «\u00a0catégorie\u00a0».");
  expect(message).toContain("Inconnu\u00a0: «\u00a0marque\u00a0» et «\u00a0quantite\u00a0».");
  expect(message).toContain(`Attendues\u00a0: ${IMPORTED.join(", ")}.`);
  expect(await refusal("nom;nom;prix;catégorie\na;b;1;Autres\n")).toContain(
    "En double\u00a0: «\u00a0nom\u00a0».",
  );
});

test("a header of 100,000 cells or a row of half a million is cut before it is parsed", async () => {
  const header = Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(";");
  const refused = await refusal(`${header}\nx;1;Autres\n`);
  expect(refused).toMatch(/Inconnu\s: «\sc0\s»/);
  expect(refused).not.toContain("c200");
  const wide = `nom;prix;catégorie\n${`${"a;".repeat(490_000)}\n`.repeat(3)}`;
  const checked = await read(await check(wide));
  expect(checked).toContain("3 cases sont attendues, au moins 200 sont là");
});

test("a file without products is refused with advice, and no import is stored", async () => {
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

test("a disk that fills up during the check is reported, and no import is stored", async () => {
  const [before] = await sql`SELECT count(*)::int FROM product_imports`;
  await sql.unsafe(`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.line > 600 THEN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON product_import_lines FOR EACH ROW EXECUTE FUNCTION no_room()`);
  const answer = await send(admin, productsFile(700));
  await sql.unsafe(`DROP FUNCTION no_room CASCADE`);
  expect(answer.status).toBe(500);
  expect(textOf(await answer.text())).toContain("Erreur de téléchargement");
  expect(shop.takeErrors()).toHaveLength(1);
  expect((await sql`SELECT count(*)::int FROM product_imports`)[0]).toEqual(before);
});

// Takes half a minute: only with THOROUGH=1 (`npm run test:long`).
test.runIf(process.env["THOROUGH"] === "1")(
  "more than 100,000 lines are refused before anything is written; 100,000 are accepted",
  LARGE_FILE,
  async () => {
    const [before] = await sql`SELECT count(*)::int FROM product_imports`;
    const message = await refusal(
      `nom;prix;catégorie\n${"a;1;Autres\n".repeat(100_001)}`,
      "tout.csv",
    );
    expect(message).toContain("«\u00a0tout.csv\u00a0» a trop de lignes");
    expect(message).toContain(
      "100\u202f000 lignes au plus\u00a0: partagez-le en plusieurs fichiers.",
    );
    expect(await refusal(`nom;prix\n${"\n".repeat(1_000_001)}`, "vide.csv")).toContain(
      "«\u00a0vide.csv\u00a0» a trop de lignes",
    );
    expect((await sql`SELECT count(*)::int FROM product_imports`)[0]).toEqual(before);
    const address = await check(`nom;prix;catégorie\n${"a;1;\n".repeat(100_000)}`);
    expect(await read(address)).toContain("Lignes lues 100 000");
    expect(await read(address)).toContain("100 000 erreurs, page 1 sur 10 000");
  },
);

test("a body without Content-Length is limited to the size of a form, even on the import page", async () => {
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
  const id = await insertProduct(db, { name: "sérum", price: 10 });
  await insertProduct(db, { name: "jumeau", price: 10 });
  await insertProduct(db, { name: "jumeau", price: 11 });
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
  const corrected = await state(
    idOf(await check(file.replaceAll("'=1+1", "2").replaceAll("1 €", "1"))),
  );
  expect(corrected).toMatchObject({ to_create: 25, faulty_count: 0 });
  const short = await check(`prix;nom;catégorie\n3;"Savon; doux";Autres\n3;a;b;c\n3\n`);
  expect(await admin.read(`${PATH}/${idOf(short)}/lignes-fautives.csv`)).toBe(
    "prix;nom;catégorie;à corriger\r\n3;a;b c;3 cases sont attendues, 4 sont là.\r\n3;;;3 cases sont attendues, 1 sont là.\r\n",
  );
});

test("the template and the help name every column that the import reads", async () => {
  const template = await admin.read(`${PATH}/modele.csv`);
  expect(template.replace("\uFEFF", "").split("\r\n")[0]!.split(";")).toEqual(IMPORTED);
  const help = /Toutes les colonnes : (.*?)\./.exec(await read(PATH))![1]!;
  expect(help.split(", ")).toEqual(IMPORTED);
});

test("an unknown column is named in the report and ignored; the file of faulty lines keeps it", async () => {
  const file =
    "Rayon;nom;prix;Fournisseur;catégorie;\nA;Peigne;9;Sica;Autres;\nB;Brosse;9 €;Nord;Autres;\n";
  const address = await check(file);
  const report = await read(address);
  expect(report).toContain("Lignes lues 2 À créer 1 À mettre à jour 0 Fautives 1");
  expect(report).toContain("Les colonnes « Rayon » et « Fournisseur » sont ignorées.");
  expect(await admin.read(`${PATH}/${idOf(address)}/lignes-fautives.csv`)).toMatch(
    /^Rayon;nom;prix;Fournisseur;catégorie;à corriger\r\nB;Brosse;9 €;Nord;Autres;prix/,
  );
  await act("start", idOf(address));
  await runImport(db, idOf(address));
  expect(await sql`SELECT category FROM products WHERE name = 'peigne'`).toEqual([
    { category: "Autres" },
  ]);
  expect(await read(await check("nom;;prix;catégorie\nPince;x;9;Autres\n"))).toContain(
    "La colonne « sans titre » est ignorée.",
  );
});

test("HTML becomes text with its paragraphs, lists and emphasis, which the report shows before the import", async () => {
  const known = await insertProduct(db, { name: "lotion pure", price: 9, description: "Pure." });
  const address = await check(
    [
      "nom;prix;catégorie;description;composition;spécifications",
      `"L&#8217;huile";9;Autres;"<p>Une <strong>huile </strong>rare.</p><ul><li>Sans <em>alcool</em></li></ul><script>alert(1)</script>";"<p>Aqua,<br>Glycerin</p>";`,
      `Lotion pure;9;Autres;"<div>Pure &amp; douce</div>";;"Peau: sèche &amp; mixte"`,
      "Savon;9;Autres;pH < 5 et > 3;;",
    ].join("\n"),
  );
  const report = await read(address);
  expect(report).toContain("À créer 2 À mettre à jour 1 Fautives 0");
  expect(report).toContain("2 lignes contiennent du HTML : il devient du texte");
  expect(report).toMatch(
    /Ligne 2, L’huile nom : l’huile description : Une \*\*huile\*\* rare\. - Sans \*alcool\* composition : Aqua, Glycerin/,
  );
  expect(report).toContain("description : avant Pure. → après Pure &amp; douce");
  expect(await sql`SELECT description FROM products WHERE id = ${known}`).toEqual([
    { description: "Pure." },
  ]);
  await act("start", idOf(address), { vider: "oui" });
  await runImport(db, idOf(address));
  expect(
    await sql`SELECT name, description, composition FROM products WHERE name IN ('l’huile', 'lotion pure', 'savon') AND category = 'Autres' ORDER BY name`,
  ).toEqual([
    { name: "lotion pure", description: "Pure & douce", composition: "" },
    {
      name: "l’huile",
      description: "Une **huile** rare.\n\n- Sans *alcool*",
      composition: "Aqua,\nGlycerin",
    },
    { name: "savon", description: "pH < 5 et > 3", composition: "" },
  ]);
  // What was exported comes back unchanged.
  const csv = await admin.read("/admin/produits.csv?recherche=huile");
  expect(await read(await check(csv))).toContain("Inchangées 1");
});

test("a reference of another product is an error of its line, in any case and within the file", async () => {
  const holder = await insertProduct(db, { name: "blush pêche", price: 10 });
  const twins = [
    await insertProduct(db, { name: "blush rose", price: 10 }),
    await insertProduct(db, { name: "blush prune", price: 10 }),
  ];
  await sql`UPDATE products SET reference = 'BL-1' WHERE id = ${holder}`;
  // Stored before references were unique: they stay, and can be imported unchanged.
  await sql`UPDATE products SET reference = 'BL-2' WHERE id = ${twins[0]} OR id = ${twins[1]}`;
  const address = await check(
    [
      "nom;prix;catégorie;référence",
      "Blush pêche;11;Maquillage;BL-1",
      "Blush rose;11;Maquillage;BL-2",
      "Blush prune;11;Maquillage;BL-2",
      "Fard;9;Maquillage;bl-1",
      "Fard vert;9;Maquillage;FA-1",
      "Fard bleu;9;Maquillage;Fa-1",
      "Fard gris;9;Maquillage;FA-2",
    ].join("\n"),
  );
  const report = await read(address);
  expect(report).toContain("À créer 2 À mettre à jour 3 Fautives 2");
  expect(report).toContain("5 référence bl-1 Un autre produit a cette référence : Blush pêche.");
  expect(report).toContain("7 référence Fa-1 La ligne 6 donne déjà cette référence.");
  // Taken since the check.
  await sql`UPDATE products SET reference = 'fa-2' WHERE id = ${holder}`;
  await act("start", idOf(address));
  await runImport(db, idOf(address));
  expect(await state(idOf(address))).toMatchObject({
    created_count: 1,
    updated_count: 3,
    refused_count: 1,
  });
  expect(await read(address)).toContain("8 référence FA-2 Un autre produit a cette référence");
  expect(await sql`SELECT FROM products WHERE name = 'fard gris'`).toHaveLength(0);
});

test("the template's two example lines are valid, and create two products", async () => {
  const template = await admin.read(`${PATH}/modele.csv`);
  expect(template).toContain("id;nom;prix;catégorie;type de vente;description;composition");
  const report = await read(await check(template));
  expect(report).toContain("Lignes lues 2 À créer 2 À mettre à jour 0 Fautives 0");
  expect(report).not.toContain("ignorée");
});

test("changes are listed in pages, independently of the pages of faulty lines", async () => {
  const ids: string[] = [];
  for (let index = 1; index <= 12; index++)
    ids.push(await insertProduct(db, { name: `crayon ${index}`, price: 10 }));
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
  const id = await insertProduct(db, { name: "pinceau", price: 10, category: "Autres" });
  const address = await check(`id;nom;prix;catégorie\n${id};Pinceau;15;Autres\n`);
  expect(await read(address)).toContain("Pinceau ligne 2 prix : avant 10 € → après 15 €");
  await sql`UPDATE products SET price_cents = 1500, version = version + 1 WHERE id = ${id}`;
  const report = await read(address);
  expect(report).toContain("Pinceau ligne 2 Plus rien à changer : le produit est déjà ainsi.");
  expect(report).not.toContain("avant 10 €");
});

test("ignored columns are listed in one note; a column of photos adds where photos are changed", async () => {
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
