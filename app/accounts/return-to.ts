/**
 * Where a visitor goes back to after signing in: a name from this closed list (and an id), never an address
 * that somebody could forge.
 */
const PLACES = {
  accueil: () => "/",
  panier: () => "/panier",
  favoris: () => "/favorite",
  commandes: () => "/admin/my-orders",
  compte: () => "/admin/account",
  parametres: () => "/admin/parametre-compte",
  boutique: () => "/boutique",
  recherche: () => "/recherche/",
  /** Where a heart that was pressed before signing in is set, on the way back to its list. */
  favori: (id: string) => `/favoris/${id}`,
  produit: (id: string) => `/produit/${id}`,
  /** Where a review that was written before signing in is published. */
  avis: (id: string) => `/produit/${id}#avis`,
  paiement: (id: string) => `/payement/${id}`,
  commande: (id: string) => `/admin/my-orders/${id}`,
  // The administrators' own, once their session has ended.
  "tableau-de-bord": () => "/admin/tableau-de-bord",
  produits: () => "/admin/produits",
  importer: () => "/admin/produits/importer",
  "nouveau-produit": () => "/admin/new/product",
  "modifier-produit": (id: string) => `/admin/edict-product/${id}`,
  "toutes-les-commandes": () => "/admin/commandes",
  remboursement: (id: string) => `/admin/commandes/${id}/remboursement`,
  notifications: () => "/admin/notifications",
  paiements: () => "/admin/paiements",
  historique: () => "/admin/historique",
  courriels: () => "/admin/courriels",
} as const;

/** Places whose own query says what they list: their pages read it as they read any visitor's. */
const LISTS = new Set<string>(["boutique", "recherche", "favoris"]);
const LONGEST_QUERY = 1_000;
/** As products' and orders' ids are written; not the dots that lead up a path. */
const ID = /^(?!\.+$)[\w.~-]{1,128}$/;

export type ReturnTo = {
  place: keyof typeof PLACES;
  id?: string;
  /** A list's own. */ query?: string;
};

/** « ?retour=… » for a link or redirect to /connexion. An id that isn't one is left out: it may be as long as an address. */
export function returnQuery({ place, id, query }: ReturnTo): string {
  if (place === "accueil") return "";
  return `?${new URLSearchParams({ retour: place, ...(id && ID.test(id) && { id }), ...(query && { liste: query }) })}`;
}

/** The path named by « ?retour=…&id=…&liste=… »; « / » for anything unknown. */
export function returnPath(search: URLSearchParams): string {
  const place = search.get("retour") ?? "";
  const id = search.get("id") ?? "";
  if (!Object.hasOwn(PLACES, place)) return "/";
  const path = PLACES[place as keyof typeof PLACES];
  if (path.length > 0) return ID.test(id) ? path(id) : "/";
  const query = LISTS.has(place) ? listQuery(search.get("liste") ?? "") : "";
  return path("") + (query && `?${query}`);
}

/** Written anew, so that it can be nothing but a query. */
function listQuery(query: string): string {
  return query.length > LONGEST_QUERY ? "" : new URLSearchParams(query).toString();
}

/** The place of a path and its query, to come back to it; the home page for those that are no place to come back to. */
export function placeOf(pathname: string, search = ""): ReturnTo {
  const parts = pathname.split("/");
  for (const [name, path] of Object.entries(PLACES)) {
    const place = name as keyof typeof PLACES;
    const id = parts.find((part) => path(part) === pathname);
    if (id === undefined) continue;
    if (path.length > 0) return { place, id };
    const query = LISTS.has(name) ? listQuery(search) : "";
    return query ? { place, query } : { place };
  }
  return { place: "accueil" };
}
