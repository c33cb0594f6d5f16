/** The fields of a React Router route that determine its URL. */
type Route = { path?: string | undefined; parentId?: string | undefined };

/** The endpoints before the pages (server/app.ts). */
const ENDPOINTS = [
  "/assets/*",
  "/media/*",
  "/televersements/*",
  "/simulateur-paypal/*",
  "/simulateur-sendcloud/*",
  "/webhooks/paypal",
  "/healthz",
  "/readyz",
  "/metrics",
  "/apparence/*",
  "/favicon.svg",
  "/og.jpg",
];

/**
 * Maps a path to its route, for metrics: /produit/42 and its data to « /produit/:id », unknown paths to « * ». So the number of
 * label values is bounded by the number of routes.
 */
export function routeNames(routes: Record<string, Route | undefined>): (path: string) => string {
  const pathOf = (route: Route): string => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId];
    const before = parent ? pathOf(parent) : "";
    return route.path ? `${before}/${route.path}` : before;
  };
  const patterns = [...ENDPOINTS, ...Object.values(routes).map((route) => pathOf(route!) || "/")];
  const fixed = new Set(patterns.filter((pattern) => !/[:*]/.test(pattern)));
  const withParameters = patterns
    .filter((pattern) => /[:*]/.test(pattern) && pattern !== "/*")
    .map((pattern) => ({
      pattern,
      shape: new RegExp(
        `^${pattern.replaceAll(".", "\\.").replace("/*", "(/.*)?").replaceAll(/:\w+/g, "[^/]+")}$`,
      ),
    }));
  return (path) => {
    const page = path.replace(/(\/_)?\.data$/, "").replace(/\/$/, "") || "/";
    if (fixed.has(page)) return page;
    return withParameters.find(({ shape }) => shape.test(page))?.pattern ?? "*";
  };
}
