import { growthOf, type Results } from "./results.ts";
import { median, rounded } from "./runs.ts";

type Claim = { what: string; asked: string; measured: string | null; holds: boolean | null };

const PAGES = ["home", "shop", "product", "search"];
const LARGEST = "queries-1000000";
/** Queries that may take longer than others, and may grow: they look for words that are not there. */
const FUZZY = /^(fuzzy|search that finds nothing)/;
/** Lists that may take as long at a million products as at a thousand, nearly. */
const FLAT = /^(home|shop|product|search|suggestions|administrators' products)/;

/** What was asked of the shop's speed, and what was measured of it. */
export function claimsOf(results: Results): Claim[] {
  const figure = (part: string, row: string, name: string): number | null => {
    const values = results[part]?.runs[row]?.[name];
    return values ? median(values) : null;
  };
  /** The worst of several figures against one limit. */
  const claim = (
    what: string,
    asked: string,
    values: (number | null)[],
    { most, least, unit = "" }: { most?: number; least?: number; unit?: string },
  ): Claim => {
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return { what, asked, measured: null, holds: null };
    const worst = least === undefined ? Math.max(...known) : Math.min(...known);
    const holds = least === undefined ? worst <= most! : worst >= least;
    return { what, asked, measured: `${rounded(worst)}${unit}`, holds };
  };
  const pages = (kind: string, name: string) =>
    PAGES.map((page) => figure("pages", `${page}, ${kind}`, name));
  const raw = pages("raw node:http", "perSecond");
  const shares = pages("kept", "perSecond").map((value, index) =>
    value === null ? null : (100 * value) / raw[index]!,
  );
  const names = Object.keys(results[LARGEST]?.runs ?? {});
  const slowest = (kind: RegExp) =>
    names.filter((name) => kind.test(name)).map((name) => figure(LARGEST, name, "p95"));
  const phones = Object.entries(results).filter(([part]) => part.startsWith("lighthouse"));
  const phone = (name: string, of = (_path: string) => true) =>
    phones.flatMap(([part, { runs }]) =>
      Object.keys(runs)
        .filter(of)
        .map((path) => figure(part, path, name)),
    );
  const product = (path: string) => path === "/produit/:id";

  return [
    claim("kept page, of raw node:http with the same bytes", "≥ 80 %", shares, {
      least: 80,
      unit: " %",
    }),
    claim(
      "product page made anew, a second and core",
      "≥ 250 (aim 400)",
      [figure("pages", "product, made anew", "perCore")],
      { least: 250 },
    ),
    claim("kept page, p99 at 70 % of the most", "≤ 10 ms", pages("kept", "p99At70"), {
      most: 10,
      unit: " ms",
    }),
    claim("page made anew, p99 at 70 % of the most", "≤ 50 ms", pages("made anew", "p99At70"), {
      most: 50,
      unit: " ms",
    }),
    claim(
      "prefix search and suggestions, p95 at a million products",
      "≤ 20 ms",
      slowest(/^(search,|suggestions)/),
      { most: 20, unit: " ms" },
    ),
    claim("fuzzy search, p95 at a million products", "≤ 100 ms", slowest(FUZZY), {
      most: 100,
      unit: " ms",
    }),
    claim(
      "shop, product, search, administrators' list: growth from the fewest to the most products",
      "≤ 1.5",
      names
        .filter((name) => FLAT.test(name) && !FUZZY.test(name))
        .map((name) => growthOf(results, name)),
      { most: 1.5 },
    ),
    claim("resident memory, idle", "≤ 220 MB (aim 160)", [figure("memory", "idle", "MB")], {
      most: 220,
      unit: " MB",
    }),
    claim(
      "resident memory of a live client, of 5,000",
      "≤ 35 KB",
      [figure("memory", "one live client", "KB")],
      { most: 35, unit: " KB" },
    ),
    claim(
      "start to first page",
      "≤ 2 s",
      ["embedded PostgreSQL", "a PostgreSQL that runs"].map((row) => figure("start", row, "ms")),
      { most: 2_000, unit: " ms" },
    ),
    claim("phone: performance, every public page", "≥ 95 (aim 98)", phone("performance"), {
      least: 95,
    }),
    claim("phone: layout shift, every public page", "≤ 0.01", phone("CLS"), { most: 0.01 }),
    claim("phone: largest paint, every public page", "≤ 1,800 ms (aim 1,500)", phone("LCP ms"), {
      most: 1_800,
      unit: " ms",
    }),
    claim("phone: requests of a first product view", "≤ 15", phone("requests", product), {
      most: 15,
    }),
    claim("phone: KB of a first product view", "≤ 300 KB", phone("KB", product), {
      most: 300,
      unit: " KB",
    }),
  ];
}
