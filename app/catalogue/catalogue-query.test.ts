import { describe, expect, test } from "vitest";
import {
  catalogueHref,
  countFilters,
  equivalentPage,
  isFreeText,
  parseCatalogueQuery,
  parsePrice,
} from "./catalogue-query.ts";

const parse = (search: string) => parseCatalogueQuery(new URLSearchParams(search));
const nothing = {
  name: "",
  sort: "desc",
  priceFrom: null,
  priceTo: null,
  categories: [],
  shades: [],
  page: 1,
  pageSize: 10,
};

describe("the shop's URL", () => {
  test("without parameters, lists all products by name", () => {
    expect(parse("")).toEqual(nothing);
    expect(catalogueHref(parse(""))).toBe("/boutique");
  });

  test.each([
    "page=0",
    "page=-1",
    "page=abc",
    "page=1.5",
    "page=",
    "tri=prix",
    "categorie=Jouets",
    "taille=7",
    "prix-min=gratuit",
    "nom=%20%20",
    "nom=%00",
  ])("treats the invalid « %s » as missing", (search) => expect(parse(search)).toEqual(nothing));

  test("limits values that are too large", () => {
    expect(parse("page=1000000000").page).toBe(1_000_000);
    expect(parse(`nom=${"a".repeat(500)}`).name).toHaveLength(100);
    expect(parse("prix-max=99999999999999999999").priceTo).toBe(999_999);
  });

  test("ignores other characters than digits in a price", () => {
    expect(parse("prix-min=12€&prix-max=4 0")).toMatchObject({ priceFrom: 12, priceTo: 40 });
    expect(parsePrice("0")).toBe(0);
    expect(parsePrice("-5,00")).toBe(5);
  });

  test("trims and lowers the name", () => {
    expect(parse("nom=%20%20CRÈME%20de%20").name).toBe("crème de");
  });

  test("keeps known shades, once each, in the fixed order, as filters", () => {
    const query = parse("teinte=rouge&teinte=x&teinte=nude&teinte=rouge");
    expect(query.shades).toEqual(["nude", "rouge"]);
    expect(catalogueHref(query)).toBe("/boutique?teinte=nude&teinte=rouge");
    expect(countFilters(query)).toBe(2);
    expect(isFreeText(query)).toBe(true);
    expect(isFreeText(parse("teinte=rouge"))).toBe(false);
    expect(isFreeText(parse("teinte=rouge&categorie=Parfums"))).toBe(true);
  });

  test("keeps known categories, once each, in the fixed order", () => {
    expect(
      parse("categorie=Parfums&categorie=x&categorie=Maquillage&categorie=Parfums").categories,
    ).toEqual(["Maquillage", "Parfums"]);
  });

  test("prefers the category of the phone's select to those of the checkboxes", () => {
    expect(parse("choix=Parfums&categorie=Maquillage").categories).toEqual(["Parfums"]);
    expect(parse("choix=&categorie=Maquillage").categories).toEqual(["Maquillage"]);
    expect(parse("choix=toutes&categorie=Maquillage").categories).toEqual([]);
  });

  test("reads the URLs that catalogueHref writes", () => {
    const query = parse(
      "nom=crème&tri=asc&prix-min=10&prix-max=40&categorie=Produits+de+traitement+de+l'acné&page=3&taille=6",
    );
    expect(parse(catalogueHref(query).split("?")[1]!)).toEqual(query);
    expect(catalogueHref(query)).toContain("page=3&taille=6");
  });
});

test("the first page has one URL for all page sizes", () => {
  expect(catalogueHref({ ...parse("tri=asc"), pageSize: 6 })).toBe("/boutique?tri=asc");
  expect(catalogueHref(parse("tri=mieux-notes"))).toBe("/boutique?tri=mieux-notes");
});

test("the equivalent page contains the first product of the former page", () => {
  const query = parse("page=3&taille=6");
  expect(equivalentPage(query, 10)).toBe(2);
  expect(equivalentPage(query, 8)).toBe(2);
  expect(equivalentPage(query, 6)).toBe(3);
});

test("a price range counts as one filter", () => {
  expect(countFilters(parse("prix-min=1&prix-max=9&categorie=Parfums&nom=eau"))).toBe(3);
  expect(countFilters(parse("page=2&tri=asc"))).toBe(0);
});
