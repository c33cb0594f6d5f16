import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children }) => [
    ...(path ? [`/${path}`] : []),
    ...pathsOf(children ?? []),
  ]);

/** The path patterns of all routes. */
export const pagePaths = (): string[] => ["/", ...pathsOf(routes)];

/** The paths of all routes, with parameters replaced by `id` and « * » by an unknown path. */
export function pagesWith(id: string | ((path: string) => string)): string[] {
  return pagePaths().map((path) =>
    path.replace("*", "nulle/part").replace(/:\w+/, typeof id === "string" ? id : id(path)),
  );
}

/** The URL of a page's loader data. */
export const dataUrl = (page: string) => (page === "/" ? "/_.data" : `${page}.data`);

/** Query parameters of the pages. */
export const PARAMETERS = [
  "keyword",
  "nom",
  "categorie",
  "tri",
  "prix-min",
  "prix-max",
  "min",
  "max",
  "page",
  "avis",
  "id",
  "mode",
  "retour",
  "lien",
  "q",
  "recherche",
  "etat",
  "du",
  "au",
  "periode",
  "intent",
  "type",
  "taille",
  "choix",
  "note",
  "paiement",
  "objet",
  "genre",
  "vente",
];
