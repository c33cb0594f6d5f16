import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { makeRenditions, RENDITION_WIDTHS } from "#app/media/renditions.server.ts";
import { DB_FOLDER } from "#db/folder.ts";
import { pictures } from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

/*
 * Limits of a page's first view on a phone: the page, the built files that it references, and the pictures that are not
 * lazy. Sizes are transferred (brotli) KB of 1,024 bytes; `requests` is a count.
 */
const LIMITS = {
  html: 12,
  scripts: 120,
  styles: 14,
  fonts: 40,
  pictures: 75,
  all: 300,
  requests: 14,
};

const PAGES = [
  "/",
  "/boutique",
  "/produit/ID",
  "/recherche/?keyword=creme",
  "/panier",
  "/contact",
  "/retractation",
  "/effet-indesirable",
  "/faqs",
  "/apropos-de-nous",
  "/plitique-de-confidentialite",
  "/condition-generale-de-vente",
  "/mentions-legales",
  "/accessibilite",
  "/connexion",
  "/mot-de-passe-oublie",
];
/** The event stream /live, which the page's markup does not reference. */
const EVENT_STREAM = 1;

const shop = await openShop();
const visitor = shop.visitor();
let product = "";
beforeAll(async () => {
  for (let index = 0; index < 24; index++)
    product = await insertProduct(shop.db, {
      name: `crème pesée ${index}`,
      price: 20,
      sellingType: index % 2 ? "en Vedette" : "Normal",
      composition: "Aqua, Glycerin, Parfum, Linalool, Limonene, Citral, Geraniol",
      netQuantity: 50,
      netUnit: "ml",
      paoMonths: 12,
      precautions:
        "Usage externe. Éviter le contact avec les yeux ; en cas de contact, rincer à l'eau.",
      origin: "Fabriqué en France",
      reference: `REF-${index}`,
      ean: "96385074",
      sorting: "Pot en verre, vidé : conteneur à verre.\nCouvercle et étui : bac de tri.",
    });
  // All pictures get the same file, so that the renditions are encoded only once.
  const { storage } = shop;
  const [first, ...others] = await shop.db.select({ path: pictures.path }).from(pictures);
  const master = new URL("demo/images/baume-demaquillant-camelia/1.jpg", DB_FOLDER);
  await storage.write(first!.path, await readFile(master));
  await makeRenditions(shop.db, storage, first!.path);
  for (const suffix of ["", ...RENDITION_WIDTHS.map((width) => `/${width}.webp`)]) {
    const file = await storage.read(first!.path + suffix);
    await Promise.all(others.map(({ path }) => storage.write(path + suffix, file)));
  }
  await shop.db.update(pictures).set({ hasRenditions: true });
});

async function weightOf(address: string): Promise<number> {
  const answer = await visitor.fetch(address, { headers: { "accept-encoding": "br" } });
  expect(answer.status, address).toBe(200);
  const body = await answer.arrayBuffer();
  return Number(answer.headers.get("content-length") ?? body.byteLength);
}

/** The pictures that a phone loads at once, each in its largest rendition. */
function eagerPictures(html: string): string[] {
  const found = [
    ...html.matchAll(/<picture[^]*?<\/picture>|<img [^>]*>|<link [^>]*as="image"[^>]*>/g),
  ];
  const eager = found.map(String).filter((markup) => !markup.includes('loading="lazy"'));
  const addresses = eager.map((markup) => {
    const sources = [...markup.matchAll(/<source [^>]*>/g)].map(String);
    // The first matching source: those for wide windows have min-width.
    const chosen = sources.find((source) => !/media="[^"]*min-width/.test(source)) ?? markup;
    const candidates = /(?:image)?srcset="([^"]+)"/i.exec(chosen)?.[1]?.split(",");
    const single = /(?:src|href)="([^"]+)"/.exec(markup)?.[1];
    return candidates?.at(-1)?.trim().split(" ")[0] ?? single ?? "";
  });
  return [...new Set(addresses)].filter((address) => address.startsWith("/"));
}

async function weigh(path: string) {
  const address = path.replace("ID", product);
  const html = await visitor.read(address);
  const files = [
    ...new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg)/g)].map(String)),
  ];
  const seen = eagerPictures(html);
  const sum = async (addresses: string[]) =>
    Math.ceil(
      (await Promise.all(addresses.map(weightOf))).reduce((all, one) => all + one, 0) / 1_024,
    );
  const of = (ending: string) => sum(files.filter((file) => file.endsWith(ending)));
  const parts = {
    html: await sum([address]),
    scripts: await of(".js"),
    styles: await of(".css"),
    fonts: await of(".woff2"),
    pictures: (await of(".svg")) + (await sum(seen)),
  };
  const all = Object.values(parts).reduce((sumOfAll, one) => sumOfAll + one, 0);
  return { ...parts, all, requests: 1 + files.length + seen.length + EVENT_STREAM };
}

test.each(PAGES)("a first view of %s stays within its weight limits", async (path) => {
  const found = await weigh(path);
  // Guards against a search that finds no files.
  expect(found.scripts).toBeGreaterThan(50);
  expect(found.styles).toBeGreaterThan(5);
  expect(found.fonts).toBeGreaterThan(20);
  for (const part of Object.keys(LIMITS) as (keyof typeof LIMITS)[])
    expect(found[part], part).toBeLessThanOrEqual(LIMITS[part]);
});
