import { SAMPLES_ANSWER } from "#app/pages/pages-schema.ts";
import { RELAY, SHIPPING_METHODS, type ShippingMethod } from "#app/platform/methods-schema.ts";
import type { Settings } from "#app/settings-values.ts";

/*
 * What the settings group « Vente » allows in the cart.
 */

/** Why an order with this delivery can't be paid in cash, in French; null if it can. */
export function cashRefusal(
  { sales }: Pick<Settings, "sales">,
  shippingMethod: ShippingMethod,
): string | null {
  if (sales.cash === "never") return "Les commandes se paient en ligne.";
  if (sales.cash === "home" && shippingMethod === RELAY)
    return "En point de relais, une commande se paie en ligne.";
  return null;
}

/** The deliveries with which an order can be paid in cash. */
export const cashDeliveries = (settings: Pick<Settings, "sales">): ShippingMethod[] =>
  SHIPPING_METHODS.filter((method) => cashRefusal(settings, method) === null);

/**
 * Whether the cart offers samples (free gifts). If the shop has not chosen, it does so as long as its questions and answers contain the
 * original answer, which promises samples.
 */
export function offersSamples({ sales, pages }: Pick<Settings, "sales" | "pages">): boolean {
  if (sales.samples !== "") return sales.samples === "yes";
  return pages.questions.some(({ answer }) => answer === SAMPLES_ANSWER);
}
