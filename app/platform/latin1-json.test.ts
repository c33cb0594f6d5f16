import { assert, jsonValue, property } from "fast-check";
import { expect, test } from "vitest";
import { latin1Json } from "./latin1-json.server.ts";

test("the text is Latin-1 and parses to the value", () => {
  expect(latin1Json({ text: "d’œuf é 🌿" })).toBe('{"text":"d\\u2019\\u0153uf é \\ud83c\\udf3f"}');
  assert(
    property(jsonValue(), (value) => {
      const text = latin1Json(value);
      expect(text).toMatch(/^[\0-\u00ff]*$/);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
