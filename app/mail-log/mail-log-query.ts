import { listAddress, type QueryOf } from "#app/ui/areas/list-address.ts";
import { choice } from "#app/ui/areas/list-filters.ts";

export const mailLogAddress = listAddress("/admin/courriels", {
  state: choice("etat", "État", {
    tous: "Tous",
    "en-attente": "En attente",
    envoyes: "Envoyés",
    echecs: "Échecs",
  }),
});
export type MailLogQuery = QueryOf<typeof mailLogAddress>;
export type MailState = MailLogQuery["state"];
