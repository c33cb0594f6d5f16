import { formatPrice } from "#app/ui/price.ts";

/** « 34,50 € », or « 34,50 USD »: what the provider says that it moved. */
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
