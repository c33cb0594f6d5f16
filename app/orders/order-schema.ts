export const SHIPPING_METHODS = ["Point de relais", "Livraison à domicile"] as const;
export type ShippingMethod = (typeof SHIPPING_METHODS)[number];

/** The default (online) first, as the cart lists them; texts of specification §9, to the letter. */
export const PAYMENT_METHODS = ["Paiement securisé en ligne", "Paiement à la livraison"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Estimated delivery: from today to today plus 4 days (specification §9). */
export const DELIVERY_DAYS = 4;
/** The version of the terms of sale that an order accepts: the date of their last update. */
export const CURRENT_TERMS = "2024-02-19";
