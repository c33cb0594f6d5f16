import { z } from "zod";
import { MAX_QUANTITY, MOST_ARTICLES } from "#app/cart/cart-schema.ts";
import { PRODUCT_ID } from "#app/catalogue/product-schema.ts";
import { chosenCountry, deliveryCountries } from "#app/delivery/delivery-country.server.ts";
import type { Offer } from "#app/delivery/delivery-offers.ts";
import { deliveryPeriod } from "#app/delivery/delivery-period.ts";
import { feeText } from "#app/delivery/delivery-texts.ts";
import { noDelivery, priceCart } from "#app/orders/price-order.server.ts";
import { RELAY } from "#app/platform/methods-schema.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import { sumOf } from "#app/reductions/apply-reduction.ts";
import { priorPricesOf, type PriorPrice } from "#app/reductions/prior-prices.server.ts";
import { reducibleProducts } from "#app/reductions/reductions.server.ts";
import { requestContext } from "#app/request-context.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/cart-sums-endpoint.ts";

const articles = z
  .array(z.object({ id: z.string().regex(PRODUCT_ID), qty: z.int().min(1).max(MAX_QUANTITY) }))
  .max(MOST_ARTICLES);

/** What the cart shows besides its articles. */
export type CartSums = {
  /** The reduction code of the request. `message`: why it can't be used, or that another reduction is better. */
  code: string;
  message: string | null;
  reductionName: string | null;
  /** The whole reduction, articles and delivery, in cents. */
  reductionCents: number;
  /** The prior prices of the reduced articles, if the reduction is announced to everybody. */
  priorPrices: PriorPrice[];
  /** Null without delivery methods in the settings. */
  delivery: CartDelivery | null;
};

export type CartDelivery = {
  methods: { id: string; name: string; kind: Offer["kind"]; hint: string }[];
  /** The chosen method's id; null: none delivers there, which `note` says. */
  chosen: string | null;
  feeCents: number;
  /** « du 20 au 24 novembre 2026 »; empty if nothing is chosen. */
  period: string;
  /** « Plus que 12 € pour la livraison offerte. » */
  note: string | null;
  vatPercent: number | null;
};

const TOO_MANY = "Vous avez essayé beaucoup de codes. Réessayez dans un quart d’heure.";

/**
 * GET /panier/sommes?articles=[{"id":…,"qty":…}]&code=…&pays=…&cp=…&mode=…: delivery and reduction of a cart at current prices. `cp`:
 * the postal code; `mode`: the id of a delivery method. The order checks everything again (orders/price-order.server.ts).
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<CartSums> {
  const { services, caller, viewer } = context.get(requestContext);
  const { groups } = services.settings.current();
  const { searchParams } = new URL(request.url);
  const text = (name: string, most: number) => (searchParams.get(name) ?? "").slice(0, most);
  const typed = text("code", 60);
  const isRefused = typed !== "" && !(await services.limits.allow("reduction-code", caller));
  const wanted = articles.safeParse(parseJson(searchParams.get("articles") ?? ""));
  const items = wanted.success ? wanted.data : [];
  const products = new Map(
    (
      await reducibleProducts(
        services.db,
        items.map(({ id }) => id),
      )
    ).map((product) => [product.id, product]),
  );
  const who = await viewer();
  const countries = deliveryCountries(groups);
  const { code: country } = chosenCountry(countries, text("pays", 2)) ?? countries[0]!;
  const lines = items.flatMap(({ id, qty }) => {
    const product = products.get(id);
    return product
      ? [{ ...product, cents: product.priceCents * qty, grams: (product.weightGrams ?? 0) * qty }]
      : [];
  });
  const { zone, offers, offer, reduction, vatPercent } = await priceCart(
    services.db,
    groups,
    {
      lines,
      code: isRefused ? "" : typed,
      buyer: who && { customerId: who.id },
      country,
      postalCode: text("cp", 5) || null,
      methodId: text("mode", 40),
    },
    false,
  );
  const applied = reduction.kind === "chosen" ? reduction.applied : null;
  return {
    code: typed,
    message: isRefused ? TOO_MANY : messageOf(reduction),
    reductionName: applied?.name ?? null,
    reductionCents: applied ? sumOf(applied) : 0,
    priorPrices: applied ? await priorPricesOf(services.db, groups, applied, lines) : [],
    delivery: zone === null ? null : { ...shownDelivery(zone, offers, offer), vatPercent },
  };
}

function messageOf(reduction: Awaited<ReturnType<typeof priceCart>>["reduction"]): string | null {
  if (reduction.kind === "refused") return reduction.message;
  const { applied, isBetterThanCode } = reduction;
  return isBetterThanCode && applied
    ? `«\u00a0${applied.name}\u00a0» est plus avantageux que ce code\u00a0: c’est lui qui s’applique.`
    : null;
}

function shownDelivery(zone: string, offers: readonly Offer[], offer: Offer | undefined) {
  const today = parisToday();
  const periodOf = ({ days }: Offer) => {
    const { from, until } = deliveryPeriod(days, today);
    return frenchPeriod(from, until);
  };
  const missing = offer?.missingCents;
  return {
    methods: offers.map((one) => ({
      id: one.id,
      name: one.name,
      kind: one.kind,
      hint: `${feeText(one.feeCents)}, ${one.kind === RELAY ? "retrait" : "chez vous"} ${periodOf(one)}${impactText(one)}`,
    })),
    chosen: offer?.id ?? null,
    feeCents: offer?.feeCents ?? 0,
    period: offer ? periodOf(offer) : "",
    note: !offer
      ? noDelivery(zone)
      : missing
        ? `Plus que ${formatPrice(missing)} pour la livraison offerte.`
        : null,
  };
}

/** « . Moindre impact : dernier kilomètre à vélo »; nothing for a method that claims none. */
const impactText = ({ lessImpact }: Offer) => lessImpact && `. Moindre impact\u00a0: ${lessImpact}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
