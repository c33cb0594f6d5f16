import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { comments, messages, products } from "#db/schema/index.ts";
import { sell } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const visitor = shop.visitor();

const read = async (path: string) => textOf(await visitor.read(path));

let cream = "";
beforeAll(async () => {
  cream = await sell(db, {
    name: "crème au lin",
    price: 34,
    sellingType: "en Vedette",
    composition: "Aqua",
    description: "Onctueuse.",
    specifications: [{ name: "Contenance", value: "50 ml" }],
  });
  await sell(db, { name: "eau de rose", price: 12, category: "Parfums" });
  for (let index = 0; index < 12; index++) {
    await sell(db, {
      name: `savon ${String(index).padStart(2, "0")} au miel`,
      price: 5 + index,
      category: "Autres",
    });
  }
});

describe("home (§2)", () => {
  test("shows the featured products, and the others as popular", async () => {
    const html = await visitor.read("/");
    expect(textOf(html)).toContain("Produits populaire");
    const start = html.indexOf("Produits populaire");
    const [featured, popular] = [html.slice(0, start), html.slice(start)];
    expect(featured).toContain("Crème au lin");
    expect(popular).not.toContain("Crème au lin");
    expect(popular).toContain("Eau de rose");
  });

  test("the brand section shows a product with its contents and composition", async () => {
    expect(await read("/")).toMatch(/La maison .*Crème au lin, 50 ml.*Aqua/);
  });
});

