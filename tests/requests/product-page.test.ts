import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { comments, products } from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { openStorefront } from "../support/storefront.ts";
import { textOf } from "../support/text-of.ts";

const { shop, db, visitor, cream, read } = await openStorefront();

describe("/produit/:id (§2, §4, §8)", () => {
  test("shows all data of a product", async () => {
    const text = await read(`/produit/${cream}`);
    for (const expected of [
      "Crème au lin",
      "34 €",
      "Ajouter Au Panier",
      "Acheter maintainant",
      "Onctueuse.",
      "Aqua",
      "Contenance",
      "50 ml",
      "Aucun avis",
    ]) {
      expect(text).toContain(expected);
    }
  });

  test("recommends products of the same category, never the product itself", async () => {
    const html = await visitor.read(`/produit/${cream}`);
    const start = html.indexOf('id="recommandations"');
    const side = html.slice(start, html.indexOf("</section>", start));
    expect(start).toBe(-1);
    const other = await insertProduct(db, { name: "baume au lin", price: 21 });
    const again = await visitor.read(`/produit/${cream}`);
    const from = again.indexOf('id="recommandations"');
    const now = again.slice(from, again.indexOf("</section>", from));
    expect(side).not.toContain(other);
    expect(now).toContain(`/produit/${other}`);
    expect(now).not.toContain(`/produit/${cream}`);
    expect(now).not.toContain("Savon");
    await db.delete(products).where(eq(products.id, other));
  });

  test.each([
    [
      "a text in Markdown",
      "Une **huile** *rare*.\n\n- Sans alcool\n- Vegan\n\n* Issue de l'agriculture biologique\n# 1 des huiles",
      "<p>Une <strong>huile</strong> <em>rare</em>.</p><ul><li>Sans alcool</li><li>Vegan</li></ul><p>* Issue de l’agriculture biologique<br/># 1 des huiles</p>",
      "Une huile rare.\n\n- Sans alcool\n- Vegan\n\n* Issue de l'agriculture biologique\n# 1 des huiles",
    ],
    [
      "HTML that an earlier version has stored",
      "<p>Une <b>huile</b> &amp; un <script>alert(1)</script><img src=x onerror=alert(1)>soin</p><p>[x](javascript:alert(1))</p>",
      "<p>Une <strong>huile</strong> &amp; un soin</p><p>[x](javascript:alert(1))</p>",
      "Une huile & un soin\n\n[x](javascript:alert(1))",
    ],
    [
      "a plain text",
      "Une huile, pH < 5.\nDouce",
      "<p>Une huile, pH &lt; 5.<br/>Douce</p>",
      "Une huile, pH < 5.\nDouce",
    ],
  ])(
    "shows %s as a description, and search engines its words",
    async (_what, description, html, plain) => {
      const id = await insertProduct(db, { name: "huile", price: 9, description });
      const page = await visitor.read(`/produit/${id}`);
      expect(page).toContain(`notice__text">${html}</div>`);
      const [, jsonLd] =
        /<script type="application\/ld\+json">(\{[^<]*"Product"[^<]*)<\/script>/.exec(page)!;
      expect(JSON.parse(jsonLd!)).toMatchObject({ description: plain });
      const [, excerpt] = /<meta name="description" content="([^"]*)"/.exec(page)!;
      expect(excerpt).toMatch(/^Une huile/);
      expect(excerpt).not.toMatch(/<|&lt;b|\*\*|onerror/);
      expect((await db.select().from(products).where(eq(products.id, id)))[0]!.description).toBe(
        description,
      );
    },
  );

  test("omits the specifications when there are none", async () => {
    const bare = await insertProduct(db, { name: "galet", price: 3 });
    expect(await read(`/produit/${bare}`)).not.toContain("Spécifications");
  });

  test.each(["inconnu", "%00", "a".repeat(3_000), "../admin"])(
    "404 'Document not found' for %s",
    async (id) => {
      const response = await visitor.get(`/produit/${encodeURIComponent(id)}`);
      expect(response.status).toBe(404);
      expect(textOf(await response.text())).toContain("Document not found");
    },
  );

  test("a comment requires a session, changes the average, and does not reveal its author's id", async () => {
    const id = await insertProduct(db, { name: "sérum noté", price: 20 });
    const refused = await visitor.post(`/produit/${id}`, { rate: "5", text: "Bien" });
    expect([refused.status, refused.headers.get("location")]).toEqual([
      302,
      `/connexion?retour=avis&id=${id}`,
    ]);
    const [one, two] = [await shop.customer({ name: "Maud Léger" }), await shop.customer()];
    await one.post(`/produit/${id}.data`, { rate: "5", text: "Texture qui fond." });
    await two.post(`/produit/${id}.data`, { rate: "4", text: "" });
    const [product] = await db.select().from(products).where(eq(products.id, id));
    expect([product?.rating, product?.ratingCount]).toEqual([4.5, 2]);
    const html = await visitor.read(`/produit/${id}`);
    expect(html).toContain("Texture qui fond.");
    expect(html).toContain("4,5");
    // The average is shown as whole stars, rounded up (§2).
    expect(html).toContain('data-stars="5"');
    expect(html).not.toContain(one.userId);
    expect(html).not.toContain(one.email);
  });

  test("a comment without stars is accepted after one question", async () => {
    const id = await insertProduct(db, { name: "lotion sans note", price: 9 });
    const customer = await shop.customer();
    const page = `/produit/${id}`;
    const counted = async () =>
      (await db.select().from(comments).where(eq(comments.productId, id))).map(({ rate }) => rate);
    const form = await customer.read(page);
    expect(form).toMatch(/<input type="hidden" name="sans-note" value="demander"\/>/);
    // The fields that the form sends for a comment without stars, also without JavaScript.
    const asked = await customer.post(page, { "sans-note": "demander", text: "Sent bon." });
    expect(asked.status).toBe(400);
    const question = await asked.text();
    expect(textOf(question)).toContain("Publier à 0/5 ?");
    expect(question).toMatch(/<textarea[^>]*>Sent bon\.<\/textarea>/);
    expect(question).not.toContain('name="sans-note"');
    expect(await counted()).toEqual([]);
    await customer.post(page, { text: "Sent bon." });
    await customer.post(page, { "sans-note": "demander", rate: "4", text: "Bien." });
    expect((await counted()).toSorted()).toEqual([0, 4]);
  });

  test("authors change and delete their own comments only; the average is updated", async () => {
    const id = await insertProduct(db, { name: "brume reprise", price: 9 });
    const [author, other] = [await shop.customer(), await shop.customer()];
    const page = `/produit/${id}`;
    await author.post(page, { rate: "5", text: "Trop vite jugée." });
    await other.post(page, { rate: "1", text: "Bof." });
    const ofProduct = () => db.select().from(comments).where(eq(comments.productId, id));
    const mine = (await ofProduct()).find(({ authorId }) => authorId === author.userId)!;
    const rated = async () => {
      const [product] = await db.select().from(products).where(eq(products.id, id));
      return [product?.rating, product?.ratingCount];
    };
    const change = { avis: mine.id, intent: "modifier", rate: "2", text: "Revue." };
    const remove = { avis: mine.id, intent: "supprimer" };

    expect((await author.read(page)).match(/Modifier ou supprimer/g)).toHaveLength(1);
    expect(await visitor.read(page)).not.toContain("Modifier ou supprimer");
    for (const act of [change, remove]) {
      expect((await other.post(page, act)).status).toBe(404);
      expect((await author.post(`/produit/${cream}`, act)).status).toBe(404);
      expect((await visitor.post(page, act)).status).toBe(302);
    }
    expect(await rated()).toEqual([3, 2]);

    expect((await author.post(page, { ...change, rate: "9" })).status).toBe(400);
    expect((await author.post(page, change)).status).toBe(200);
    expect(await visitor.read(page)).toContain("Revue.");
    expect(await rated()).toEqual([1.5, 2]);
    // One of the two comments shows when it was changed (L111-7-2); saving without changes is no change.
    expect((await visitor.read(page)).match(/, modifié le/g)).toHaveLength(1);
    const changedAt = async () =>
      (await ofProduct()).map((comment) => comment.changedAt?.getTime()).toSorted();
    const before = await changedAt();
    await author.post(page, change);
    expect(await changedAt()).toEqual(before);
    // Concurrent changes and deletions: the average counts the remaining comments.
    await Promise.all([
      ...["0", "3", "5", "4"].map((rate) => author.post(page, { ...change, rate })),
      author.post(page, remove),
      author.post(page, remove),
    ]);
    expect(await ofProduct()).toHaveLength(1);
    expect(await rated()).toEqual([1, 1]);
    for (const act of [change, remove]) {
      const gone = await author.post(page, act);
      expect([gone.status, textOf(await gone.text())]).toEqual([
        404,
        expect.stringContaining("Cet avis n’existe plus."),
      ]);
    }
    expect(await visitor.read(page)).not.toContain("Revue.");
  });

  test.each([{ rate: "6" }, { rate: "-1" }, { rate: "abc" }, { text: "x".repeat(5_000) }])(
    "refuses a comment of %j",
    async (wrong) => {
      const id = await insertProduct(db, { name: "lait", price: 9 });
      const customer = await shop.customer();
      expect(
        (await customer.post(`/produit/${id}.data`, { rate: "5", text: "Bien", ...wrong })).status,
      ).toBe(400);
      expect(await db.select().from(comments).where(eq(comments.productId, id))).toEqual([]);
    },
  );
});

test("comments that cannot be read show an error in their place; the rest of the page works (§8)", async () => {
  const alone = await openShop();
  const id = await insertProduct(alone.db, {
    name: "huile de nuit",
    price: 29,
    description: "Légère.",
  });
  await insertProduct(alone.db, { name: "huile de jour", price: 27 });
  await alone.sql`ALTER TABLE comments RENAME TO elsewhere`;
  const text = textOf(await alone.visitor().read(`/produit/${id}`));
  for (const expected of [
    "Huile de nuit",
    "29 €",
    "Légère.",
    "Produits similaire",
    "Huile de jour",
  ])
    expect(text).toContain(expected);
  expect(text.split("Impossible de recurer les données")).toHaveLength(2);
  expect(alone.takeErrors().join()).toContain("comments");
});
