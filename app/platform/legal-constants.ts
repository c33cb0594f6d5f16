/* Thresholds, rates and dates of the law. A change of the law is a changed line here. */

/** The largest sum payable in cash, in cents (CMF, L112-6 and D112-3); more is refused. */
export const CASH_LIMIT_CENTS = 1_000_00;
export const CASH_LIMIT_TEXT =
  "Le paiement en espèces est limité à 1\u202f000\u00a0€. Choisissez le paiement en ligne.";

/** The French standard rate (CGI, article 278), which applies to cosmetics. */
export const VAT_PERCENT = 20;

/**
 * The mention on an invoice to an overseas territory: goods sent there from metropolitan France are an export without VAT (CGI, articles
 * 262 I and 294).
 */
export const OVERSEAS_MENTION =
  "Exonération de TVA, articles 262 I et 294 du Code général des impôts.";

/**
 * What an order to an overseas territory costs beyond its total: its own VAT and dock dues (CGI, articles 294 to 296 ter; law
 * 2004-639 on the octroi de mer), or other taxes and customs duties, which the carrier collects on arrival.
 */
export const OVERSEAS_TAXES =
  "Outre-mer, la TVA, l’octroi de mer et les autres droits et taxes dus à l’arrivée sont à la charge du destinataire, en plus du total.";

/**
 * Parts of EU countries where EU VAT doesn't apply, by the country's ISO 3166 code (directive 2006/112, art. 6). France's are
 * overseas.
 */
const OUTSIDE_EU_VAT: Record<string, string> = {
  DE: "À Helgoland et à Büsingen",
  ES: "Aux Canaries, à Ceuta et à Melilla",
  FI: "Aux îles d’Åland",
  GR: "Au mont Athos",
  IT: "À Livigno et à Campione d’Italia",
};

/** What an order to these parts of a foreign country costs beyond its total; null: it has none. */
export const importTaxesIn = (code: string): string | null =>
  OUTSIDE_EU_VAT[code]
    ? `${OUTSIDE_EU_VAT[code]}, les droits et taxes dus à l’arrivée sont à la charge du destinataire, en plus du total.`
    : null;

/** Days within which the shop must refund after a statement of withdrawal (consumer code, L221-24). */
export const WITHDRAWAL_REFUND_DAYS = 14;
/** Days within which the shop must refund a late order that its customer has cancelled (consumer code, L216-7). */
export const LATE_REFUND_DAYS = 14;

/** The sentence on what is refunded after a withdrawal (consumer code, L221-24). */
export const WITHDRAWAL_REFUND =
  "tout ce que vous avez payé (sauf le supplément d’un mode de livraison autre que le moins cher proposé)";

/**
 * Distance sales to other EU countries in a year, without VAT, in cents, above which VAT is due at the rate of the customer's
 * country (directive 2006/112, article 59c; CGI, article 259 D).
 */
export const EU_SALES_THRESHOLD_CENTS = 10_000_00;

/** Standard VAT rates of the EU's countries by ISO 3166 code. State: 25 November 2026. */
export const EU_VAT_PERCENTS: Readonly<Record<string, number>> = {
  FR: VAT_PERCENT,
  AT: 20,
  BE: 21,
  BG: 20,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
};

/** Contracts from this total on are archived (consumer code, L213-1 and D213-1), in cents. */
export const ARCHIVED_FROM_CENTS = 120_00;
/** How long these contracts are archived, in years from the delivery (consumer code, D213-2). */
export const ARCHIVE_YEARS = 10;

/** How long the address of a deleted account is kept for safety warnings, in years from the delivery (regulation 1223/2009, art. 7). */
export const TRACE_YEARS = 3;
/** Days to declare a serious undesirable effect (regulation 1223/2009, art. 23 (1)). */
export const DECLARATION_DAYS = 20;

/**
 * Electronic invoices between companies (finance law for 2024, article 91): the day since which all companies must receive them, and the
 * day from which small and medium ones must issue them.
 */
export const E_INVOICES_RECEIVED_SINCE = "2026-09-01";
export const E_INVOICES_ISSUED_FROM = "2027-09-01";

/**
 * What an invoice to a company says of late and early payment (commercial code, L441-9; the rate is that of L441-10 II where nothing
 * else was agreed, the sum that of D441-5).
 */
export const COMPANY_PAYMENT_TERMS = {
  discount: "Pas d’escompte pour paiement anticipé.",
  penalties:
    "Pénalités de retard\u00a0: taux d’intérêt appliqué par la Banque centrale européenne à son opération de refinancement la plus récente, majoré de 10 points de pourcentage.",
  recovery: "Indemnité forfaitaire pour frais de recouvrement en cas de retard\u00a0: 40\u00a0€.",
};
/** The category of every operation of the shop, on an invoice to a company (CGI, annexe II, 242 nonies A, by decree 2022-1299). */
export const OPERATION_CATEGORY = "Livraison de biens";

/**
 * The sentence on sales calls that a contract with a telephone number must contain (consumer code, L223-2, by law 2025-594, since 11 August
 * 2026).
 */
export const NO_SALES_CALLS =
  "Il est interdit de démarcher par téléphone un consommateur sans son consentement préalable (article L223-2 du code de la consommation).";

/** The first day on which no cosmetic with PFAS may be sold in France, older stocks included (law 2025-188, decree 2025-1376). */
export const PFAS_SALES_END = "2027-01-01";

/**
 * The notice on the legal guarantee (directive 2011/83, articles 6(1)(l) and 22a; implementing regulation 2025/1960, since 27
 * September 2026): where the QR code of the French file leads, and the width in CSS pixels from which it can be scanned.
 */
export const NOTICE_LINK = "europa.eu/youreurope/garanties";
export const NOTICE_WIDTH = 420;

/**
 * How long a host must keep the identity of the author of removed content, in years from the end of the contract: the civil identity, and
 * the other account data (loi 2004-575, article 6; décret 2021-1362 of 20 October 2021, articles 2 and 3).
 */
export const AUTHOR_IDENTITY_YEARS = 5;
export const AUTHOR_ACCOUNT_YEARS = 1;