describe("/boutique (§2, §5, §9)", () => {
  test("counts products and lists them A→Z by default ('Croissant' is desc), Z→A on request", async () => {
    const html = await visitor.read("/boutique");
    expect(textOf(html)).toMatch(/14 produits/);
    expect(html).toMatch(/<option[^>]*value="desc"[^>]*>Croissant/);
    expect(html).toMatch(/<option[^>]*value="asc"[^>]*>Décroissant/);
    expect(html.indexOf("Crème au lin")).toBeLessThan(html.indexOf("Eau de rose"));
    const reversed = await visitor.read("/boutique?tri=asc&taille=10");
    expect(reversed.indexOf("Savon 11 au miel")).toBeGreaterThan(-1);
    expect(reversed).not.toContain("Crème au lin");
  });

  test.each([
    ["a name prefix, whatever its capitals", "?nom=Savon+0", 10],
    ["a prefix is not a part", "?nom=miel", 0],
    ["inclusive price bounds", "?prix-min=12&prix-max=14", 4],
    ["« 12€ » keeps its digits", "?prix-min=12%E2%82%AC&prix-max=12%E2%82%AC", 2],
    ["one category", "?categorie=Parfums", 1],
    ["two categories", "?categorie=Parfums&categorie=Autres", 13],
    ["% and _ are themselves", "?nom=%25_", 0],
  ])("%s", async (_what, query, count) => {
    const text = await read(`/boutique${query}`);
    if (count === 0) expect(text).toContain("Aucun produit trouvé.");
    else expect(text).toContain(`${count} produit`);
  });

  test.each([
    ["of everything", "", "Crème au lin"],
    ["of a category", "&categorie=Autres", "Savon 00 au miel"],
    ["of names that begin alike", "&nom=savon", "Savon 00 au miel"],
  ])("a page number beyond the last shows the last page: %s", async (_what, query, first) => {
    const html = await visitor.read(`/boutique?page=9&taille=10${query}`);
    expect(html).toContain("Savon 11 au miel");
    expect(html).not.toContain(first);
  });

  test("sorts by price, rating and age, combined with filters and pages", async () => {
    const [cheap, rated, fresh] = [
      await sell(db, { name: "tri un", price: 1, category: "Maquillage" }),
      await sell(db, { name: "tri deux", price: 90, category: "Maquillage" }),
      await sell(db, { name: "tri trois", price: 40, category: "Parfums" }),
    ];
    await db.insert(comments).values({ id: "note-tri", productId: rated, rate: 5, text: "" });
    const listed = async (query: string) =>
      [
        ...(await visitor.read(`/boutique?${query}`)).matchAll(/<article.*?\/produit\/([^"]+)"/g),
      ].map(([, id]) => id);
    const first = async (sort: string) => (await listed(`tri=${sort}`))[0];
    expect(await first("prix-croissant")).toBe(cheap);
    expect(await first("prix-decroissant")).toBe(rated);
    expect(await first("mieux-notes")).toBe(rated);
    expect(await first("nouveautes")).toBe(fresh);
    expect(await listed("tri=prix-decroissant&nom=tri")).toEqual([rated, fresh, cheap]);
    expect(await listed("tri=prix-croissant&nom=tri&prix-min=2")).toEqual([fresh, rated]);
    expect(await listed("tri=nouveautes&categorie=Maquillage")).toEqual([rated, cheap]);
    expect(await listed("tri=mieux-notes&prix-min=30&prix-max=90")).toHaveLength(3);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => listed(`tri=prix-croissant&page=${page}&taille=6`)),
    );
    const seen = new Set(pages.flatMap((page) => page.slice(0, 6)));
    expect(seen.size).toBe(17);
    for (const id of [cheap, rated, fresh]) await db.delete(products).where(eq(products.id, id));
  });

  test("counts each category with the name and price filters applied", async () => {
    const others = async (query: string) =>
      /Autres , (\d+ produits?)/.exec(await read(`/boutique${query}`))?.[1];
    expect(await others("")).toBe("12 produits");
    expect(await others("?prix-min=10&prix-max=12")).toBe("3 produits");
    expect(await others("?prix-min=10&categorie=Parfums")).toBe("7 produits");
    expect(await others("?prix-max=12&nom=savon 0")).toBe("8 produits");
    expect(await others("?prix-max=12&nom=savon 05 au miel")).toBe("1 produit");
  });

  test("an empty list offers only the changes that help", async () => {
    expect(await read("/boutique?nom=zzz")).toMatch(/trouvé\. Essayez un autre mot\. /);
    expect(await read("/boutique?prix-min=900")).toMatch(/trouvé\. Retirez un filtre\. /);
    expect(await read("/boutique?nom=zzz&prix-min=900")).toContain(
      "Essayez un autre mot, ou retirez un filtre.",
    );
    const crossed = await visitor.read("/boutique?prix-min=50&prix-max=20&nom=savon");
    expect(textOf(crossed)).toMatch(/trouvé\. Le premier prix est plus haut que le second\./);
    expect(crossed).toMatch(/href="\/boutique\?nom=savon&amp;prix-min=20&amp;prix-max=50"/);
    expect(crossed).toMatch(/<fieldset[^>]* aria-describedby="([^"]+)".*<p class="err" id="\1"/s);
  });

  test.each([
    "?page=0",
    "?page=-1",
    "?page=1000000000",
    "?page=abc",
    "?taille=999",
    "?tri=hasard",
    "?categorie=Rien",
    "?prix-min=99999999999999999999",
    "?prix-min=abc&prix-max=-5",
    `?nom=${"a".repeat(5_000)}`,
    "?nom=%00",
    "?nom=%27%3B--",
    "?nom=🌹",
    "?categorie=%00",
  ])("makes sense of %s", async (query) => {
    expect((await visitor.get(`/boutique${query}`)).status).toBe(200);
    expect((await visitor.get(`/boutique.data${query}`)).status).toBe(200);
  });
});

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

  test("recommends products of the same category, never itself", async () => {
    const html = await visitor.read(`/produit/${cream}`);
    const start = html.indexOf('id="recommandations"');
    const side = html.slice(start, html.indexOf("</section>", start));
    expect(start).toBe(-1);
    const other = await sell(db, { name: "baume au lin", price: 21 });
    const again = await visitor.read(`/produit/${cream}`);
    const from = again.indexOf('id="recommandations"');
    const now = again.slice(from, again.indexOf("</section>", from));
    expect(side).not.toContain(other);
    expect(now).toContain(`/produit/${other}`);
    expect(now).not.toContain(`/produit/${cream}`);
    expect(now).not.toContain("Savon");
    await db.delete(products).where(eq(products.id, other));
  });

  test("omits the specifications when there are none", async () => {
    const bare = await sell(db, { name: "galet", price: 3 });
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
    const id = await sell(db, { name: "sérum noté", price: 20 });
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
    // Whole stars, rounded up (§2).
    expect(html).toContain('data-stars="5"');
    expect(html).not.toContain(one.userId);
    expect(html).not.toContain(one.email);
  });

  test("a comment without stars is accepted after one question", async () => {
    const id = await sell(db, { name: "lotion sans note", price: 9 });
    const customer = await shop.customer();
    const page = `/produit/${id}`;
    const counted = async () =>
      (await db.select().from(comments).where(eq(comments.productId, id))).map(({ rate }) => rate);
    const form = await customer.read(page);
    expect(form).toMatch(/<input type="hidden" name="sans-note" value="demander"\/>/);
    // As the form sends it, also without JavaScript.
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
    const id = await sell(db, { name: "brume reprise", price: 9 });
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
      const id = await sell(db, { name: "lait", price: 9 });
      const customer = await shop.customer();
      expect(
        (await customer.post(`/produit/${id}.data`, { rate: "5", text: "Bien", ...wrong })).status,
      ).toBe(400);
      expect(await db.select().from(comments).where(eq(comments.productId, id))).toEqual([]);
    },
  );
});

