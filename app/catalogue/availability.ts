import { MOST_SHOWN } from "./product-schema.ts";

/** The stock of a counted product as its page shows it: a text and the colour of its tag. */
export type Availability = { text: string; tone: "success" | "warning" | "error" };

/** `available`: pieces, at most MOST_SHOWN + 1; null for a product whose stock is not counted, whose page shows nothing. */
export function availabilityOf(available: number | null): Availability | null {
  if (available === null) return null;
  if (available === 0) return { text: "Épuisé", tone: "error" };
  if (available > MOST_SHOWN) return { text: "En stock", tone: "success" };
  return { text: `Plus que ${available} en stock`, tone: "warning" };
}
