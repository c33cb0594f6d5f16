const CARD_LENGTH = 25;

/** A stored name (lower case) as it is read: capitalised, with curly quotes and the abbreviations' capitals. */
export function displayName(name: string): string {
  return typeset(name.charAt(0).toUpperCase() + name.slice(1)).replace(/\bspf\b/g, "SPF");
}

/** The name as a card shows it: cut to 25 characters with an ellipsis (specification §2). */
export function cardName(name: string): string {
  const characters = [...displayName(name)];
  if (characters.length <= CARD_LENGTH) return characters.join("");
  return `${characters.slice(0, CARD_LENGTH).join("").trimEnd()}…`;
}

/** Stored text as French prints it: curly apostrophes, no-break spaces before high punctuation and inside « ». */
export function typeset(text: string): string {
  return text
    .replace(/'/g, "’")
    .replace(/ ([:»])/g, "\u00a0$1")
    .replace(/ ([;!?])/g, "\u202f$1")
    .replace(/« /g, "«\u00a0");
}
