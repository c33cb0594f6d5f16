import { readFileSync, writeFileSync } from "node:fs";

/**
 * node scripts/french-towns.ts: writes app/delivery/french-towns.json, one line per postal code: « 01000 Bourg-en-Bresse,
 * Saint-Denis-lès-Bourg ». Run it after each update of @etalab/decoupage-administratif, which has a version a year. The package is
 * not needed at run time.
 */
const source = import.meta.resolve("@etalab/decoupage-administratif/data/communes.json");
const communes = JSON.parse(readFileSync(new URL(source), "utf8")) as {
  nom: string;
  type: string;
  codesPostaux?: string[];
}[];

// Monaco has a French postal code.
const found = new Map([["98000", ["Monaco"]]]);
for (const { nom, type, codesPostaux = [] } of communes)
  if (type === "commune-actuelle")
    for (const code of codesPostaux) found.set(code, [...(found.get(code) ?? []), nom]);

const lines = [...found].map(([code, towns]) => `${code} ${towns.toSorted().join(",")}`).toSorted();
writeFileSync("app/delivery/french-towns.json", `${JSON.stringify(lines, null, 2)}\n`);
