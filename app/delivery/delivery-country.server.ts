import { EU_VAT_PERCENTS } from "#app/platform/legal-constants.ts";
import type { Settings } from "#app/settings-values.ts";
import { countriesIn, deliversTo, type Country } from "#app/settings/country-schema.ts";
import { foreignCountryIn, LONGEST_ADDRESS } from "#app/ui/address-schema.ts";

/** The countries of delivery in the order of the settings; the first one is prefilled. */
export const deliveryCountries = ({ sales }: Pick<Settings, "sales">): Country[] =>
  countriesIn(sales.countries).countries;

/** The VAT rate of a country of delivery; null: the shop's French one, for France and sellers outside the one-stop shop. */
export const vatPercentOf = ({ sales }: Pick<Settings, "sales">, code: string): number | null =>
  sales.oss && code !== "FR" ? (EU_VAT_PERCENTS[code] ?? null) : null;

/**
 * The order form's country: a form of another version of the page, or of a shop with one country, has none. Undefined: the
 * shop does not deliver there.
 */
export function chosenCountry(countries: Country[], code: string | undefined): Country | undefined {
  return code === undefined ? countries[0] : countries.find((country) => country.code === code);
}

/** The address with the foreign country of delivery as its last line, unless it names one already. */
export function withCountry(address: string, country: Country | undefined): string {
  if (!country || country.code === "FR" || address.trim() === "") return address;
  // A text that is too long for an address is refused anyway.
  if (address.length > LONGEST_ADDRESS || foreignCountryIn(address)) return address;
  return `${address.trimEnd()}\n${country.name}`;
}

/**
 * The error, by field, when a shop does not deliver to the chosen country or the address names another one; null when it
 * does.
 */
export function countryFault(
  settings: Pick<Settings, "sales">,
  { country: code, address }: { country?: string | undefined; address: string },
): Record<string, string> | null {
  const countries = deliveryCountries(settings);
  const country = chosenCountry(countries, code);
  const where = `Nous livrons ${deliversTo(settings.sales.countries)}.`;
  // With one country, the form has no field for it.
  const field = countries.length > 1 ? "country" : "address";
  if (!country) return { [field]: `${where} Choisissez un de ces pays.` };
  const named = foreignCountryIn(address);
  if (named === null || named === country.code) return null;
  return countries.some((one) => one.code === named)
    ? { [field]: "Votre adresse est dans un autre pays\u00a0: choisissez-le dans la liste." }
    : { address: `${where} Pour une autre destination, écrivez-nous avant de commander.` };
}
