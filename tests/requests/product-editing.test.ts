import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { updateProduct } from "#app/catalogue/manage/save-product.server.ts";
import { products } from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { FIELDS, form, openProducts } from "../support/product-form.ts";
import { textOf } from "../support/text-of.ts";

const { shop, db, storage, administrator, productOf, picturesOf, lastAct, upload, insertForSale } =
  await openProducts();
const second = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });

describe("edit (§4)", () => {
  test("changes texts and picture order, removes a picture with its file, adds one", async () => {
    const { id, paths, address, fields } = await insertForSale("baume à éditer");
    const added = await upload(administrator.userId);
    const page = await administrator.read(address);
    expect(page).toContain('value="baume à éditer"');
    const answer = await administrator.post(
      address,
      form({
        ...fields,
        price: "36",
        sellingType: "en Vedette",
        picture: [paths[2]!, paths[0]!],
        upload: [added.id],
      }),
    );
    expect(answer.headers.get("location")).toBe("/admin/produits?fait=modifie&fichiers=removed");
    expect(await productOf(id)).toMatchObject({
      priceCents: 3600,
      sellingType: "en Vedette",
      version: 2,
    });
    expect((await productOf(id))!.updatedAt).not.toBeNull();
    expect(await picturesOf(id)).toEqual([paths[2], paths[0], added.path]);
    expect(await storage.open(paths[1]!)).toBeNull();
    expect(await storage.open(paths[0]!)).not.toBeNull();
    expect((await lastAct(id))!.changes.map(({ field }) => field)).toEqual([
      "prix",
      "type de vente",
      "images",
    ]);
    const list = await administrator.read("/admin/produits?fait=modifie&fichiers=removed");
    expect(list).toContain("Fichier supprimé avec succès");
  });

  test("if a picture's file cannot be deleted, the product is saved and an error about the file is shown", async () => {
    const { id, paths, fields } = await insertForSale("baume tenace");
    const broken = { ...storage, remove: () => Promise.reject(new Error("disk away")) };
    const outcome = await updateProduct(
      { db, jobs: shop.jobs, storage: broken },
      adminOf(administrator),
      {
        id,
        version: 1,
        product: {
          ...FIELDS,
          name: fields.name,
          composition: "",
          priceCents: 3400,
          specifications: [],
        } as never,
        pictures: paths.slice(1),
        uploadIds: [],
      },
    );
    expect(outcome).toEqual({ kind: "updated", files: "failed" });
    expect(await picturesOf(id)).toEqual(paths.slice(1));
    expect(await administrator.read("/admin/produits?fait=modifie&fichiers=failed")).toContain(
      "Erreur lors de la suppression",
    );
  });

  test("pictures of other products and repeated pictures are ignored", async () => {
    const { id, paths, address, fields } = await insertForSale("baume modeste");
    const other = await insertForSale("baume voisin", 1);
    await administrator.post(
      address,
      form({ ...fields, picture: [paths[1]!, other.paths[0]!, paths[1]!] }),
    );
    expect(await picturesOf(id)).toEqual([paths[1]]);
    expect(await picturesOf(other.id)).toEqual(other.paths);
  });

  test("pasted HTML becomes text, which is shown before it is saved", async () => {
    const { id, address, fields } = await insertForSale("baume collé");
    const pasted = { ...fields, price: "41", description: "<p>Une <b>crème</b></p><p>riche</p>" };
    const refused = await administrator.post(address, form(pasted));
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(textOf(html)).toContain(
      "Le HTML est devenu du texte, le produit n’est pas encore enregistré",
    );
    const typed = /<textarea[^>]*name="description"[^>]*>([^<]*)</.exec(html)![1]!;
    expect(typed.trim()).toBe("Une **crème**\n\nriche");
    expect(html).toContain('value="41"');
    expect((await productOf(id))!.version).toBe(1);
    const saved = await administrator.post(address, form({ ...pasted, description: typed.trim() }));
    expect(saved.status).toBe(302);
    expect(await productOf(id)).toMatchObject({
      description: "Une **crème**\n\nriche",
      priceCents: 4100,
    });
    const created = await administrator.post(
      "/admin/new/product",
      form({ ...FIELDS, name: "baume neuf collé", composition: "Aqua,<br>Cera" }),
    );
    expect(created.status).toBe(422);
    expect(await created.text()).toContain("Aqua,\nCera");
  });

  test("a reference that another product has is refused beside its field, also when two save it at once", async () => {
    const [first, other] = [await insertForSale("baume un"), await insertForSale("baume deux")];
    const save = ({ address, fields }: typeof first, reference: string) =>
      administrator.post(address, form({ ...fields, reference }));
    expect((await save(first, "BAU-1")).status).toBe(302);
    const refused = await save(other, "bau-1");
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(textOf(html)).toContain("Un autre produit a cette référence : Baume un.");
    const field = /<input[^>]*name="reference"[^>]*>/.exec(html)![0];
    expect(field).toContain('value="bau-1"');
    expect(field).toContain('aria-invalid="true"');
    expect(html.slice(html.indexOf('id="reference-error"'))).toMatch(/^.{0,300}Baume un\./);
    expect(await productOf(other.id)).toMatchObject({ reference: null, version: 1 });
    const created = await administrator.post(
      "/admin/new/product",
      form({ ...FIELDS, name: "baume trois", reference: "BAU-1" }),
    );
    expect(created.status).toBe(409);

    const third = await insertForSale("baume quatre");
    const statuses = await Promise.all(
      [other, third].map(async (product) => (await save(product, "BAU-2")).status),
    );
    expect(statuses.toSorted()).toEqual([302, 409]);
    // Of two that have one since before, each may still be saved.
    await db.update(products).set({ reference: "BAU-9" });
    const kept = { ...first.fields, version: "2", price: "35", reference: "BAU-9" };
    expect((await administrator.post(first.address, form(kept))).status).toBe(302);
  });

  test("saving without changes writes nothing", async () => {
    const { id, address, fields } = await insertForSale("baume tranquille");
    expect((await administrator.post(address, form(fields))).status).toBe(302);
    expect(await productOf(id)).toMatchObject({ version: 1, updatedAt: null });
  });

  test("a form sent twice, because its answer was lost, is saved once and no conflict", async () => {
    const { id, paths, address, fields } = await insertForSale("baume répété");
    const changed = form({ ...fields, price: "35", composition: "Rose", picture: paths.slice(1) });
    for (const turn of [1, 2])
      expect((await administrator.post(address, changed)).status, `${turn}`).toBe(302);
    expect(await productOf(id)).toMatchObject({ priceCents: 3500, version: 2 });
    // Another price since: no longer what was sent.
    await second.post(address, form({ ...fields, version: "2", price: "36", composition: "Rose" }));
    expect((await administrator.post(address, changed)).status).toBe(409);
  });

  test("two administrators edit at once: the second sees the conflict, chooses, and loses nothing", async () => {
    const { id, paths, address, fields } = await insertForSale("baume disputé");
    await second.post(
      address,
      form({ ...fields, price: "46", description: "Légère.", picture: paths.slice(0, 2) }),
    );
    const mine = { ...fields, price: "49", composition: "Aqua, Linum" };
    const answer = await administrator.post(address, form(mine));
    expect(answer.status).toBe(409);
    const html = await answer.text();
    const text = textOf(html);
    expect(text).toContain("Nora Lefèvre a enregistré ce produit");
    expect(text).toContain("Un champ diffère");
    for (const kept of ["46\u00a0€", "49\u00a0€", "Aqua, Linum", "Légère."])
      expect(html).toContain(kept);
    expect(html).toContain('name="version" value="2"');
    expect(html).toContain(`name="picture" value="${paths[1]}"`);
    expect(html).not.toContain(`name="picture" value="${paths[2]}"`);
    expect(await productOf(id)).toMatchObject({ priceCents: 4600, composition: "" });

    // A form refused in between keeps its original version: it does not overwrite other changes.
    const refused = await administrator.post(address, form({ ...mine, price: "" }));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('name="version" value="1"');

    const merged = { ...mine, description: "Légère.", version: "2", picture: paths.slice(0, 2) };
    expect((await administrator.post(address, form(merged))).status).toBe(302);
    expect(await productOf(id)).toMatchObject({
      priceCents: 4900,
      composition: "Aqua, Linum",
      description: "Légère.",
      version: 3,
    });
  });

  test("a product deleted during editing: the form reports it, and its values can create a new product", async () => {
    const { id, address, fields } = await insertForSale("baume envolé");
    await db.delete(products).where(eq(products.id, id));
    const answer = await administrator.post(address, form({ ...fields, composition: "Rose" }));
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(textOf(html)).toContain("Ce produit a été supprimé");
    expect(html).toContain('name="version" value="0"');
    expect(html).toContain("Rose");
  });
});

test("an unknown or malformed id responds 404", async () => {
  for (const id of ["inconnu", "%00", "a".repeat(300), "..%2F..%2Fetc"]) {
    const answer = await administrator.get(`/admin/edict-product/${id}`);
    expect(answer.status, id).toBe(404);
    expect(textOf(await answer.text())).toContain("Document not found");
  }
});

test("a database error is shown; the typed values are kept", async () => {
  const { address, fields } = await insertForSale("baume patient");
  await shop.sql`ALTER TABLE products ADD CONSTRAINT essai CHECK (version < 2) NOT VALID`;
  const answer = await administrator.post(address, form({ ...fields, composition: "Rose, Lin" }));
  await shop.sql`ALTER TABLE products DROP CONSTRAINT essai`;
  expect(answer.status).toBe(503);
  const html = await answer.text();
  expect(textOf(html)).toContain("Le produit n’est pas enregistré");
  expect(html).toContain("Rose, Lin");
  expect(shop.takeErrors().join()).toContain("essai");
  expect((await productOf(address.split("/").at(-1)!))!.version).toBe(1);
});
