import { eq, sql } from "drizzle-orm";
import { ulid } from "ulid";
import { beforeAll, describe, expect, test } from "vitest";
import { comments, orderLines, products } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { FIELDS, form, openProducts } from "../support/product-form.ts";
import { textOf } from "../support/text-of.ts";

const { shop, db, storage, administrator, productOf, picturesOf, lastAct, upload, insertForSale } =
  await openProducts();
const second = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
const customer = await shop.customer({ name: "Maud Léger" });

describe("create (§4, §5)", () => {
  test("stores the lower-cased name, the price in cents, rows and uploads in order; redirects to the list", async () => {
    const [one, two] = [await upload(administrator.userId), await upload(administrator.userId)];
    const answer = await administrator.post(
      "/admin/new/product",
      form({
        ...FIELDS,
        specificationName: ["Contenance", ""],
        specificationValue: ["50 ml", ""],
        upload: [two.id, one.id],
      }),
    );
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      "/admin/produits?fait=cree",
    ]);
    const [made] = await db.select().from(products).where(eq(products.name, "crème au lin"));
    expect(made).toMatchObject({
      priceCents: 3400,
      creatorId: administrator.userId,
      updatedAt: null,
      version: 1,
      specifications: [{ name: "Contenance", value: "50 ml" }],
    });
    expect(await picturesOf(made!.id)).toEqual([two.path, one.path]);
    expect(await lastAct(made!.id)).toMatchObject({
      act: "product-created",
      actorName: "Claire Aubry",
    });
    expect(await administrator.read("/admin/produits?fait=cree")).toContain("Produit créé.");
    expect(await shop.visitor().read(`/produit/${made!.id}`)).toContain("Crème au lin");
  });

  test.each([
    [{ name: " " }, "Donnez un nom au produit"],
    [{ price: "12,50" }, "Le prix est en euros entiers"],
    [{ price: "douze" }, "Indiquez un prix en chiffres"],
    [{ category: "Jouets" }, "Choisissez une des catégories."],
    [
      { specificationName: "", specificationValue: "50 ml" },
      "la ligne 1 a une valeur mais pas de nom",
    ],
  ])("refuses %j beside the field, and keeps the typed values", async (wrong, message) => {
    const before = await db.$count(products);
    const answer = await administrator.post(
      "/admin/new/product",
      form({ ...FIELDS, description: "Un texte long à retaper.", ...wrong }),
    );
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(textOf(html)).toContain(message);
    expect(html).toContain("Un texte long à retaper.");
    expect(await db.$count(products)).toBe(before);
  });

  test("another user's upload, or a deleted one, creates no product", async () => {
    const before = await db.$count(products);
    const foreign = await upload(second.userId);
    for (const id of [foreign.id, ulid(), "\0"]) {
      const answer = await administrator.post(
        "/admin/new/product",
        form({ ...FIELDS, upload: [id] }),
      );
      expect(answer.status).toBe(409);
      expect(textOf(await answer.text())).toContain("Une image envoyée n’est plus là");
    }
    expect(await db.$count(products)).toBe(before);
  });
});

describe("delete (§5)", () => {
  test("asks for confirmation; the deleted product's page responds 404, and its orders still show its name", async () => {
    const { id, paths } = await insertForSale("savon éphémère", 2);
    const placed = await customer.post("/panier", orderForm([{ id, qty: 1 }], 3400));
    const orderId = placed.headers.get("location")!.split("/").at(-1)!;
    await db.insert(comments).values({ id: ulid(), productId: id, rate: 4, text: "Bien." });
    const question = textOf(await administrator.read(`/admin/produits?supprimer=${id}`));
    expect(question).toContain("Voulez-vous vraiment supprimer ?");
    expect(question).toContain("2 images · 1 commentaire");
    expect(question).toContain("Il reste lisible dans la commande qui le contient.");

    const answer = await administrator.post(
      "/admin/produits?vente=Normal",
      form({ intent: "delete", id }),
    );
    expect(answer.headers.get("location")).toBe(
      "/admin/produits?vente=Normal&fait=supprime&fichiers=removed",
    );
    expect(await productOf(id)).toBeUndefined();
    expect(await lastAct(id)).toMatchObject({
      act: "product-deleted",
      subjectName: "savon éphémère",
    });
    expect(await customer.read(`/admin/my-orders/${orderId}`)).toContain("Savon éphémère");
    // The order shows the first picture, which is kept; the other one is deleted.
    const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId));
    expect(line!.image).toBe(paths[0]);
    expect(await storage.open(paths[0]!)).not.toBeNull();
    expect(await storage.open(paths[1]!)).toBeNull();
    expect((await shop.visitor().get(`/produit/${id}`)).status).toBe(404);
    const again = await administrator.post("/admin/produits", form({ intent: "delete", id }));
    expect(again.status).toBe(404);
  });

  test("removes a picture that another save adds while the deletion waits for it", async () => {
    const { id } = await insertForSale("savon disputé", 0);
    const path = `images/essai/${id.toLowerCase()}-2.jpg`;
    await queueBehind(
      shop.sql,
      async (saving) => {
        await saving`UPDATE products SET version = version + 1 WHERE id = ${id}`;
        await saving`INSERT INTO pictures (path, width, height) VALUES (${path}, 9, 9)`;
        await saving`INSERT INTO product_pictures (product_id, position, path) VALUES (${id}, 9, ${path})`;
      },
      [() => administrator.post("/admin/produits", form({ intent: "delete", id }))],
    );
    expect(await productOf(id)).toBeUndefined();
    expect(await shop.sql`SELECT FROM pictures WHERE path = ${path}`).toEqual([]);
  });
});

