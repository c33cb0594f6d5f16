import type { NumberedFault } from "#app/csv/csv-schema.ts";
import { refusalOfTable, type FileRefusal } from "#app/csv/file-refusals.ts";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import type { FileOutcome } from "./stock-files.server.ts";

/** Why a file is refused, in French, with the errors of its lines. */
export type StockFileRefusal = FileRefusal & { faults: NumberedFault[] };

const NOTHING = "Rien n’est enregistré.";
const refusal = (title: string, text = NOTHING): StockFileRefusal => ({ title, text, faults: [] });

export const NO_FILE = refusal(
  "Aucun fichier choisi",
  "Choisissez un fichier CSV sur votre appareil.",
);
export const CHANGED_MEANWHILE = "Le stock a changé depuis la vérification";

export const repeated = (at: Date): StockFileRefusal =>
  refusal(
    `Ce fichier a déjà été importé le ${frenchLongMoment(at)}.`,
    "Il pourra l’être à nouveau demain.",
  );

export function faultyFile(faults: NumberedFault[], count: number): StockFileRefusal {
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
export function refusalOf(outcome: Exclude<FileOutcome, { kind: "checked" }>): StockFileRefusal {
  switch (outcome.kind) {
    case "faulty":
      return faultyFile(outcome.faults, outcome.faultCount);
    case "already":
      return repeated(outcome.at);
    case "wrong-columns":
      return refusal("Les colonnes de ce fichier ne sont pas celles du stock", outcome.reason);
    case "too-many-changes":
      return refusal(
        "Ce fichier a trop de changements",
        "5\u202f000 au plus\u00a0: partagez-le en plusieurs fichiers.",
      );
    case "no-change":
      return refusal(
        "Ce fichier ne change rien",
        "Remplissez «\u00a0mouvement\u00a0», «\u00a0inventaire\u00a0» ou «\u00a0alerte\u00a0».",
      );
    default:
      return { ...refusalOfTable(outcome), faults: [] };
  }
}
