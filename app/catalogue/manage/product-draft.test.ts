import { describe, expect, test } from "vitest";
import type { ProductDraft } from "./draft-fields.ts";
import { mergeDrafts } from "./merge-drafts.ts";
import { EMPTY_DRAFT, parseDraft, parseStoredDraft, readDraft } from "./product-draft.ts";

const cream: ProductDraft = {
  ...EMPTY_DRAFT,
  name: "Crème au LIN",
  price: "34",
  description: "Onctueuse.",
  specifications: [{ name: "Contenance", value: "50 ml" }],
  pictures: ["a", "b", "c"],
};

describe("the form's draft", () => {
  test("a name is stored in lower case, a price in cents, empty rows are left out", () => {
    const parsed = parseDraft({
      ...cream,
      specifications: [...cream.specifications, { name: " ", value: "" }],
    });
    expect(parsed).toMatchObject({
      ok: true,
      product: {
        name: "crème au lin",
        priceCents: 3400,
        specifications: [{ name: "Contenance", value: "50 ml" }],
      },
    });
  });

  test.each<[Partial<ProductDraft>, keyof ProductDraft]>([
    [{ name: "  " }, "name"],
    [{ name: "x".repeat(201) }, "name"],
    [{ price: "" }, "price"],
    [{ price: "12,50" }, "price"],
    [{ price: "douze" }, "price"],
    [{ price: "€ ,50" }, "price"],
    [{ price: "99999999" }, "price"],
    [{ category: "Jouets" }, "category"],
    [{ sellingType: "Soldes" }, "sellingType"],
    [{ description: "x".repeat(20_001) }, "description"],
    [{ specifications: [{ name: "", value: "50 ml" }] }, "specifications"],
    [{ specifications: [{ name: "Texture", value: " " }] }, "specifications"],
    [
      { specifications: Array.from({ length: 51 }, () => ({ name: "a", value: "b" })) },
      "specifications",
    ],
  ])("refuses %j with an error at its field", (wrong, field) => {
    const parsed = parseDraft({ ...cream, ...wrong });
    expect(parsed.ok ? [] : Object.keys(parsed.errors)).toEqual([field]);
  });

  test("accepts unchanged texts beyond the limits, which an import may contain", () => {
    const stored: ProductDraft = {
      ...cream,
      description: "x".repeat(30_000),
      specifications: [{ name: "", value: "50 ml" }],
    };
    expect(parseDraft({ ...stored, price: "35" }, stored)).toMatchObject({
      ok: true,
      product: { priceCents: 3500, description: stored.description },
    });
    const longer = parseDraft({ ...stored, description: `${stored.description}y` }, stored);
    expect(longer).toEqual({ ok: false, errors: { description: "20000 caractères au plus." } });
  });

  test("rows and pictures keep their order", () => {
    const form = new FormData();
    for (const [name, value] of [
      ["specificationName", "Texture"],
      ["specificationValue", "Crème"],
      ["specificationName", "Actifs"],
      ["specificationValue", "Lin"],
      ["picture", "b"],
      ["picture", "a"],
    ] as const)
      form.append(name, value);
    expect(readDraft(form)).toMatchObject({
      specifications: [
        { name: "Texture", value: "Crème" },
        { name: "Actifs", value: "Lin" },
      ],
      pictures: ["b", "a"],
      name: "",
    });
  });
});

describe("merging two administrators' edits", () => {
  const theirs = { ...cream, price: "46", description: "Légère.", pictures: ["a", "b", "c", "d"] };

  test("takes a field that one administrator changed; reports a clash when both changed it", () => {
    const mine = { ...cream, price: "49", composition: "Aqua", pictures: ["c", "a"] };
    const { merged, clashes } = mergeDrafts(cream, theirs, mine);
    expect(clashes).toEqual([{ field: "price", theirs: "46\u00a0€", mine: "49\u00a0€" }]);
    expect(merged).toEqual({ ...mine, description: "Légère.", pictures: ["c", "a", "d"] });
  });

  test("equal changes of both are no clash", () => {
    const mine = { ...cream, price: "46" };
    expect(mergeDrafts(cream, theirs, mine)).toEqual({ merged: theirs, clashes: [] });
  });

  test("without a base, every difference is a clash", () => {
    const { clashes } = mergeDrafts(null, theirs, cream);
    expect(clashes.map(({ field }) => field)).toEqual(["price", "description"]);
  });
});

test.each([
  ['{"name":"crème"}', { ...EMPTY_DRAFT, name: "crème" }],
  ['{"name":"crème","description":null}', null],
  ["null", null],
  ["{", null],
])("a stored draft may lack fields, but not have wrong ones: %s", (text, draft) => {
  expect(parseStoredDraft(text)).toEqual(draft);
});
