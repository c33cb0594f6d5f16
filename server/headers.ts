import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { GUEST_COOKIE } from "#app/accounts/guest-orders.server.ts";
import type { Config } from "#app/platform/config.server.ts";

/** Hono's bindings (Node's request and response) and variables (the nonce that `secure` generates). */
export type AppEnv = { Bindings: HttpBindings; Variables: { nonce: string } };

/** Sources of PayPal's script, frames and calls. Allowed on /payement/… only. */
const PAYPAL = "https://*.paypal.com https://*.paypalobjects.com";

/** 128 random bits, as base64. */
export const newNonce = (): string => randomBytes(16).toString("base64");

type Sources = {
  /** CSP sources that allow the shop's inline scripts: « 'nonce-…' » or « 'sha256-…' ». */
  inline: readonly string[];
  onPaymentPage?: boolean;
};

function contentPolicy({ inline, onPaymentPage = false }: Sources): string {
  const provider = onPaymentPage ? [PAYPAL] : [];
  const list = (name: string, ...sources: string[]) => [name, ...sources].join(" ");
  return [
    "default-src 'self'",
    list("script-src", "'self'", ...inline, ...provider),
    list("style-src", "'self'", ...(onPaymentPage ? [...inline, PAYPAL] : [])),
    list("img-src", "'self'", "data:", ...provider),
    list("connect-src", "'self'", ...provider),
    list("frame-src", ...(onPaymentPage ? ["'self'", PAYPAL] : ["'none'"])),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/**
 * The policy of uploaded and built files: no script in them may run as a page. Without a nonce, it is the same for all files, so
 * that HTTP/2 sends it once in a connection.
 */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const FILE = /^\/(media|assets)\//;

/** Cookies with which a page may show personal data. */
const PERSONAL_COOKIE = new RegExp(`session_token|${GUEST_COOKIE}`);

/** Endpoints for servers, which send neither Origin nor Fetch Metadata. They authenticate the caller by other means. */
const SERVER_TO_SERVER =
  /^\/(webhooks\/paypal|un-clic\/sans-rappel|simulateur-paypal\/v\d|simulateur-sendcloud\/api)(\/|$)/;

/** The security headers of every response, including the content security policy. */
export function securityHeaders(
  config: Pick<Config, "baseUrl">,
  sources: Sources,
): [name: string, value: string][] {
  return [
    ["content-security-policy", contentPolicy(sources)],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", "camera=(), microphone=(), geolocation=(), interest-cohort=()"],
    ["x-frame-options", "SAMEORIGIN"],
    ...(config.baseUrl.startsWith("https:")
      ? [["strict-transport-security", "max-age=31536000; includeSubDomains"] as [string, string]]
      : []),
  ];
}

/**
 * Sets the security headers of every response, and refuses cross-site requests (CSRF): any method but GET and HEAD must
 * come from a page of the shop, by Sec-Fetch-Site, or by Origin in older browsers.
 */
export function secure(
  config: Config,
  isDevelopment = import.meta.env.DEV,
): MiddlewareHandler<AppEnv> {
  const ownOrigin = new URL(config.baseUrl).origin;
  return async (c, next) => {
    const nonce = newNonce();
    c.set("nonce", nonce);
    if (isCrossSite(c.req.raw, ownOrigin) && !SERVER_TO_SERVER.test(c.req.path))
      c.res = c.text("Requête refusée : elle ne vient pas de la boutique.", 403);
    else await next();
    const headers = c.res.headers;
    if (FILE.test(c.req.path)) headers.set("content-security-policy", FILE_POLICY);
    const onPaymentPage = c.req.path.startsWith("/payement/");
    for (const [name, value] of securityHeaders(config, {
      inline: [`'nonce-${nonce}'`],
      onPaymentPage,
    })) {
      // In development, Vite's hot reload injects scripts and styles that the policy would block.
      const isPolicy = name === "content-security-policy";
      // A page whose address holds a token has a stricter one.
      if (name === "referrer-policy" && headers.has(name)) continue;
      if (!isPolicy || (!isDevelopment && !headers.has(name))) headers.set(name, value);
    }
    if (!headers.has("cache-control"))
      headers.set(
        "cache-control",
        PERSONAL_COOKIE.test(c.req.header("cookie") ?? "") ? "private, no-store" : "no-cache",
      );
  };
}

/**
 * Whether to refuse a request as cross-site. Browsers send Sec-Fetch-Site, Origin or both: a request without either header is
 * refused.
 */
function isCrossSite(request: Request, ownOrigin: string): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const site = request.headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") return true;
  const origin = request.headers.get("origin");
  // If both are present, both must match: React Router would throw on a foreign origin.
  if (site && origin === null) return false;
  if (origin === ownOrigin) return false;
  // Without TLS (a trial on the local machine), any host name of the machine is accepted.
  return ownOrigin.startsWith("https:") || origin !== new URL(request.url).origin;
}
