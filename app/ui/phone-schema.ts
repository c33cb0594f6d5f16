/**
 * A telephone number: digits, spaces, dots, dashes, parentheses, an optional « + ». Alternatives instead of a character class,
 * because a `pattern` attribute uses the flag v, in which unescaped parentheses in a class are a syntax error.
 */
export const PHONE = /^\+?(?:\d|\s|\(|\)|\.|-){6,}$/;
export const UNLIKELY_PHONE = "Ce numéro ne semble pas complet : 06 12 34 56 78, par exemple.";

/** The digits with the country code, as profiles store them: « 06 12 34 56 78 » and « +33 6 12 34 56 78 » give 33612345678. */
export function internationalPhone(text: string): string {
  return text
    .replace(/\(0\)/, "")
    .replace(/\D/g, "")
    .replace(/^00/, "")
    .replace(/^0(?=\d{9}$)/, "33");
}

/** Formats a typed French number like a stored one, « +33 6 12 34 56 78 ». Any other text is returned unchanged. */
export function shownPhone(text: string): string {
  const figures = internationalPhone(text);
  return /^33\d{9}$/.test(figures) ? formatPhone(figures) : text;
}

/** `shownPhone` for a CSV cell, without a leading plus, which would start a formula: « 06 12 34 56 78 », « 00 32 … ». */
export function phoneCell(text: string): string {
  return shownPhone(text)
    .replace(/^\+33 /, "0")
    .replace(/^\s*\+/, "00 ");
}

/** Formats a stored number: « +33 6 12 34 56 78 ». The digits of other countries are not grouped; an empty text stays empty. */
export function formatPhone(phone: string): string {
  const [, first, rest] = /^33(\d)(\d{8})$/.exec(phone) ?? [];
  if (!first || !rest) return phone && `+${phone}`;
  return `+33 ${first} ${rest.replace(/\d\d(?=\d)/g, "$& ")}`;
}
