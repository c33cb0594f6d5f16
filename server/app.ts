import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Context } from "hono";
import type { IncomingMessage, RequestListener } from "node:http";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { readViewer, sessionsAlive } from "#app/accounts/session.server.ts";
import { isForStream, liveEndpoint } from "#app/live/stream-endpoint.ts";
import { pictureEndpoint } from "#app/media/picture-endpoint.ts";
import { uploadEndpoint } from "#app/media/upload-endpoint.ts";
import { UPLOAD_PATH } from "#app/media/upload-schema.ts";
import { WEBHOOK_PATH, webhookEndpoint } from "#app/payments/webhook-endpoint.ts";
import { paypalSimulator } from "#app/payments/simulator/simulator-endpoints.ts";
import { compressed } from "#app/platform/compression.server.ts";
import { networkOf } from "#app/platform/limits.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { requestContext, type Services } from "#app/platform/request-context.ts";
import { limitBodies } from "./body-limits.ts";
import { CLIENT_FILES, keptFiles } from "./client-files.ts";
import { secure, securityHeaders } from "./headers.ts";
import { REFUSED } from "./http-server.ts";
import { bears, createMetrics } from "./metrics.ts";
import { createPageCache } from "./page-cache.ts";
import { renderForAll } from "./render-page.ts";
import { routeNames } from "./route-names.ts";
import { searchBudget } from "./search-budget.ts";

export { keepClientFiles } from "./client-files.ts";
export { startJobs } from "./jobs.ts";

const YEAR = "public, max-age=31536000, immutable";

type Doors = { Bindings: HttpBindings; Variables: { nonce: string } };

const CACHE_BYTES = 64 * 1024 * 1024;
/** Behind a TLS proxy the request's own address is http: what counts is the address the shop is known by. */
const shopPages = ({ config }: Services) =>
  createRequestHandler(
    { ...build, allowedActionOrigins: [new URL(config.baseUrl).host] },
    import.meta.env.MODE,
  );

/**
 * What answers each request of an HTTP server: the cache of pages first, before anything else runs, then every other
 * door, the live stream's among them. `cacheBytes` of 0 keeps no page.
 */
export function createListener(
  services: Services,
  { cacheBytes = CACHE_BYTES }: { cacheBytes?: number } = {},
): RequestListener {
  const metrics = createMetrics(services, routeNames(build.routes));
  const { trustProxy, rateLimitFactor } = services.config;
  const searches = searchBudget(rateLimitFactor);
  const { fetch } = createApp(services, metrics, searches);
  const doors = getRequestListener((request, env) => fetch(request, env as HttpBindings));
  const addressIn = ({ headers, socket }: IncomingMessage) =>
    addressOf(headers["x-forwarded-for"]?.toString(), socket.remoteAddress, trustProxy);
  const live = liveEndpoint(
    services,
    {
      viewerOf: (cookie) => readViewer(services, cookie),
      sessionsAlive: (ids) => sessionsAlive(services.sql, ids),
      addressOf: addressIn,
    },
    securityHeaders(services.config, { inline: [] }),
  );
  const listener: RequestListener = (request, response) => {
    // « Host: 9007199254740993 » is HTTP, and no address.
    if (!URL.canParse(`http://${request.headers.host}`))
      return void response.writeHead(400, REFUSED).end();
    void (isForStream(request) ? live : doors)(request, response);
  };
  if (cacheBytes === 0) return listener;
  const pages = shopPages(services);
  const cache = createPageCache({
    render: (address) => metrics.timeRender(address, () => renderForAll(pages, services, address)),
    maxBytes: cacheBytes,
    isToldOfChanges: services.hub.isListening,
    mayAsk: (request) => searches.take(addressIn(request)),
  });
  metrics.watchCache(cache.stats);
  services.hub.watch(cache.drop);
  return (request, response) =>
    cache.answer(request, response, () => void listener(request, response));
}

