/** The message for a payment that could not be completed (specification §8). */
export const PAYMENT_ERROR = "Une erreur s'est produite";
