import type { RemovedFiles } from "./save-product.server.ts";

// Every act on a product leads back to the list (specification §4), which shows its outcome. The outcome is in the list's URL,
// so that it is shown without JavaScript, too.

const DONE = {
  cree: "Produit créé.",
  modifie: "Produit enregistré.",
  supprime: "Produit supprimé.",
} as const;
/** Specification §8. */
const FILES = {
  removed: { tone: "ok", text: "Fichier supprimé avec succès" },
  failed: { tone: "error", text: "Erreur lors de la suppression" },
} as const;

export type OutcomeMessage = { tone: "ok" | "error"; text: string };

/** The list's URL with the outcome of an act. `search`: the list's filters, as URL parameters. */
export function doneHref(
  act: keyof typeof DONE,
  files: RemovedFiles = "none",
  search: [string, string][] = [],
): string {
  const fields = new URLSearchParams([...search, ["fait", act]]);
  if (files !== "none") fields.set("fichiers", files);
  return `/admin/produits?${fields}`;
}

/** The messages for the outcome in the list's URL. */
export function outcomeMessages(search: URLSearchParams): OutcomeMessage[] {
  const act = Object.entries(DONE).find(([name]) => name === search.get("fait"));
  const files = Object.entries(FILES).find(([name]) => name === search.get("fichiers"));
  return [...(act ? [{ tone: "ok" as const, text: act[1] }] : []), ...(files ? [files[1]] : [])];
}
