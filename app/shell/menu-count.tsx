import { boundedNumber } from "#app/ui/bounded-count.ts";
import type { Counted } from "./menus.ts";

/** What each count counts, as screen readers hear it after its figure. */
const WORDS: Record<Counted, string> = {
  unread: "non lus",
  breaks: "à vérifier",
  mails: "pas partis",
  warnings: "à lire",
};

/** How much waits for an administrator, by kind; nothing waits for a customer. */
export type MenuCounts = Record<Counted, number>;

/** The red badge of a menu's entry, or of a folded menu that holds several. */
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
