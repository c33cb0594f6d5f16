import { expect, test } from "vitest";
import { bytesOf } from "./page-bytes.server.ts";

test.each([
  ["nothing", []],
  ["letters", ["<p>", "", "Crème</p>"]],
  ["signs beyond Latin-1, and beyond 16 bits", ["l’été à 34\u202f€ ", "💄", "!"]],
  ["half of a sign", ["a\ud83d", "b"]],
  ["a sign in two pieces", ["\ud83d", "\udc84"]],
  ["a longer page than there is room for", ["l’", "é".repeat(600_000)]],
])("%s", (_what, pieces) => {
  expect(bytesOf(pieces).equals(Buffer.from(pieces.join("")))).toBe(true);
});

test("a page's bytes stay when the next one's are made", () => {
  const text = "l’une ".repeat(5_000);
  const first = bytesOf([text]);
  bytesOf(["autre ".repeat(6_000)]);
  expect(first.toString()).toBe(text);
});
