type Entry = { module: string; imports: string[] };
type Manifest = { entry: Entry; routes: { root: Entry } & Record<string, object> };

const START = "window.__reactRouterManifest=";
/** Each route's id is also its key. */
const IDS = ";for(const[i,r]of Object.entries(__reactRouterManifest.routes))r.id=i;";

/**
 * Shrinks React Router's manifest, which every page loads: without the fields that are false or empty or that its browser code
 * does not read, without the `imports` that every page loads anyway (those of the entry and of the root), and with ids that the
 * browser adds. Takes and returns the file's text. React Router computes the hash in the file's name from the full manifest.
 */
export function shrinkManifest(script: string): string {
  const { entry, routes, ...others } = JSON.parse(
    script.slice(START.length).replace(/;\s*$/, ""),
  ) as Manifest;
  const loaded = new Set([entry, routes.root].flatMap((one) => [one.module, ...one.imports]));
  const shrunk = Object.entries(routes).map(([id, route]) => [
    id,
    Object.fromEntries(
      Object.entries(route)
        .filter(([key]) => key !== "id" && key !== "hasDefaultExport")
        .map(([key, value]): [string, unknown] => [
          key,
          key === "imports" && id !== "root"
            ? (value as string[]).filter((file) => !loaded.has(file))
            : value,
        ])
        .filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)),
    ),
  ]);
  return `${START}${JSON.stringify({ entry, routes: Object.fromEntries(shrunk), ...others })}${IDS}`;
}
