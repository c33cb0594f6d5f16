import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { Config } from "#app/platform/config.server.ts";

/** What Hono's handlers have: Node's request and response, and the nonce that `secure` draws. */
export type AppEnv = { Bindings: HttpBindings; Variables: { nonce: string } };

/** Where the payment provider's script, frames and calls live; let in on /payement alone. */
const PAYPAL = "https://*.paypal.com https://*.paypalobjects.com";

/** 128 random bits, as base64. */
export const newNonce = (): string => randomBytes(16).toString("base64");

type Sources = {
  /** What lets our own inline scripts run: « 'nonce-…' » or « 'sha256-…' ». */
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

/** Files that visitors sent: whatever is in them, nothing runs. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Machines that send no page's headers; each shows who it is by other means. */
const FROM_MACHINES = /^\/(webhooks\/paypal|simulateur-paypal\/v\d)(\/|$)/;

/** The security headers of an answer, a page's content policy among them. */
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
 * The security headers of every answer, and the one check against forged requests: whatever changes
 * something must come from a page of ours (Fetch Metadata, or Origin in older browsers).
 */
export function secure(
  config: Config,
  isDevelopment = import.meta.env.DEV,
): MiddlewareHandler<AppEnv> {
  const ownOrigin = new URL(config.baseUrl).origin;
  return async (c, next) => {
    const nonce = newNonce();
    c.set("nonce", nonce);
    if (isForged(c.req.raw, ownOrigin) && !FROM_MACHINES.test(c.req.path))
      c.res = c.text("Requête refusée : elle ne vient pas de la boutique.", 403);
    else await next();
    const headers = c.res.headers;
    if (c.req.path.startsWith("/media/")) headers.set("content-security-policy", FILE_POLICY);
    const onPaymentPage = c.req.path.startsWith("/payement/");
    for (const [name, value] of securityHeaders(config, {
      inline: [`'nonce-${nonce}'`],
      onPaymentPage,
    })) {
      // In development the hot reload adds scripts and styles of its own.
      const isPolicy = name === "content-security-policy";
      if (!isPolicy || (!isDevelopment && !headers.has(name))) headers.set(name, value);
    }
    if (!headers.has("cache-control"))
      headers.set(
        "cache-control",
        c.req.header("cookie")?.includes("session_token") ? "private, no-store" : "no-cache",
      );
  };
}

/**
 * Whether a request that may change something isn't known to come from a page of the shop. Every browser says so by one
 * of the two headers; what says nothing is no browser, and has no business here.
 */
function isForged(request: Request, ownOrigin: string): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const site = request.headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") return true;
  const origin = request.headers.get("origin");
  // Where both are there, both have to be right: the router would take another origin for a fault.
  if (site && origin === null) return false;
  if (origin === ownOrigin) return false;
  // Without TLS a shop may be tried out by several of the machine's names.
  return ownOrigin.startsWith("https:") || origin !== new URL(request.url).origin;
}
