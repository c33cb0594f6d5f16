import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Result } from "lighthouse";
import { TEXT_PAGES } from "../server/cacheable-pages.ts";
import { runningUrl } from "../server/postgres.ts";
import { startShop, stopShop } from "../tests/support/production-shop.ts";
import { measuredPages, newDemoFolder, waitForRenditions } from "./bench/demo-data.ts";
import { addRun, saveRuns, type Runs } from "./bench/runs.ts";

/**
 * npm run lighthouse [-- runs path…]: measures the production build with the demo catalogue under Lighthouse's mobile
 * emulation (150 ms round trip, 1.6 Mb/s, CPU four times slower); prints the medians of `runs` (5 by default) for each path
 * (home, shop and a product by default). « /produit/:id » is a product of the catalogue. --every-page: all public pages.
 * --json=FILE writes every run to FILE.
 */
const EVERY_PAGE = [
  "/",
  "/boutique",
  "/boutique?categorie=Parfums",
  "/produit/:id",
  "/recherche/?keyword=creme",
  "/panier",
  "/connexion",
  "/connexion?mode=inscription",
  "/mot-de-passe-oublie",
  "/contact",
  "/retractation",
  "/rappels",
  "/effet-indesirable",
  ...TEXT_PAGES,
];
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" }, "every-page": { type: "boolean" } },
});
const [turns = "5", ...chosen] = positionals;
const folder = newDemoFolder();
const chromium = spawn(
  process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=9377",
    `--user-data-dir=${folder}/chromium`,
  ],
  { stdio: "ignore" },
);
const { shop, url } = await startShop({ port: 3913, folder });
const runs: Runs = {};
try {
  // Rendition jobs occupy a core, which would distort the figures.
  await waitForRenditions(runningUrl(folder)!);
  const { product } = await measuredPages(folder);
  const some = chosen.length > 0 ? chosen : ["/", "/boutique", "/produit/:id"];
  const paths = values["every-page"] ? EVERY_PAGE : some;
  const { default: lighthouse } = await import("lighthouse");
  for (const path of paths) {
    const address = url + path.replace("/produit/:id", product!);
    for (let turn = 0; turn < Number(turns); turn++) {
      const { lhr } = (await lighthouse(address, { port: 9377, logLevel: "error" }))!;
      addRun(runs, path, figuresOf(lhr));
      if (turn === 0) printFailedAudits(path, lhr);
    }
  }
  saveRuns(runs);
} finally {
  chromium.kill();
  await stopShop(shop);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The figures of one run: scores out of 100, milliseconds, number of requests, transferred KB of 1,024 bytes. */
function figuresOf({ categories, audits }: Result): Record<string, number> {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const details = audits["network-requests"]?.details as
    | { items?: { url: string; transferSize?: number }[] }
    | undefined;
  const requests = (details?.items ?? []).filter(({ url: asked }) => asked.startsWith("http"));
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best practices": score("best-practices"),
    SEO: score("seo"),
    "LCP ms": Math.round(figure("largest-contentful-paint")),
    CLS: Math.round(figure("cumulative-layout-shift") * 1_000) / 1_000,
    "TBT ms": Math.round(figure("total-blocking-time")),
    // Lighthouse requests the icon twice.
    requests: new Set(requests.map(({ url: asked }) => asked)).size,
    KB: Math.round(requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_024),
  };
}

/** Prints the failed audits of the categories other than performance. */
function printFailedAudits(path: string, { categories, audits }: Result): void {
  for (const { id, score, title, details } of Object.values(audits)) {
    if (score === null || score >= 0.9) continue;
    const isRelevant = Object.entries(categories).some(
      ([name, { auditRefs }]) =>
        name !== "performance" && auditRefs.some((ref) => ref.id === id && ref.weight > 0),
    );
    if (!isRelevant) continue;
    const [first = ""] = (details as { items?: unknown[] } | undefined)?.items ?? [];
    console.log(`  ${path} ${id}: ${title}`, JSON.stringify(first).slice(0, 400));
  }
}
