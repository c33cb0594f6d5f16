import { listAddress, type QueryOf } from "#app/ui/areas/list-address.ts";
import { choice, SEARCH, textField, type Filter } from "#app/ui/areas/list-filters.ts";

/** Lists only the products of this import; null for the whole history. */
const IMPORT: Filter<string | null> = {
  parse: (search) => /^[0-9A-Za-z]{26}$/.exec(search.get("import") ?? "")?.[0] ?? null,
  fields: (id) => textField("import", id),
};

export const historyAddress = listAddress("/admin/historique", {
  importId: IMPORT,
  search: SEARCH,
  subject: choice("objet", "Objet", {
    tout: "Tout",
    produits: "Produits",
    commandes: "Commandes",
    droits: "Droits",
    reglages: "Réglages",
    acces: "Accès",
  }),
});
export type HistoryQuery = QueryOf<typeof historyAddress>;
export type Subject = HistoryQuery["subject"];
