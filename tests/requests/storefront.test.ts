import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { comments, products } from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { openStorefront } from "../support/storefront.ts";
import { textOf } from "../support/text-of.ts";

const { shop, db, visitor, cream, read } = await openStorefront();

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
    ["a word inside a name does not match", "?nom=miel", 0],
    ["inclusive price bounds", "?prix-min=12&prix-max=14", 4],
    ["« 12€ » is read as 12", "?prix-min=12%E2%82%AC&prix-max=12%E2%82%AC", 2],
    ["one category", "?categorie=Parfums", 1],
    ["two categories", "?categorie=Parfums&categorie=Autres", 13],
    ["« 1a2 » is read as 12, like in the field", "?prix-min=1a2&prix-max=1-,€2", 2],
    ["% and _ match literally", "?nom=%25_", 0],
  ])("%s", async (_what, query, count) => {
    const text = await read(`/boutique${query}`);
    if (count === 0) expect(text).toContain("Aucun produit trouvé.");
    else expect(text).toContain(`${count} produit`);
  });

  test("one category's page has its name as heading, and leads back to the shop", async () => {
    const heading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)![1];
    const html = await visitor.read("/boutique?categorie=Parfums");
    expect(heading(html)).toBe("Parfums");
    expect(textOf(html)).toContain("Accueil Boutique Parfums");
    for (const path of ["/boutique", "/boutique?categorie=Parfums&categorie=Autres"])
      expect(heading(await visitor.read(path))).toBe("Boutique");
  });

  test("a price limit whose cents were left out says so without JavaScript", async () => {
    const text = await read("/boutique?prix-min=12&prix-max=19,90");
    expect(text).toContain("De 12 € à 19 €");
    expect(text).toContain("« ,90 » a été laissé de côté");
    expect(await read("/boutique?prix-max=19€")).not.toContain("laissé de côté");
  });

  test.each([
    ["of everything", "", "Crème au lin"],
    ["of a category", "&categorie=Autres", "Savon 00 au miel"],
    ["of a name prefix", "&nom=savon", "Savon 00 au miel"],
  ])("a page number beyond the last shows the last page: %s", async (_what, query, first) => {
    const html = await visitor.read(`/boutique?page=9&taille=10${query}`);
    expect(html).toContain("Savon 11 au miel");
    expect(html).not.toContain(first);
  });

  test("sorts by price, rating and age, combined with filters and pages", async () => {
    const [cheap, rated, fresh] = [
      await insertProduct(db, { name: "tri un", price: 1, category: "Maquillage" }),
      await insertProduct(db, { name: "tri deux", price: 90, category: "Maquillage" }),
      await insertProduct(db, { name: "tri trois", price: 40, category: "Parfums" }),
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
  ])("responds 200 to the invalid query %s", async (query) => {
    expect((await visitor.get(`/boutique${query}`)).status).toBe(200);
    expect((await visitor.get(`/boutique.data${query}`)).status).toBe(200);
  });
});

describe("search engines and link previews", () => {
  test("each page has one title, its own description and its canonical URL", async () => {
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

test("if the products cannot be read, their lists show an error, and the rest of the page works", async () => {
  const alone = await openShop();
  await insertProduct(alone.db, { name: "crème de nuit", price: 30 });
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
