import { frenchNumber } from "./french-number.ts";

const LONGEST = 600;
/** How many characters before the first difference an excerpt shows. */
const BEFORE_DIFFERENCE = 60;

/**
 * Returns a text of at most LONGEST characters unchanged. Cuts a longer one to that many around its first difference from `other`, and
 * adds its length: « …texte… (12 000 caractères) ».
 */
export function excerptOf(text: string, other = ""): string {
  if (text.length <= LONGEST) return text;
  let same = 0;
  while (same < text.length && text[same] === other[same]) same++;
  const start = Math.max(0, Math.min(same - BEFORE_DIFFERENCE, text.length - LONGEST));
  // No half of a surrogate pair at the ends.
  const part = text
    .slice(start, start + LONGEST)
    .replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "")
    .trim();
  const isCutAfter = start + LONGEST < text.length;
  return `${start > 0 ? "…" : ""}${part}${isCutAfter ? "…" : ""} (${frenchNumber(text.length)}\u00a0caractères)`;
}
