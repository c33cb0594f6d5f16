import { expect, test } from "vitest";
import { placeDoubt, townsOf } from "./towns.server.ts";

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
