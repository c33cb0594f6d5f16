import routes, { families } from "../app/routes.ts";

/** What the bundler knows of a module: the modules that import it, and those that load it with `import()`. */
type Module = { isEntry: boolean; importers: string[]; dynamicImporters: string[] };
export type Graph = { getModuleInfo(id: string): Module | null };

const ENTRY = "entry.client.tsx";
const ROOT = "root.tsx";
/** The family of each page. The layout of the areas is needed by the pages of both. */
const FAMILIES = new Map<string, string>([
  ...Object.entries(families).flatMap(([family, pages]) =>
    pages.map(({ file }): [string, string] => [file, family]),
  ),
  ...routes.flatMap(({ file, children }): [string, string][] =>
    children ? [[file, "areas"]] : [],
  ),
  [ENTRY, "start"],
  [ROOT, "shop"],
]);
const AREAS = new Set(["customer", "administration", "areas"]);
const familyOf = (page: string) => FAMILIES.get(page)!;
const isPublic = (page: string) => !AREAS.has(familyOf(page));

/** The pages that load a module `now`, with themselves, and `later`, with `import()`; a module may be both of a page. */
function pagesOf(id: string, graph: Graph) {
  const found = { now: new Set<string>(), later: new Set<string>() };
  const seen = new Set<string>();
  const waiting: [string, keyof typeof found][] = [[id, "now"]];
  for (const [importer, time] of waiting) {
    const module = graph.getModuleInfo(importer);
    if (!module || seen.has(time + importer)) continue;
    seen.add(time + importer);
    const page = importer.replace(/^.*\/app\/|\?.*$/g, "");
    if (module.isEntry && FAMILIES.has(page)) found[time].add(page);
    for (const above of module.importers) waiting.push([above, time]);
    for (const above of module.dynamicImporters) waiting.push([above, "later"]);
  }
  return found;
}

/**
 * The name of the file of scripts that a module belongs to, by the pages that need it (decision 122); null: a file of its own. It
 * depends on routes and imports only, not on a module's path.
 */
export function scriptFile(id: string, graph: Graph): string | null {
  const { now, later } = pagesOf(id, graph);
  if (now.has(ENTRY)) return "start";
  if (now.has(ROOT)) return "shop";
  if (now.size === 0) return [...later].some((page) => familyOf(page) === "shop") ? "later" : null;
  const publicPages = [...now].filter(isPublic);
  // What a public page loads later must not be in the file of another page, or of an area.
  if (publicPages.length < 2 && [...later].some((page) => isPublic(page) && !now.has(page)))
    return "areas-and-later";
  const pages = publicPages.length > 0 ? publicPages : [...now];
  const needed = [...new Set(pages.map(familyOf))].sort();
  // One page of the areas may load a public page's file. The file « later » may not, because every page loads it.
  if (pages.length === 1 && now.size <= 2 && !(later.size > 0 && needed[0] === "shop"))
    return pages[0]!.replaceAll(/\W/g, "-");
  if (needed.length === 1) return needed[0]!;
  if (publicPages.length === 0) return "areas";
  return needed.length > 2 || needed.includes("shop") ? "shop" : needed.join("-");
}
