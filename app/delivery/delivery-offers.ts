import { stepsIn, type DeliveryMethod } from "#app/delivery/delivery-schema.ts";
import type { Settings } from "#app/settings-values.ts";
import { countriesIn, countryName, FRENCH_ZONES } from "#app/settings/country-schema.ts";
import { parseEuros } from "#app/ui/euros-schema.ts";
import { isOverseasCode } from "./overseas.ts";

/** What a delivery fee depends on: the articles before any reduction, in cents, and their weight in grams. */
export type Contents = { articlesCents: number; weightGrams: number };

/** A method as it is offered for these contents. */
export type Offer = Pick<DeliveryMethod, "id" | "name" | "kind" | "lessImpact"> & {
  feeCents: number;
  /** What the articles lack for a free delivery, in cents; null: it is free already, or never is. */
  missingCents: number | null;
  /** The delay in working days; null: the four days of specification §9. */
  days: { min: number; max: number } | null;
};

/** The active methods of delivery; none: those of specification §9, free, in four days. */
export const activeMethods = ({ delivery }: Pick<Settings, "delivery">): DeliveryMethod[] =>
  delivery.list.filter(({ isActive }) => isActive);

/**
 * The delivery zone of a place: « Métropole », « Corse » (20…), « Outre-mer » (97…, and 98… but for Monaco's 980…), or the
 * name of a foreign country. `country`: ISO 3166 code; without a postal code, France is « Métropole ».
 */
export function zoneOf(country: string, postalCode: string | null): string {
  if (country !== "FR") return countryName(country);
  const [metropole, corse, overseas] = FRENCH_ZONES;
  if (postalCode?.startsWith("20")) return corse;
  return isOverseasCode(postalCode) ? overseas : metropole;
}

export const isOverseas = (zone: string): boolean => zone === FRENCH_ZONES[2];

/** Whether the shop delivers to the overseas territories. */
export const servesOverseas = (settings: Pick<Settings, "delivery" | "sales">): boolean =>
  countriesIn(settings.sales.countries).countries.some(({ code }) => code === "FR") &&
  !unservedZones(settings).some(isOverseas);

/** The methods of a zone with their fees, in the order of the settings. */
export function offersIn(
  methods: readonly DeliveryMethod[],
  zone: string,
  contents: Contents,
): Offer[] {
  return methods
    .filter(({ zones }) => zones.split(", ").includes(zone))
    .map((method) => offerOf(method, contents));
}

function offerOf(method: DeliveryMethod, { articlesCents, weightGrams }: Contents): Offer {
  const { id, name, kind, lessImpact, basis, minDays, maxDays } = method;
  const measured = basis === "weight" ? weightGrams : articlesCents;
  const step = stepsIn(method.steps, basis).steps.findLast(({ from }) => from <= measured)!;
  const freeFrom = method.freeFrom === "" ? null : parseEuros(method.freeFrom)!;
  const isFree = step.feeCents === 0 || (freeFrom !== null && articlesCents >= freeFrom);
  return {
    id,
    name,
    kind,
    lessImpact,
    feeCents: isFree ? 0 : step.feeCents,
    missingCents: isFree || freeFrom === null ? null : freeFrom - articlesCents,
    days: maxDays === "" ? null : { min: Number(minDays), max: Number(maxDays) },
  };
}

/** The fee of the cheapest method of the same place: what a withdrawal gives back at most (Code de la consommation, L221-24). */
export const standardFee = (offers: readonly Offer[]): number =>
  Math.min(...offers.map(({ feeCents }) => feeCents));

/** The zones that the shop delivers to (settings « Vente ») without a method: orders to them are refused. */
export function unservedZones(settings: Pick<Settings, "delivery" | "sales">): string[] {
  const methods = activeMethods(settings);
  const zones = countriesIn(settings.sales.countries).countries.flatMap(({ code, name }) =>
    code === "FR" ? FRENCH_ZONES : [name],
  );
  const served = new Set(methods.flatMap((method) => method.zones.split(", ")));
  return methods.length === 0 ? [] : zones.filter((zone) => !served.has(zone));
}
