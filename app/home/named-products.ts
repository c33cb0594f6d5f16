import type { Slide } from "./home-schema.ts";

/** The displayed names of products by `productKey`, and whether the shop has a featured product. */
export type NamedProducts = { names: Record<string, string>; hasFeatured: boolean };

export type Target = Pick<Slide, "link" | "productId" | "productName">;

/** The key of a slide's product: its id, or for an initial slide its stored name. Empty if the slide links to no product. */
export const productKey = ({ link, productId, productName }: Target) =>
  link ? "" : productId || productName;

/** A French sentence about a slide whose product doesn't exist, with what the banner shows instead; null if it exists. */
export function missingProduct(
  slide: Target,
  { names, hasFeatured }: NamedProducts,
): string | null {
  const key = productKey(slide);
  if (key === "" || Object.hasOwn(names, key)) return null;
  if (slide.productId)
    return "Ce produit a été supprimé\u00a0: choisissez-en un autre pour que la diapositive revienne sur l’accueil.";
  return hasFeatured
    ? "Votre boutique n’a pas ce produit\u00a0: la diapositive mène à un produit en vedette, jusqu’à ce que vous en choisissiez un."
    : "Votre boutique n’a pas ce produit\u00a0: choisissez-en un pour que la diapositive soit sur l’accueil.";
}
