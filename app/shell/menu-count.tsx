import { boundedNumber } from "#app/ui/bounded-count.ts";
import type { Counted } from "./menus.ts";

/** The unit of each count, for screen readers. */
const WORDS: Record<Counted, string> = {
  unread: "non lus",
  breaks: "à vérifier",
  mails: "pas partis",
  warnings: "à lire",
};

/** Open items of an administrator by kind; all 0 for customers. */
export type MenuCounts = Record<Counted, number>;

/** The red badge of a menu entry, or the sum for a collapsed menu. */
export function MenuCount({ counts, of }: { counts: MenuCounts; of: readonly Counted[] }) {
  const shown = of.filter((counted) => counts[counted] > 0);
  const sum = shown.reduce((total, counted) => total + counts[counted], 0);
  if (sum === 0) return null;
  return (
    <span className="n n--red">
      {boundedNumber(sum)}
      <span className="sr">{` ${shown.length === 1 ? WORDS[shown[0]!] : "à voir"}`}</span>
    </span>
  );
}
