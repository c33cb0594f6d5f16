import { describe, expect, it } from "vitest";
import { formatPrice } from "./price.ts";

describe("formatPrice", () => {
  it.each([
    [0, "0\u00A0€"],
    [3400, "34\u00A0€"],
    [1767, "17,67\u00A0€"],
    [1005, "10,05\u00A0€"],
    [99, "0,99\u00A0€"],
    [100_000, "1\u202F000\u00A0€"],
    [123_456_789, "1\u202F234\u202F567,89\u00A0€"],
    [-500, "-5\u00A0€"],
    [-1767, "-17,67\u00A0€"],
    [-0, "0\u00A0€"],
  ])("writes %i cents as « %s »", (cents, text) => {
    expect(formatPrice(cents)).toBe(text);
  });

  it("formats as Intl.NumberFormat does in French", () => {
    const french = new Intl.NumberFormat("fr-FR", {
      style: "currency",
      currency: "EUR",
      trailingZeroDisplay: "stripIfInteger",
    });
    for (const cents of [1, 50, 999, 1000, 2050, 99_999, 100_000, 7_654_321]) {
      expect(formatPrice(cents)).toBe(french.format(cents / 100));
    }
  });
});
