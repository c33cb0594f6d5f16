/** The legal period of withdrawal in days, from delivery (Code de la consommation, L221-18): the shortest that a shop may give. */
export const LEGAL_DAYS = 14;
export const MOST_RETURN_DAYS = 365;
/** The period of specification §9, in days. */
export const SPECIFIED_DAYS = 30;

/**
 * How long a relay point keeps a parcel, in days: the longest time of the carriers, so that an unknown day of pick-up shortens nobody's
 * period. Chronopost: 14 days in post offices, 8 in relay points, 3 in lockers (its FAQ, read in November 2026).
 */
export const KEEPING_DAYS = 14;

/** When the period of an order to a relay point begins, for terms and mails (decision 110). */
export const AT_RELAY = `Au point de relais, c’est le jour où vous retirez votre colis, à indiquer sur la page de la commande\u00a0; s’il n’est pas connu, le ${KEEPING_DAYS}e jour après son dépôt.`;

/**
 * The days that a shop's period adds to the legal one: « 16 offerts », or « 16 jours offerts » with `noun` and its singular; empty without
 * any.
 */
export function offeredText(days: number, noun = "", singular = noun): string {
  const offered = days - LEGAL_DAYS;
  if (offered <= 0) return "";
  return offered === 1 ? `1${singular} offert` : `${offered}${noun} offerts`;
}

/** The two lines about a return period of `days` on a product's page. */
export const returnSummary = (days: number) => ({
  title: `${days} jours pour changer d’avis`,
  text:
    days > LEGAL_DAYS
      ? `${LEGAL_DAYS} jours selon la loi, ${offeredText(days, " de plus")}`
      : "La loi le prévoit",
});

/** « 14 jours pour vous rétracter (loi) + 16 jours offerts : 30 jours en tout », for a period in days. */
export function periodText(days: number): string {
  const legal = `${LEGAL_DAYS} jours pour vous rétracter (loi)`;
  return days > LEGAL_DAYS
    ? `${legal} + ${offeredText(days, " jours", " jour")}\u00a0: ${days} jours en tout`
    : legal;
}
