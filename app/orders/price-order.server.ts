import type { Customer } from "#app/accounts/order-owner.server.ts";
import type { productsForOrder } from "#app/catalogue/current-prices.server.ts";
import {
  chosenCountry,
  countryFault,
  deliveryCountries,
  vatPercentOf,
} from "#app/delivery/delivery-country.server.ts";
import {
  activeMethods,
  isOverseas,
  offersIn,
  standardFee,
  zoneOf,
  type Offer,
} from "#app/delivery/delivery-offers.ts";
import { deliveryPeriod } from "#app/delivery/delivery-period.ts";
import { postalCodesOf } from "#app/delivery/towns.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import type { AppliedReduction, ReducibleLine } from "#app/reductions/apply-reduction.ts";
import { chooseReduction, type ChosenReduction } from "#app/reductions/reductions.server.ts";
import type { Settings } from "#app/settings-values.ts";
import type { orderLines, orders } from "#db/schema/index.ts";
import type { OrderForm } from "./order-form-schema.ts";

// The fee depends on the postal code. An address with two possible codes could go to a dearer zone than the customer paid for.
const NO_CODE =
  "Indiquez un code postal à cinq chiffres\u00a0: les frais de livraison en dépendent.";
const SEVERAL_ZONES =
  "Cette adresse a plusieurs codes postaux, de zones de livraison différentes. Gardez celui de la livraison.";

/** What a cart's price depends on besides the settings. */
export type Cart = {
  lines: readonly (ReducibleLine & { grams: number })[];
  /** A reduction code as typed; « » for none. */
  code: string;
  /** Null for visitors. */
  buyer: Customer | null;
  /** ISO 3166 code, and a French postal code if it is known. */
  country: string;
  postalCode: string | null;
  /** The id of the chosen delivery method; the first one is taken for any other text. */
  methodId: string | undefined;
};

export type CartPrice = {
  /** The place's zone (`zoneOf`); null without delivery methods in the settings: delivery is free. */
  zone: string | null;
  /** The methods of the zone, and the chosen one; none: the shop doesn't deliver there. */
  offers: Offer[];
  offer: Offer | undefined;
  reduction: ChosenReduction;
  /** The rate of the place; null: the shop's French one. */
  vatPercent: number | null;
};

/**
 * Computes delivery fee, reduction and VAT of a cart. The fee comes first, because a reduction can offer the delivery. `lock`: locks the
 * counts of the possible reductions until the end of the transaction.
 */
export async function priceCart(
  db: Queryable,
  groups: Settings,
  cart: Cart,
  lock: boolean,
): Promise<CartPrice> {
  const { lines, code, buyer, country, postalCode } = cart;
  const methods = activeMethods(groups);
  const zone = methods.length > 0 ? zoneOf(country, postalCode) : null;
  const offers =
    zone === null
      ? []
      : offersIn(methods, zone, {
          articlesCents: lines.reduce((sum, { cents }) => sum + cents, 0),
          weightGrams: lines.reduce((sum, { grams }) => sum + grams, 0),
        });
  // The chosen method does not serve this zone: propose one of the same kind (home or relay point).
  const kind = methods.find(({ id }) => id === cart.methodId)?.kind;
  const offer =
    offers.find(({ id }) => id === cart.methodId) ??
    offers.find((one) => one.kind === kind) ??
    offers[0];
  const reduction = await chooseReduction(
    db,
    groups,
    {
      code,
      lines,
      deliveryCents: offer?.feeCents ?? 0,
      buyer,
      today: parisToday(),
    },
    lock,
  );
  // Exported overseas, without VAT (`OVERSEAS_MENTION`); an exempt seller's mention stays its own.
  const isExport = zone !== null && isOverseas(zone) && !groups.legal.vatExempt;
  return {
    zone,
    offers,
    offer,
    reduction,
    vatPercent: isExport ? 0 : vatPercentOf(groups, country),
  };
}

type OrderRow = typeof orders.$inferInsert;
/** The columns of an order about its price and delivery. */
type OrderPrice = Pick<
  OrderRow,
  | "totalCents"
  | "reductionName"
  | "shippingCountry"
  | "vatPercent"
  | "shippingMethod"
  | "deliveryName"
  | "deliveryCents"
  | "deliveryReductionCents"
  | "standardDeliveryCents"
  | "shippingFrom"
  | "shippingUntil"
>;

