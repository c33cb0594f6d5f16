import { refusalOfTable, type FileRefusal } from "#app/csv/file-refusals.ts";
import { NO_FILE, UPLOAD_FAILED } from "#app/media/upload-schema.ts";
import { IMPORTED_COLUMNS } from "../csv-columns.ts";
import type { CheckOutcome } from "./check-import.server.ts";

/** The French message of a refused file or start. `errors` has the message at a form control, by the control's id. */
export type Refusal = FileRefusal & { errors?: { vider: string } };

const and = new Intl.ListFormat("fr", { type: "conjunction" });
const quoted = (names: readonly string[]) =>
  and.format(names.map((name) => `«\u00a0${name}\u00a0»`));

export const NOTHING_CHOSEN: Refusal = {
  title: NO_FILE,
  text: "Choisissez un fichier CSV sur votre appareil.",
};
export const FAILED: Refusal = {
  title: UPLOAD_FAILED,
  text: "Le fichier n’est pas arrivé jusqu’au bout, ou la boutique n’a pas pu le garder\u00a0: rien n’a changé. Réessayez dans un instant.",
};
export const BUSY: Refusal = {
  title: "Un autre import est en cours",
  text: "Il n’y en a qu’un à la fois\u00a0: attendez qu’il se termine, ou annulez-le.",
};

const CHECK_THE_BOX =
  "Rien n’est importé\u00a0: cochez «\u00a0Oui, vider ces champs\u00a0», ou corrigez le fichier.";
export const UNCONFIRMED: Refusal = {
  title: "Confirmez que des champs peuvent être vidés",
  text: CHECK_THE_BOX,
  errors: { vider: CHECK_THE_BOX },
};

/** The French message for a file that failed the check, with advice. */
export function refusalOf(
  fileName: string,
  outcome: Exclude<CheckOutcome, { kind: "checked" }>,
): Refusal {
  if (outcome.kind !== "wrong-columns") return refusalOfTable(outcome, fileName);
  const title = `Les colonnes de «\u00a0${fileName}\u00a0» ne sont pas celles des produits`;
  return { title, text: columnsAdvice(outcome) };
}
export const TOO_LARGE = refusalOfTable({ kind: "too-large" }, "");

function columnsAdvice({
  missing,
  unknown,
  twice,
  found,
}: Extract<CheckOutcome, { kind: "wrong-columns" }>): string {
  return [
    missing.length > 0 && `Il manque ${quoted(missing)}.`,
    unknown.length > 0 && `Inconnu\u00a0: ${quoted(unknown)}.`,
    twice.length > 0 && `En double\u00a0: ${quoted(twice)}.`,
    `Trouvées à la ligne 1\u00a0: ${found.join(", ")}.`,
    `Attendues\u00a0: ${IMPORTED_COLUMNS.join(", ")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
