import { readFile } from "node:fs/promises";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { homeSettings } from "#app/home/home-settings.server.ts";
import { demoFacts } from "#db/demo/demo-facts.ts";
import { readTexts } from "#db/demo/texts.ts";
import { fragranceAllergens } from "../facts/fragrance-allergens.ts";
import { foldedIngredient, nanomaterials } from "../facts/ingredients.ts";
import annexes from "./annexes.json" with { type: "json" };
import { ANNEXES, annexRule, restrictedIn } from "./annexes.server.ts";
import { fold, phraseFinder } from "./phrases.ts";
import {
  claimsIn,
  findingKey,
  findingsOf,
  findingText,
  openFindings,
  WATCH_LISTS,
  type WatchedTexts,
} from "./watch.ts";

const PRODUCT: WatchedTexts = {
  name: "crème",
  category: "Soins de la peau",
  description: "",
  composition: "",
  specifications: [],
  precautions: null,
};
const rulesIn = (text: string) => claimsIn(text).map(({ rule }) => rule.id);
const inComposition = (composition: string) =>
  findingsOf({ ...PRODUCT, composition }).map(({ rule, words }) => [rule.id, words]);

test.each([
  ["Un soin ÉCOLOGIQUE et éco-responsable.", "environnement", ["ÉCOLOGIQUE", "éco-responsable"]],
  ["des formules ecologiques, éco‑conçues", "environnement", ["ecologiques", "éco‑conçues"]],
  ["La clean beauty, plus verte", "environnement", ["clean", "plus verte"]],
  ["Biodégradable à 90\u00a0%", "agec", ["Biodégradable"]],
  ["respectueuse de l’environnement", "agec", ["respectueuse de l’environnement"]],
  ["Neutre en carbone depuis 2024", "carbone", ["Neutre en carbone"]],
  ["Nous compensons nos émissions", "carbone", ["compensons nos émissions"]],
  ["Ingrédients d'origine NATURELLE", "naturel", ["origine NATURELLE"]],
  ["Une crème bio.", "naturel", ["bio"]],
  ["Sans produits chimiques, non-toxique", "toxique", ["Sans produits chimiques", "non-toxique"]],
  ["Il guérit, cicatrise et traite l'acné", "medical", ["guérit", "cicatrise", "traite", "acné"]],
  ["anti-inflammatoires et antibactérienne", "medical", ["anti-inflammatoires", "antibactérienne"]],
  ["Le meilleur medicament thérapeutique", "medical", ["medicament", "thérapeutique"]],
  ["sans paraben\u00ades ni silicones", "sans", ["sans paraben\u00ades"]],
  ["0\u00a0% parabènes, 0% silicone", "sans", ["0\u00a0% parabènes", "0% silicone"]],
  ["HYPOALLERGENIQUE", "hypoallergenique", ["HYPOALLERGENIQUE"]],
  ["Non testée sur les animaux", "animaux", ["Non testée sur les animaux"]],
  ["Testé dermatologiquement", "preuves", ["Testé dermatologiquement"]],
  ["Un écran total, protection 100\u00a0%", "soleil", ["écran total", "protection 100\u00a0%"]],
  ["Il prévient le cancer de la peau", "medical", ["cancer"]],
])("« %s » has a claim of the rule %s", (text, id, words) => {
  const found = claimsIn(text).find(({ rule }) => rule.id === id);
  expect(found?.words).toEqual(words);
});

test.each([
  "Nettoyez votre peau, cleaning et nettoyage.",
  "Un pot ouvert, couvert de vernis vert, à l'argile verte et au thé vert.",
  "Un fini naturel, du volume naturel, et des ongles naturels.",
  "Un confort durable, un aspect soigné ; rincez soigneusement.",
  "Spray sans rinçage, sans frotter, sans film gras.",
  "La biologie, les biotechnologies, la carbonatation, le traitement des pointes.",
  "Une personne responsable, un mode d'emploi responsablement écrit.",
])("« %s » has no claim", (text) => {
  expect(rulesIn(text)).toEqual([]);
});

