import { stepsIn, type DeliveryMethod } from "#app/delivery/delivery-schema.ts";
import { HOME, RELAY } from "#app/platform/methods-schema.ts";
import type { Settings } from "#app/settings-values.ts";
import { countriesIn } from "#app/settings/country-schema.ts";
import { parseEuros } from "#app/ui/euros-schema.ts";
import { frenchNumber } from "#app/ui/french-number.ts";
import { formatPrice } from "#app/ui/price.ts";
import { activeMethods, offersIn, zoneOf, type Contents, type Offer } from "./delivery-offers.ts";

/** « 4,90 € », or « Offerte ». */
export const feeText = (feeCents: number): string =>
  feeCents > 0 ? formatPrice(feeCents) : "Offerte";

/**
 * What a page says before any form: « Livraison dès 4,90 €, offerte dès 60 € », where and when, « Paiement en ligne ou à la
 * livraison ».
 */
export type DeliverySummary = { title: string; text: string; payment: string };

/** Without methods: as in the specification. */
const FREE = {
  title: "Livraison offerte",
  text: "Point de relais ou domicile, sous quatre jours",
};

/** The delivery of these contents to the place that the cart proposes first. */
export function deliverySummary(
  settings: Pick<Settings, "delivery" | "sales">,
  contents: Contents,
): DeliverySummary {
  const payment =
    settings.sales.cash === "never" ? "Paiement en ligne" : "Paiement en ligne ou à la livraison";
  const zone = zoneOf(countriesIn(settings.sales.countries).countries[0]!.code, null);
  const methods = activeMethods(settings);
  const offers = offersIn(methods, zone, contents);
  if (methods.length === 0) return { ...FREE, payment };
  if (offers.length === 0)
    return { title: "Livraison", text: "Selon l’adresse, dans le panier", payment };
  const fee = Math.min(...offers.map(({ feeCents }) => feeCents));
  const thresholds = methods
    .filter(({ zones, freeFrom }) => zones.split(", ").includes(zone) && freeFrom !== "")
    .map(({ freeFrom }) => parseEuros(freeFrom)!);
  const isEverFree = fee > 0 && thresholds.length > 0;
  const kinds = new Set(offers.map(({ kind }) => kind));
  const places = [kinds.has(RELAY) && "point de relais", kinds.has(HOME) && "domicile"].filter(
    (place) => place !== false,
  );
  const isElsewhere = methods.some(({ zones }) => zones !== zone);
  return {
    payment,
    title: `Livraison ${fee > 0 ? `dès ${formatPrice(fee)}` : "offerte"}${isEverFree ? `, offerte dès ${formatPrice(Math.min(...thresholds))}` : ""}`,
    text: capitalised(
      `${places.join(" ou ")}, ${delaysOf(offers)}${isElsewhere ? ` (${zone})` : ""}`,
    ),
  };
}

/** « sous 2 à 5 jours ouvrés », of the fastest and the slowest method. */
function delaysOf(offers: readonly Pick<Offer, "days">[]): string {
  const delays = offers.map(({ days }) => days).filter((days) => days !== null);
  if (delays.length < offers.length) return "sous quatre jours";
  return `sous ${daysText(Math.min(...delays.map(({ min }) => min)), Math.max(...delays.map(({ max }) => max)))}`;
}

const daysText = (min: number, max: number) =>
  `${min < max ? `${min} à ${max}` : max} jour${max > 1 ? "s" : ""} ouvré${max > 1 ? "s" : ""}`;

const capitalised = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** A line for each method, for the terms of sale; empty without methods. */
export function methodTerms(settings: Pick<Settings, "delivery">): string[] {
  return activeMethods(settings).map((method) =>
    [
      `${method.name} (${method.kind.toLowerCase()}\u00a0; ${method.zones})`,
      [feesOf(method), freeOf(method), delayOf(method)].filter(Boolean).join(", "),
    ].join("\u00a0: "),
  );
}

function feesOf({ basis, steps }: DeliveryMethod): string {
  const { steps: all } = stepsIn(steps, basis);
  return all
    .map(({ from, feeCents }, index) => {
      const fee = feeCents > 0 ? formatPrice(feeCents) : "offerte";
      if (index === 0) return fee;
      return `${fee} à partir de ${basis === "weight" ? `${frenchNumber(from)}\u00a0g` : formatPrice(from)}`;
    })
    .join(", ");
}

const freeOf = ({ freeFrom }: DeliveryMethod) =>
  freeFrom === "" ? "" : `offerte à partir de ${formatPrice(parseEuros(freeFrom)!)} d’articles`;

const delayOf = ({ minDays, maxDays }: DeliveryMethod) =>
  maxDays === "" ? "sous quatre jours" : `sous ${daysText(Number(minDays), Number(maxDays))}`;
