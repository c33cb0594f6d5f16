import type { Shop } from "./shop.ts";

/**
 * Whether the seller is the responsible person of the cosmetics (regulation 1223/2009, art. 4): the setting that names this person
 * contains the seller's name.
 */
export function isResponsible({
  legalName,
  responsiblePerson,
}: Pick<Shop, "legalName" | "responsiblePerson">): boolean {
  const fold = (text: string) => text.replace(/\s+/g, " ").toLowerCase();
  return legalName !== "" && fold(responsiblePerson).includes(fold(legalName));
}
