import { listFields, listHref } from "#app/ui/areas/list-address.ts";
import { searchText } from "#app/ui/areas/search-text.ts";
import { pageNumber } from "#app/ui/page-number.ts";

/** The `objet` filter of the list's URL. */
export const SUBJECTS = ["tout", "produits", "commandes", "droits", "reglages", "acces"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The parsed query string of /admin/historique. */
export type HistoryQuery = {
  page: number;
  search: string;
  subject: Subject;
  /** Lists only the products of this import; null for the whole history. */
  importId: string | null;
};

export function parseHistoryQuery(search: URLSearchParams): HistoryQuery {
  return {
    page: pageNumber(search),
    search: searchText(search),
    subject: SUBJECTS.find((subject) => subject === search.get("objet")) ?? "tout",
    importId: importIdOf(search.get("import")),
  };
}

function importIdOf(text: string | null): string | null {
  return text !== null && /^[0-9A-Za-z]{26}$/.test(text) ? text : null;
}

/** The path of the history with this query, without parameters that equal their defaults. */
export function historyHref({ page, search, subject, importId }: HistoryQuery): string {
  const filters = { import: importId, recherche: search, objet: subject !== "tout" && subject };
  return listHref("/admin/historique", listFields(page, filters));
}
