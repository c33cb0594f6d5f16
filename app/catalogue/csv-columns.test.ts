import * as fc from "fast-check";
import { expect, test } from "vitest";
import { guardFormula } from "#app/csv/csv.server.ts";
import { PRODUCT_COLUMNS, productCells } from "./csv-columns.ts";
import { checkDigit, NO_FACTS } from "./facts/facts-schema.ts";
import { readProductLine } from "./import/product-line.ts";
import { productName, productText } from "./manage/product-values.ts";
import { withoutUnchangedPairs, withChanges } from "./product-changes.ts";
import { CATEGORIES, SELLING_TYPES, type ProductTexts } from "./product-schema.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "=1+1",
    "'=1",
    "''@x",
    "- 20 %",
    "+cmd|' /C calc'!A0",
    "a\r\nb",
    " \t=x ",
    "＝1",
    "pH: 5",
  ),
);
const factText = text.map((value) => productText(value) || null);
const factsRecord = {
  // Together: a quantity has a unit.
  netQuantity: fc.constant(null),
  netUnit: fc.constant(null),
  productType: fc.option(fc.constant("other" as const)),
  durabilityDate: fc.option(fc.constantFrom("2026-11-30", "2030-02-28")),
  paoMonths: fc.option(fc.integer({ min: 1, max: 120 })),
  precautions: factText,
  responsiblePerson: factText.map((value) => value?.replace(/\s+/g, " ") ?? null),
  origin: factText.map((value) => value?.replace(/\s+/g, " ") ?? null),
  reference: fc.constantFrom(null, "ECL-001", "12 B/é (2)"),
  ean: fc.option(
    fc.nat(999_999_999).map((code) => {
      const digits = `200${String(code).padStart(9, "0")}`;
      return digits + checkDigit(digits);
    }),
  ),
  sorting: factText,
  weightGrams: fc.option(fc.integer({ min: 1, max: 100_000 })),
};
const product: fc.Arbitrary<ProductTexts> = fc.record({
  name: text.map(productName).filter((name) => name !== ""),
  priceCents: fc.nat(999_999).map((euros) => euros * 100),
  category: fc.constantFrom(...CATEGORIES),
  sellingType: fc.constantFrom(...SELLING_TYPES),
  description: text,
  composition: text,
  specifications: fc.array(fc.record({ name: text, value: text }), { maxLength: 4 }),
  ...factsRecord,
});

const quantity = fc.oneof(
  fc.constant({ netQuantity: null, netUnit: null }),
  fc.record({
    netQuantity: fc.integer({ min: 1, max: 10_000_000 }).map((hundredths) => hundredths / 100),
    netUnit: fc.constantFrom("ml" as const, "g" as const),
  }),
  fc.record({
    netQuantity: fc.integer({ min: 1, max: 100_000 }),
    netUnit: fc.constant("pièce" as const),
  }),
);

test("importing an exported line changes nothing, whatever the product's texts", () => {
  fc.assert(
    fc.property(product, quantity, (texts, facts) => {
      const stored = { ...texts, ...facts };
      const cells: Record<string, string> = { ...productCells(stored), id: "-1", photos: "" };
      const line = PRODUCT_COLUMNS.map((column) => guardFormula(cells[column]!));
      const read = readProductLine(PRODUCT_COLUMNS, line);
      if (!("product" in read)) throw new Error(JSON.stringify(read.faults));
      const { id, ...values } = read.product;
      expect(id).toBe("-1");
      expect(withChanges(stored, withoutUnchangedPairs(stored, values))).toEqual({
        after: stored,
        changes: [],
      });
    }),
    { numRuns: 1_000 },
  );
});

test("no exported cell is a spreadsheet formula", () => {
  fc.assert(
    fc.property(text, (cell) => {
      expect(guardFormula(cell)).not.toMatch(/^\s*[=+\-@\t\r\n＝＋－＠]/);
    }),
  );
});

test("a field that a CSV cell cannot express keeps its value while another one changes", () => {
  const before: ProductTexts = {
    name: "gommage",
    priceCents: 1200,
    category: "Autres",
    sellingType: "Normal",
    description: "doux\r\n",
    composition: "",
    specifications: [{ name: "pH: mesuré", value: "5" }],
    ...NO_FACTS,
  };
  const values = {
    priceCents: 1400,
    description: "doux",
    specifications: [{ name: "pH", value: "mesuré: 5" }],
  };
  expect(withChanges(before, withoutUnchangedPairs(before, values))).toEqual({
    after: { ...before, priceCents: 1400 },
    changes: [{ field: "prix", before: "12\u00a0€", after: "14\u00a0€" }],
  });
  // A form has separate inputs for name and value, so a change of them is a change of the product.
  expect(withChanges(before, { specifications: values.specifications }).changes).toHaveLength(1);
});
