import { formatPrice } from "#app/ui/price.ts";

/** Formats an amount of the provider: « 34,50 € », « 34,50 USD ». */
export function formatAmount({
  amountCents,
  currency,
}: {
  amountCents: number;
  currency: string;
}): string {
  const price = formatPrice(amountCents);
  return currency === "EUR" ? price : price.replace("€", currency);
}
