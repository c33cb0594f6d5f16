import { expect, test } from "vitest";
import { deliverySettings } from "#app/checkout/delivery-settings.ts";

const METHOD = {
  id: "one",
  isActive: true,
  name: "Colissimo",
  kind: "Livraison à domicile",
  zones: "Métropole",
  basis: "total",
  steps: "4,90",
  freeFrom: "",
  minDays: "",
  maxDays: "",
  lessImpact: "",
};

function faultsOf(change: Partial<typeof METHOD>): [string, string][] {
  const parsed = deliverySettings.schema.safeParse({ list: [{ ...METHOD, ...change }] });
  return (parsed.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);
}

test.each([
  ["", "list.0.steps", "Indiquez les frais\u00a0: 4,90, ou 0 s’ils sont offerts."],
  ["50 : 3,90", "list.0.steps", "Le premier palier commence à 0."],
  [
    "0 : 5,90\n50 : 3,90\n49,90 : 2",
    "list.0.steps",
    "Les paliers se chevauchent\u00a0: celui de la ligne 3 doit commencer après celui de la ligne 2.",
  ],
  [
    "0 : 5,90\n0 : 3,90",
    "list.0.steps",
    "Les paliers se chevauchent\u00a0: celui de la ligne 2 doit commencer après celui de la ligne 1.",
  ],
  [
    "0 : 5,90 : 3",
    "list.0.steps",
    "«\u00a00 : 5,90 : 3\u00a0» n’est pas un palier\u00a0: écrivez «\u00a050\u00a0: 3,90\u00a0», à partir de 50, 3,90\u00a0€.",
  ],
  [
    "gratuit",
    "list.0.steps",
    "«\u00a0gratuit\u00a0» n’est pas un palier\u00a0: écrivez «\u00a050\u00a0: 3,90\u00a0», à partir de 50, 3,90\u00a0€.",
  ],
])("steps « %s » are refused", (steps, field, message) => {
  expect(faultsOf({ steps })).toEqual([[field, message]]);
});

test.each([
  [
    { freeFrom: "60 ou plus" },
    "list.0.freeFrom",
    "Indiquez un montant en euros\u00a0: 60 ou 59,90 par exemple.",
  ],
  [{ zones: "" }, "list.0.zones", "Indiquez une zone\u00a0: Métropole, par exemple."],
  [
    { zones: "Métropole, Suisse" },
    "list.0.zones",
    "«\u00a0Suisse\u00a0» n’est pas une zone\u00a0: Métropole, Corse, Outre-mer, ou un pays de l’Union européenne.",
  ],
  [{ minDays: "2" }, "list.0.maxDays", "Indiquez les deux délais, ou aucun."],
  [
    { minDays: "4", maxDays: "2" },
    "list.0.maxDays",
    "Le délai le plus long est plus court que l’autre.",
  ],
  [{ minDays: "2", maxDays: "61" }, "list.0.maxDays", "Indiquez un nombre de jours, de 0 à 60."],
] as const)("%o is refused beside its field", (change, field, message) => {
  expect(faultsOf(change)).toEqual([[field, message]]);
});

test("commas, kilograms and « France » are understood", () => {
  expect(
    faultsOf({ basis: "weight", steps: "0 : 4,90\n1,5 kg : 7,90 €", freeFrom: "59,90" }),
  ).toEqual([]);
  const read = deliverySettings.schema.parse({ list: [{ ...METHOD, zones: "france; belgique" }] });
  expect(read.list[0]!.zones).toBe("Métropole, Corse, Belgique");
});
