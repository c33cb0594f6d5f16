import { MOST_SHOWN } from "./product-schema.ts";

/** What the page of a counted product says of its stock: in words, and by the colour of a tag. */
export type Availability = { text: string; tone: "success" | "warning" | "error" };

/** `available`: pieces, at most MOST_SHOWN + 1; null for an uncounted product, of which nothing is said. */
export function availabilityOf(available: number | null): Availability | null {
  if (available === null) return null;
  if (available === 0) return { text: "Épuisé", tone: "error" };
  if (available > MOST_SHOWN) return { text: "En stock", tone: "success" };
  return { text: `Plus que ${available} en stock`, tone: "warning" };
}
