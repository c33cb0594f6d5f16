import { expect, test } from "vitest";
import { editDistance, oneEditAway } from "./edit-distance.ts";

test.each([
  ["savon", "savon", 0],
  ["savon", "savn", 1],
  ["savn", "savon", 1],
  ["savin", "savon", 1],
  ["savno", "savon", 1],
  ["hialuronique", "hyaluronique", 1],
  ["", "gel", 3],
  ["parfum", "", 6],
  ["lait", "huile", 4],
])("the edit distance of « %s » and « %s » is %d", (from, to, distance) => {
  expect(editDistance(from, to)).toBe(distance);
});

test("oneEditAway returns all words at distance 1, each once", () => {
  const words = oneEditAway("gel");
  expect(new Set(words).size).toBe(words.length);
  expect(words).toEqual(expect.arrayContaining(["gels", "ge", "gle", "sel", "agel"]));
  for (const word of words) expect(editDistance("gel", word), word).toBe(1);
});
