import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import { withFixedKerning } from "./fixed-kerning.ts";

/**
 * node scripts/subset-fonts.ts: writes the subset fonts in app/ui/fonts. They contain the French letters (the
 * `unicode-range` of each face in tokens.css) and the weights that the shop uses; run it again when either changes. Pages
 * with other letters also load the complete fonts.
 */
const FOLDER = "app/ui/fonts";
const styles = readFileSync("app/ui/tokens.css", "utf8");

const fonts = [
  {
    name: "fraunces",
    source: import.meta
      .resolve("@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2"),
    wght: 400,
  },
  {
    name: "fraunces-italic",
    source: import.meta
      .resolve("@fontsource-variable/fraunces/files/fraunces-latin-wght-italic.woff2"),
    wght: 400,
  },
  {
    name: "instrument-sans",
    source: import.meta
      .resolve("@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2"),
    wght: { min: 400, max: 600 },
  },
];

/** Without alternate letters and the table of names for menus of weights. */
const OPTIONS = {
  noHinting: true,
  keepFeatures: ["kern", "liga", "rvrn", "tnum"],
  dropTables: ["STAT"],
};

for (const { name, source, wght } of fonts) {
  const original = readFileSync(new URL(source));
  const letters = lettersOf(name);
  const cut = (weights: typeof wght) =>
    subsetFont(original, letters, {
      ...OPTIONS,
      targetFormat: "truetype",
      variationAxes: { wght: weights },
    });
  const subset = await cut(wght);
  const kerned =
    typeof wght === "number"
      ? subset
      : withFixedKerning(subset, await cut((wght.min + wght.max) / 2));
  const file = await subsetFont(kerned, letters, { ...OPTIONS, targetFormat: "woff2" });
  writeFileSync(`${FOLDER}/${name}.woff2`, file);
  console.log(`${name}: ${original.length} → ${file.length} bytes`);
}

/** Every character in the `unicode-range` of the face that loads this file. */
function lettersOf(name: string): string {
  const face = styles.split("@font-face").find((one) => one.includes(`fonts/${name}.woff2`));
  const ranges = /unicode-range:([^;]+);/.exec(face ?? "")?.[1];
  if (!ranges) throw new Error(`No unicode-range of ${name} in tokens.css.`);
  return [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)]
    .flatMap(([, first, last = first]) => {
      const from = Number.parseInt(first!, 16);
      return Array.from({ length: Number.parseInt(last!, 16) - from + 1 }, (_, n) => from + n);
    })
    .map((point) => String.fromCodePoint(point))
    .join("");
}
