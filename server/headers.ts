import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Config } from "#app/platform/config.server.ts";

/** Where the payment provider's script, frames and calls live; let in on /payement alone. */
const PAYPAL = "https://*.paypal.com https://*.paypalobjects.com";

function contentPolicy(nonce: string, onPaymentPage: boolean): string {
  const provider = onPaymentPage ? ` ${PAYPAL}` : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${provider}`,
    onPaymentPage ? `style-src 'self' 'nonce-${nonce}'${provider}` : "style-src 'self'",
    `img-src 'self' data:${provider}`,
    `connect-src 'self'${provider}`,
    onPaymentPage ? `frame-src 'self'${provider}` : "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/**
 * The security headers of every answer, and the one check against forged requests: whatever changes
 * something must come from a page of ours (Fetch Metadata, or Origin in older browsers).
 */
export function secure(
  config: Config,
  isDevelopment = import.meta.env.DEV,
): MiddlewareHandler<{ Variables: { nonce: string } }> {
  const ownOrigin = new URL(config.baseUrl).origin;
  return async (c, next) => {
    const nonce = randomBytes(16).toString("base64");
    c.set("nonce", nonce);
    if (isForged(c.req.raw, ownOrigin) && !c.req.path.startsWith("/simulateur-paypal/v")) {
      return c.text("Requête refusée : elle ne vient pas de la boutique.", 403);
    }
    await next();
    const headers = c.res.headers;
    const onPaymentPage = c.req.path.startsWith("/payement/");
    if (!isDevelopment && !headers.has("content-security-policy"))
      headers.set("content-security-policy", contentPolicy(nonce, onPaymentPage));
    headers.set("x-content-type-options", "nosniff");
    headers.set("referrer-policy", "strict-origin-when-cross-origin");
    headers.set(
      "permissions-policy",
      "camera=(), microphone=(), geolocation=(), interest-cohort=()",
    );
    headers.set("x-frame-options", "SAMEORIGIN");
    if (ownOrigin.startsWith("https:"))
      headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
    if (!headers.has("cache-control"))
      headers.set(
        "cache-control",
        c.req.header("cookie")?.includes("session_token") ? "private, no-store" : "no-cache",
      );
  };
}

function isForged(request: Request, ownOrigin: string): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const site = request.headers.get("sec-fetch-site");
  if (site) return site !== "same-origin" && site !== "none";
  const origin = request.headers.get("origin");
  return origin !== null && origin !== ownOrigin && origin !== new URL(request.url).origin;
}
