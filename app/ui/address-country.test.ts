import { expect, test } from "vitest";
import { EU_COUNTRIES } from "#app/settings/country-schema.ts";
import { foreignCountryIn } from "./address-schema.ts";

test.each(EU_COUNTRIES.slice(1))(
  "an address that ends with $name is in $code",
  ({ code, name }) => {
    expect(foreignCountryIn(`Rue Neuve 1\n1000 Ville\n${name}`)).toBe(code);
  },
);

test.each([
  ["14 rue des Lilas\n69003 Lyon\nFrance", null],
  ["3 rue Labat\n97110 Pointe-à-Pitre\nGuadeloupe", null],
  ["3 rue de Belgique, 69003 Lyon", null],
  ["2 avenue d’Ostende\n98000, Monaco", null],
  ["Torstraße 1\n10119 Berlin\nDeutschland", "DE"],
  ["Rue Neuve 1, 1000 Bruxelles, BELGIQUE ", "BE"],
])("« %s » names %s", (address, code) => {
  expect(foreignCountryIn(address)).toBe(code);
});
