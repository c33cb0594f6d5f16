import { describe, expect, test } from "vitest";
import { parsePrice } from "./catalogue-query.ts";
import { parseDraft, EMPTY_DRAFT } from "./manage/product-draft.ts";
import { centsText, editEuros, wholeEuros, type TypedEuros } from "./whole-euros.ts";

/** Types keys one by one into a price field, as useWholeEuros does: each at the caret that the former left. */
function type(keys: string, start: TypedEuros | null = null): TypedEuros {
  let field = start;
  for (const key of keys) {
    const { digits, caret } = field ?? { digits: "", caret: 0 };
    field = editEuros(digits.slice(0, caret) + key + digits.slice(caret), caret + 1, field);
  }
  return field!;
}

describe("prices are whole euros (specification §5)", () => {
  test.each([
    ["12", "12", ""],
    ["12,50", "12", ",50"],
    ["12.50 €", "12", ".50"],
    ["12.,5", "12", ",5"],
    ["12€50", "1250", ""],
    ["1a2-,€b3", "123", ""],
    ["1a2.-,€5e", "125", ""],
    ["1 250", "1250", ""],
    ["1 250 €", "1250", ""],
    ["€ 12", "12", ""],
    ["4a2", "42", ""],
    ["1e3", "13", ""],
    ["12 euros", "12", ""],
    ["-5", "5", ""],
    [",50", "", ",50"],
    ["12,5a3", "123", ",5"],
    ["１２，５０", "12", ",50"],
    ["", "", ""],
  ])("« %s », pasted or typed, keeps « %s » and leaves « %s » out", (text, digits, cents) => {
    expect(wholeEuros(text)).toEqual({ digits, cents });
    if (text !== "") expect(type(text)).toMatchObject({ digits, caret: digits.length });
  });

  test("cents are left out while they are typed, and any other edit ends them", () => {
    const field = type("12,50");
    expect(field).toMatchObject({ digits: "12", cents: ",50", pending: ",50" });
    expect(type(" €", field)).toMatchObject({ digits: "12", cents: ",50" });
    expect(type("a3", field)).toMatchObject({ digits: "123", cents: "" });
    // A deleted character, one typed elsewhere, a text typed over the selected price.
    expect(editEuros("1", 1, null)).toMatchObject({ digits: "1", cents: "", caret: 1 });
    expect(editEuros("312", 1, null)).toMatchObject({ digits: "312", cents: "", caret: 1 });
    expect(editEuros("125", 3, null)).toMatchObject({ digits: "125", cents: "", caret: 3 });
  });

  test("the caret stays where the visitor types", () => {
    expect(editEuros("1a25", 2, null)).toMatchObject({ digits: "125", caret: 1 });
    expect(editEuros("19 €25", 4, null)).toMatchObject({ digits: "1925", caret: 2 });
    expect(type("9,5", editEuros("15", 1, null))).toMatchObject({ digits: "19", caret: 2 });
  });

  test("reports left out cents", () => {
    expect(centsText(",50")).toContain("«\u00a0,50\u00a0» a été laissé de côté");
    expect(centsText("")).toBe("");
  });

  test("the server strips alike: « 12,50 » is 12 and said, « 1a2-,€b3 » is 123", () => {
    expect(parsePrice("12,50")).toBe(12);
    expect(parsePrice("1a2-,€b3")).toBe(123);
    expect(parseDraft({ ...EMPTY_DRAFT, name: "baume", price: "12,50" })).toMatchObject({
      ok: false,
      errors: { price: expect.stringContaining("euros entiers") },
    });
    const stripped = { ...EMPTY_DRAFT, name: "baume", category: "Autres", price: "1a2-,€b3" };
    expect(parseDraft(stripped)).toMatchObject({ ok: true, product: { priceCents: 12_300 } });
  });
});
