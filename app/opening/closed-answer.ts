import { isRouteErrorResponse } from "react-router";
import type { Shop } from "#app/settings/shop.ts";

/** What a closed shop throws instead of a page. `isSignedIn`: a customer, whose own area stays. */
export type ClosedShop = { closedShop: Shop; isSignedIn: boolean };

/** The answer of a closed shop, or undefined for another error. */
export function closedAnswer(error: unknown): ClosedShop | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 503) return undefined;
  const data = error.data as Partial<ClosedShop> | null;
  return data?.closedShop ? (data as ClosedShop) : undefined;
}
