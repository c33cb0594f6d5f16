import { expect, test } from "vitest";
import { visibleText } from "./visible-text-schema.ts";

test.each([
  ["\u200b", ""],
  ["\u0001\u202e\u3164", ""],
  ["\u202eFrance\u200b ", "France"],
  ["un\r\ndeux\u0007\tet \u00ad3", "un\ndeux et 3"],
])("of %j, %j is visible", (text, visible) => expect(visibleText(text)).toBe(visible));
