import { globSync, readFileSync } from "node:fs";
import { assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  coloursOf,
  contrast,
  INITIAL_APPEARANCE,
  failuresOf,
  isReadable,
  nearestAccent,
  readColour,
  sheetOf,
  TEXTS,
} from "./colour-schema.ts";
import { PALETTE_NAMES, PALETTES } from "./palette-schema.ts";

const sheets = ["./tokens.css", "../dashboard/sales-chart.css"].map((file) =>
  readFileSync(new URL(file, import.meta.url), "utf8"),
);
const inSheets = new Map(
  sheets.flatMap((sheet) =>
    [...sheet.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6});/gi)].map(
      ([, name, value]) => [name!, value!] as const,
    ),
  ),
);

/** Every rule of the shop's style sheets: file, selector and declarations. */
const rules = globSync("../**/*.css", { cwd: import.meta.dirname }).flatMap((file) =>
  [...readFileSync(new URL(file, import.meta.url), "utf8").matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
    ([, selector, declarations]) => ({
      file,
      selector: selector!.trim(),
      declarations: declarations!,
    }),
  ),
);
/** The token of a declared colour; white is the token « surface ». */
const tokenIn = (declarations: string, property: string) =>
  new RegExp(`(?:^|[;\\s])${property}: (?:var\\(--([a-z0-9-]+)\\)|(#fff));`)
    .exec(declarations)
    ?.slice(1)
    .map((token) => (token === "#fff" ? "surface" : token))
    .find(Boolean);

const accents = integer({ min: 0, max: 0xffffff }).map(
  (number) => `#${number.toString(16).padStart(6, "0").toUpperCase()}`,
);
const palettes = constantFrom(...PALETTE_NAMES);

describe("the colours of an appearance", () => {
  it("are those of the style sheets while nothing is set", () => {
    expect(new Map(Object.entries(coloursOf(INITIAL_APPEARANCE)))).toEqual(inSheets);
    expect(sheetOf(INITIAL_APPEARANCE)).toBe("");
    const layout = readFileSync(new URL("./layout.css", import.meta.url), "utf8");
    const { line, "star-off": star } = PALETTES.papier.band;
    expect(layout).toContain(`--line: ${line};\n  --star-off: ${star};`);
  });

  it.each(PALETTE_NAMES)(
    "have their contrast in the palette %s with the delivered accent",
    (palette) => {
      expect(failuresOf(coloursOf({ ...INITIAL_APPEARANCE, palette }))).toEqual([]);
    },
  );

  it("have their contrast, or are refused with a nearest one that has it", () => {
    assert(
      property(accents, palettes, (accent, palette) => {
        const nearest = nearestAccent({ accent, palette });
        expect(failuresOf(coloursOf({ accent: nearest, palette }))).toEqual([]);
        if (isReadable({ accent, palette })) expect(nearest).toBe(accent);
        else expect(contrast(nearest, "#ffffff")).toBeGreaterThan(contrast(accent, "#ffffff"));
      }),
      { numRuns: 1_000 },
    );
  });

  it("are checked for each rule of the style sheets that sets a text and its ground", () => {
    const unchecked = rules.flatMap(({ file, selector, declarations }) => {
      const [text, ground] = ["color", "background"].map((one) => tokenIn(declarations, one));
      const grounds = TEXTS.find(([token]) => token === text)?.[1];
      return !text || !ground || grounds?.some((one) => one === ground)
        ? []
        : [`${file} ${selector}: ${text} on ${ground}`];
    });
    expect(unchecked).toEqual([]);
  });

  it("are not weakened by a translucent text", () => {
    const faded = rules.filter(({ declarations }) =>
      /(?:^|[;\s])opacity: 0?\.\d/.test(declarations),
    );
    // Only the arrow between two links of the breadcrumb.
    expect(faded.map(({ selector }) => selector)).toEqual([".crumbs li + li::before"]);
  });

  it.each([
    ["#FFFFFF", "papier"],
    ["#FFD400", "brume"],
    ["#000000", "sauge"],
    ["#00FF00", "papier"],
  ] as const)("%s is answered in %s", (accent, palette) => {
    expect(isReadable({ accent: nearestAccent({ accent, palette }), palette })).toBe(true);
  });

  it("darken no further than needed", () => {
    for (const accent of ["#E0607E", "#2D9CDB", "#F2A000"]) {
      const nearest = nearestAccent({ accent, palette: "papier" });
      expect(contrast(nearest, PALETTES.papier.colours.sand)).toBeLessThan(4.8);
    }
  });
});

it.each([
  ["7a2342", "#7A2342"],
  [" #abc ", "#AABBCC"],
  ["#12345", null],
  ["rouge", null],
  ["#7a2342;}", null],
  ["", null],
])("%s is read as %s", (text, colour) => {
  expect(readColour(text)).toBe(colour);
});

it("the style sheet has the changed tokens alone", () => {
  const sheet = sheetOf({ accent: "#1F4E79", palette: "papier" });
  expect(sheet).toMatch(/^:root\{--plum:#1f4e79;--plum-dark:#173b5b;--plum-tint:#[0-9a-f]{6};/);
  expect(sheet).not.toContain("--paper");
  expect(sheetOf({ accent: "#7A2342", palette: "brume" })).toContain("--paper:#f6f8fa");
});
