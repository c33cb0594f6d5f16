import { expect, test } from "vitest";
import { markBeginnings } from "./mark-beginnings.ts";

const marked = (label: string, keyword: string) =>
  markBeginnings(label, keyword)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join("");

test.each([
  ["Crème de jour", "cre", "[Crè]me de jour"],
  ["Crème de jour", "jour crème", "[Crème] de [jour]"],
  ["Crème solaire visage SPF 50+", "spf 5", "Crème solaire visage [SPF] [5]0+"],
  ["Gelée nettoyante fleur d’oranger", "ora", "Gelée nettoyante fleur d’[ora]nger"],
  ["Blush crème", "rème", "Blush crème"],
  ["Blush crème", "", "Blush crème"],
])("in « %s », the keyword « %s » marks %s", (label, keyword, expected) => {
  expect(marked(label, keyword)).toBe(expected);
});
