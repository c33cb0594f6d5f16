import { listAddress, type QueryOf } from "#app/ui/areas/list-address.ts";
import { choice, SEARCH } from "#app/ui/areas/list-filters.ts";

export const notificationsAddress = listAddress("/admin/notifications", {
  search: SEARCH,
  kind: choice("genre", "Genre", {
    tous: "Tous",
    contact: "Contact",
    commandes: "Commandes",
    boutique: "Boutique",
  }),
});
export type MessageQuery = QueryOf<typeof notificationsAddress>;
export type MessageKind = MessageQuery["kind"];
