import { growthOf, type Results } from "./results.ts";
import { median, rounded } from "./runs.ts";

type Claim = { what: string; asked: string; measured: string | null; holds: boolean | null };
/** What was measured, by the name of what it was measured of; null when it wasn't. */
type Figures = [name: string, value: number | null][];
type Limit = { most?: number; least?: number; unit?: string };

const PAGES = ["home", "shop", "product", "search"];
const LARGEST = "queries-1000000";
/** Lists that may take as long at a million products as at a thousand, nearly; lines of cases.ts that sum up others. */
const FLAT = ["home", "SHOP", "product", "SEARCH", "ADMINISTRATORS' PRODUCTS"];

/** What was asked of the shop's speed, and what was measured of it. */
export function claimsOf(results: Results): Claim[] {
  const figure = (part: string, row: string, name: string): number | null => {
    const values = results[part]?.runs[row]?.[name];
    return values ? median(values) : null;
  };
  const pages = (kind: string, name: string): Figures =>
    PAGES.map((page) => [page, figure(`pages-${page}`, `${page}, ${kind}`, name)]);
  const raw = pages("raw node:http", "perSecond");
  const shares = pages("kept", "perSecond").map(([page, value], index): Figures[number] => [
    page,
    value && (100 * value) / raw[index]![1]!,
  ]);
  const names = Object.keys(results[LARGEST]?.runs ?? {});
  const slowest = (kind: RegExp): Figures =>
    names.filter((name) => kind.test(name)).map((name) => [name, figure(LARGEST, name, "p95")]);
  const growth = (of: readonly string[]): Figures =>
    of.filter((name) => names.includes(name)).map((name) => [name, growthOf(results, name)]);
  const phone = (name: string, wanted = /^/): Figures =>
    Object.entries(results)
      .filter(([part]) => part.startsWith("lighthouse"))
      .flatMap(([part, { runs }]) =>
        Object.keys(runs)
          .filter((path) => wanted.test(path))
          .map((path): Figures[number] => [path, figure(part, path, name)]),
      );
  const product = /^\/produit/;

  return [
    claim("kept page, of raw node:http with the same bytes", "≥ 80 %", shares, {
      least: 80,
      unit: " %",
    }),
    claim(
      "product page made anew, a second and core",
      "≥ 250 (aim 400)",
      [["product", figure("pages-product", "product, made anew", "perCore")]],
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
    claim("the same with the process 70 % busy", "≤ 50 ms", pages("made anew", "p99Busy"), {
      most: 50,
      unit: " ms",
    }),
    claim(
      "prefix search and suggestions, p95 at a million products",
      "≤ 20 ms",
      slowest(/^(search, |suggestions)/),
      { most: 20, unit: " ms" },
    ),
    claim(
      "fuzzy search, p95 at a million products",
      "≤ 100 ms",
      slowest(/^(fuzzy|search that finds nothing)/),
      { most: 100, unit: " ms" },
    ),
    claim("p95 from the fewest to the most products, all lists of a kind", "≤ 1.5", growth(FLAT), {
      most: 1.5,
    }),
    claim(
      "resident memory, idle",
      "≤ 220 MB (aim 160)",
      [["idle", figure("memory", "idle", "MB")]],
      {
        most: 220,
        unit: " MB",
      },
    ),
    claim(
      "resident memory of a live client, of 5,000",
      "≤ 35 KB",
      [["client", figure("memory", "one live client", "KB")]],
      { most: 35, unit: " KB" },
    ),
    claim(
      "start to first page",
      "≤ 2 s",
      ["embedded PostgreSQL", "a PostgreSQL that runs"].map((row) => [
        row,
        figure("start", row, "ms"),
      ]),
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

/** The worst of several figures against one limit. */
function claim(what: string, asked: string, figures: Figures, limit: Limit): Claim {
  const { most = Infinity, least, unit = "" } = limit;
  const known = figures.filter((one): one is [string, number] => one[1] !== null);
  const [worst] = known.toSorted(([, one], [, other]) =>
    least === undefined ? other - one : one - other,
  );
  if (!worst) return { what, asked, measured: null, holds: null };
  const [name, value] = worst;
  const holds = least === undefined ? value <= most : value >= least;
  const of = known.length > 1 ? ` (the worst: ${name})` : "";
  // Rounded, a figure just beyond its limit would read as the limit.
  const written =
    !holds && Number(rounded(value)) === (least ?? most) ? value.toFixed(2) : rounded(value);
  return { what, asked, measured: `${written}${unit}${of}`, holds };
}