describe("pages (§2)", () => {
  test.each([
    ["/apropos-de-nous", "Qui Sommes Nous"],
    ["/plitique-de-confidentialite", "19/02/2024"],
    ["/condition-generale-de-vente", "19/02/2024"],
    ["/condition-generale-de-vente", "À l’attention d’Éclat"],
    ["/mentions-legales", "Mentions légales"],
    ["/contact", "Contact"],
    ["/panier", "Votre panier"],
  ])("%s says « %s »", async (path, expected) => {
    expect(await read(path)).toContain(expected);
  });

  const BOUTIQUE = "<title>Boutique";
  const NOT_FOUND = "Page non trouvée";
  const NOT_FOUND_DATA = '"pages/not-found-page"';
  test.each([
    ["/BOUTIQUE", 200, BOUTIQUE],
    ["/%62outique", 200, BOUTIQUE],
    ["/boutique/", 200, BOUTIQUE],
    ["/boutique/rien", 404, NOT_FOUND],
    ["/boutique/rien.data", 404, NOT_FOUND_DATA],
    ["/boutique.data", 200, '"catalogue/shop-page"'],
    ["/boutique.data.data", 404, NOT_FOUND_DATA],
    ["/_.data", 200, '"home/home-page"'],
  ])("URLs in other spellings lead to the same page: %s", async (path, status, text) => {
    const response = await visitor.get(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
  });

  test("« Qui Sommes Nous » is only a heading", async () => {
    const html = await visitor.read("/apropos-de-nous");
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    const withoutPath = main.replace(/<nav[\s\S]*?<\/nav>/, "");
    expect(textOf(withoutPath).trim()).toBe("Qui Sommes Nous");
  });

  test("header and footer: phone, email, sign-in link, social links", async () => {
    const html = await visitor.read("/");
    const { phone, email, socialLinks } = shop.config.shop;
    for (const shown of [phone, `href="mailto:${email}"`, 'href="/connexion"'])
      expect(html).toContain(shown);
    expect(socialLinks.length).toBeGreaterThan(0);
    for (const address of socialLinks) expect(html).toContain(`href="${address}"`);
  });

  test("the FAQ has six questions that open one at a time", async () => {
    const html = await visitor.read("/faqs");
    const names = [...html.matchAll(/<details[^>]*name="([^"]+)"/g)].map((match) => match[1]);
    expect(names).toHaveLength(6);
    expect(new Set(names).size).toBe(1);
    expect(html).toContain('href="/contact"');
    const questions = [...html.matchAll(/<summary>([\s\S]*?)<\/summary>/g)].map(([, text]) => text);
    const topics = [/paiement/, /commande/, /retour/, /étranger/, /service client/, /échantillons/];
    for (const [index, topic] of topics.entries()) expect(questions[index]).toMatch(topic);
    expect(html).toContain("30 jours");
  });

  test.each(["/nulle-part", "/admin", "/admin/rien", "/produit", "/payement"])(
    "%s is 404 'Page non trouvée'",
    async (path) => {
      const html = await visitor.read(path, 404);
      expect(textOf(html)).toContain("Page non trouvée");
      expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Retour à l’accueil/);
    },
  );
});

