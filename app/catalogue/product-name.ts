const CARD_LENGTH = 25;
const TABLE_LENGTH = 20;

/** The displayed form of a stored name, which is lower case: capitalised, with French typography and « SPF » in capitals. */
export function displayName(name: string): string {
  return typeset(name.charAt(0).toUpperCase() + name.slice(1)).replace(/\bspf\b/g, "SPF");
}

/** The displayed name on a card, cut to 25 characters and an ellipsis (specification §2). */
export function cardName(name: string): string {
  return cut(displayName(name), CARD_LENGTH);
}

/** The displayed name in the administrators' table, cut to 20 characters and an ellipsis (specification §9). */
export function tableName(name: string): string {
  return cut(displayName(name), TABLE_LENGTH);
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters.slice(0, length).join("").trimEnd()}…`;
}

/** Applies French typography: curly apostrophes, no-break spaces before « : ; ! ? » and inside guillemets. */
export function typeset(text: string): string {
  if (!/['«»:;!?]/.test(text)) return text;
  return text
    .replace(/'/g, "’")
    .replace(/ ([:»])/g, "\u00a0$1")
    .replace(/ ([;!?])/g, "\u202f$1")
    .replace(/« /g, "«\u00a0");
}
