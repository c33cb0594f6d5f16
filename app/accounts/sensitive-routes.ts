import { matchPath, redirect, type MiddlewareFunction } from "react-router";
import { recordAccess } from "#app/audit/record-acts.server.ts";
import { PASSWORD_PATH } from "#app/platform/password-path.ts";
import { requestContext } from "#app/request-context.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";

/**
 * `export`: a file with the shop's data, linked on the page `from`; `health`: a page with data about health; `form`: a page whose form
 * moves money or changes the shop, and which may be read. `name`: in the history, and on the page that asks for the password;
 * `recordsItself`: the route records its reading.
 */
export type Sensitive = {
  kind: "export" | "health" | "form";
  name: string;
  from?: string;
  recordsItself?: true;
};

const file = (name: string, from: string): Sensitive => ({ kind: "export", name, from });
const form = (name: string): Sensitive => ({ kind: "form", name });

/** Administrators' routes of app/routes.ts that need a recent password. Reading the first two kinds is recorded. */
export const SENSITIVE_ROUTES: Record<string, Sensitive> = {
  "admin/commandes.csv": file("Commandes", "/admin/commandes"),
  "admin/produits.csv": file("Produits", "/admin/produits"),
  "admin/stock.csv": file("Stock", "/admin/stock"),
  "admin/paiements/rapprochement.csv": file(
    "Rapprochement PayPal",
    "/admin/paiements/rapprochement",
  ),
  "admin/fiscal/jours.csv": file("Sommes par jour", "/admin/fiscal"),
  "admin/fiscal/ventes.csv": file("Ventes par pays", "/admin/fiscal"),
  "admin/fiscal/journal.csv": file("Journal fiscal", "/admin/fiscal"),
  "admin/fiscal/fec.txt": file("Écritures comptables (FEC)", "/admin/fiscal"),
  "admin/commandes/:id/contrat": {
    ...file("Contrat archivé", "/admin/commandes"),
    recordsItself: true,
  },
  "admin/effets-indesirables": { kind: "health", name: "Effets indésirables" },
  "admin/commandes/:id/remboursement": form("Rembourser ou annuler"),
  "admin/paiements/rapprochement": form("Rapprochement PayPal"),
  "admin/ouverture": form("Ouverture"),
  "admin/reglages/identite": form("Réglages, identité"),
  "admin/reglages/apparence": form("Réglages, apparence"),
  "admin/reglages/accueil": form("Réglages, accueil"),
  "admin/reglages/pages": form("Réglages, pages"),
  "admin/reglages/contact": form("Réglages, contact"),
  "admin/reglages/mentions-legales": form("Réglages, mentions légales"),
  "admin/reglages/vente": form("Réglages, vente"),
  "admin/reglages/livraison": form("Réglages, livraison"),
  "admin/reglages/reductions": form("Réglages, réductions"),
  "admin/reglages/comptes": form("Réglages, comptes"),
  "admin/reglages/courriels": form("Réglages, courriels"),
};

/**
 * The root's server middleware, before any loader and action of a sensitive route. Redirects an administrator without a recent password to
 * PASSWORD_PATH, with the posted form, and records each reading in the history before the response.
 */
export const guardSensitiveRoutes: MiddlewareFunction<Response> = async (
  { request, url, pattern, context },
  next,
) => {
  const path = pattern.replace(/^\//, "");
  const route = SENSITIVE_ROUTES[path];
  const isPosted = request.method !== "GET" && request.method !== "HEAD";
  if (!route || (route.kind === "form" && !isPosted)) return next();
  const { services, viewer } = context.get(requestContext);
  const admin = await viewer();
  if (!admin?.isAdmin) return next();
  if (!admin.hasRecentPassword || (route.kind === "export" && isFromOtherSite(request))) {
    const isData = new URL(request.url).pathname.endsWith(".data");
    // 307: the browser posts the form to the password page, which keeps its fields. Scripts keep a form that they sent
    // (live/connection.ts).
    throw redirect(passwordHref(url), isPosted && !isData ? 307 : 302);
  }
  if (!isPosted && !route.recordsItself)
    await recordAccess(services.db, admin, {
      act: route.kind === "export" ? "data-exported" : "health-data-read",
      id: path,
      name: route.name,
      changes: route.kind === "export" ? factsOf(url.searchParams) : [],
    });
  return next();
};

/** Whether a link on another site sent the request: such a link must not start a download, so the page asks for a click. */
function isFromOtherSite(request: Request): boolean {
  return /^(cross|same)-site$/.test(request.headers.get("sec-fetch-site") ?? "");
}

const passwordHref = ({ pathname, search }: URL): string =>
  `${PASSWORD_PATH}?${new URLSearchParams({ vers: pathname + search })}`;

/** A sensitive route's address, with its kind. */
export type Target = Sensitive & { to: string };

/** The target named by « ?vers=… »; null for anything but a sensitive route of this shop (no open redirect). */
export function targetOf(search: URLSearchParams): Target | null {
  const shop = "http://shop.invalid";
  const url = URL.parse(search.get("vers") ?? "", shop);
  if (url?.origin !== shop) return null;
  const found = Object.entries(SENSITIVE_ROUTES).find(([path]) => matchPath(path, url.pathname));
  return found ? { ...found[1], to: url.pathname + url.search } : null;
}

const DAYS = { du: "Du", au: "Au" };

/** The period of an export, and which other filters it has. Not their values: a search may be a customer's name. */
function factsOf(search: URLSearchParams) {
  const days = Object.entries(DAYS).flatMap(([name, field]) => {
    const day = search.get(name);
    return day && /^\d{4}-(0[1-9]|1[0-2])-\d\d$/.test(day)
      ? [{ field, before: null, after: frenchLongDay(day) }]
      : [];
  });
  const filters = [...new Set(search.keys())].filter(
    (name) => /^[a-z-]{1,20}$/.test(name) && !(name in DAYS) && search.get(name) !== "",
  );
  if (filters.length === 0) return days;
  return [...days, { field: "Filtres", before: null, after: filters.slice(0, 9).join(", ") }];
}
