/** Five digits in France and overseas, « 75 011 » allowed, and the town after them. */
const POSTAL_CODE_AND_TOWN = /(?<!\d)(?:0[1-9]|[1-8]\d|9[0-8]) ?\d{3}(?!\d)[\s,]*\p{L}{2}/u;
/** A line that ends with five digits; what stands before them must be a town. */
const ENDS_WITH_POSTAL_CODE = /^(\D*)\d{2} ?\d{3}\s*$/;
/** Longer texts are no address; the order form refuses them. */
export const LONGEST_ADDRESS = 500;
/** What a label and an invoice's column hold. */
export const MOST_LINES = 10;
export const TOO_MANY_LINES = `Une adresse tient sur ${MOST_LINES} lignes au plus.`;
export const INCOMPLETE_ADDRESS =
  "Il manque le code postal à cinq chiffres et la ville\u00a0: «\u00a075011 Paris\u00a0». À l’étranger, terminez par une ligne avec le pays.";

/**
 * Whether a parcel could find this address, of one or several lines: a French one has a postal code and a town, another
 * one a line (or a part between commas) that names its country in a language of LANGUAGES.
 */
export function isPostalAddress(text: string): boolean {
  if (POSTAL_CODE_AND_TOWN.test(text) || text.split("\n").some(isTownAndPostalCode)) return true;
  const names = foreignCountries();
  return text.split(/[\n,]/).some((part) => names.has(folded(part)));
}

function isTownAndPostalCode(line: string): boolean {
  const [, town] = ENDS_WITH_POSTAL_CODE.exec(line) ?? [];
  return town !== undefined && /\p{L}{2}/u.test(town);
}

/** ISO 3166: France and its territories, whose addresses are French ones. */
const FRENCH = "FR FX GP MQ GF RE YT PM BL MF WF PF NC TF".split(" ");
/** What our visitors and their neighbours write a country in. */
const LANGUAGES = ["fr", "en", "de", "es", "it", "nl", "pt"];
let countries: Set<string> | undefined;

function foreignCountries(): Set<string> {
  if (!countries) {
    const french = namesOf(FRENCH);
    countries = new Set(namesOf(allCodes()).filter((name) => !french.includes(name)));
  }
  return countries;
}

/** What the platform calls these regions; nothing for codes that are none. */
function namesOf(codes: string[]): string[] {
  return LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    return codes.flatMap((code) => names.of(code) ?? []).map(folded);
  });
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const allCodes = () => LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

const folded = (name: string) =>
  name.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'").trim().toLowerCase();
