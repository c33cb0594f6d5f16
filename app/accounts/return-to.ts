/** Where a visitor returns after signing in: a name from this closed list and an id, never a URL (no open redirect). */
const PLACES = {
  accueil: () => "/",
  panier: () => "/panier",
  favoris: () => "/favorite",
  commandes: () => "/admin/my-orders",
  compte: () => "/admin/account",
  parametres: () => "/admin/parametre-compte",
  adresses: () => "/admin/mes-adresses",
  boutique: () => "/boutique",
  recherche: () => "/recherche/",
  /** Adds the favourite that was clicked before signing in, then redirects to the page of the heart. */
  favori: (id: string) => `/favoris/${id}`,
  produit: (id: string) => `/produit/${id}`,
  /** The review form, with the text written before signing in. */
  avis: (id: string) => `/produit/${id}#avis`,
  paiement: (id: string) => `/payement/${id}`,
  commande: (id: string) => `/admin/my-orders/${id}`,
  // Pages of administrators, for an expired session.
  "tableau-de-bord": () => "/admin/tableau-de-bord",
  produits: () => "/admin/produits",
  importer: () => "/admin/produits/importer",
  "nouveau-produit": () => "/admin/new/product",
  "modifier-produit": (id: string) => `/admin/edict-product/${id}`,
  "toutes-les-commandes": () => "/admin/commandes",
  remboursement: (id: string) => `/admin/commandes/${id}/remboursement`,
  notifications: () => "/admin/notifications",
  paiements: () => "/admin/paiements",
  "avis-signales": () => "/admin/avis",
  historique: () => "/admin/historique",
  courriels: () => "/admin/courriels",
} as const;

/** Lists whose query string is kept; their pages validate it. */
const LISTS = new Set<string>(["boutique", "recherche", "favoris"]);
const LONGEST_QUERY = 1_000;
/** The form of product and order ids, but not « .. ». */
const ID = /^(?!\.+$)[\w.~-]{1,128}$/;
/** The form of the proof in a mail about an account's order (platform/order-token.server.ts), which its page checks. */
const PROOF = /^[0-9A-Z]{26}\.0m\.[\w-]{22}$/i;

export type ReturnTo = {
  place: keyof typeof PLACES;
  id?: string;
  /** The query string of a list. */
  query?: string;
  /** The proof with which an order's page was opened. */
  proof?: string;
};

/** « ?retour=… » for a link or redirect to /connexion. An invalid id or proof is left out. */
export function returnQuery({ place, id, query, proof }: ReturnTo): string {
  if (place === "accueil") return "";
  return `?${new URLSearchParams({
    retour: place,
    ...(id && ID.test(id) && { id }),
    ...(query && { liste: query }),
    ...(proof && PROOF.test(proof) && { preuve: proof }),
  })}`;
}

/** The path named by « ?retour=…&id=…&liste=…&preuve=… »; « / » for anything unknown. */
export function returnPath(search: URLSearchParams): string {
  const place = search.get("retour") ?? "";
  const id = search.get("id") ?? "";
  if (!Object.hasOwn(PLACES, place)) return "/";
  const path = PLACES[place as keyof typeof PLACES];
  if (path.length > 0) return ID.test(id) ? path(id) + proofQuery(place, search) : "/";
  const query = LISTS.has(place) ? listQuery(search.get("liste") ?? "") : "";
  return path("") + (query && `?${query}`);
}

function proofQuery(place: string, search: URLSearchParams): string {
  const proof = search.get("preuve") ?? "";
  return place === "commande" && PROOF.test(proof) ? `?preuve=${proof}` : "";
}

/** Parsed and serialised again, so that the result is always a query string. */
function listQuery(query: string): string {
  return query.length > LONGEST_QUERY ? "" : new URLSearchParams(query).toString();
}

/** The place of a path and query; the home page for paths outside the list. */
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
