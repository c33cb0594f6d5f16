import { EU_COUNTRIES, type Country } from "#app/settings/country-schema.ts";

/** The most addresses of one account. */
export const MOST_ADDRESSES = 20;
export const ADDRESS_KINDS = { delivery: "Livraison", billing: "Facturation" } as const;
export type AddressKind = keyof typeof ADDRESS_KINDS;

const NAMES = new Intl.DisplayNames("fr", { type: "region" });
/** The countries of an address: those of the EU, then neighbours to which the shop does not deliver, for invoices. */
export const ADDRESS_COUNTRIES: readonly Country[] = [
  ...EU_COUNTRIES,
  ...["MC", "CH", "GB"].map((code) => ({ code, name: NAMES.of(code)! })),
];
