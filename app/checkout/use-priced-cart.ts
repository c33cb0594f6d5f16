import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useCart, type CartItem } from "#app/cart/cart-store.ts";
import type { loader } from "#app/catalogue/current-prices.ts";
import type { Picture } from "#app/catalogue/product-schema.ts";

/**
 * A cart line with the product's current price in cents (`unitCents`; the stored price until the current one is loaded).
 * `storedCents`: the price when the product was added. `isGone`: the product is no longer sold. `available`: pieces, of
 * which at most MAX_QUANTITY + 1 are told, so that a full line doesn't seem to take the last one; null: not counted.
 */
export type PricedLine = CartItem & {
  unitCents: number;
  storedCents: number;
  isGone: boolean;
  picture: Picture | null;
  /** The current price of 100 ml or 100 g. */
  unitPrice: string | null | undefined;
  available: number | null;
  /** The essential characteristics: in view, and unfolded. */
  essentials: { short: string; text: string } | null | undefined;
};

/** Whether fewer pieces of a line's product are available than the line wants. */
export const isShort = (line: PricedLine): line is PricedLine & { available: number } =>
  line.available !== null && line.qty > line.available;

/**
 * The cart at current prices, in cents. They are fetched when the set of products changes, and again when the page's loaders
 * run again (`useLive`), or when an order was refused because pieces lack (`shortage`: the answer). Totals leave out products that are no longer sold.
 */
export function usePricedCart(shortage: object | undefined): {
  lines: PricedLine[];
  totalCents: number;
  articleCount: number;
} {
  const { items } = useCart();
  const { load, data } = useFetcher<typeof loader>();
  const query = items
    .map(({ id }) => `id=${encodeURIComponent(id)}`)
    .sort()
    .join("&");
  useEffect(() => {
    if (query) void load(`/panier/prix?${query}`);
  }, [query, load, shortage]);

  const products = new Map(data?.products.map((product) => [product.id, product]));
  const lines = items.map((item) => {
    const product = products.get(item.id);
    const storedCents = Math.round(item.price * 100);
    // A line that was added after the request is missing from the response too: only a requested product counts as gone.
    const isGone = data !== undefined && !product && data.asked.includes(item.id);
    return {
      ...item,
      name: product?.name ?? item.name,
      storedCents,
      unitCents: product?.priceCents ?? storedCents,
      isGone,
      picture: product?.picture ?? null,
      unitPrice: product?.unitPrice,
      available: product?.available ?? null,
      essentials: product?.essentials,
    };
  });
  const sold = lines.filter((line) => !line.isGone);
  return {
    lines,
    totalCents: sold.reduce((total, line) => total + line.unitCents * line.qty, 0),
    articleCount: sold.reduce((count, line) => count + line.qty, 0),
  };
}
