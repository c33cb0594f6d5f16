/** An EU country: ISO 3166 code and French name. */
export type Country = { code: string; name: string };

const FRENCH_NAMES = new Intl.DisplayNames("fr", { type: "region" });

/**
 * The countries of the EU, France first. The same as those of `EU_VAT_PERCENTS`, but listed again so that the public scripts do not
 * contain the VAT rates.
 */
export const EU_COUNTRIES: readonly Country[] =
  "FR AT BE BG CY CZ DE DK EE ES FI GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"
    .split(" ")
    .map((code) => ({ code, name: FRENCH_NAMES.of(code)! }));

export const countryName = (code: string): string => FRENCH_NAMES.of(code)!;

const folded = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replace(/[-\s]+/g, " ")
    .trim()
    .toLowerCase();

/** The EU countries named in a text, each once, without regard to case and accents; `unknown`: the first name that is none. */
export function countriesIn(text: string): { countries: Country[]; unknown?: string } {
  const found = new Set<Country>();
  for (const name of text.split(/[,;]/).map((part) => part.trim())) {
    if (name === "") continue;
    const country = EU_COUNTRIES.find((one) => folded(one.name) === folded(name));
    if (!country) return { countries: [], unknown: name };
    found.add(country);
  }
  return { countries: [...found] };
}

/** Parts of France with their own delivery fees. */
export const FRENCH_ZONES = ["Métropole", "Corse", "Outre-mer"] as const;

/** The delivery zones named in a text, each once: parts of France, or EU countries. « France » means metropolitan France and Corsica. */
export function zonesIn(text: string): { zones: string[]; unknown?: string } {
  const found = new Set<string>();
  for (const name of text.split(/[,;]/).map((part) => part.trim())) {
    if (name === "") continue;
    const zone = FRENCH_ZONES.find((one) => folded(one) === folded(name));
    const country = EU_COUNTRIES.find((one) => folded(one.name) === folded(name));
    if (zone) found.add(zone);
    else if (country?.code === "FR") found.add("Métropole").add("Corse");
    else if (country) found.add(country.name);
    else return { zones: [], unknown: name };
  }
  return { zones: [...found] };
}

/** Where the shop delivers: « en France », or « dans ces pays : France, Belgique ». `names`: the text of the setting. */
export const deliversTo = (names: string): string =>
  names === "France" ? "en France" : `dans ces pays\u00a0: ${names}`;
