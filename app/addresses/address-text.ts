import type { StoredAddress } from "./addresses.server.ts";
import { ADDRESS_COUNTRIES } from "./book-schema.ts";

/** An address in lines, with its country as the last one unless that is France. */
export function addressText({ street, postalCode, town, country }: StoredAddress): string {
  const name = ADDRESS_COUNTRIES.find(({ code }) => code === country)?.name ?? country;
  return [street, `${postalCode} ${town}`, ...(country === "FR" ? [] : [name])].join("\n");
}
