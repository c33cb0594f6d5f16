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
  produit: (id: string) => `/produit/${id}`,
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

export type ReturnTo = { place: keyof typeof PLACES; id?: string };

/** « ?retour=… » for a link or redirect to /connexion. */
export function returnQuery({ place, id }: ReturnTo): string {
  if (place === "accueil") return "";
  return `?${new URLSearchParams(id ? { retour: place, id } : { retour: place })}`;
}

/** The path named by « ?retour=…&id=… »; « / » for anything unknown. */
export function returnPath(search: URLSearchParams): string {
  const place = search.get("retour") ?? "";
  const id = search.get("id") ?? "";
  if (!Object.hasOwn(PLACES, place)) return "/";
  const path = PLACES[place as keyof typeof PLACES];
  if (path.length === 0) return path("");
  return /^[0-9A-Za-z]{1,64}$/.test(id) ? path(id) : "/";
}

/** The place of a path, to come back to it; the home page for those that are no place to come back to. */
export function placeOf(pathname: string): ReturnTo {
  const parts = pathname.split("/");
  for (const [name, path] of Object.entries(PLACES)) {
    const place = name as keyof typeof PLACES;
    const id = parts.find((part) => path(part) === pathname);
    if (id !== undefined) return path.length === 0 ? { place } : { place, id };
  }
  return { place: "accueil" };
}
