import { parseCookies } from "better-auth/cookies";
import type { Config } from "#app/platform/config.server.ts";
import { orderToken, readOrderToken, type LinkedOrder } from "#app/platform/order-token.server.ts";

/*
 * The cookie with the tokens of the orders without an account that this browser has placed or opened by a signed link.
 */

/** Part of the cookie's name, with and without TLS. */
export const GUEST_COOKIE = "guest_orders";
/**
 * A cookie has at most 4 KB: it keeps this many placed orders and as many opened by links, the newest of each. Counted apart, so that a
 * foreign site's links can't evict the orders that this browser placed.
 */
const MOST_ORDERS = 12;
const LIFE_SECONDS = 30 * 24 * 3_600;

type CookieConfig = Pick<Config, "baseUrl" | "sessionSecret">;

/** The orders in the Cookie header, newest first. `isOwnedBy` (order-owner.server.ts) checks whether their links are still valid. */
export function readGuestOrders(config: CookieConfig, cookie: string | null): LinkedOrder[] {
  if (!cookie?.includes(GUEST_COOKIE)) return [];
  const tokens = parseCookies(cookie).get(nameOf(config))?.split("~") ?? [];
  return tokens
    .slice(0, 2 * MOST_ORDERS)
    .flatMap((token) => readOrderToken(config.sessionSecret, token) ?? []);
}

/** Whether an order of the cookie was placed in this browser, not opened by a link. */
export const isPlacedHere = ({ from }: LinkedOrder): boolean => from === undefined;

/** The Set-Cookie value that opens one more order. */
export function openGuestOrder(
  config: CookieConfig,
  cookie: string | null,
  order: LinkedOrder,
): string {
  // An order may be in the cookie twice: placed here, and opened by the link of its mail.
  const others = readGuestOrders(config, cookie).filter(
    ({ orderId, from }) => orderId !== order.orderId || from !== order.from,
  );
  const [placed, linked] = [true, false].map((isPlaced) =>
    [order, ...others].filter((one) => isPlacedHere(one) === isPlaced).slice(0, MOST_ORDERS),
  );
  const tokens = [...placed!, ...linked!].map((one) => orderToken(config.sessionSecret, one));
  return cookieOf(config, tokens.join("~"), LIFE_SECONDS);
}

/** The Set-Cookie value that deletes the cookie. */
export const closeGuestOrders = (config: CookieConfig): string => cookieOf(config, "", 0);

// « __Host- » like the session's (auth.server.ts).
const isHttps = ({ baseUrl }: CookieConfig) => baseUrl.startsWith("https:");
const nameOf = (config: CookieConfig) =>
  `${isHttps(config) ? "__Host-eclat" : "eclat"}.${GUEST_COOKIE}`;

function cookieOf(config: CookieConfig, value: string, seconds: number): string {
  const secure = isHttps(config) ? " Secure;" : "";
  return `${nameOf(config)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly;${secure} SameSite=Lax`;
}
