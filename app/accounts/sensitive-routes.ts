import type { MiddlewareFunction } from "react-router";
import { recordAccess } from "#app/audit/record-acts.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";

/** A file with the shop's data, or a page with data about health. `name`: in the history. */
type Sensitive = { kind: "export" | "health"; name: string };

/** Administrators' routes of app/routes.ts whose data leaves the shop or is about health. */
export const SENSITIVE_ROUTES: Record<string, Sensitive> = {
  "admin/commandes.csv": { kind: "export", name: "Commandes" },
  "admin/produits.csv": { kind: "export", name: "Produits" },
  "admin/stock.csv": { kind: "export", name: "Stock" },
  "admin/paiements/rapprochement.csv": { kind: "export", name: "Rapprochement PayPal" },
  "admin/fiscal/jours.csv": { kind: "export", name: "Sommes par jour" },
  "admin/fiscal/ventes.csv": { kind: "export", name: "Ventes par pays" },
  "admin/fiscal/journal.csv": { kind: "export", name: "Journal fiscal" },
  "admin/fiscal/fec.txt": { kind: "export", name: "Écritures comptables (FEC)" },
  "admin/effets-indesirables": { kind: "health", name: "Effets indésirables" },
};

/** The root's server middleware: an administrator's reading of a sensitive route is in the history before it is answered. */
export const noteAccess: MiddlewareFunction<Response> = async (
  { request, url, pattern, context },
  next,
) => {
  const route = SENSITIVE_ROUTES[pattern.replace(/^\//, "")];
  if (!route || request.method === "POST") return next();
  const { services, viewer } = context.get(requestContext);
  const who = await viewer();
  if (who?.isAdmin)
    await recordAccess(services.db, who, {
      act: route.kind === "export" ? "data-exported" : "health-data-read",
      id: url.pathname,
      name: route.name,
      changes: route.kind === "export" ? factsOf(url.searchParams) : [],
    });
  return next();
};

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
