/**
 * A telephone number: digits, spaces, dots, dashes, parentheses, an optional « + ». Alternatives instead of a character class,
 * because a `pattern` attribute uses the flag v, in which unescaped parentheses in a class are a syntax error.
 */
export const PHONE = /^\+?(?:\d|\s|\(|\)|\.|-){6,}$/;
export const UNLIKELY_PHONE = "Ce numéro ne semble pas complet : 06 12 34 56 78, par exemple.";

/** French numbers of overseas departments and the calling code of each (ARCEP's numbering plan). */
const OVERSEAS = [
  [/^33(?=(?:590|690|691)\d{6}$)/, "590"],
  [/^33(?=(?:594|694)\d{6}$)/, "594"],
  [/^33(?=(?:596|696|697)\d{6}$)/, "596"],
  // 0639 98 is reserved for works of fiction, like the demo.
  [/^33(?=(?:26[239]|639(?!98)|69[23])\d{6}$)/, "262"],
] as const;
const FRENCH = /^(?:(33)(\d)(\d\d)|(590|594|596|262)(\d{3}))(\d\d)(\d\d)(\d\d)$/;

/**
 * The digits with the calling code, as profiles store them (E.164 without « + »): « 06 12 34 56 78 », « +33 (0)6 12 34 56 78 » and
 * « 0033 06 12 34 56 78 » give 33612345678, « 0690 12 34 56 » gives 590690123456. A number without a calling code is a French one.
 */
export function internationalPhone(text: string): string {
  const digits = text
    .replace(/\(\s*0\s*\)/, "")
    .replace(/\D/g, "")
    .replace(/^00/, "")
    .replace(/^0(?=\d{9}$)/, "33")
    .replace(/^(33|590|594|596|262)0(?=\d{9}$)/, "$1");
  return OVERSEAS.reduce((number, [local, code]) => number.replace(local, code), digits);
}

/** A number to dial or to send to a carrier: « +33612345678 »; the digits alone when no calling code is known (« 3639 »). */
export function dialledPhone(text: string): string {
  const digits = internationalPhone(text);
  return /^\s*(?:\+|00)/.test(text) || FRENCH.test(digits) ? `+${digits}` : digits;
}

/** Formats a typed French number like a stored one, « +33 6 12 34 56 78 ». Any other text is returned unchanged. */
export function shownPhone(text: string): string {
  return FRENCH.test(internationalPhone(text)) ? formatPhone(text) : text;
}

/** `shownPhone` for a CSV cell, without a leading plus, which would start a formula: « 06 12 34 56 78 », « 00 32 … ». */
export function phoneCell(text: string): string {
  return shownPhone(text)
    .replace(/^\+33 /, "0")
    .replace(/^\s*\+/, "00 ");
}

/** Formats a stored number: « +33 6 12 34 56 78 ». The digits of other countries are not grouped; an empty text stays empty. */
export function formatPhone(phone: string): string {
  const digits = internationalPhone(phone);
  const groups = FRENCH.exec(digits)?.slice(1).filter(Boolean) ?? [digits];
  return digits && `+${groups.join(" ")}`;
}
