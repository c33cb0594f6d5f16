import { createContext, use } from "react";
import { useShop } from "./root-shop.ts";

/**
 * The shop's name for pages whose root loader failed: the server provides it from the settings; in the browser it is read
 * from the page, whose header has it.
 */
export const ShopNameContext = createContext(
  typeof document === "undefined"
    ? ""
    : (document.querySelector(".head .logo")?.ariaLabel?.replace(/, accueil$/, "") ?? ""),
);

/** The shop's name (settings « Identité »). */
export function useShopName(): string {
  const fallback = use(ShopNameContext);
  return useShop()?.name ?? fallback;
}
