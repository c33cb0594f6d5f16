import { listFields, listHref } from "#app/ui/areas/list-address.ts";
import { pageNumber } from "#app/ui/page-number.ts";

/** The `etat` filter of the list's URL. */
export const REPORT_STATES = ["a-traiter", "traites"] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** The parsed query string of /admin/avis. */
export type ReportQuery = { page: number; state: ReportState };

export function parseReportQuery(search: URLSearchParams): ReportQuery {
  return {
    page: pageNumber(search),
    state: search.get("etat") === "traites" ? "traites" : "a-traiter",
  };
}

/** The path of the reports with this query, without parameters that equal their defaults. */
export function reportsHref({ page, state }: ReportQuery): string {
  return listHref("/admin/avis", listFields(page, { etat: state === "traites" && state }));
}
