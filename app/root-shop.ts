import { useRouteLoaderData } from "react-router";
import type { Shop } from "#app/settings/shop.ts";
import type { RootData } from "./root-data.ts";

let parsed: { text: string; shop: Shop } | undefined;

/**
 * The shop in the root loader's data; undefined when that loader failed. The data has it as one JSON text, which React Router
 * serialises faster than its 25 values; it is parsed once.
 */
export function shopOfRoot(root: Partial<Pick<RootData, "shop">> | undefined): Shop | undefined {
  const text = root?.shop;
  if (text === undefined) return undefined;
  if (parsed?.text === text) return parsed.shop;
  parsed = { text, shop: JSON.parse(text) as Shop };
  return parsed.shop;
}

/** The shop: its brand, how to reach it, and who sells. Undefined when the root loader failed. */
export const useShop = (): Shop | undefined => shopOfRoot(useRouteLoaderData<RootData>("root"));
