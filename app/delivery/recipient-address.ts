import { HOME } from "#app/platform/methods-schema.ts";
import type { orders } from "#db/schema/index.ts";

/** A recipient as PayPal's Orders v2 wants it (`purchase_units[].shipping`). */
export type ProviderShipping = {
  name: { full_name: string };
  address: {
    address_line_1: string;
    address_line_2?: string;
    admin_area_2: string;
    postal_code: string;
    country_code: string;
  };
};

/** The places with French postal codes that have an ISO 3166 code of their own, by the beginning of the postal code. */
const TERRITORIES: [string, string][] = [
  ["97133", "BL"],
  ["97150", "MF"],
  ["971", "GP"],
  ["972", "MQ"],
  ["973", "GF"],
  ["974", "RE"],
  ["975", "PM"],
  ["976", "YT"],
  ["986", "WF"],
  ["987", "PF"],
  ["988", "NC"],
  ["980", "MC"],
];
/** The longest line that PayPal takes. */
const LONGEST_LINE = 300;

/** The recipient of an order that is delivered at home; null for a relay point, or when the parts of the address are not known. */
export function providerShipping(
  order: Pick<
    typeof orders.$inferSelect,
    | "customerName"
    | "shippingMethod"
    | "shippingStreet"
    | "shippingPostalCode"
    | "shippingTown"
    | "shippingCountry"
  >,
): ProviderShipping | null {
  const { shippingStreet: street, shippingPostalCode: code, shippingTown: town } = order;
  if (order.shippingMethod !== HOME || !street || !code || !town) return null;
  const [first = "", ...others] = street.split("\n");
  const isFrench = order.shippingCountry === "FR";
  const territory = isFrench && TERRITORIES.find(([beginning]) => code.startsWith(beginning));
  return {
    name: { full_name: order.customerName },
    address: {
      address_line_1: first.slice(0, LONGEST_LINE),
      ...(others.length > 0 && { address_line_2: others.join(", ").slice(0, LONGEST_LINE) }),
      admin_area_2: town,
      postal_code: code,
      country_code: territory ? territory[1] : order.shippingCountry,
    },
  };
}
