import { VAT_PERCENT } from "#app/platform/legal-constants.ts";

/** The VAT inside a price that includes it; both in cents, rounded half away from zero. */
export function includedVat(totalCents: number, vatPercent = VAT_PERCENT): number {
  const vat = Math.round((Math.abs(totalCents) * vatPercent) / (100 + vatPercent));
  return totalCents < 0 ? -vat : vat;
}
