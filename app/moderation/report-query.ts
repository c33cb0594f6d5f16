import { listAddress, type QueryOf } from "#app/ui/areas/list-address.ts";
import { choice } from "#app/ui/areas/list-filters.ts";

export const reportsAddress = listAddress("/admin/avis", {
  state: choice("etat", "État", { "a-traiter": "À traiter", traites: "Traités" }),
});
export type ReportQuery = QueryOf<typeof reportsAddress>;
export type ReportState = ReportQuery["state"];