/** The doors, in the order they are tried. */
function createApp(
  services: Services,
  metrics: ReturnType<typeof createMetrics>,
  searches: ReturnType<typeof searchBudget>,
): Hono<Doors> {
  const app = new Hono<Doors>();
  app.onError((error, c) => {
    // Whoever went away in the middle of what they sent hears nothing, and is no fault of the shop's.
    if (c.env?.incoming?.errored) return c.body(null, 400);
    services.log.error({ path: c.req.path, error: describeError(error) }, "request");
    return c.text("Un problème est survenu. Réessayez.", 500);
  });
  app.use(metrics.watch);
  app.use(secure(services.config));
  app.use((c, next) => {
    // The router would write a line of its own about it, as long as the sender likes; the database refuses null letters.
    if (isReadable(c.req.raw.url)) return next();
    return Promise.resolve(c.text("Document not found", 404));
  });

  // Before the limit on a form's size: uploads have their own.
  const viewerOf = (cookie: string | null) => readViewer(services, cookie);
  app.route(UPLOAD_PATH, uploadEndpoint(services, viewerOf));

  app.use(limitBodies((c) => networkOf(callerAddress(c, services))));

  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    if (services.ending.signal.aborted) return c.text("ending", 503);
    try {
      await services.sql`SELECT 1`;
      return c.text("ready");
    } catch {
      return c.text("no database", 503);
    }
  });

  const { metricsToken } = services.config;
  if (metricsToken)
    app.get("/metrics", async (c) => {
      if (!bears(metricsToken, c.req.header("authorization")))
        return c.text("Unauthorized", 401, { "www-authenticate": "Bearer" });
      return c.body(await metrics.text(), 200, {
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
        "cache-control": "no-store",
      });
    });

  for (const root of [CLIENT_FILES, keptFiles(services.config)])
    app.use(
      "/assets/*",
      serveStatic({
        root,
        precompressed: true,
        onFound: (_path, c) => c.header("cache-control", YEAR),
      }),
    );
  app.get("/assets/*", (c) => c.text("Not found", 404));
  for (const file of ["/favicon.svg", "/og.jpg"]) {
    app.use(
      file,
      serveStatic({
        root: CLIENT_FILES,
        onFound: (_path, c) => c.header("cache-control", "public, max-age=86400"),
      }),
    );
  }
  app.route("/media", pictureEndpoint(services));

  app.route(WEBHOOK_PATH, webhookEndpoint(services));
  if (!services.config.paypal) app.route("/simulateur-paypal", paypalSimulator(services));
  // What machines may send without saying where from is for no page.
  for (const path of ["/webhooks/*", "/simulateur-paypal/*"])
    app.all(path, (c) => c.text("Document not found", 404));

  const pages = shopPages(services);
  app.all("*", async (c) => {
    const nonce = c.get("nonce");
    let page: Buffer<ArrayBuffer> | undefined;
    const context = new RouterContextProvider();
    context.set(requestContext, {
      ...contextOf(c, services),
      takesSearch: () => searches.take(callerAddress(c, services)),
      nonce,
      sends: (bytes) => (page = bytes),
    });
    const response = await pages(c.req.raw, context);
    return compressed(c.req.raw, response, page);
  });
  return app;
}

function contextOf(c: Context<Doors>, services: Services) {
  const cookie = c.req.header("cookie") ?? null;
  let viewer: ReturnType<typeof readViewer> | undefined;
  return {
    services,
    reads: () => undefined,
    caller: {
      cookie,
      address: callerAddress(c, services),
      userAgent: c.req.header("user-agent") ?? null,
    },
    viewer: () => (viewer ??= readViewer(services, cookie)),
  };
}

function callerAddress(c: Context<Doors>, { config }: Services): string {
  // A request made in the process itself (tests) has no connection.
  const connection = c.env?.incoming ? getConnInfo(c).remote.address : "127.0.0.1";
  return addressOf(c.req.header("x-forwarded-for"), connection, config.trustProxy);
}

/** The client's address: the connection's, or what the outermost of our own proxies wrote down. */
function addressOf(
  forwarded: string | undefined,
  connection: string | undefined,
  proxies: number,
): string {
  const written = proxies > 0 ? forwarded?.split(",").at(-proxies)?.trim() : undefined;
  return written || (connection ?? "unknown");
}

/** Whether the percent signs of its path stand for letters. */
function isReadable(url: string): boolean {
  try {
    return !decodeURI(new URL(url).pathname).includes("\0");
  } catch {
    return false;
  }
}
