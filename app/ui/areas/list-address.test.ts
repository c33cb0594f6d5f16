import { describe, expect, test } from "vitest";
import { listAddress } from "./list-address.ts";
import { choice, choiceOf, PERIOD, SEARCH } from "./list-filters.ts";

const address = listAddress("/admin/essais", {
  search: SEARCH,
  state: choice("etat", "État", { tous: "Tous", ouverts: "Ouverts", clos: "Clos" }),
  kind: choiceOf<string | null>("genre", "Genre", [
    { value: null, text: "", label: "Genre" },
    { value: "a b", text: "a b", label: "A b" },
  ]),
  ...PERIOD,
  pageSize: {
    isOfPages: true,
    ...choiceOf("par-page", "Par page", [
      { value: 8, text: "8", label: "8" },
      { value: 24, text: "24", label: "24" },
    ]),
  },
});
const parse = (search: string) => address.parse(new URLSearchParams(search));
const FILTERED = {
  search: "crème",
  state: "clos",
  kind: "a b",
  from: "2026-01-02",
  until: "2026-03-04",
  pageSize: 24,
  page: 3,
} as const;
const FILTERS = "recherche=cr%C3%A8me&etat=clos&genre=a+b&du=2026-01-02&au=2026-03-04";

describe("the address of a list", () => {
  test("has the parameters that differ from the default, the page last", () => {
    expect(address.href(FILTERED)).toBe(`/admin/essais?${FILTERS}&par-page=24&page=3`);
    expect(parse(`page=3&par-page=24&${FILTERS}`)).toEqual(FILTERED);
    expect(address.href(address.all)).toBe("/admin/essais");
    expect(address.href({ state: "clos" }, { ouvrir: "1" })).toBe(
      "/admin/essais?etat=clos&ouvrir=1",
    );
  });

  test("takes what it doesn't know for the default", () => {
    const hostile = "page=x&recherche=%00%20&etat=__proto__&genre=&du=2026-02-31&au=x&par-page=9";
    expect(parse(hostile)).toEqual(address.all);
    expect(parse("etat=tous&page=-1").state).toBe("tous");
  });

  test("swaps the days of a reversed period", () => {
    const { from, until } = parse("du=2026-03-04&au=2026-01-02");
    expect([from, until]).toEqual(["2026-01-02", "2026-03-04"]);
  });

  test("leaves the pages out of the export and of the number of filters", () => {
    expect(address.csvHref(FILTERED)).toBe(`/admin/essais.csv?${FILTERS}`);
    const { search, filterCount, kept } = address.toolbar(FILTERED, ["state"]);
    expect([search, filterCount, kept]).toEqual(["crème", 4, [["etat", "clos"]]]);
  });

  test("a choice keeps the other filters and leads to the first page", () => {
    const { links } = address.links("state", FILTERED, { clos: 7 });
    expect(links.map(({ label, count, isCurrent }) => [label, count, isCurrent])).toEqual([
      ["Tous", undefined, false],
      ["Ouverts", undefined, false],
      ["Clos", 7, true],
    ]);
    expect(links[1]!.to).toBe(`/admin/essais?${FILTERS.replace("clos", "ouverts")}&par-page=24`);
    expect(address.select("kind", FILTERED)).toMatchObject({ name: "genre", value: "a b" });
    expect(address.select("kind", address.all).value).toBe("");
  });

  test("comes back to the list that a page was opened from", () => {
    const search = new URLSearchParams({ retour: `${FILTERS}&page=2` });
    expect(address.backHref(search)).toBe(`/admin/essais?${FILTERS}&page=2`);
    expect(address.back(new URLSearchParams())).toEqual(address.all);
  });
});
