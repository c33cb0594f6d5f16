import { describe, expect, test } from "vitest";
import { parsePrice } from "./catalogue-query.ts";
import { parseDraft, EMPTY_DRAFT } from "./manage/product-draft.ts";
import { continueEuros, leftOutText, wholeEuros } from "./whole-euros.ts";

describe("prices are whole euros (specification §5)", () => {
  test.each([
    ["12", "12", ""],
    ["12,50", "12", ",50"],
    ["12.50 €", "12", ".50€"],
    ["12.,5", "12", ".,5"],
    ["12€50", "12", "€50"],
    ["1 250", "1250", ""],
    ["1 250 €", "1250", "€"],
    ["€ 12", "12", ""],
    ["4a2", "42", "a"],
    ["1e3", "1", "e3"],
    ["12 euros", "12", "euros"],
    ["-5", "5", "-"],
    [",50", "", ",50"],
    ["１２，５０", "12", ",50"],
    ["", "", ""],
  ])("« %s » keeps « %s » and leaves « %s » out", (typed, digits, leftOut) => {
    expect(wholeEuros(typed)).toEqual({ digits, leftOut });
  });

  test("digits typed after a separator are dropped as cents", () => {
    const typed = (keys: string) =>
      [...keys].reduce(
        (field, key) => continueEuros(field, field.digits + key, { isAtEnd: true }),
        wholeEuros(""),
      );
    expect(typed("12€50")).toEqual({ digits: "12", leftOut: "€50" });
    expect(typed("1e3")).toEqual({ digits: "1", leftOut: "e3" });
    const field = typed("12,50");
    expect(field).toEqual({ digits: "12", leftOut: ",50" });
    // After any other edit (a deleted character, or one typed elsewhere) the whole text is parsed again.
    expect(continueEuros(field, "1", { isAtEnd: true })).toEqual({ digits: "1", leftOut: "" });
    expect(continueEuros(field, "312", { isAtEnd: false })).toEqual({ digits: "312", leftOut: "" });
  });

  test("reports dropped characters, but not the currency alone", () => {
    expect(leftOutText(",50")).toContain("«\u00a0,50\u00a0» a été laissé de côté");
    expect(leftOutText("€")).toBe("");
  });

  test("the server drops cents too: « 12,50 » is 12, not 1250", () => {
    expect(parsePrice("12,50")).toBe(12);
    for (const price of ["12,50", "12€50"])
      expect(parseDraft({ ...EMPTY_DRAFT, name: "baume", price })).toMatchObject({
        ok: false,
        errors: { price: expect.stringContaining("euros entiers") },
      });
  });
});
