import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const sheet = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const tokens = new Map(
  [...sheet.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6});/gi)].map(
    ([, name, value]) => [name, value] as const,
  ),
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [one, other]
    .map((name) => luminance(tokens.get(name) ?? expect.fail(`no colour token --${name}`)))
    .toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe("colour tokens", () => {
  // The table of design.md, where the token surface is called « white ».
  it.each([
    ["ink", "paper", 14.92],
    ["ink", "sand", 13.14],
    ["ink-2", "paper", 7.22],
    ["muted", "paper", 5.08],
    ["plum", "paper", 9.17],
    ["surface", "plum", 9.78],
    ["surface", "plum-dark", 12.88],
    ["plum", "plum-tint", 8.33],
    ["sage", "paper", 6.68],
    ["success", "paper", 6.06],
    ["warning", "paper", 6.38],
    ["error", "paper", 6.13],
  ])("%s on %s has a contrast of %d, enough for text", (one, other, stated) => {
    expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(one, other)).toBeCloseTo(stated, 2);
  });

  it.each([
    ["control-line", "paper", 3.67],
    ["star", "paper", 3.41],
    ["focus", "paper", 6.24],
  ])("%s on %s has a contrast of %d, enough for controls", (one, other, stated) => {
    expect(contrast(one, other)).toBeGreaterThanOrEqual(3);
    expect(contrast(one, other)).toBeCloseTo(stated, 2);
  });

  it("line on paper has a contrast of 1.34: it is decorative", () => {
    expect(contrast("line", "paper")).toBeCloseTo(1.34, 2);
  });

  it.each([
    ["ink-2", "sand"],
    ["muted", "surface"],
    ["error", "surface"],
    ["success", "sage-tint"],
    ["error", "error-tint"],
    ["warning", "warning-tint"],
    ["ink-2", "plum-tint"],
    ["muted", "row-hover"],
    ["surface", "error"],
    ["surface", "error-dark"],
    ["on-ink", "ink"],
    ["on-ink-2", "ink"],
    ["plum", "blush"],
  ])("%s on %s has enough contrast for text", (one, other) => {
    expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5);
  });
});
