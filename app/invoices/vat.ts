/** The French standard rate (CGI, article 278), which applies to cosmetics. */
export const VAT_PERCENT = 20;

/** The VAT inside a price that includes it; both in cents, rounded half away from zero. */
export function includedVat(totalCents: number, vatPercent = VAT_PERCENT): number {
  const vat = Math.round((Math.abs(totalCents) * vatPercent) / (100 + vatPercent));
  return totalCents < 0 ? -vat : vat;
}