describe("/contact (§4, §5, §8)", () => {
  const form = {
    title: "Livraison",
    message: "Livrez-vous en Corse ?",
    email: "ines@exemple.fr",
    company: "",
    name: "Inès Moreau",
    phoneNumber: "",
  };

  test("stores the message unread, confirms it, and an administrator can read it", async () => {
    const whole = { ...form, company: "Institut Alba", phoneNumber: "01 99 00 38 11" };
    const sent = await visitor.post("/contact", whole);
    expect(sent.status).toBe(200);
    expect(textOf(await sent.text())).toContain("Message envoyé avec success");
    expect(
      await db.select().from(messages).where(eq(messages.email, "ines@exemple.fr")),
    ).toMatchObject([{ ...whole, isRead: false }]);
    const admin = await shop.customer({ isAdmin: true });
    expect(textOf(await admin.read("/admin/notifications"))).toContain(
      "Livrez-vous en Corse ? Inès Moreau, Institut Alba ines@exemple.fr +33 1 99 00 38 11 Répondre par e-mail",
    );
  });

  test.each([
    { email: "pas une adresse" },
    { message: "  " },
    { message: "x".repeat(20_000) },
    { title: "a\r\nBcc: x@y.fr" },
    { name: "\u0000" },
  ])("keeps what was typed and refuses %j", async (wrong) => {
    const before = await db.$count(messages);
    const answer = await visitor.post("/contact", { ...form, ...wrong });
    const stored = (await db.$count(messages)) - before;
    expect([200, 400]).toContain(answer.status);
    if (answer.status === 400) expect(stored).toBe(0);
    else expect("title" in wrong).toBe(true);
  });
});

describe("search engines and link previews", () => {
  test("each page has its own title, description and canonical URL", async () => {
    const seen = new Set<string>();
    for (const path of [
      "/",
      "/boutique",
      `/produit/${cream}`,
      "/contact",
      "/faqs",
      "/apropos-de-nous",
      "/plitique-de-confidentialite",
      "/condition-generale-de-vente",
    ]) {
      const html = await visitor.read(path);
      expect(html.match(/<title>/g), path).toHaveLength(1);
      const canonical = /rel="canonical" href="([^"]+)"|href="([^"]+)" rel="canonical"/.exec(html);
      expect(canonical?.[1] ?? canonical?.[2], path).toBe(`${shop.config.baseUrl}${path}`);
      const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? "";
      expect(description.length, path).toBeGreaterThanOrEqual(10);
      seen.add(description);
      expect(html.match(/<h1/g), path).toHaveLength(1);
      expect(html, path).not.toMatch(/<[^>]+ style="/);
    }
    expect(seen.size).toBe(8);
  });

  test("a product page has structured data", async () => {
    const html = await visitor.read(`/produit/${cream}`);
    const blocks = [
      ...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g),
    ].map((match) => JSON.parse(match[1]!) as { "@type": string; offers?: { price: string } });
    expect(blocks.map((block) => block["@type"])).toEqual(["Product", "BreadcrumbList"]);
    expect(blocks[0]?.offers?.price).toBe("34.00");
  });

  test("sitemap, robots.txt, manifest and preview image are served", async () => {
    expect(await visitor.read("/sitemap.xml")).toContain(`/produit/${cream}`);
    expect(await visitor.read("/robots.txt")).toMatch(/Disallow: \/admin/);
    expect(JSON.parse(await visitor.read("/manifest.webmanifest"))).toMatchObject({ lang: "fr" });
    expect((await visitor.get("/og.jpg")).headers.get("content-type")).toBe("image/jpeg");
  });
});

test("without a database the shop's lists show an error, and the rest of the page works", async () => {
  const alone = await openShop();
  await sell(alone.db, { name: "crème de nuit", price: 30 });
  await alone.sql`ALTER TABLE products RENAME TO elsewhere`;
  for (const path of ["/", "/boutique"]) {
    const text = textOf(await alone.visitor().read(path));
    expect(text).toContain("Impossible de recurer les données");
    expect(text).toContain("Mentions légales");
  }
  const product = await alone.visitor().get(`/produit/${cream}`);
  expect(product.status).toBe(500);
  const text = textOf(await product.text());
  expect(text).toContain("Impossible de recurer les données");
  expect(text).toContain("Mentions légales");
  expect(alone.takeErrors().length).toBeGreaterThan(0);
});

test("comments that cannot be read show an error in their place; the rest of the page works (§8)", async () => {
  const alone = await openShop();
  const id = await sell(alone.db, { name: "huile de nuit", price: 29, description: "Légère." });
  await sell(alone.db, { name: "huile de jour", price: 27 });
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
