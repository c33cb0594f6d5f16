/** What is said when a payment can't be finished: to the letter (specification §8). */
export const PAYMENT_ERROR = "Une erreur s'est produite";
