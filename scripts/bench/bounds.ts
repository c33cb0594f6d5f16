import { median, type Runs } from "./runs.ts";

type Bound = {
  what: string;
  /** The measurement, its rows, and the figure that is compared with the bound. */
  of: [measurement: string, rows: RegExp, figure: string];
  most?: number;
  least?: number;
  unit?: string;
};

/** The performance bounds of the shop. The worst of the rows must keep the bound. */
const BOUNDS: Bound[] = [
  { what: "cached page: share of raw node:http with the same bytes", of: ["pages", /cached$/, "of raw %"], least: 80, unit: " %" },
  { what: "rendered product page: requests a second and core", of: ["pages", /^product, rendered$/, "requests/s and core"], least: 300 },
  { what: "rendered page: p99 at 70 % of the maximum rate", of: ["pages", /rendered$/, "p99 at 70 %, ms"], most: 60, unit: " ms" },
  { what: "every list, prefix search and suggestion at a million products, p95", of: ["queries", /^(?!.*(?:fuzzy|finds nothing)).*1,000,000$/, "p95, ms"], most: 20, unit: " ms" },
  { what: "fuzzy search at a million products, p95", of: ["queries", /(?:fuzzy|finds nothing).*1,000,000$/, "p95, ms"], most: 100, unit: " ms" },
  { what: "import of 20,000 products by CSV", of: ["import", /^import/, "s"], most: 60, unit: " s" },
  { what: "resident memory, idle", of: ["memory", /^idle$/, "MB"], most: 160, unit: " MB" },
  { what: "resident memory of one live client of 5,000", of: ["memory", /^one live client$/, "KB"], most: 35, unit: " KB" },
  { what: "process start to first page", of: ["start", /./, "ms"], most: 2_000, unit: " ms" },
  { what: "phone: Lighthouse performance, every public page", of: ["phone", /./, "performance"], least: 95 },
  { what: "phone: layout shift, every public page", of: ["phone", /./, "CLS"], most: 0.01 },
  { what: "phone: largest contentful paint, every public page", of: ["phone", /./, "LCP ms"], most: 1_500, unit: " ms" },
  { what: "phone: requests of a first product view", of: ["phone", /^\/produit/, "requests"], most: 15 },
  { what: "phone: bytes of a first product view", of: ["phone", /^\/produit/, "KB"], most: 300, unit: " KB" },
]; // prettier-ignore

/** Each bound with the worst measured median; `worst` and `holds` are null without a measurement. */
export function checkBounds(results: Record<string, { runs: Runs }>) {
  return BOUNDS.map(({ what, of: [measurement, rows, figure], most, least, unit = "" }) => {
    const medians = Object.entries(results[measurement]?.runs ?? {})
      .filter(([row, found]) => rows.test(row) && found[figure])
      .map(([row, found]) => ({ row, value: median(found[figure]!) }))
      .toSorted((one, other) =>
        least === undefined ? other.value - one.value : one.value - other.value,
      );
    const worst = medians[0] ?? null;
    const bound = least === undefined ? `≤ ${most}${unit}` : `≥ ${least}${unit}`;
    const holds = worst && (least === undefined ? worst.value <= most! : worst.value >= least);
    return { what, bound, unit, worst, holds };
  });
}
