import { describe, expect, it } from "vitest";
import { placeOf, returnPath, returnQuery, type ReturnTo } from "./return-to.ts";

const back = (query: string) => returnPath(new URLSearchParams(query));

describe("returnPath", () => {
  it.each<[ReturnTo, string]>([
    [{ place: "accueil" }, "/"],
    [{ place: "panier" }, "/panier"],
    [
      { place: "boutique", query: "categorie=Parfums&page=2" },
      "/boutique?categorie=Parfums&page=2",
    ],
    [{ place: "recherche", query: "?keyword=cr%C3%A8me" }, "/recherche/?keyword=cr%C3%A8me"],
    [{ place: "produit", id: "x1_-.~" }, "/produit/x1_-.~"],
    [{ place: "avis", id: "x1_-.~" }, "/produit/x1_-.~#avis"],
    [{ place: "commandes" }, "/admin/my-orders"],
    [
      { place: "paiement", id: "01K8ABCDEF3WPW70CHXNGD8NCM" },
      "/payement/01K8ABCDEF3WPW70CHXNGD8NCM",
    ],
    [{ place: "produit", id: "01K8ABCDEF3WPW70CHXNGD8NCM" }, "/produit/01K8ABCDEF3WPW70CHXNGD8NCM"],
  ])("returns the path of %o", (place, path) => {
    expect(back(returnQuery(place))).toBe(path);
  });

  it("keeps the proof of an order, and nothing else in its place", () => {
    const [id, proof] = [
      "01K8ABCDEF3WPW70CHXNGD8NCM",
      `01K8ABCDEF3WPW70CHXNGD8NCM.0m.${"x_-".repeat(7)}y`,
    ];
    expect(back(returnQuery({ place: "commande", id, proof }))).toBe(
      `/admin/my-orders/${id}?preuve=${proof}`,
    );
    expect(back(returnQuery({ place: "paiement", id, proof }))).toBe(`/payement/${id}`);
    for (const other of ["", "x", `${proof}y`, `${proof}\n`, `${proof}&intent=a`, `../${proof}`]) {
      expect(returnQuery({ place: "commande", id, proof: other })).not.toContain("preuve");
      const typed = new URLSearchParams({ retour: "commande", id, preuve: other });
      expect(returnPath(typed)).toBe(`/admin/my-orders/${id}`);
    }
  });

  it("leaves out an id that is not valid or too long", () => {
    expect(returnQuery({ place: "paiement", id: ",".repeat(13_000) })).toBe("?retour=paiement");
  });

  it.each([
    "",
    "?retour=",
    "?retour=//example.org",
    "?retour=https://example.org",
    "?retour=constructor",
    "?retour=__proto__",
    "?retour=produit",
    "?retour=produit&id=../admin",
    "?retour=produit&id=..",
    "?retour=produit&id=%2F%2Fexample.org",
    "?retour=paiement&id=a%0Ab",
  ])("returns the home page for the unknown « %s »", (query) => {
    expect(back(query)).toBe("/");
  });
});

it.each([
  ["?retour=boutique&liste=//example.org", "/boutique?%2F%2Fexample.org="],
  ["?retour=boutique&liste=%0d%0aLocation:x", "/boutique?%0D%0ALocation%3Ax="],
  ["?retour=panier&liste=a", "/panier"],
  [`?retour=boutique&liste=${"a".repeat(2_000)}`, "/boutique"],
])(
  "a list's query can only become a query string, and is dropped if too long or for another page: %s",
  (query, path) => {
    expect(back(query)).toBe(path);
  },
);

describe("placeOf", () => {
  it("keeps the parameters of a list's page, and drops those of other pages", () => {
    expect(back(returnQuery(placeOf("/boutique", "?tri=asc")))).toBe("/boutique?tri=asc");
    expect(back(returnQuery(placeOf("/panier", "?tri=asc")))).toBe("/panier");
  });

  it.each([
    "/",
    "/boutique",
    "/panier",
    "/produit/01K8ABCDEF3WPW70CHXNGD8NCM",
    "/admin/account",
    "/admin/new/product",
    "/admin/edict-product/01K8ABCDEF3WPW70CHXNGD8NCM",
    "/admin/commandes/01K8ABCDEF3WPW70CHXNGD8NCM/remboursement",
  ])("returns to %s", (path) => {
    expect(back(returnQuery(placeOf(path)))).toBe(path);
  });

  it.each(["/connexion", "/nulle-part", "/produit/", "/produit/a/b", "//example.org/boutique"])(
    "returns the home page for %s",
    (path) => {
      expect(back(returnQuery(placeOf(path)))).toBe("/");
    },
  );
});
