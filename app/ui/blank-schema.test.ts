import { expect, test } from "vitest";
import { isBlank, visibleText } from "./blank-schema.ts";

test.each(["", " \n\t", "\u00a0\u202f", "\u200b", "\ufeff", "\u00ad\u2060\u200d", "\u2800\u3164"])(
  "%j has no visible character",
  (text) => expect(isBlank(text)).toBe(true),
);

test.each(["Éclat", "花", "\u200bA", "✿", "👩‍🔬", "."])("%j has one", (text) =>
  expect(isBlank(text)).toBe(false),
);

test.each([
  ["\u200b", ""],
  ["\u0001\u202e\u3164", ""],
  ["\u202eFrance\u200b ", "France"],
  ["un\r\ndeux\u0007\tet \u00ad3", "un\ndeux et 3"],
])("of %j, %j is visible", (text, visible) => expect(visibleText(text)).toBe(visible));
