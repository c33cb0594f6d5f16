import { createHash } from "node:crypto";
import {
  createRequestHandler,
  RouterContextProvider,
  type RequestHandler,
  type ServerBuild,
} from "react-router";
import { bytesOf } from "#app/page-bytes.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import { newNonce, securityHeaders } from "./headers.ts";
import type { Rendered } from "./page-cache.ts";

/** React Router's handler of pages, their data and actions. */
export const requestHandler = (build: ServerBuild, { baseUrl }: Config): RequestHandler =>
  createRequestHandler(
    // Behind a reverse proxy with TLS the request's own URL is http, but the Origin of forms is the public address.
    { ...build, allowedActionOrigins: [new URL(baseUrl).host] },
    import.meta.env.MODE,
  );

/**
 * Renders a page for the cache, from its address alone, without cookies. The content security policy allows inline scripts
 * by hash: those with this rendering's nonce, since a cached page can't contain a nonce.
 */
export async function renderForCache(
  pages: RequestHandler,
  services: Services,
  address: string,
): Promise<Rendered> {
  const nonce = newNonce();
  const tags = new Set<string>();
  let isComplete = true;
  // A loader that logs an error returns incomplete data: the page must not be stored.
  const log = Object.assign(Object.create(services.log) as Services["log"], {
    error: (...line: Parameters<Services["log"]["error"]>) => {
      isComplete = false;
      services.log.error(...line);
    },
  });
  let page: Buffer | undefined;
  const context = new RouterContextProvider();
  context.set(requestContext, {
    services: { ...services, log },
    caller: { cookie: null, address: "", userAgent: null },
    viewer: () => Promise.resolve(null),
    addTags: (...names) => names.forEach((name) => tags.add(name)),
    // The page cache has already counted the search against the client's rate limit.
    allowsSearch: () => true,
    // The cache isn't used while the shop is closed.
    answersClosed: () => undefined,
    nonce,
    setPageBytes: (bytes) => (page = bytes),
  });
  const response = await pages(new Request(new URL(address, services.config.baseUrl)), context);
  const isPage = page !== undefined;
  const text = page?.toString() ?? (await response.text());
  const inline = isPage ? hashesOf(text, nonce) : [];
  response.headers.delete("set-cookie");
  response.headers.set("cache-control", "public, max-age=0, must-revalidate");
  // A CDN may cache pages (RFC 9213), but not their data: live updates must come from the shop.
  if (isPage && response.status === 200)
    response.headers.set("cdn-cache-control", "public, max-age=30, stale-while-revalidate=300");
  return {
    status: response.status,
    headers: [...response.headers, ...securityHeaders(services.config, { inline })],
    body: bytesOf([isPage ? text.replaceAll(` nonce="${nonce}"`, "") : text]),
    tags,
    isComplete,
  };
}

/** Renders /mentions-legales. @throws when it can't be rendered completely; the log has the reason. */
export async function assertRenders(pages: RequestHandler, services: Services): Promise<void> {
  const { status, isComplete } = await renderForCache(pages, services, "/mentions-legales");
  if (status !== 200 || !isComplete)
    throw new Error(`/mentions-legales can't be rendered: status ${status}`);
}

/** The CSP source (« 'sha256-…' ») of each inline script with this nonce. */
function hashesOf(html: string, nonce: string): string[] {
  const scripts = html.matchAll(/<script nonce="([^"]*)"([^>]*)>([^]*?)<\/script>/g);
  return [...scripts]
    .filter(([, found, others]) => found === nonce && !others!.includes(" src="))
    .map(([, , , script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`);
}