test("a phrase is found in any spelling and place, and within an exception it is not", () => {
  const find = phraseFinder(["éco responsable(s)", "l'eau #"], ["non éco responsable"]);
  const words = (text: string) => find(fold(text));
  expect(words("ÉCO-RESPONSABLES ou e\u0301co  responsable")).toEqual([
    "ÉCO-RESPONSABLES",
    "e\u0301co  responsable",
  ]);
  expect(words("non éco-responsable, L’eau12")).toEqual(["L’eau12"]);
  expect(words("déco responsable, éco responsablement")).toEqual([]);
});

/** The folding as it was before its cache, with the positions of the original characters. */
function foldSlowly(text: string) {
  let folded = "";
  const at: number[] = [];
  let position = 0;
  for (const character of text) {
    const letters = /[a-z0-9 ]/.test(character)
      ? character
      : character
          .normalize("NFD")
          .replace(/[\p{Diacritic}\p{M}\p{Cf}]/gu, "")
          .toLowerCase()
          .replace("œ", "oe")
          .replace("æ", "ae")
          .replace(/[\s'’ʼ‐‑‒–—-]/g, " ");
    folded += letters;
    for (let index = 0; index < letters.length; index++) at.push(position);
    position += character.length;
  }
  return { folded, at: [...at, position] };
}

test("folding equals the character by character folding, and phrases are found at the same places", () => {
  const find = phraseFinder(["bio", "éco responsable(s)"]);
  const unit = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom(..."éÉœŒæÆ'’-\u00ad\u200b\u0301İß😀한\ud83d \n"),
      maxLength: 12,
    }),
    fc.constantFrom("bio", "B\u00adI\u0301Ô", "œbio", "ÉCO-Responsables", "éco\u2011responsable"),
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
      const text = units.join(" ");
      const { folded, at } = foldSlowly(text);
      expect(fold(text).folded).toBe(folded);
      const matches = [...folded.matchAll(/\b(?:bio|eco +responsable(?:s)?)(?![a-z0-9])/g)].map(
        ({ index, 0: match }) => [match, text.slice(at[index], at[index + match.length])],
      );
      expect(find(fold(text))).toEqual([...new Map(matches as [string, string][]).values()]);
    }),
    { numRuns: 500 },
  );
});

test("hostile and long texts are read in linear time", () => {
  const start = performance.now();
  for (const piece of ["sans ", "éco ", "a'-", "<b>bio</b>", "respectueu", "0 % "])
    claimsIn(piece.repeat(20_000 / piece.length));
  for (const piece of [" ", "*", "[", "[ ", "a nano", "(nano", "é, "])
    inComposition(`a${piece.repeat(20_000 / piece.length)}b`);
  expect(performance.now() - start).toBeLessThan(2_000);
});

describe("ingredients", () => {
  test("are found by whole names or parts, in any spelling, once for each rule", () => {
    expect(
      inComposition(
        "AQUA, PTFE, Perfluorodecalin, trimethylbenzoyl diphenylphosphine oxide, RETINOL, retinyl palmitate; " +
          "Parfum (Hexyl Salicylate, Linalool). [+/- CI 77891, CI 77820]",
      ),
    ).toEqual([
      ["pfas", ["PTFE", "Perfluorodecalin"]],
      ["tpo", ["trimethylbenzoyl diphenylphosphine oxide"]],
      ["vitamine-a", ["RETINOL", "retinyl palmitate"]],
      ["hexyl-salicylate", ["Hexyl Salicylate"]],
      ["argent", ["CI 77820"]],
    ]);
  });

  test("with other names are not found", () => {
    expect(
      inComposition("Sodium Fluoride, Retinal, Silver Birch Extract, Ethylhexyl Salicylate"),
    ).toEqual([]);
    expect(inComposition("")).toEqual([]);
  });

  test("banned ones say so; others are to be checked", () => {
    const [tpo, retinol] = findingsOf({ ...PRODUCT, composition: "TPO, Retinol" });
    expect(tpo!.rule).toMatchObject({ isBanned: true, from: "2025-09-01" });
    expect(retinol!.rule.isBanned).toBeUndefined();
    expect(retinol!.rule).toMatchObject({ from: "2025-11-01", until: "2027-05-01" });
    expect(retinol!.rule.reason).toContain("Contient de la vitamine A.");
  });
});

