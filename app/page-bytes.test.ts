import { expect, test } from "vitest";
import { bytesOf } from "./page-bytes.server.ts";

test.each([
  ["no pieces", []],
  ["Latin-1 text and an empty piece", ["<p>", "", "Crème</p>"]],
  ["characters beyond Latin-1 and beyond 16 bits", ["l’été à 34\u202f€ ", "💄", "!"]],
  ["a lone surrogate", ["a\ud83d", "b"]],
  ["a surrogate pair in two pieces", ["\ud83d", "\udc84"]],
  ["a page longer than the buffer", ["l’", "é".repeat(600_000)]],
])("encodes %s like Buffer.from", (_title, pieces) => {
  expect(bytesOf(pieces).equals(Buffer.from(pieces.join("")))).toBe(true);
});

test("a page's bytes do not change when the next page is encoded", () => {
  const text = "l’une ".repeat(5_000);
  const first = bytesOf([text]);
  bytesOf(["autre ".repeat(6_000)]);
  expect(first.toString()).toBe(text);
});
