import { unregisteredCountries } from "./packaging-schema.ts";
import type { SettingsCheck } from "./save-settings.server.ts";

/**
 * Refuses to add a country without its packaging registration, and to remove a registration that is needed. A country that was
 * stored without one stays: a rule of the schema would drop the settings of that shop.
 */
export const checkSales: SettingsCheck<"sales"> = (_tx, sales, before) => {
  const stored = new Set(unregisteredCountries(before));
  const lacking = unregisteredCountries(sales).filter((name) => !stored.has(name));
  return Promise.resolve<Record<string, string>>(
    lacking.length === 0
      ? {}
      : {
          packaging: `Il manque ${lacking.join(", ")}\u00a0: un pays se choisit avec le numéro qu’il vous a donné pour vos emballages, ou «\u00a0non dû, parce que…\u00a0» et la raison.`,
        },
  );
};
