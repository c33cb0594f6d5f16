import { expect, test } from "vitest";
import { addressFault, INCOMPLETE_ADDRESS, MISSING_STREET, placesIn } from "./address-schema.ts";

test.each([
  "14 rue des Lilas\n69003 Lyon",
  "14 rue des Lilas, 69003 Lyon",
  "14 rue des Lilas 69003 LYON",
  "Tabac de la Fontaine\n18 rue des Lilas\n69003\nLyon",
  "12 rue Haute, F-67000 Strasbourg",
  "5 place du Marché\nParis 75 011",
  "3 rue Labat\n97110 Pointe-à-Pitre\nGuadeloupe",
  "Rue Neuve 1\n1000 Bruxelles\nBelgique",
  "Rue Neuve 1, 1000 Bruxelles, BELGIQUE ",
  "Torstraße 1\n10119 Berlin\nDeutschland",
  "10 Downing Street\nLondon SW1A 2AA\nUnited Kingdom",
  "Abidjan\nCôte d'Ivoire",
  "14 rue des Lilas\nLyon 69003\nFrance",
  "Sgt Martin\nSP 85 601\n00100 HUB ARMEES",
  "SP 97110\n00855 ARMEES",
])("the address « %s » is complete", (address) => {
  expect(addressFault(address)).toBeNull();
});

test.each([
  "x",
  "",
  "14 rue des Lilas",
  "14 rue des Lilas, Lyon",
  "14 rue des Lilas\n69003",
  "14 rue des Lilas\n6900 Lyon",
  "14 rue des Lilas\n690031 Lyon",
  "00000 Nulle-Part",
  "14 rue des Lilas\nDigicode 20458, fond de cour\nLyon",
  "B.P. 20123\nAjaccio",
  "3 rue de Belgique",
  "14 rue des Lilas\nFrance",
  "Fort-de-France\nMartinique",
])("the address « %s » lacks a postal code or town", (address) => {
  expect(addressFault(address)).toBe(INCOMPLETE_ADDRESS);
});

test.each(["75011 Paris", "75011, Paris", "Paris 75 011", "Belgique", "\n69003 Lyon\n"])(
  "the address « %s » lacks a street",
  (address) => {
    expect(addressFault(address)).toBe(MISSING_STREET);
  },
);

test.each([
  ["14 rue des Lilas\n69003 Lyon", "14 rue des Lilas", "69003", "Lyon"],
  ["14 rue des Lilas, 69 003 Lyon, France", "14 rue des Lilas", "69003", "Lyon"],
  ["12 rue Haute, F-67000 Strasbourg", "12 rue Haute", "67000", "Strasbourg"],
  ["5 place du Marché\nParis 75 011", "5 place du Marché", "75011", "Paris"],
  ["Bât. B\n18 rue des Lilas\n69003\nLyon", "Bât. B\n18 rue des Lilas", "69003", "Lyon"],
  ["3 rue Labat\n97110 Pointe-à-Pitre\nCode 12", "3 rue Labat\nCode 12", "97110", "Pointe-à-Pitre"],
  ["Lot 20000\n4 cours Napoléon\n20090 Ajaccio", "Lot 20000\n4 cours Napoléon", "20090", "Ajaccio"],
  ["2 av. Ostende\n98000, Monaco", "2 av. Ostende", "98000", "Monaco"],
  ["20000 Ajaccio\nB.P. 20123", "B.P. 20123", "20000", "Ajaccio"],
  [
    "4 cours Napoléon\n20090 Ajaccio\nDigicode : 75011",
    "4 cours Napoléon\nDigicode : 75011",
    "20090",
    "Ajaccio",
  ],
  ["Code postal 69003 Lyon, 14 rue des Lilas", "Code postal\n14 rue des Lilas", "69003", "Lyon"],
  ["Torstraße 1\n10119 Berlin\nDeutschland", "Torstraße 1", "10119", "Berlin"],
])("the parts of « %s »", (address, ...[street, postalCode, town]) => {
  expect(placesIn(address)[0]).toEqual({ street, postalCode, town });
});

test.each(["14 rue des Lilas", "14 rue des Lilas\n69003", "Rue Neuve 1\n1000 Bruxelles", ""])(
  "« %s » has no parts",
  (address) => expect(placesIn(address)).toEqual([]),
);
