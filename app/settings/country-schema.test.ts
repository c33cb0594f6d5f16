import { expect, test } from "vitest";
import { salesSettings } from "#app/checkout/sales-settings.ts";
import { EU_VAT_PERCENTS } from "#app/platform/legal-constants.ts";
import { countriesIn, deliversTo, EU_COUNTRIES } from "./country-schema.ts";

const read = (countries: unknown) =>
  salesSettings.schema.safeParse({ countries, oss: "", payLater: "" });

test("the EU has 27 countries, France first, each with a VAT rate", () => {
  expect(EU_COUNTRIES).toHaveLength(27);
  expect(EU_COUNTRIES.map(({ code }) => code)).toEqual(Object.keys(EU_VAT_PERCENTS));
  expect(EU_COUNTRIES[0]).toEqual({ code: "FR", name: "France" });
});

test("countries are found without regard to case, accents, spaces and repetition", () => {
  const { countries } = countriesIn(" belgique,France ;GRECE,, pays bas, Belgique");
  expect(countries.map(({ code }) => code)).toEqual(["BE", "FR", "GR", "NL"]);
});

test("the setting is stored by French names, and reads its own result", () => {
  const stored = read("france, finlande").data;
  expect(stored?.countries).toBe("France, Finlande");
  expect(read(stored?.countries).data).toEqual(stored);
});

test.each([
  ["", "Indiquez au moins un pays"],
  [" , ;", "Indiquez au moins un pays"],
  ["France, Belgiqe", "«\u00a0Belgiqe\u00a0» n’est pas un pays"],
  ["Suisse", "«\u00a0Suisse\u00a0» n’est pas un pays"],
  ["<script>alert(1)</script>", "n’est pas un pays"],
  ["x".repeat(10_000), "500 caractères au plus."],
  [["FR"], "Un texte est attendu."],
])("%s is refused", (text, message) => {
  expect(read(text).error?.issues[0]?.message).toContain(message);
});

test("where the shop delivers", () => {
  expect(deliversTo("France")).toBe("en France");
  expect(deliversTo("France, Belgique")).toBe("dans ces pays\u00a0: France, Belgique");
});
