import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";

/** The longest telephone number, in characters, that the forms accept. */
const LONGEST = 40;

/**
 * A number that was typed without its calling code, by the rules of a foreign country (ISO 3166 code): « 0470 12 34 56 » of BE gives
 * « +32 470 12 34 56 ». Any other text is returned unchanged, French numbers too: `internationalPhone` reads them.
 */
export function foreignPhone(text: string, country: string): string {
  if (country === "FR" || text.length > LONGEST || /^\s*(?:\+|00)/.test(text)) return text;
  const number = parsePhoneNumberFromString(text, country as CountryCode);
  return number?.isValid() ? number.formatInternational() : text;
}
