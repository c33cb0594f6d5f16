type Entry = { module: string; imports: string[] };
type Route = { module: string; imports: string[]; parentId?: string; [field: string]: unknown };
type Manifest = { entry: Entry; routes: { root: Route } & Record<string, Route> };

const START = "window.__reactRouterManifest=";
/** Each route's id is also its key. */
const IDS = ";for(const[i,r]of Object.entries(__reactRouterManifest.routes))r.id=i;";
/** The path of a file. */
const DOWNLOAD = /\.[a-z]+$/;

/**
 * Shrinks React Router's manifest, which every page loads: without the fields that are false or empty or that its browser code
 * does not read, without the `imports` that every page loads anyway (those of the entry and of the root), and with ids that the
 * browser adds. A layout loads what most of its pages import. Endpoints have no browser code: they share one of the files for
 * which `isEmpty` is true; downloads (« admin/stock.csv »), which are never navigated to in the browser, are left out. Files
 * imported often come first, which compresses better. Takes and returns the file's text. React Router computes the hash in the
 * file's name from the full manifest.
 */
export function shrinkManifest(script: string, isEmpty: (path: string) => boolean): string {
  const { entry, routes, ...others } = JSON.parse(
    script.slice(START.length).replace(/;\s*$/, ""),
  ) as Manifest;
  for (const [id, { path, module }] of Object.entries(routes))
    if (DOWNLOAD.test(String(path)) && isEmpty(module)) delete routes[id];
  const empty = Object.values(routes).filter(({ module }) => isEmpty(module));
  for (const route of empty) route.module = empty[0]!.module;
  const loaded = new Set([entry, routes.root].flatMap((one) => [one.module, ...one.imports]));
  for (const route of Object.values(routes))
    if (route !== routes.root) route.imports = route.imports.filter((file) => !loaded.has(file));
  for (const layout of Object.keys(routes)) if (layout !== "root") loadInLayout(routes, layout);
  const all = Object.values(routes).flatMap(({ imports }) => imports);
  const uses = (file: string) => all.filter((one) => one === file).length;
  for (const { imports } of Object.values(routes))
    imports.sort((one, other) => uses(other) - uses(one) || one.localeCompare(other));
  const shrunk = Object.entries(routes).map(([id, route]) => [
    id,
    Object.fromEntries(
      Object.entries(route)
        .filter(([key]) => key !== "id" && key !== "hasDefaultExport")
        .filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)),
    ),
  ]);
  return `${START}${JSON.stringify({ entry, routes: Object.fromEntries(shrunk), ...others })}${IDS}`;
}

/** Moves the files that at least half of a layout's pages import to the layout itself. */
function loadInLayout(routes: Manifest["routes"], layout: string): void {
  const pages = Object.values(routes).filter(({ parentId }) => parentId === layout);
  const common = new Set(
    pages
      .flatMap(({ imports }) => imports)
      .filter((file, _place, all) => all.filter((one) => one === file).length * 2 >= pages.length),
  );
  for (const page of pages) page.imports = page.imports.filter((file) => !common.has(file));
  const own = routes[layout]!.imports;
  own.push(...[...common].filter((file) => !own.includes(file)));
}
