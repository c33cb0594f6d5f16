import { expect, test } from "vitest";
import { placeDoubt, placeIn, postalCodesOf, townsOf } from "./towns.server.ts";

test.each([
  ["69003", ["Lyon"]],
  ["75116", ["Paris"]],
  ["13016", ["Marseille"]],
  ["20000", ["Ajaccio"]],
  ["97500", ["Miquelon-Langlade", "Saint-Pierre"]],
  ["98000", ["Monaco"]],
  ["00000", []],
  ["6900", []],
  ["", []],
  ["69003 Lyon", []],
])("the towns of %s", (code, towns) => expect(townsOf(code)).toEqual(towns));

test.each([
  ["69003", "Lyon"],
  ["69 003", "LYON 3e arrondissement"],
  ["75000", "Paris"],
  ["93200", "St Denis"],
  ["94240", "L’Hay les Roses"],
  ["98000", "Monaco"],
  ["62200", "Boulogne sur mer"],
  ["67000", "Strasbourg (Neudorf)"],
  ["92100", "Boulogne"],
  ["75999", "Paris Cedex 08"],
  ["00100", "HUB ARMEES"],
  ["00 200", "Armées"],
])("%s %s is not doubted", (postalCode, town) =>
  expect(placeDoubt({ postalCode, town }, "commandez")).toBeNull(),
);

test.each([
  ["69999", "Lyon", "postalCode", "Nous ne connaissons pas le code postal 69999"],
  ["75000", "Lyon", "postalCode", "Nous ne connaissons pas le code postal 75000"],
  ["69003", "Lyonn", "town", "Le code postal 69003 est celui de Lyon\u00a0: vérifiez"],
  ["97500", "Lyon", "town", "celui de Miquelon-Langlade et Saint-Pierre"],
  ["51300", "Lyon", "town", " autres communes\u00a0: vérifiez, ou commandez à nouveau"],
])("%s %s is doubted", (postalCode, town, field, message) => {
  const doubt = placeDoubt({ postalCode, town }, "commandez");
  expect(doubt?.field).toBe(field);
  expect(doubt?.message).toContain(message);
});

test.each([
  ["14 rue des Lilas, 69003 Lyon\nRésidence 20458 bâtiment B", "69003", "Lyon"],
  ["Les Pins 20458 Nord\n44000 Nantes\nEntrée 75011 cour", "44000", "Nantes"],
  ["14 rue des Lilas\n69999 Nulle-Part", "69999", "Nulle-Part"],
])("of « %s », the code with its town counts", (text, postalCode, town) =>
  expect(placeIn(text)).toMatchObject({ postalCode, town }),
);

test("the field of the postal code decides; beside it only a code with its town counts", () => {
  const address = "Résidence 20458 bâtiment B";
  expect(postalCodesOf({ postalCode: "44 000", address })).toEqual(["44000"]);
  expect(postalCodesOf({ postalCode: "44000", address: "97400 Saint-Denis" })).toEqual([
    "44000",
    "97400",
  ]);
  expect(postalCodesOf({ postalCode: " ", address })).toEqual(["20458"]);
});
