import { expect, test } from "vitest";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import { insertProduct } from "../support/catalogue.ts";
import { HEAD, PATH, productsFile, openImports } from "../support/product-import.ts";
import { textOf } from "../support/text-of.ts";

const { shop, sql, db, admin, send, check, act, read, state, idOf } = await openImports();
/** A timeout that is long enough on slow machines. */
const SLOWLY = { timeout: 20_000 };

test("a file is checked, then imported by the job; the report counts new, changed, unchanged and faulty lines", async () => {
  const known = await insertProduct(db, { name: "baume", price: 10, description: "doux" });
  const same = await insertProduct(db, { name: "gommage", price: 12 });
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

test("an update is shown as before → after; fields that it would empty need a confirmation", async () => {
  const id = await insertProduct(db, {
    name: "lait",
    price: 10,
    description: "doux",
    composition: "eau",
  });
  const other = await insertProduct(db, { name: "lotion", price: 12 });
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

test("a cancelled import keeps its finished lines and continues after them when restarted; only one import runs at a time", async () => {
  const first = idOf(await check(productsFile(250)));
  const second = idOf(await check(productsFile(3, 11)));
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
  const importId = idOf(await check(productsFile(230, 12)));
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
  const id = await insertProduct(db, { name: "éphémère", price: 10 });
  const importId = idOf(
    await check(`id;nom;prix;catégorie\n${id};Éphémère;11;Autres\n;Tardif;12;Autres\n`),
  );
  await sql`DELETE FROM product_pictures WHERE product_id = ${id}`;
  await sql`DELETE FROM products WHERE id = ${id}`;
  const late = await insertProduct(db, { name: "tardif", price: 1, description: "reste" });
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

test("an error of the database ends an import as interrupted at its line; good lines are written, and another import may start", async () => {
  await sql.unsafe(`
    CREATE FUNCTION refuse_product() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.name LIKE 'refusé %' THEN RAISE EXCEPTION 'no such product'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_product BEFORE INSERT ON products FOR EACH ROW EXECUTE FUNCTION refuse_product();`);
  const lines = productsFile(130, 15).split("\n");
  lines[57] = ";Refusé cinquante-huit;15;Autres;;;;;";
  const address = await check(lines.join("\n"));
  const importId = idOf(address);
  await act("start", importId);
  await runImport(db, importId);
  expect(await state(importId)).toMatchObject({ created_count: 56, refused_count: 1 });
  expect(await read(address)).toContain("Import interrompu à la ligne 58");
  expect(await read(address)).toContain("58 toute la ligne");
  expect(await read(PATH)).toContain("Interrompu à la ligne 58");
  const notice = await admin.read("/admin/notifications");
  expect(textOf(notice)).toContain("Un import de produits s’est interrompu");
  expect(notice).toContain(address.replace("&", "&amp;"));

  // Another import isn't blocked; this one goes on after the faulty line.
  const next = idOf(await check(productsFile(1, 16)));
  expect((await act("start", next)).status).toBe(302);
  await runImport(db, next);
  expect(await state(next)).toMatchObject({ state: "done", created_count: 1 });
  expect((await act("start", importId)).status).toBe(302);
  await runImport(db, importId);
  expect(await state(importId)).toMatchObject({ state: "done", created_count: 129 });
  await sql.unsafe(`DROP TRIGGER refuse_product ON products; DROP FUNCTION refuse_product()`);
});

test("an import whose process ended for good blocks no other one, which ends it as interrupted", async () => {
  const lost = idOf(await check(productsFile(3, 17)));
  await act("start", lost);
  const next = idOf(await check(productsFile(1, 18)));
  expect((await act("start", next)).status).toBe(422);
  await sql`UPDATE product_imports SET updated_at = now() - interval '2 minutes' WHERE id = ${lost}`;
  expect((await act("start", next)).status).toBe(302);
  expect(await read(`${PATH}?import=${lost}`)).toContain("Import interrompu à la ligne 2");
  expect(textOf(await admin.read("/admin/notifications"))).toContain("à la ligne 2");
  // The lost job comes back late: it writes nothing beside the running one.
  await runImport(db, lost);
  expect(await state(lost)).toMatchObject({ state: "cancelled", done_count: 0 });
  await runImport(db, next);
  expect((await act("start", lost)).status).toBe(302);
  await runImport(db, lost);
  expect(await state(lost)).toMatchObject({ state: "done", created_count: 3 });
});

test("only administrators may import", async () => {
  const address = await check(productsFile(1, 13));
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
    expect((await send(browser, productsFile(1, 14))).status).toBe(302);
    expect((await browser.post(PATH, { intent: "start", import: idOf(address) })).status).toBe(302);
  }
  expect((await state(idOf(address)))["state"]).toBe("checked");
  expect((await admin.get(`${PATH}?import=jamais`)).status).toBe(404);
});
