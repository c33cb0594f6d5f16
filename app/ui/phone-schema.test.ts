import { expect, it } from "vitest";
import {
  dialledPhone,
  formatPhone,
  internationalPhone,
  phoneCell,
  shownPhone,
  PHONE,
} from "./phone-schema.ts";

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
  ["0033 6 12 34 56 78", "33612345678", "+33 6 12 34 56 78"],
  ["+33 06 12 34 56 78", "33612345678", "+33 6 12 34 56 78"],
  ["00 33 (0) 6 12 34 56 78", "33612345678", "+33 6 12 34 56 78"],
  ["0690 12 34 56", "590690123456", "+590 690 12 34 56"],
  ["+590 0690 12 34 56", "590690123456", "+590 690 12 34 56"],
  ["0594123456", "594594123456", "+594 594 12 34 56"],
  ["0696 12 34 56", "596696123456", "+596 696 12 34 56"],
  ["0692 12 34 56", "262692123456", "+262 692 12 34 56"],
  ["0639 12 34 56", "262639123456", "+262 639 12 34 56"],
  ["06 39 98 41 07", "33639984107", "+33 6 39 98 41 07"],
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
  ["0690 12 34 56", "+590 690 12 34 56", "00 590 690 12 34 56"],
  ["poste 12", "poste 12", "poste 12"],
])("a typed « %s » is shown as « %s » and exported as « %s »", (typed, shown, cell) => {
  expect(shownPhone(typed)).toBe(shown);
  expect(phoneCell(typed)).toBe(cell);
});

it.each([
  ["06 12 34 56 78", "+33612345678"],
  ["+33 (0)6 12 34 56 78", "+33612345678"],
  ["0033 6 12 34 56 78", "+33612345678"],
  ["+33 06 12 34 56 78", "+33612345678"],
  ["0690 12 34 56", "+590690123456"],
  ["+44 (0)20 7946 0958", "+442079460958"],
  ["33612345678", "+33612345678"],
  // The format in which an earlier version stored a profile's number.
  ["33690123456", "+590690123456"],
  ["3639", "3639"],
])("« %s » is dialled %s", (text, dialled) => expect(dialledPhone(text)).toBe(dialled));
