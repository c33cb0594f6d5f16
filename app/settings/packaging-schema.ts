import { z } from "zod";
import { countriesIn } from "./country-schema.ts";

const EXAMPLE =
  "Écrivez une ligne par pays\u00a0: «\u00a0Belgique\u00a0:\u00a0» et votre numéro, ou «\u00a0Belgique\u00a0: non dû, parce que…\u00a0» et la raison.";
const REGISTRATION = /\d|^non d[uû][ ,:].{10}/iu;

/** Parses lines like « Belgique : BE-123 » to registrations by French country name; `fault`: a French message about a wrong line. */
function registrationsIn(text: string): { found: Map<string, string>; fault?: string } {
  const found = new Map<string, string>();
  for (const written of text.split("\n").filter((one) => one.trim() !== "")) {
    const [name = "", ...rest] = written.split(":");
    const { countries } = countriesIn(name);
    const registration = rest.join(":").trim();
    if (countries.length !== 1 || !REGISTRATION.test(registration))
      return {
        found,
        fault: `«\u00a0${written.trim().slice(0, 60)}\u00a0» ne donne pas de numéro. ${EXAMPLE}`,
      };
    found.set(countries[0]!.name, registration);
  }
  return { found };
}

/** Where the shop is registered as a producer of packaging outside France, or why it needs not be: one line a country. */
export const packagingSchema = z
  .string("Un texte est attendu.")
  .max(2_000, "2\u00a0000 caractères au plus.")
  .transform((text, context) => {
    const { found, fault } = registrationsIn(text.replaceAll(/\r\n?/g, "\n"));
    if (fault) context.addIssue(fault);
    return [...found].map(([name, number]) => `${name}\u00a0: ${number}`).join("\n");
  });

/**
 * The foreign countries of delivery without a registration (regulation 2025/40, art. 44 and 45: in each member state where the packaging
 * is made available).
 */
export function unregisteredCountries(sales: { countries: string; packaging: string }): string[] {
  const { found } = registrationsIn(sales.packaging);
  return countriesIn(sales.countries)
    .countries.filter(({ code, name }) => code !== "FR" && !found.has(name))
    .map(({ name }) => name);
}
