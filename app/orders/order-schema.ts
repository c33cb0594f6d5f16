export const SHIPPING_METHODS = ["Point de relais", "Livraison à domicile"] as const;
export type ShippingMethod = (typeof SHIPPING_METHODS)[number];

/** Verbatim from specification §9. The first one is the default. */
export const PAYMENT_METHODS = ["Paiement securisé en ligne", "Paiement à la livraison"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
