import { expect, test } from "vitest";
import { receivedText } from "./received-text.ts";

test.each([
  "Crème « Éclat », Việt Nam",
  "crème".normalize("NFD"),
  "👩‍❤️‍👨 1️⃣ हिन्दी ภาษาไทย שָׁלוֹם",
  `a${"\u0301".repeat(30)}b`,
])("« %s » stays as it is", (text) => expect(receivedText(text)).toBe(text));

test.each(["\u0301", "\u0301\u200b", "\uFF9E\u0316", "\u200b\u200b\u0316\u0301"])(
  "a text of %j is soon cleaned and normalised, also without its invisible characters",
  (part) => {
    const begun = performance.now();
    const text = receivedText(`a\0${part.repeat(120_000)}b`);
    for (const form of ["NFC", "NFD", "NFKC"]) text.replaceAll(/\p{Cf}/gu, "").normalize(form);
    expect(performance.now() - begun).toBeLessThan(250);
    expect(text).toMatch(/^a.{0,130}b$/su);
  },
);
