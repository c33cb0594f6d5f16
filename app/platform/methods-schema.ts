/* An order's methods of delivery and payment, verbatim from specification §9. */
export const RELAY = "Point de relais";
export const HOME = "Livraison à domicile";
export const SHIPPING_METHODS = [RELAY, HOME] as const;
export type ShippingMethod = (typeof SHIPPING_METHODS)[number];

export const ONLINE = "Paiement securisé en ligne";
export const CASH = "Paiement à la livraison";
/** The first one is the default. */
export const PAYMENT_METHODS = [ONLINE, CASH] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
