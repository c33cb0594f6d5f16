import { KEEPING_DAYS } from "./return-period-schema.ts";

/**
 * The sentence on when the withdrawal period of an order to a relay point begins, for terms and mails (decision 110). A file of its own, so
 * that the scripts of product pages don't contain it.
 */
export const AT_RELAY = `Au point de relais, c’est le jour où vous retirez votre colis, à indiquer sur la page de la commande\u00a0; s’il n’est pas connu, le ${KEEPING_DAYS}e jour après son dépôt.`;
