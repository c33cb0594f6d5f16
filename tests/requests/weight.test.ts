import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRenditions, RENDITION_WIDTHS } from "#app/media/renditions.server.ts";
import { DB_FOLDER } from "#db/folder.ts";
import { pictures } from "#db/schema/index.ts";
import type { Script } from "../../scripts/list-scripts.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

/*
 * A page's first view on a phone: the page, the built files that it references, and the pictures that are not lazy. Sizes are transferred
 * (brotli), limits in KB of 1,024 bytes; `requests` is a count. `later`: the scripts that the page's scripts load with `import()`.
 */
const LIMITS = { html: 12, styles: 14, fonts: 40, pictures: 75, all: 300 };
const PAGES: Record<string, { scripts: number; later: number; requests: number }> = {
  "/": { scripts: 118, later: 9, requests: 12 },
  "/boutique": { scripts: 119, later: 9, requests: 13 },
  "/produit/ID": { scripts: 120, later: 9, requests: 11 },
  "/recherche/?keyword=creme": { scripts: 116, later: 9, requests: 14 },
  "/panier": { scripts: 120, later: 20, requests: 11 },
  "/contact": { scripts: 117, later: 9, requests: 11 },
  "/retractation": { scripts: 118, later: 9, requests: 11 },
  "/effet-indesirable": { scripts: 117, later: 9, requests: 11 },
  "/faqs": { scripts: 116, later: 9, requests: 12 },
  "/apropos-de-nous": { scripts: 116, later: 9, requests: 11 },
  "/plitique-de-confidentialite": { scripts: 120, later: 9, requests: 11 },
  "/condition-generale-de-vente": { scripts: 120, later: 9, requests: 11 },
  "/mentions-legales": { scripts: 117, later: 9, requests: 11 },
  "/accessibilite": { scripts: 117, later: 9, requests: 11 },
  "/connexion": { scripts: 118, later: 9, requests: 11 },
  "/mot-de-passe-oublie": { scripts: 117, later: 9, requests: 11 },
};
/** The event stream /live, which the page's markup does not reference. */
const EVENT_STREAM = 1;

/** The build's files of scripts by path (scripts/list-scripts.ts). */
const scripts = JSON.parse(await readFile("build/scripts.json", "utf8")) as Record<string, Script>;
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

/** The scripts that these files load with `import()`, with what those import, without the files themselves. */
function laterThan(files: string[]): string[] {
  const known = new Set(files);
  const found = new Set<string>();
  const waiting = files.flatMap((file) => scripts[file]?.later ?? []);
  for (const file of waiting) {
    if (known.has(file)) continue;
    known.add(file);
    found.add(file);
    waiting.push(...scripts[file]!.imports, ...scripts[file]!.later);
  }
  return [...found];
}

async function weigh(path: string) {
  const address = path.replace("ID", product);
  const html = await visitor.read(address);
  const files = [
    ...new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg)/g)].map(String)),
  ];
  const seen = eagerPictures(html);
  const sum = async (addresses: string[]) =>
    (await Promise.all(addresses.map(weightOf))).reduce((all, one) => all + one, 0);
  const of = (ending: string) => files.filter((file) => file.endsWith(ending));
  const first = of(".js").map((file) => file.slice(1));
  const later = laterThan(first);
  const bytes = {
    html: await sum([address]),
    scripts: await sum(of(".js")),
    styles: await sum(of(".css")),
    fonts: await sum(of(".woff2")),
    pictures: await sum([...of(".svg"), ...seen]),
  };
  return {
    bytes: {
      ...bytes,
      all: Object.values(bytes).reduce((all, one) => all + one, 0),
      later: await sum(later.map((file) => `/${file}`)),
    },
    requests: 1 + files.length + seen.length + EVENT_STREAM,
    files: { scripts: first, later },
  };
}

/** The largest modules of files of scripts, with a module that imports each: where to look when a page becomes too heavy. */
const modulesOf = (files: string[]): string =>
  files
    .flatMap((file) => {
      const script = scripts[file];
      if (!script) return [];
      const modules = script.modules
        .slice(0, 12)
        .map(
          ({ path, bytes, importers }) =>
            `    ${bytes} ${path}${importers[0] ? ` ← ${importers[0]}` : ""}`,
        );
      return [`  ${file} (${script.name})`, ...modules];
    })
    .join("\n");

const report: string[] = [];
afterAll(() => console.log(report.join("\n")));

test.each(Object.entries(PAGES))(
  "a first view of %s stays within its weight limits",
  async (path, own) => {
    const { bytes, requests, files } = await weigh(path);
    const { requests: mostRequests, ...sizes } = { ...LIMITS, ...own };
    const parts = Object.keys(sizes) as (keyof typeof sizes)[];
    const left = parts.map(
      (part) => `${part} ${bytes[part]} (${sizes[part] * 1_024 - bytes[part]} left)`,
    );
    report.push(`${path}: ${requests} requests of ${mostRequests}; bytes: ${left.join(", ")}`);
    // Guards against a search that finds no files.
    expect(bytes.scripts).toBeGreaterThan(50 * 1_024);
    expect(bytes.styles).toBeGreaterThan(5 * 1_024);
    expect(bytes.fonts).toBeGreaterThan(20 * 1_024);
    for (const part of parts) {
      const modules = part === "scripts" || part === "later" ? `\n${modulesOf(files[part])}` : "";
      expect(bytes[part], `${part} of ${path}${modules}`).toBeLessThanOrEqual(sizes[part] * 1_024);
    }
    expect(requests, `requests of ${path}`).toBeLessThanOrEqual(mostRequests);
  },
);
