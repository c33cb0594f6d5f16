import type { RemovedFiles } from "./product-pictures.server.ts";

// After a product is created, changed or deleted, the server redirects to the product list (specification §4), which shows a
// message. The message is named in the URL, so that it is shown without JavaScript.

const DONE = {
  cree: "Produit créé.",
  modifie: "Produit enregistré.",
  supprime: "Produit supprimé.",
} as const;
/** Messages about the removed picture files, verbatim from specification §8. */
const FILES = {
  removed: { tone: "ok", text: "Fichier supprimé avec succès" },
  failed: { tone: "error", text: "Erreur lors de la suppression" },
} as const;

export type OutcomeMessage = { tone: "ok" | "error"; text: string };

/** The product list's URL with the message of an act. `search` has the list's filters as URL parameters. */
export function productListHref(
  act: keyof typeof DONE,
  files: RemovedFiles = "none",
  search: [string, string][] = [],
): string {
  const fields = new URLSearchParams([...search, ["fait", act]]);
  if (files !== "none") fields.set("fichiers", files);
  return `/admin/produits?${fields}`;
}

/** The messages that the product list's URL names; unknown names are ignored. */
export function outcomeMessages(search: URLSearchParams): OutcomeMessage[] {
  const act = Object.entries(DONE).find(([name]) => name === search.get("fait"));
  const files = Object.entries(FILES).find(([name]) => name === search.get("fichiers"));
  return [...(act ? [{ tone: "ok" as const, text: act[1] }] : []), ...(files ? [files[1]] : [])];
}
