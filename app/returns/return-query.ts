import { listAddress, type QueryOf } from "#app/ui/areas/list-address.ts";
import { choice, SEARCH } from "#app/ui/areas/list-filters.ts";

export const returnsAddress = listAddress("/admin/retours", {
  search: SEARCH,
  group: choice("etat", "État", {
    attendus: "Attendus",
    "a-rembourser": "À rembourser",
    termines: "Terminés",
    tous: "Tous",
  }),
});
export type ReturnQuery = QueryOf<typeof returnsAddress>;
export type ReturnGroup = ReturnQuery["group"];
