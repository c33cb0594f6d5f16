/**
 * A telephone number as people write it: figures, spaces, dots, dashes, brackets, a prefix or none. Without a
 * character class, so that it means the same in a `pattern`, where brackets in a class would be a mistake.
 */
export const PHONE = /^\+?(?:\d|\s|\(|\)|\.|-){6,}$/;
export const UNLIKELY_PHONE = "Ce numéro ne semble pas complet : 06 12 34 56 78, par exemple.";

/** The figures with the country's in front, as profiles keep them: « 06 12 34 56 78 » and « +33 6 12 34 56 78 » are 33612345678. */
export function internationalPhone(text: string): string {
  return text
    .replace(/\(0\)/, "")
    .replace(/\D/g, "")
    .replace(/^00/, "")
    .replace(/^0(?=\d{9}$)/, "33");
}

/** A number as somebody typed it, shown like the kept ones; what is no French number stays as it was typed. */
export function shownPhone(text: string): string {
  const figures = internationalPhone(text);
  return /^33\d{9}$/.test(figures) ? formatPhone(figures) : text;
}

/** The same for a spreadsheet, where a plus would begin a formula: « 06 12 34 56 78 », « 00 32 … ». */
export function phoneCell(text: string): string {
  return shownPhone(text)
    .replace(/^\+33 /, "0")
    .replace(/^\s*\+/, "00 ");
}

/** A kept number as it is shown: « +33 6 12 34 56 78 »; figures of other countries stay together. */
export function formatPhone(phone: string): string {
  const [, first, rest] = /^33(\d)(\d{8})$/.exec(phone) ?? [];
  if (!first || !rest) return phone && `+${phone}`;
  return `+33 ${first} ${rest.replace(/\d\d(?=\d)/g, "$& ")}`;
}
