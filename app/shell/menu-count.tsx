import { boundedNumber } from "#app/ui/bounded-count.ts";
import type { Counted } from "./menus.ts";

/** The French text after each count, for screen readers. */
const WORDS: Record<Counted, string> = {
  unread: "non lus",
  mismatches: "à vérifier",
  mails: "pas partis",
  warnings: "à lire",
  reports: "à traiter",
  late: "en demeure",
};

/** The number of open items by kind, for an administrator; all 0 for customers. Bounded as in `boundedCount`. */
export type MenuCounts = Record<Counted, number>;

/** A red badge with the sum of the counts `of` these kinds: one for a menu entry, several for a collapsed menu. None for 0. */
export function MenuCount({ counts, of }: { counts: MenuCounts; of: readonly Counted[] }) {
  const shown = of.filter((counted) => counts[counted] > 0);
  const sum = shown.reduce((total, counted) => total + counts[counted], 0);
  if (sum === 0) return null;
  // A new element for each sum: a translated page would keep the old one.
  return (
    <span className="n n--red" key={sum}>
      {boundedNumber(sum)}
      <span className="sr">{` ${shown.length === 1 ? WORDS[shown[0]!] : "à voir"}`}</span>
    </span>
  );
}
