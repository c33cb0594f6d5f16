import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children }) => [
    ...(path ? [`/${path}`] : []),
    ...pathsOf(children ?? []),
  ]);

/** The path of every page of app/routes.ts, as it is written there. */
export const pagePaths = (): string[] => ["/", ...pathsOf(routes)];

/** Every page of app/routes.ts, with what is said for its `:id`. */
export function pagesWith(id: string | ((path: string) => string)): string[] {
  return pagePaths().map((path) =>
    path.replace("*", "nulle/part").replace(/:\w+/, typeof id === "string" ? id : id(path)),
  );
}

/** The address of a page's data. */
export const dataOf = (page: string) => (page === "/" ? "/_.data" : `${page}.data`);
