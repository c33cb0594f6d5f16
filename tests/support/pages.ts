import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children }) => [
    ...(path ? [`/${path.replace("*", "nulle/part")}`] : []),
    ...pathsOf(children ?? []),
  ]);

/** Every page of app/routes.ts, with what is said for its `:id`. */
export function pagesWith(id: string | ((path: string) => string)): string[] {
  return ["/", ...pathsOf(routes)].map((path) =>
    path.replace(/:\w+/, typeof id === "string" ? id : id(path)),
  );
}

/** The address of a page's data. */
export const dataOf = (page: string) => (page === "/" ? "/_.data" : `${page}.data`);
