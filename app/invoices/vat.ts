/** The French standard rate, which cosmetics bear (law.md, row 30). */
export const VAT_PERCENT = 20;

/** The VAT inside a price that includes it; both in cents, rounded half away from zero. */
export function includedVat(totalCents: number, vatPercent = VAT_PERCENT): number {
  const vat = Math.round((Math.abs(totalCents) * vatPercent) / (100 + vatPercent));
  return totalCents < 0 ? -vat : vat;
}
