import { z } from "zod";
import { within } from "#app/messages/typed-text-schema.ts";
import { isBlank } from "#app/ui/blank-schema.ts";

export const LONGEST_LOT = 40;
/** How many lots a line may be split over. */
export const MOST_LOTS = 20;

/** Name of the form field of a line's lot: `lot-0-1` is the second lot of the first line. */
export const lotField = (what: "lot" | "date" | "quantity", position: number, part: number) =>
  `${what}-${position}-${part}`;

/**
 * A lot as stored: compatibility characters as ordinary ones, capitals, single spaces, nothing invisible, so that lots that look
 * the same are one lot. Empty if nothing visible is left.
 */
export function normalLot(typed: string): string {
  const lot = typed
    // Soft hyphens, zero-width spaces and direction marks: copied from a PDF or a page.
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .normalize("NFKC")
    .toUpperCase()
    .normalize("NFC")
    // U+2800, the empty braille pattern, looks like a space.
    .replace(/[\s\p{Cc}\u2800]+/gu, " ")
    .trim();
  return isBlank(lot) ? "" : lot;
}

/** Limit of the typed text, with spaces and invisible characters that `normalLot` removes. */
const LONGEST_TYPED_LOT = 400;

/** A typed lot number as stored (`normalLot`). Blank is allowed. */
export const lotNumber = z
  .string()
  .max(LONGEST_TYPED_LOT, `${LONGEST_LOT} caractères au plus.`)
  .default("")
  .transform(normalLot)
  .pipe(within(LONGEST_LOT));

const BAD_DATE = "Un mois ou un jour\u00a0: 06/2027 ou 15/06/2027, par exemple.";

/** A typed month or day, « 06/2027 », « 15/06/2027 », « 2027-06 » or « 2027-06-15 », as « 2027-06 » or « 2027-06-15 »; null for blank. */
export const durability = z
  .string()
  .max(20, BAD_DATE)
  .transform((text, context) => {
    const typed = text.replace(/\s/g, "");
    if (typed === "") return null;
    const french = /^(?:(\d{1,2})[/.-])?(\d{1,2})[/.-](\d{4})$/.exec(typed);
    const iso = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(typed);
    const [year, month, day] = iso
      ? [iso[1]!, iso[2]!, iso[3]]
      : [french?.[3] ?? "", french?.[2]?.padStart(2, "0") ?? "", french?.[1]?.padStart(2, "0")];
    const isPossible = z.iso.date().safeParse(`${year}-${month}-${day ?? "01"}`).success;
    if (isPossible && year >= "2000" && year <= "2100")
      return day === undefined ? `${year}-${month}` : `${year}-${month}-${day}`;
    context.addIssue({ code: "custom", message: BAD_DATE });
    return z.NEVER;
  });

/** Whether a durability is over on the day `today` (« 2026-11-25 »); a month ends with its last day. */
export const isOver = (bestBefore: string, today: string): boolean =>
  bestBefore < today.slice(0, bestBefore.length);
