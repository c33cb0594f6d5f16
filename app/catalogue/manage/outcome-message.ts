import type { RemovedFiles } from "./save-product.server.ts";

// What was done to a product is told by the list, to which every act leads back (specification §4): its address
// says it once, so that it is told without JavaScript too.

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

export type Told = { tone: "ok" | "error"; text: string };

/** The list's address once the act is done; `search` is what the list was filtered by. */
export function doneHref(
  act: keyof typeof DONE,
  files: RemovedFiles = "none",
  search: [string, string][] = [],
): string {
  const fields = new URLSearchParams([...search, ["fait", act]]);
  if (files !== "none") fields.set("fichiers", files);
  return `/admin/produits?${fields}`;
}

/** What the list's address says was done. */
export function whatIsDone(search: URLSearchParams): Told[] {
  const act = Object.entries(DONE).find(([name]) => name === search.get("fait"));
  const files = Object.entries(FILES).find(([name]) => name === search.get("fichiers"));
  return [...(act ? [{ tone: "ok" as const, text: act[1] }] : []), ...(files ? [files[1]] : [])];
}
