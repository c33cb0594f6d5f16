import type { RelayPoint } from "./relay-schema.ts";

/** A point as the lines of an address: name, street, postal code and town. */
export const relayText = ({ name, street, postalCode, city }: RelayPoint): string =>
  `${name}\n${street}\n${postalCode} ${city}`;

const CARRIERS: Record<string, string> = {
  mondial_relay: "Mondial Relay",
  colissimo: "Colissimo",
  chronopost: "Chronopost",
  dpd: "DPD",
  ups: "UPS",
  gls_fr: "GLS",
};

/** « Mondial Relay » for the provider's code « mondial_relay ». */
export function relayCarrier(code: string): string {
  const words = code.replaceAll("_", " ");
  return CARRIERS[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** « Mondial Relay, point nº 330001 (non vérifié) »: what the seller needs besides the address. */
export const relayLine = ({ carrier, id, isUnchecked }: RelayPoint): string =>
  `${relayCarrier(carrier)}, point nº\u00a0${id}${isUnchecked ? " (non vérifié)" : ""}`;