describe("rules with dates", () => {
  test.each([
    ["Methylenebisacrylamide", "methylenebisacrylamide", true],
    ["CYCLOTETRASILOXANE", "d4", true],
    ["Cyclopentasiloxane", "d5", undefined],
    ["Cyclohexasiloxane", "d6", undefined],
    ["Cyclomethicone", "cyclomethicone", undefined],
    ["HEMA", "hema", undefined],
    ["Di-HEMA Trimethylhexyl Dicarbamate", "hema", undefined],
    ["Nylon-12", "microplastiques", undefined],
    ["Silver [nano]", "argent-nano", true],
  ])("%s is found", (name, id, isBanned) => {
    const [found, ...others] = findingsOf({ ...PRODUCT, composition: `Aqua, ${name}, Glycerin` });
    expect(found).toMatchObject({ rule: { id }, words: [name] });
    expect(found!.rule.isBanned).toBe(isBanned);
    expect(others).toEqual([]);
  });

  test("« soldes » is a claim outside of the sales only", () => {
    const isFound = (day: string) =>
      claimsIn("Nos soldes, et un produit soldé.", new Date(`${day}T12:00:00+01:00`)).length > 0;
    // 2026: 14 January is the second Wednesday, after the 12th; 24 June is the last one.
    for (const day of ["2026-01-07", "2026-02-03", "2026-06-24", "2026-07-21", "2027-01-06"])
      expect(isFound(day), day).toBe(false);
    for (const day of ["2026-01-06", "2026-02-04", "2026-06-23", "2026-07-22", "2026-11-29"])
      expect(isFound(day), day).toBe(true);
    // 29 June 2022 is the last Wednesday, after the 28th: the sales began a week earlier. 8 January 2025 is the second one.
    for (const day of ["2022-06-22", "2025-01-08"]) expect(isFound(day), day).toBe(false);
    expect(isFound("2022-07-20")).toBe(true);
    expect(claimsIn("Le solde de la commande.", new Date("2026-11-29"))).toEqual([]);
  });
});

test("a nanomaterial keeps its mark, is found and shown, and is the ingredient without it for other lists", () => {
  const composition =
    "AQUA ● TITANIUM DIOXIDE [NANO] ● Zinc Oxide (nano)* ● Silica* [nano], Parfum (Linalool [nano], Limonene)";
  const found = ["TITANIUM DIOXIDE [nano]", "Zinc Oxide [nano]", "Silica [nano]"];
  expect(nanomaterials(composition)).toEqual([...found, "Linalool [nano]"]);
  expect(inComposition(composition)).toEqual([["nanomateriau", [...found, "Linalool [nano]"]]]);
  expect(fragranceAllergens(composition).map(({ name }) => name)).toEqual(["Linalool", "Limonene"]);
  expect(nanomaterials("Aqua, Nanocellulose, Gold")).toEqual([]);
  expect(nanomaterials("[nano".repeat(4_000))).toEqual([]);
});

describe("the annexes of the cosmetics regulation", () => {
  const inAnnexes = (composition: string) =>
    findingsOf({ ...PRODUCT, composition }, annexRule).map(({ rule, words }) => [rule.id, words]);

  test.each([
    ["Hydroquinone monobenzylether", []],
    ["Minoxidil", ["annexe-ii-372"]],
    ["Butylphenyl Methylpropional", ["annexe-ii-1666"]],
    ["ZINC PYRITHIONE", ["annexe-ii-1670"]],
    ["Tretinoin", ["annexe-ii-375"]],
    ["Gold [nano]", ["annexe-ii-1728"]],
    ["Gold", []],
    // Parts of names, and substances that are only banned under a condition.
    ["Acrylates/Acrylamide Copolymer", []],
    ["Styrene/Acrylates Copolymer", []],
    ["Vinyl Acetate/Crotonates Copolymer", []],
    ["Petrolatum", []],
    ["Lippia Citriodora Oil", []],
    ["Isobutane", []],
    ["Tagetes Patula Flower Oil", []],
  ])("%s", (name, ids) => {
    expect(inAnnexes(`Aqua, ${name}, Glycerin`).map(([id]) => id)).toEqual(ids);
  });

  test("annex III says its entry and limit, and no fragrance allergen", () => {
    expect(restrictedIn("Aqua, Salicylic Acid, Linalool, Benzyl Salicylate")).toEqual([
      { written: "Salicylic Acid", entry: "98", limit: "0,5 à 3\u00a0%" },
    ]);
  });

  test("no name is in both annexes, or too short to be a whole ingredient", () => {
    const prohibited = Object.values(annexes.prohibited).flat();
    const restricted = Object.values(annexes.restricted).flatMap(({ names }) => names);
    expect([prohibited.length, restricted.length]).toEqual([
      ANNEXES.prohibitedCount,
      ANNEXES.restrictedCount,
    ]);
    const twice = restricted.filter((name) => annexRule(foldedIngredient(name)));
    expect(twice).toEqual([]);
    for (const name of [...prohibited, ...restricted])
      expect(foldedIngredient(name).length, name).toBeGreaterThan(3);
  });
});

