import { plural } from "#app/ui/areas/plural.ts";
import type { NoTable } from "./open-table.server.ts";

/** Why a file is refused, in French. */
export type FileRefusal = { title: string; text: string };

/** Why a file of products can't be read as a table. `fileName`: names it in the title. */
export function refusalOfTable(outcome: NoTable, fileName?: string): FileRefusal {
  const isNamed = fileName !== undefined;
  const file = isNamed ? `«\u00a0${fileName}\u00a0»` : "Ce fichier";
  const advice = isNamed ? "\u00a0: partagez-le en plusieurs fichiers." : ".";
  const sentences: Record<NoTable["kind"], [title: string, text: string]> = {
    "too-large": ["Ce fichier est trop volumineux", `50 Mo au plus${advice}`],
    "too-long": [`${file} a trop de lignes`, `100\u202f000 lignes au plus${advice}`],
    empty: [`${file} ne contient aucun produit`, "Il lui faut une ligne de titres et un produit."],
    "not-csv": [
      `${isNamed ? `${file} n’est` : "Ce n’est"} pas un fichier CSV`,
      "Dans votre tableur, choisissez «\u00a0Enregistrer sous\u00a0», puis le type «\u00a0CSV\u00a0».",
    ],
    unreadable: [
      `${file} ne se lit pas jusqu’au bout`,
      `À la ligne ${"line" in outcome ? outcome.line : ""}, un guillemet est ouvert et jamais fermé.`,
    ],
  };
  const [title, text] = sentences[outcome.kind];
  return { title, text };
}

/** « 2 lignes laissées de côté ». */
export const leftOutText = (count: number): string =>
  `${plural(count, "ligne")} laissée${count > 1 ? "s" : ""} de côté`;
