import { joinParts, type AddressParts } from "#app/ui/address-schema.ts";
import { ADDRESS_COUNTRIES } from "./book-schema.ts";

/** An address in lines, with its country as the last one unless that is France. */
export function addressText({ country, ...parts }: AddressParts & { country: string }): string {
  const name = ADDRESS_COUNTRIES.find(({ code }) => code === country)?.name ?? country;
  return country === "FR" ? joinParts(parts) : `${joinParts(parts)}\n${name}`;
}