describe("only administrators (§6)", () => {
  test.each(["", ".data"])(
    "customers and visitors create, change and delete nothing (%j)",
    async (twin) => {
      const { id, address, fields } = await insertForSale("baume gardé", 1);
      for (const other of [customer, shop.visitor()]) {
        const before = await db.$count(products);
        const attempts = await Promise.all([
          other.post(`/admin/new/product${twin}`, form(FIELDS)),
          other.post(`${address}${twin}`, form({ ...fields, price: "1" })),
          other.post(`/admin/produits${twin}`, form({ intent: "delete", id })),
        ]);
        for (const { status } of attempts) expect([202, 302]).toContain(status);
        expect(await productOf(id)).toMatchObject({ priceCents: 3400 });
        expect(await db.$count(products)).toBe(before);
      }
    },
  );
});

describe("the list (§2, §9)", () => {
  beforeAll(async () => {
    for (let index = 0; index < 9; index++)
      await insertProduct(db, {
        name: `zeste numéro ${index} très long`,
        price: 5,
        category: "Parfums",
        sellingType: "en Vedette",
      });
  });

  test("is searched by words or parts of words in any order, ignoring accents and case, with the filters", async () => {
    await insertProduct(db, { name: "rosée d’été à l’hibiscus", price: 7, category: "Autres" });
    const read = async (search: string, more = "") =>
      textOf(
        await administrator.read(
          `/admin/produits?${new URLSearchParams({ recherche: search })}${more}`,
        ),
      );
    for (const search of ["ROSEE", "hibiscus", "ibisc", "été", "d’ete", "hibiscus rosée", "à ro"])
      expect(await read(search), search).toContain("Rosée d’été à l’hibisc");
    expect(await read("rosée tulipe")).toContain("Aucun produit trouvé.");
    expect(await read("hibiscus", "&categorie=Autres")).toContain("1 produit, page 1 sur 1");
    expect(await read("hibiscus", "&categorie=Parfums")).toContain("Aucun produit trouvé.");
    const file = await administrator.read("/admin/produits.csv?recherche=IBISCUS");
    expect(file.trim().split("\r\n")).toHaveLength(2);
    await db.execute(
      sql`UPDATE products SET name = 'lotion de tilleul' WHERE name = 'rosée d’été à l’hibiscus'`,
    );
    expect(await read("tilleuls")).toContain("Aucun produit trouvé.");
    expect(await read("tilleul")).toContain("Lotion de tilleul");
    expect(await read("hibiscus")).toContain("Aucun produit trouvé.");
  });

  test("« Enregistrer » and « Annuler » return to the same page and filters, never to another site", async () => {
    const { id } = await insertForSale("savon de retour", 0);
    const list = "recherche=savon&vente=Normal&page=2";
    const html = await administrator.read("/admin/produits?recherche=savon&vente=Normal");
    const retour = new URLSearchParams({ retour: "recherche=savon&vente=Normal" }).toString();
    expect(html).toContain(`/admin/edict-product/${id}?${retour}`.replaceAll("&", "&amp;"));
    const edit = `/admin/edict-product/${id}?${new URLSearchParams({ retour: list })}`;
    const form = await administrator.read(edit);
    expect(form.split(`href="/admin/produits?${list.replaceAll("&", "&amp;")}"`)).toHaveLength(3);
    const saved = async (path: string) =>
      (
        await administrator.post(
          path,
          new URLSearchParams({ ...FIELDS, name: "savon de retour", version: "1", base: "{}" }),
        )
      ).headers.get("location");
    expect(await saved(edit)).toBe(`/admin/produits?${list}&fait=modifie`);
    for (const elsewhere of ["https://evil.example/", "//evil.example", "/admin/paiements?a=b"]) {
      await db.update(products).set({ version: 1 }).where(eq(products.id, id));
      const path = `/admin/edict-product/${id}?${new URLSearchParams({ retour: elsewhere })}`;
      expect(await administrator.read(path)).not.toContain('evil.example/"');
      expect(await saved(path)).toBe("/admin/produits?fait=modifie");
    }
  });

  test("a conflict whose form was started from incomplete values is shown, not an error", async () => {
    const { id } = await insertForSale("savon de reprise", 0);
    await db.update(products).set({ version: 3 }).where(eq(products.id, id));
    const form = { ...FIELDS, name: "savon repris", version: "1", base: '{"name":"savon"}' };
    const answer = await administrator.post(
      `/admin/edict-product/${id}`,
      new URLSearchParams(form),
    );
    expect(answer.status).toBe(409);
  });

  test("has eight products per page and shortened names; is searched by id and filtered", async () => {
    const page = await administrator.read("/admin/produits?recherche=ZESTE");
    expect(page.match(/<td class="c-price end"/g)).toHaveLength(8);
    expect(page).toContain("Zeste numéro 0 très…");
    expect(textOf(page)).toContain("9 produits, page 1 sur 2");
    expect(textOf(await administrator.read("/admin/produits?recherche=NUMERO+6"))).toContain(
      "1 produit, page 1 sur 1",
    );
    const featured = "/admin/produits?vente=en+Vedette&categorie=Parfums&page=9";
    expect(textOf(await administrator.read(featured))).toContain("9 produits, page 2 sur 2");
    const { id } = await insertForSale("galet à trouver", 0);
    for (const known of [id, id.toLowerCase(), id.slice(-8)])
      expect(await administrator.read(`/admin/produits?recherche=${known}`)).toContain(
        "Galet à trouver",
      );
  });

  test.each([
    "?page=-1",
    "?recherche=%25_%00'",
    "?categorie=Rien",
    "?supprimer=%00",
    "?supprimer=inconnu",
    "?page=abc",
  ])("responds 200 to the invalid query %s", async (query) => {
    expect((await administrator.get(`/admin/produits${query}`)).status).toBe(200);
    expect((await administrator.get(`/admin/produits.data${query}`)).status).toBe(200);
  });

  test("has 8 products a page (§9), or 24 or 48; the choice is kept by filters and links", async () => {
    for (let number = 0; number < 50; number++)
      await insertProduct(db, { name: `galet ${number}`, price: 9, category: "Autres" });
    const rowsOf = async (query: string) => {
      const page = await administrator.read(`/admin/produits?categorie=Autres${query}`);
      return { page, count: page.match(/name="produits"/g)!.length };
    };
    expect((await rowsOf("")).count).toBe(8);
    expect((await rowsOf("&par-page=9")).count).toBe(8);
    expect((await rowsOf("&par-page=48")).count).toBe(48);
    expect((await rowsOf("&par-page=24&recherche=galet")).count).toBe(24);
    const { page, count } = await rowsOf("&par-page=24&page=2");
    expect(count).toBe(24);
    expect(textOf(page)).toMatch(/5\d produits, page 2 sur 3/);
    expect(page).toContain('href="/admin/produits?categorie=Autres&amp;par-page=24&amp;page=3"');
    expect(page).toContain('<option value="24" selected="">24 par page</option>');
    expect(page).not.toContain('href="/admin/produits.csv?categorie=Autres&amp;par-page');
  });

  test("shows the reference instead of the end of the id, and the stock", async () => {
    const counted = await insertProduct(db, {
      name: "pulpe compté",
      price: 9,
      reference: "PLP-1",
    });
    await shop.sql`SELECT start_counting(${counted}, 7, '', NULL, NULL)`;
    const bare = await insertProduct(db, { name: "pulpe nu", price: 9 });
    const text = textOf(await administrator.read("/admin/produits?recherche=pulpe"));
    expect(text).toContain(`${counted} PLP-1`);
    expect(text).toMatch(/Pulpe compté .* 7 9 €/);
    expect(text).not.toContain(`…${counted.slice(-8)}`);
    expect(text).toContain(`${bare} …${bare.slice(-8)}`);
    expect(text).toMatch(/Pulpe nu .* Non compté 9 €/);
  });
});
