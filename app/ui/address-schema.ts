/** Words before five digits that are not a postal code: post office boxes, sectors of the army, door codes, flats. */
const OTHER_NUMBER =
  "(?:B\\.? ?P|C\\.? ?S|T\\.? ?S\\.? ?A|S\\.? ?P|bo[iî]te postale|secteur postal|(?:digi)?code|acc[eè]s|interphone|porte|appartement|appt?|t[eé]l)";
/** Five digits that may be a postal code (« 75 011 », « F-75011 »). */
const POSTAL_CODE = new RegExp(
  `(?<!(?<!\\p{L})${OTHER_NUMBER}[\\s.:n°#-]*)(?:\\bF-)?(?<!\\d)(\\d{2}) ?(\\d{3})(?!\\d)`,
  "giu",
);
/** A postal code of France, its overseas territories or its army (« 00100 HUB ARMEES »). */
const FRENCH_CODE = /^(?!99|000)\d{5}$/;
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
  const isFrench = placesIn(text).some(({ postalCode }) => FRENCH_CODE.test(postalCode));
  if (!isFrench && foreignCountryIn(text) === null) return INCOMPLETE_ADDRESS;
  const withoutCode = text.replaceAll(/(?<!\d)\d{2} ?\d{3}(?!\d)/g, "\n");
  return partsOf(withoutCode).length > 1 ? null : MISSING_STREET;
}

/** An address in parts. `street`: everything but postal code, town and country, in lines. */
export type AddressParts = { street: string; postalCode: string; town: string };

/**
 * The readings of an address typed as one text: one for each postal code that has letters beside it, the last one first. Only a list
 * of towns tells which is right (delivery/towns.server.ts).
 */
export const placesIn = (text: string): AddressParts[] =>
  [...text.matchAll(POSTAL_CODE)]
    .toReversed()
    .map((code) => partsAt(text, code))
    .filter((parts) => parts !== null);

/** The parts of an address around one postal code; null without a town. */
function partsAt(text: string, code: RegExpExecArray): AddressParts | null {
  const before = text.slice(0, code.index).split(/[\n,]/);
  const after = text.slice(code.index + code[0].length).split(/[\n,]/);
  // « 69003 Lyon », « Lyon 69003 », or the code in a line of its own above the town.
  const beside = after[0]!.trim()
    ? after.shift()
    : /^\D*\p{L}/u.test(before.at(-1)!)
      ? before.pop()
      : null;
  const town = beside ?? after.find((part) => part.trim());
  if (town === undefined || !/\p{L}{2}/u.test(town)) return null;
  const isPart = (part: string) =>
    part !== "" && part !== town.trim() && folded(part) !== "france" && !foreignCountryIn(part);
  const street = [...before, ...after].map((part) => part.trim()).filter(isPart);
  return { street: street.join("\n"), postalCode: `${code[1]}${code[2]}`, town: town.trim() };
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
