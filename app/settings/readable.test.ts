import { describe, expect, test } from "vitest";
import { salesSettings } from "#app/checkout/sales-settings.ts";
import type { Slide } from "#app/home/home-schema.ts";
import { homeSettings } from "#app/home/home-settings.server.ts";
import { pagesSettings } from "#app/pages/pages-settings.server.ts";
import { appearanceSettings } from "./appearance-settings.server.ts";
import { legalSettings } from "./legal-settings.server.ts";
import { readableOf } from "./readable.ts";
import type { Reading, SettingsGroup } from "./settings-group.ts";

const products = { p1: "Baume des dunes" };
const own: Slide = {
  ...homeSettings.defaults.demo.slides[0]!,
  id: "dunes",
  picture: "images/a/01K0.jpg",
  productId: "p1",
  productName: "",
  title: "Le vent",
  emphasis: "des dunes",
};
const [, second, third] = homeSettings.defaults.demo.slides as [Slide, Slide, Slide];
const read = (slides: readonly object[], reading: Omit<Reading, "products"> = {}) =>
  readableOf(homeSettings.fields.slides, JSON.stringify(slides), { ...reading, products });
const texts = (...slides: object[]) => JSON.stringify(slides);

describe("slides", () => {
  test("only those that changed, with what changed", () => {
    const changed = { ...own, isShown: false, picture: "livree-1", focusX: 3, text: "Autre." };
    expect(read([changed, second], { earlier: texts(own, second) })).toBe(
      "Diapositive 1\u00a0: cachée, titre «\u00a0Le vent des dunes\u00a0», produit «\u00a0Baume des dunes\u00a0», image modifiée, point de mire modifié, texte «\u00a0Autre.\u00a0»",
    );
    expect(read([own, second], { later: texts(changed, second) })).toBe(
      `Diapositive 1\u00a0: affichée, titre «\u00a0Le vent des dunes\u00a0», produit «\u00a0Baume des dunes\u00a0», texte «\u00a0${own.text}\u00a0»`,
    );
  });

  test("new, removed and moved ones", () => {
    expect(read([second, { ...own, productId: "parti" }], { earlier: texts(second) })).toMatch(
      /^Diapositive 2, nouvelle\u00a0: affichée, titre «\u00a0Le vent des dunes\u00a0», produit supprimé, description/,
    );
    expect(read([second], { later: texts(second, own) })).toBe("1 diapositive");
    expect(read([second, third], { earlier: texts(own, second, third) })).toBe(
      "Diapositive 1 retirée",
    );
    expect(read([third, second], { earlier: texts(second, third) })).toMatch(
      /^Diapositive 1, auparavant 2\u00a0: .*\nDiapositive 2, auparavant 1\u00a0: /,
    );
  });

  test("all of them without another text; no path or identifier", () => {
    const all = read([own, { ...second, productName: "", title: "", emphasis: "" }]);
    expect(all).toMatch(
      /^Diapositive 1\u00a0: .*\nDiapositive 2\u00a0: affichée, sans titre, sans/,
    );
    expect(all).not.toMatch(/images\/|livree|\bon\b|p1|left|right/);
  });

  test.each(["", "{", "[null, 3, {}]", '[{"title": {"a": 1}}]', '{"id": 1}'])(
    "of « %s » is no error",
    (text) => {
      expect(
        readableOf(homeSettings.fields.slides, text, { earlier: text, products }),
      ).not.toBeNull();
      expect(readableOf(homeSettings.fields.slides, text, { products })).not.toBeNull();
    },
  );
});

test("a question, with its answer where that changed", () => {
  const [first, ...rest] = pagesSettings.defaults.demo.questions;
  const earlier = JSON.stringify([first, ...rest]);
  const read = (questions: readonly object[]) =>
    readableOf(pagesSettings.fields.questions, JSON.stringify(questions), { earlier, products });
  expect(read([{ ...first, question: "Payer ?" }, ...rest])).toBe(
    "Question 1\u00a0: «\u00a0Payer ?\u00a0»",
  );
  expect(read([{ ...first, answer: "Oui." }, ...rest])).toBe(
    `Question 1\u00a0: «\u00a0${first!.question}\u00a0», réponse «\u00a0Oui.\u00a0»`,
  );
});

test("a product's name, a checkbox and a palette", () => {
  const read = ({ fields }: SettingsGroup, field: string, text: string) =>
    readableOf(fields[field]!, text, { products });
  expect(read(homeSettings, "houseProductId", "p1")).toBe("Baume des dunes");
  expect(read(homeSettings, "houseProductId", "parti")).toBe("Produit supprimé");
  expect(read(homeSettings, "houseProductId", "")).toBe("Celui de la première diapositive");
  expect(read(legalSettings, "vatExempt", "on")).toBe("Oui");
  expect(read(legalSettings, "vatExempt", "")).toBe("Non");
  expect(read(appearanceSettings, "palette", "sauge")).toBe("Lin et sauge");
  expect(read(salesSettings, "cash", "home")).toBe("À domicile seulement");
});
