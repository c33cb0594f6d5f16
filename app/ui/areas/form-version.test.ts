import { expect, test } from "vitest";
import { mergeFields, parseDraftJson, readPosted, type Fields } from "./form-version.ts";

type Draft = Record<string, string>;
const fields: Fields<Draft> = {
  names: { name: "Nom", ean: "Code EAN" },
  isSame: (field, one, other) => one[field] === other[field],
};
const merge = (base: Draft | null, theirs: Draft, mine: Draft) =>
  mergeFields(fields, { base, theirs, mine }, (field, draft) => `« ${draft[field]} »`);

test.each<[string, Draft | null, Draft, Draft, Draft, string[]]>([
  ["only theirs", { name: "a" }, { name: "b" }, { name: "a" }, { name: "b" }, []],
  ["only mine", { name: "a" }, { name: "a" }, { name: "b" }, { name: "b" }, []],
  ["both equally", { name: "a" }, { name: "b" }, { name: "b" }, { name: "b" }, []],
  ["both differently", { name: "a" }, { name: "b" }, { name: "c" }, { name: "c" }, ["name"]],
  ["unknown base", null, { name: "a" }, { name: "b" }, { name: "b" }, ["name"]],
  ["a field without a name", { x: "a" }, { x: "b" }, { x: "a" }, { x: "a" }, []],
])("merges %s", (_, base, theirs, mine, merged, clashing) => {
  const result = merge(base, theirs, mine);
  expect(result.merged).toEqual(merged);
  expect(result.clashes).toEqual(
    clashing.map((field) => ({
      field,
      theirs: `« ${theirs[field]} »`,
      mine: `« ${mine[field]} »`,
    })),
  );
});

test.each([
  ['{"name":"b"}', { name: "b", ean: "" }],
  ['{"name":1}', null],
  ['"text"', null],
  ["null", null],
  ["{", null],
])("a draft of another version lacks no field: %s", (text, draft) => {
  expect(parseDraftJson(text, { name: "", ean: "" })).toEqual(draft);
});

test.each(["", "-1", "1.5", "x", "1234567890"])("the version « %s » is refused", (version) => {
  const form = new FormData();
  form.set("version", version);
  expect(() => readPosted(form)).toThrow(expect.objectContaining({ status: 400 }));
  form.set("version", "12");
  expect(readPosted(form)).toEqual({ version: 12, base: "" });
});
