import { placesIn, type AddressParts } from "#app/ui/address-schema.ts";
import lines from "./french-towns.json" with { type: "json" };

/** The towns of a postal code of France, its territories and Monaco, in alphabetical order; none for an unknown code. */
export function townsOf(postalCode: string): string[] {
  if (!/^\d{5}$/.test(postalCode)) return [];
  const line = lines.find((one) => one.startsWith(postalCode));
  return line?.slice(6).split(",") ?? [];
}

/** What may be wrong with a place in France, by the field that it concerns. */
export type PlaceDoubt = { field: "postalCode" | "town"; message: string };

/**
 * Whether a French postal code and its town are unlikely: a code that isn't on the list, or another town than the list has. It is
 * asked once and never refused, because lists age and don't have the codes of CEDEX.
 * @param again the act that keeps the place, in the words of its form: « commandez »
 */
export function placeDoubt(
  { postalCode, town }: { postalCode: string; town: string },
  again: string,
): PlaceDoubt | null {
  const code = postalCode.replaceAll(/\s/g, "");
  // The list lacks CEDEX addresses and the army's postal codes, which begin with 00 (« 00100 HUB ARMEES »).
  if (/cedex/i.test(town) || (/^00[1-9]/.test(code) && /arm[ée]e/i.test(town))) return null;
  const towns = townsOf(code);
  if (towns.length === 0) {
    // « 75000 Paris »: the general code of a department's main town, which its list of codes does not have.
    if (code.endsWith("000") && townsOf(code.replace(/0$/, "1")).some((one) => isTown(town, one)))
      return null;
    return {
      field: "postalCode",
      message: `Nous ne connaissons pas le code postal ${code}\u00a0: vérifiez-le, ou ${again} à nouveau pour le garder.`,
    };
  }
  if (towns.some((one) => isTown(town, one))) return null;
  return {
    field: "town",
    message: `Le code postal ${code} est celui de ${namesOf(towns)}\u00a0: vérifiez, ou ${again} à nouveau pour le garder.`,
  };
}

/** Whether the list has this code with this town: « Digicode 20458 » and « Lot 20000 » are no places. */
const isKnown = (place: AddressParts) => placeDoubt(place, "") === null;

/** The parts of an address typed as one text: of its postal codes, the last one whose town is on the list, otherwise the last one. */
export function placeIn(text: string): AddressParts | null {
  const places = placesIn(text);
  return places.find(isKnown) ?? places[0] ?? null;
}

/**
 * The French postal codes of an order form, five digits each: that of its field, and those of the address whose town is on the list.
 * Without any, all that the address may have.
 */
export function postalCodesOf({
  postalCode = "",
  address,
}: {
  postalCode?: string | undefined;
  address: string;
}): string[] {
  const inField = postalCode.replaceAll(/\D/g, "");
  const places = placesIn(address);
  const known = places.filter(isKnown);
  if (inField.length === 5) return [inField, ...known.map((place) => place.postalCode)];
  return (known.length > 0 ? known : places).map((place) => place.postalCode);
}

/** « Lyon », « Torcieu et Vaux », « Ambronay, Bettant, Torcieu et 12 autres communes ». */
function namesOf(towns: string[]): string {
  const others = towns.length - 3;
  const shown =
    others > 1 ? [...towns.slice(0, 3), `${others} autres communes`] : towns.slice(0, 4);
  return new Intl.ListFormat("fr").format(shown);
}

/** Whether what was typed is this town: « lyon 3e », « St Denis », « Boulogne » for Boulogne-Billancourt. */
function isTown(typed: string, town: string): boolean {
  const [one, other] = [`${folded(typed)} `, `${folded(town)} `];
  return one.startsWith(other) || other.startsWith(one);
}

const folded = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .replaceAll(/\bsaint(e?)\b/g, "st$1")
    .trim();
