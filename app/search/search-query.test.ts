import { describe, expect, test } from "vitest";
import { cleanKeyword, parseSearch, searchHref } from "./search-query.ts";

describe("the keyword", () => {
  test.each([
    ["  Crème   HYDRATANTE ", "crème hydratante"],
    ["cre\u0300me", "crème"],
    ["a\0b", "ab"],
    [" \t\n ", ""],
    ["a".repeat(99) + "🌹🌹", "a".repeat(99) + "🌹"],
    ["é".repeat(10_000), "é".repeat(100)],
    ["100 % _ \\ '", "100 % _ \\ '"],
  ])("is trimmed, lower-cased and shortened to 100 characters: %j", (typed, keyword) => {
    expect(cleanKeyword(typed)).toBe(keyword);
  });
});

test.each(["0", "-1", "abc", "1.5", ""])("an invalid page number « %s » becomes 1", (page) => {
  expect(parseSearch(new URLSearchParams({ keyword: "x", page })).page).toBe(1);
});

test("parseSearch reads the URLs that searchHref writes", () => {
  expect(searchHref("rose")).toBe("/recherche/?keyword=rose");
  expect(searchHref("rose", 1, "prix-croissant")).toBe(
    "/recherche/?keyword=rose&tri=prix-croissant",
  );
  expect(parseSearch(new URLSearchParams("keyword=rose&tri=hasard")).sort).toBeNull();
  const href = searchHref("l’eau & 50 %", 3);
  const search = new URLSearchParams(href.split("?")[1]);
  expect(parseSearch(search)).toEqual({ keyword: "l’eau & 50 %", page: 3, sort: null });
});
