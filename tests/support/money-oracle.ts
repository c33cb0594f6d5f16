import {
  VAT_ABROAD,
  type Method,
  type Offers,
  type PLACES,
  type DrawnReduction,
} from "./money-offers.ts";

/*
 * What an order of the money model must cost, computed from the drawn offers and in whole numbers, not by the shop's code
 * (decisions 75, 77 and 85).
 */

/** A line of a cart: which product of the family, its price and weight. */
export type CartLine = { product: number; unitCents: number; grams: number; pieces: number };
export type Place = (typeof PLACES)[number];
export type Cart = {
  lines: readonly CartLine[];
  place: Place;
  /** The place of the chosen method in the settings; null: the form has none. */
  method: number | null;
  isHome: boolean;
  /** The place of the reduction whose code is typed; « unknown »: a code that does not exist. */
  code: number | "unknown" | null;
};

/** Whether a reduction is used up for a buyer; « maybe »: other orders are being placed. */
export type IsUsedUp = (one: DrawnReduction) => boolean | "maybe";

export type Price = {
  feeCents: number;
  /** The fee of the cheapest method of the place. */
  standardCents: number;
  /** Null: the shop's French rate. */
  vatPercent: number | null;
  /** The reductions that the order may get; several if concurrent orders may have used one up. Null: none. */
  choices: { one: DrawnReduction; index: number; cents: number }[];
  mayHaveNone: boolean;
  /** Whether a code that may be used up can refuse the order. */
  mayBeRefused: boolean;
};

const articlesOf = (lines: readonly CartLine[]) =>
  lines.reduce((sum, { unitCents, pieces }) => sum + unitCents * pieces, 0);

/** The price of a cart; « refused »: the form is answered with an error beside a field. */
export function priceOf(offers: Offers, cart: Cart, isUsedUp: IsUsedUp): Price | "refused" {
  const { lines, place } = cart;
  const articles = articlesOf(lines);
  const grams = lines.reduce((sum, one) => sum + one.grams * one.pieces, 0);
  const active = offers.methods.filter(({ isActive }) => isActive);
  const local = active.filter(({ zones }) => place.zone !== null && zones.includes(place.zone));
  const chosen = cart.method === null ? undefined : offers.methods[cart.method];
  if (active.length > 0) {
    if (!chosen || !local.includes(chosen) || chosen.isHome !== cart.isHome) return "refused";
  }
  const fees = local.map((method) => feeOf(method, articles, grams));
  const feeCents = active.length > 0 ? feeOf(chosen!, articles, grams) : 0;
  const abroad = offers.oss ? (VAT_ABROAD[place.country] ?? null) : null;
  const reduction = reductionOf(offers, cart, feeCents, isUsedUp);
  if (reduction === "refused") return "refused";
  return {
    feeCents,
    standardCents: active.length > 0 ? Math.min(...fees) : 0,
    // Goods sent overseas are exported.
    vatPercent: active.length > 0 && place.zone === "Outre-mer" ? 0 : abroad,
    ...reduction,
  };
}

function feeOf({ byWeight, steps, freeFrom }: Method, articles: number, grams: number): number {
  if (freeFrom !== null && articles >= freeFrom) return 0;
  const measured = byWeight ? grams : articles;
  return steps.findLast(({ from }) => from <= measured)!.fee;
}

/** What a reduction takes off; 0: it does not apply. One that leaves nothing to pay does not (decision 100). */
function takenOff(one: DrawnReduction, lines: readonly CartLine[], feeCents: number): number {
  const cents = centsOff(one, lines, feeCents);
  return leavesNothing(cents, lines, feeCents) ? 0 : cents;
}

const leavesNothing = (cents: number, lines: readonly CartLine[], feeCents: number) =>
  cents > 0 && cents === articlesOf(lines) + feeCents;

function centsOff(one: DrawnReduction, lines: readonly CartLine[], feeCents: number): number {
  if (articlesOf(lines) < one.minimum) return 0;
  const reduced = articlesOf(reducedOf(one, lines));
  if (reduced === 0) return 0;
  if (one.kind === "delivery") return feeCents;
  if (one.kind === "amount") return Math.min(one.value, reduced);
  // Half a cent is rounded up.
  return Math.floor((reduced * Math.round(one.value * 10) * 2 + 1_000) / 2_000);
}

export const reducedOf = ({ only }: DrawnReduction, lines: readonly CartLine[]) =>
  lines.filter(({ product }) => only === null || only.includes(product));

function reductionOf(
  { reductions }: Offers,
  { code, lines }: Cart,
  feeCents: number,
  isUsedUp: IsUsedUp,
): Pick<Price, "choices" | "mayHaveNone" | "mayBeRefused"> | "refused" {
  const all = reductions.map((one, index) => ({
    one,
    index,
    cents: one.isActive && one.days === "always" ? takenOff(one, lines, feeCents) : 0,
    usedUp: isUsedUp(one),
  }));
  const coded = typeof code === "number" ? all[code] : undefined;
  const usable = all.filter(
    ({ one, cents, usedUp }) => !one.hasCode && cents > 0 && usedUp !== true,
  );
  if (code !== null) {
    if (!coded?.one.hasCode || !coded.one.isActive || coded.usedUp === true) return "refused";
    // A code whose percentage rounds to 0 cents is not refused.
    const isFree = leavesNothing(centsOff(coded.one, lines, feeCents), lines, feeCents);
    if (coded.cents === 0 && (isFree || !isOfNothing(coded.one, lines))) return "refused";
    usable.unshift(coded);
  }
  const sure = Math.max(
    0,
    ...usable.filter(({ usedUp }) => usedUp === false).map(({ cents }) => cents),
  );
  const best = usable.filter(({ cents }) => cents > 0 && cents >= sure);
  // If two reductions take off the same amount, the one with a code wins over the automatic one.
  const isCodeSure = coded?.usedUp === false && coded.cents === sure;
  return {
    choices: best.filter((one) => !isCodeSure || one === coded || one.cents > sure),
    mayHaveNone: sure === 0,
    mayBeRefused: coded?.usedUp === "maybe",
  };
}

const isOfNothing = (one: DrawnReduction, lines: readonly CartLine[]) =>
  one.days === "always" &&
  one.kind === "percent" &&
  articlesOf(lines) >= one.minimum &&
  articlesOf(reducedOf(one, lines)) > 0;

/** Whether `vat` is the VAT inside a sum that includes it, to half a cent. */
export const isVatOf = (vat: number, cents: number, percent: number): boolean =>
  Math.abs(vat * (1_000 + percent * 10) - cents * percent * 10) * 2 <= 1_000 + percent * 10;

/** What the first `pieces` of a line cost after its reduction; half a cent of the reduction is rounded up. */
export const paidFor = (
  { unitCents, pieces, shareCents }: { unitCents: number; pieces: number; shareCents: number },
  first: number,
): number => unitCents * first - Math.floor((shareCents * first * 2 + pieces) / (pieces * 2));
