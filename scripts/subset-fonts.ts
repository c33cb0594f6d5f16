import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

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

for (const { name, source, wght } of fonts) {
  const original = readFileSync(new URL(source));
  const subset = await subsetFont(original, lettersOf(name), {
    targetFormat: "woff2",
    variationAxes: { wght },
    noHinting: true,
  });
  writeFileSync(`${FOLDER}/${name}.woff2`, subset);
  console.log(`${name}: ${original.length} → ${subset.length} bytes`);
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
