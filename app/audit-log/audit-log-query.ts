import { pageNumber } from "#app/ui/page-number.ts";
import { searchText } from "#app/ui/search-text.ts";

/** What was changed, as the list's URL names it. */
export const SUBJECTS = ["tout", "produits", "commandes", "droits"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** What the URL of the history asks for. */
export type HistoryQuery = {
  page: number;
  search: string;
  subject: Subject;
  /** The import whose products are shown one by one; null for the whole history. */
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

/** The address of the history; only what differs from the whole list's first page is said. */
export function historyHref({ page, search, subject, importId }: HistoryQuery): string {
  const fields = new URLSearchParams();
  if (importId) fields.set("import", importId);
  if (search) fields.set("recherche", search);
  if (subject !== "tout") fields.set("objet", subject);
  if (page > 1) fields.set("page", String(page));
  return fields.size > 0 ? `/admin/historique?${fields}` : "/admin/historique";
}