test("a sunscreen without factor, use and warnings is to be completed; an after-sun care is none", () => {
  const category = "Produits de protection solaire";
  const missing = (change: Partial<WatchedTexts>) =>
    findingsOf({ ...PRODUCT, category, ...change }).map(({ rule }) => rule.id);
  expect(missing({})).toEqual(["solaire-indice", "solaire-usage", "solaire-avertissement"]);
  expect(missing({ name: "crème spf50+", description: "Renouvelez souvent." })).toEqual([
    "solaire-avertissement",
  ]);
  expect(
    missing({
      specifications: [{ name: "Indice", value: "30" }],
      description: "Réappliquez toutes les deux heures.",
      precautions: "N'exposez pas les bébés et les jeunes enfants directement au soleil.",
    }),
  ).toEqual([]);
  expect(missing({ name: "lait après-soleil" })).toEqual([]);
  expect(missing({ specifications: [{ name: "Protection solaire", value: "Aucune" }] })).toEqual(
    [],
  );
  expect(findingsOf(PRODUCT)).toEqual([]);
});

test("a verified finding stays quiet; other words of the same rule do not", () => {
  const product = { ...PRODUCT, description: "Une crème bio." };
  const [bio] = findingsOf(product);
  const verified = [findingKey(bio!)];
  expect(findingText(bio!)).toBe("Caractère naturel ou biologique\u00a0: «\u00a0bio\u00a0»");
  expect(openFindings(product, verified)).toEqual([]);
  expect(openFindings({ ...product, name: "crème bio" }, verified)).toHaveLength(1);
  expect(openFindings({ ...product, description: "Bio et naturelle" }, verified)).toHaveLength(1);
});

test("the lists are dated, and each rule has its reason and its law in French typography", async () => {
  const ids = WATCH_LISTS.flatMap(({ rules }) => rules.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const { date, source, rules } of WATCH_LISTS) {
    expect(date).toMatch(/^2\d{3}-\d\d-\d\d$/);
    expect(source).not.toBe("");
    for (const { reason, law, from, words } of rules) {
      expect(reason, reason).toMatch(/^[A-ZÀ-Ü0-9«].*[.»]$/u);
      expect(law).not.toBe("");
      expect(words.length).toBeGreaterThan(0);
      expect(words.join()).not.toMatch(/['*#]| %/);
      if (from !== null) expect(from).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  }
  for (const name of ["claims", "ingredients"]) {
    const text = await readFile(new URL(`${name}.json`, import.meta.url), "utf8");
    // Words to search may have plain apostrophes; sentences have typographic ones and no-break spaces.
    for (const [, sentence] of text.matchAll(/"(?:title|reason|law|source)": "([^"]*)"/g))
      expect(sentence).not.toMatch(/'| [:;!?»%]|« /);
  }
});

test("the demo's 48 products and the first banner have nothing to check", async () => {
  const { catalogue } = await readTexts();
  expect(catalogue).toHaveLength(48);
  const findings = catalogue.flatMap((product) =>
    findingsOf({ ...product, ...demoFacts(product) }, annexRule).map(
      (finding) => `${product.slug}: ${findingText(finding)}`,
    ),
  );
  expect(findings).toEqual([]);
  expect(claimsIn(JSON.stringify(homeSettings.defaults.demo))).toEqual([]);
});
