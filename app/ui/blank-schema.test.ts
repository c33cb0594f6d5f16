import { expect, test } from "vitest";
import { isBlank } from "./blank-schema.ts";

test.each(["", " \n\t", "\u00a0\u202f", "\u200b", "\ufeff", "\u00ad\u2060\u200d", "\u2800\u3164"])(
  "%j has no visible character",
  (text) => expect(isBlank(text)).toBe(true),
);

test.each(["Éclat", "花", "\u200bA", "✿", "👩‍🔬", "."])("%j has one", (text) =>
  expect(isBlank(text)).toBe(false),
);
