import type { Context, Handler } from "hono";
import { RouterContextProvider, type RequestHandler } from "react-router";
import { readViewer } from "#app/accounts/session.server.ts";
import { compressResponse } from "#app/platform/compression.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import type { AppEnv } from "./headers.ts";

/** Headers of the page « Nous ouvrons bientôt »: crawlers don't index it, and no cache stores it. `retry-after` in seconds. */
const CLOSED_HEADERS = [
  ["retry-after", "3600"],
  ["cache-control", "no-store"],
  ["x-robots-tag", "noindex"],
] as const;

/**
 * Handles pages, their data and their actions with React Router, for the session of the request. `allowsSearch` counts a
 * search of an IP address against its rate limit; false when the limit is reached.
 */
export function pageEndpoint(
  services: Services,
  pages: RequestHandler,
  addressOf: (c: Context<AppEnv>) => string,
  allowsSearch: (address: string) => boolean,
): Handler<AppEnv> {
  return async (c) => {
    const cookie = c.req.header("cookie") ?? null;
    const address = addressOf(c);
    let viewer: ReturnType<typeof readViewer> | undefined;
    let page: Buffer<ArrayBuffer> | undefined;
    let isClosed = false;
    const context = new RouterContextProvider();
    context.set(requestContext, {
      services,
      caller: { cookie, address, userAgent: c.req.header("user-agent") ?? null },
      viewer: () => (viewer ??= readViewer(services, cookie, { isUse: !isReload(c.req.raw) })),
      addTags: () => undefined,
      allowsSearch: () => allowsSearch(address),
      answersClosed: () => (isClosed = true),
      nonce: c.get("nonce"),
      setPageBytes: (bytes) => (page = bytes),
    });
    let response = await pages(c.req.raw, context);
    if (isClosed) {
      response = new Response(response.body, { status: 503, headers: response.headers });
      for (const [name, value] of CLOSED_HEADERS) response.headers.set(name, value);
    }
    return compressResponse(c.req.raw, response, page);
  };
}

/**
 * Whether a page reloads its own data (same URL in Referer). Live changes cause such requests without a user, so they must not prolong
 * an administrator's session.
 */
function isReload({ method, url, headers }: Request): boolean {
  const data = new URL(url);
  const page = URL.parse(headers.get("referer") ?? "");
  if (method !== "GET" || !page || !data.pathname.endsWith(".data")) return false;
  // React Router lists the routes whose loaders run.
  data.searchParams.delete("_routes");
  return (
    page.pathname === data.pathname.replace(/(_?)\.data$/, "") &&
    page.searchParams.toString() === data.searchParams.toString()
  );
}
