/** A postal code of France or its overseas territories (five digits, « 75 011 » allowed), followed by a town. */
const POSTAL_CODE_AND_TOWN = /(?<!\d)(?:0[1-9]|[1-8]\d|9[0-8]) ?\d{3}(?!\d)[\s,]*\p{L}{2}/u;
/** A line that ends with a postal code; the text before it must be a town. */
const ENDS_WITH_POSTAL_CODE = /^(\D*)\d{2} ?\d{3}\s*$/;
/** The longest address, in characters, that the forms accept. */
export const LONGEST_ADDRESS = 500;
/** How many lines of an address fit on a parcel label and in a column of an invoice. */
export const MOST_LINES = 10;
export const TOO_MANY_LINES = `Une adresse tient sur ${MOST_LINES} lignes au plus.`;
export const INCOMPLETE_ADDRESS =
  "Il manque le code postal à cinq chiffres et la ville\u00a0: «\u00a075011 Paris\u00a0». À l’étranger, terminez par une ligne avec le pays.";

export const MISSING_STREET = "Il manque la rue ou le lieu.";

/**
 * Returns what an address lacks for a delivery (a French sentence); null when it is complete. A French address needs a postal
 * code and a town. A foreign one needs its country, in one of LANGUAGES, as a line or between commas. Both need a further line
 * or part, for example the street.
 */
export function addressFault(text: string): string | null {
  const isComplete =
    POSTAL_CODE_AND_TOWN.test(text) ||
    text.split("\n").some(isTownAndPostalCode) ||
    foreignCountryIn(text) !== null;
  if (!isComplete) return INCOMPLETE_ADDRESS;
  const withoutCode = text.replaceAll(/(?<!\d)\d{2} ?\d{3}(?!\d)/g, "\n");
  return partsOf(withoutCode).length > 1 ? null : MISSING_STREET;
}

/** An address in parts. `street`: everything but postal code, town and country, in lines. */
export type AddressParts = { street: string; postalCode: string; town: string };

/** The parts of an address typed as one text, by its last postal code of five digits; null without one, or without a town. */
export function addressParts(text: string): AddressParts | null {
  const last = [...text.matchAll(/(?:\bF-)?(?<!\d)(\d{2}) ?(\d{3})(?!\d)/g)].at(-1);
  if (!last) return null;
  const before = text.slice(0, last.index).split(/[\n,]/);
  const after = text.slice(last.index + last[0].length).split(/[\n,]/);
  // « 69003 Lyon », « Lyon 69003 », or the code in a line of its own above the town.
  const beside = after[0]!.trim() ? after.shift() : before.at(-1)!.trim() ? before.pop() : null;
  const town = beside ?? after.find((part) => part.trim());
  if (town === undefined || !/\p{L}{2}/u.test(town)) return null;
  const isPart = (part: string) =>
    part !== "" && part !== town.trim() && folded(part) !== "france" && !foreignCountryIn(part);
  const street = [...before, ...after].map((part) => part.trim()).filter(isPart);
  return { street: street.join("\n"), postalCode: last[1]! + last[2]!, town: town.trim() };
}

/** The lines of an address without its country: « 14 rue des Lilas\n69003 Lyon ». */
export const joinParts = ({ street, postalCode, town }: AddressParts): string =>
  [street.trim(), `${postalCode.trim()} ${town.trim()}`.trim()].filter(Boolean).join("\n");

/** The ISO 3166 code of the last foreign country that a line or part of an address names; null if there is none. */
export function foreignCountryIn(text: string): string | null {
  const codes = partsOf(text).map((part) => foreignCountries().get(folded(part)));
  return codes.findLast(Boolean) ?? null;
}

const partsOf = (text: string) => text.split(/[\n,]/).filter((part) => /[\p{L}\d]{2}/u.test(part));

function isTownAndPostalCode(line: string): boolean {
  const [, town] = ENDS_WITH_POSTAL_CODE.exec(line) ?? [];
  return town !== undefined && /\p{L}{2}/u.test(town);
}

/** The ISO 3166 codes of France, its territories and Monaco. They have French postal codes, so they do not count as foreign. */
const FRENCH = "FR FX GP MQ GF RE YT PM BL MF WF PF NC TF MC".split(" ");
/** Languages in which a country's name is recognised. */
const LANGUAGES = ["fr", "en", "de", "es", "it", "nl", "pt"];
let countries: Map<string, string> | undefined;

/** The foreign countries' codes by their folded names in all LANGUAGES. */
function foreignCountries(): Map<string, string> {
  if (!countries) {
    countries = new Map();
    const languages = LANGUAGES.map(
      (language) => new Intl.DisplayNames(language, { type: "region", fallback: "none" }),
    );
    // The French ones are last: a name that they share with a foreign one is removed.
    for (const code of [...allCodes(), ...FRENCH])
      for (const names of languages) {
        const name = folded(names.of(code) ?? "");
        if (FRENCH.includes(code)) countries.delete(name);
        else if (name) countries.set(name, code);
      }
  }
  return countries;
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const allCodes = () => LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

const folded = (name: string) =>
  name.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'").trim().toLowerCase();
