import { expect, it } from "vitest";
import { formatPhone, internationalPhone, phoneCell, shownPhone, PHONE } from "./phone-schema.ts";

it.each(["06 12 34 56 78", "+33 (0)6-12.34.56.78", "0612345678"])(
  "accepts the number %s",
  (phone) => {
    expect(phone).toMatch(PHONE);
  },
);

it.each(["appelez-moi", "12345", "06 12 34 56 78 le soir", "06+12345678"])(
  "refuses the number %s",
  (phone) => {
    expect(phone).not.toMatch(PHONE);
  },
);

it("is a valid pattern attribute, which browsers compile with the flag v", () => {
  expect(() => new RegExp(PHONE.source, "v")).not.toThrow();
});

it.each([
  ["06 12 34 56 78", "33612345678", "+33 6 12 34 56 78"],
  ["+33 6 12 34 56 78", "33612345678", "+33 6 12 34 56 78"],
  ["+33 (0)6.12.34.56.78", "33612345678", "+33 6 12 34 56 78"],
  ["0033612345678", "33612345678", "+33 6 12 34 56 78"],
  ["33612345678", "33612345678", "+33 6 12 34 56 78"],
  ["+32 470 12 34 56", "32470123456", "+32470123456"],
  ["", "", ""],
])("« %s » is stored as %s and shown as « %s »", (typed, kept, shown) => {
  expect(internationalPhone(typed)).toBe(kept);
  expect(formatPhone(kept)).toBe(shown);
  expect(internationalPhone(shown)).toBe(kept);
});

it.each([
  ["06.12.34.56.78", "+33 6 12 34 56 78", "06 12 34 56 78"],
  ["+33612345678", "+33 6 12 34 56 78", "06 12 34 56 78"],
  ["+32 470 12 34 56", "+32 470 12 34 56", "00 32 470 12 34 56"],
  ["poste 12", "poste 12", "poste 12"],
])("a typed « %s » is shown as « %s » and exported as « %s »", (typed, shown, cell) => {
  expect(shownPhone(typed)).toBe(shown);
  expect(phoneCell(typed)).toBe(cell);
});
