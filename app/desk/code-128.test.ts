import { describe, expect, it } from "vitest";
import { code128 } from "./code-128.ts";

/** The barcode as digits: 1 for a black module, 0 for a white one. */
function modules(text: string): string {
  return code128(text)
    .map((width, index) => (index % 2 === 0 ? "1" : "0").repeat(width))
    .join("");
}

const START_B = "11010010000";
const STOP = "1100011101011";

describe("code128", () => {
  // Patterns from the standard's table, check symbols computed by hand.
  it("consists of start, symbols, check symbol and stop", () => {
    // 'A' is 33: (104 + 33) mod 103 = 34, which is 'B'.
    expect(modules("A")).toBe(`${START_B}1010001100010001011000${STOP}`);
    // '0' is 16 and '1' is 17: (104 + 16 + 2 × 17) mod 103 = 51, which is 'S'.
    expect(modules("01")).toBe(`${START_B}100111011001001110011011011101000${STOP}`);
  });

  it("has the check symbol 88 for « Wikipedia », the example of Wikipedia's article", () => {
    // 88, « x », before the stop.
    expect(modules("Wikipedia").slice(-24, -13)).toBe("11110010010");
  });

  it("encodes a delivery number with 11 modules per symbol", () => {
    const bars = modules("3WPW70CHXNGD8NCM");
    expect(bars).toHaveLength(11 + 16 * 11 + 11 + 13);
    expect(bars.startsWith(START_B)).toBe(true);
    expect(bars.endsWith(STOP)).toBe(true);
  });

  it("has a unique symbol for every character, 11 modules wide, whose bars have an even sum", () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const seen = new Set<string>();
    for (const character of printable) {
      const widths = code128(character).slice(6, 12);
      const [bars, spaces] = [0, 1].map((odd) =>
        widths.filter((_, index) => index % 2 === odd).reduce((sum, width) => sum + width, 0),
      );
      expect([bars! % 2, bars! + spaces!], character).toEqual([0, 11]);
      seen.add(widths.join(""));
    }
    expect(seen.size).toBe(95);
  });

  it("throws for a character outside set B", () => {
    expect(() => code128("Élodie")).toThrow(RangeError);
    expect(() => code128("a\n")).toThrow(RangeError);
  });
});
