import { frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import type { StockFault } from "#db/schema/stock.ts";
import type { FileOutcome } from "./stock-files.server.ts";

/** Why a file is refused, in French. */
export type FileRefusal = { title: string; text: string; faults: StockFault[] };

const NOTHING = "Rien n’est enregistré.";
const refusal = (title: string, text = NOTHING): FileRefusal => ({ title, text, faults: [] });

export const NO_FILE = refusal(
  "Aucun fichier choisi",
  "Choisissez un fichier CSV sur votre appareil.",
);
export const CHANGED_MEANWHILE = "Le stock a changé depuis la vérification";

export const repeated = (at: Date): FileRefusal =>
  refusal(
    `Ce fichier a déjà été importé le ${frenchLongMoment(at)}.`,
    "Il pourra l’être à nouveau demain.",
  );

export function faultyFile(faults: StockFault[], count: number): FileRefusal {
  const title =
    count > 1 ? `${frenchNumber(count)} erreurs dans ce fichier` : "Une erreur dans ce fichier";
  const rest = count > faults.length ? ` Voici les ${faults.length} premières.` : "";
  return {
    title,
    text: `${NOTHING} Corrigez-${count > 1 ? "les" : "la"}, puis choisissez le fichier à nouveau.${rest}`,
    faults,
  };
}

/** The sentences for a file that failed the check. */
export function refusalOf(outcome: Exclude<FileOutcome, { kind: "checked" }>): FileRefusal {
  switch (outcome.kind) {
    case "faulty":
      return faultyFile(outcome.faults, outcome.faultCount);
    case "already":
      return repeated(outcome.at);
    case "unreadable":
      return refusal(
        "Ce fichier ne se lit pas jusqu’au bout",
        `À la ligne ${outcome.line}, un guillemet est ouvert et jamais fermé.`,
      );
    case "wrong-columns":
      return refusal("Les colonnes de ce fichier ne sont pas celles du stock", outcome.reason);
    case "not-csv":
      return refusal(
        "Ce n’est pas un fichier CSV",
        "Dans votre tableur, choisissez «\u00a0Enregistrer sous\u00a0», puis le type «\u00a0CSV\u00a0».",
      );
    case "too-large":
      return refusal("Ce fichier est trop volumineux", "50 Mo au plus.");
    case "too-long":
      return refusal("Ce fichier a trop de lignes", "100\u202f000 lignes au plus.");
    case "too-many-changes":
      return refusal(
        "Ce fichier a trop de changements",
        "5\u202f000 au plus\u00a0: partagez-le en plusieurs fichiers.",
      );
    case "empty":
      return refusal(
        "Ce fichier ne contient aucun produit",
        "Il lui faut une ligne de titres et un produit.",
      );
    case "no-change":
      return refusal(
        "Ce fichier ne change rien",
        "Remplissez «\u00a0mouvement\u00a0», «\u00a0inventaire\u00a0» ou «\u00a0alerte\u00a0».",
      );
  }
}