export type PriceOrderOutcome =
  | {
      kind: "priced";
      /** The order's lines, each with its share of the reduction. */
      lines: Omit<typeof orderLines.$inferInsert, "orderId">[];
      reduction: AppliedReduction | null;
      price: OrderPrice;
    }
  /** These products no longer exist. */
  | { kind: "unavailable"; productIds: string[] }
  /** The shop doesn't deliver to this place or with this method, or the reduction code can't be used: errors by field. */
  | { kind: "refused"; errors: Record<string, string> };

/**
 * Prices an order from the catalogue (`onSale`, locked) and the settings: lines, delivery, reduction, VAT. Locks the counts of the
 * reductions in question.
 */
export async function priceOrder(
  tx: Transaction,
  groups: Settings,
  buyer: Customer | null,
  form: OrderForm,
  onSale: Awaited<ReturnType<typeof productsForOrder>>,
): Promise<PriceOrderOutcome> {
  const errors = countryFault(groups, form);
  if (errors) return { kind: "refused", errors };
  const countries = deliveryCountries(groups);
  const { code: shippingCountry } = chosenCountry(countries, form.country)!;

  const codes = postalCodesOf(form);
  if (shippingCountry === "FR" && activeMethods(groups).length > 0) {
    const zones = new Set(codes.map((code) => zoneOf("FR", code)));
    if (zones.size !== 1)
      return { kind: "refused", errors: { address: zones.size === 0 ? NO_CODE : SEVERAL_ZONES } };
  }

  const products = new Map(onSale.map((product) => [product.id, product]));
  const gone = form.items.filter(({ id }) => !products.has(id)).map(({ id }) => id);
  if (gone.length > 0) return { kind: "unavailable", productIds: gone };

  const items = form.items.map(({ id, qty }) => ({ product: products.get(id)!, qty }));
  const cart = await priceCart(
    tx,
    groups,
    {
      lines: items.map(({ product: { category, facts, priceCents }, qty }) => ({
        category,
        reference: facts.reference,
        cents: priceCents * qty,
        grams: (facts.weightGrams ?? 0) * qty,
      })),
      code: form.code ?? "",
      buyer,
      country: shippingCountry,
      postalCode: codes[0] ?? null,
      methodId: form.delivery,
    },
    true,
  );
  const { zone, offers, offer, reduction } = cart;
  if (zone !== null && offers.length === 0)
    return {
      kind: "refused",
      errors: { [countries.length > 1 ? "country" : "address"]: noDelivery(zone) },
    };
  // The form was sent with another method or kind than this place gets: the typed address may be of the wrong kind.
  if (offer && (offer.id !== form.delivery || offer.kind !== form.shippingMethod))
    return { kind: "refused", errors: { delivery: NOT_OFFERED } };
  if (reduction.kind === "refused") return { kind: "refused", errors: { code: reduction.message } };

  const { applied } = reduction;
  const lines = items.map(({ product, qty }, position) => ({
    position,
    productId: product.id,
    name: product.name,
    image: product.picture?.path ?? null,
    unitPriceCents: product.priceCents,
    quantity: qty,
    reductionCents: applied?.shares[position] ?? 0,
    unitPrice: product.unitPrice,
  }));
  const deliveryCents = offer?.feeCents ?? 0;
  const deliveryReductionCents = applied?.deliveryReductionCents ?? 0;
  const period = deliveryPeriod(offer?.days ?? null, parisToday());
  return {
    kind: "priced",
    lines,
    reduction: applied,
    price: {
      totalCents: lines.reduce(
        (total, line) => total + line.unitPriceCents * line.quantity - line.reductionCents,
        deliveryCents - deliveryReductionCents,
      ),
      reductionName: applied?.name ?? null,
      shippingCountry,
      vatPercent: cart.vatPercent,
      shippingMethod: offer?.kind ?? form.shippingMethod,
      deliveryName: offer?.name ?? null,
      deliveryCents,
      deliveryReductionCents,
      standardDeliveryCents: offer ? standardFee(offers) : 0,
      shippingFrom: period.from,
      shippingUntil: period.until,
    },
  };
}

const NOT_OFFERED = "Choisissez un mode de livraison proposé pour cette adresse.";

/** Why an order to a zone is refused. */
export const noDelivery = (zone: string): string =>
  `Nous ne livrons pas encore à cette adresse (${zone}). Écrivez-nous avant de commander.`;
