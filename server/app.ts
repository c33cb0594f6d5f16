import type { RequestListener } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import * as build from "virtual:react-router/server-build";
import { readGuestOrders } from "#app/accounts/guest-orders.server.ts";
import { openedOrders } from "#app/accounts/order-owner.server.ts";
import { readViewer, sessionsAlive } from "#app/accounts/session.server.ts";
import { isForStream, liveEndpoint } from "#app/live/stream-endpoint.ts";
import { pictureEndpoint } from "#app/media/picture-endpoint.ts";
import { uploadEndpoint } from "#app/media/upload-endpoint.ts";
import { UPLOAD_PATH } from "#app/media/upload-schema.ts";
import { oneClickEndpoint } from "#app/my-orders/reminder-refusal-endpoint.ts";
import { ONE_CLICK_PATH } from "#app/orders/reminder-refusals.server.ts";
import { termsText } from "#app/pages/terms-text.server.tsx";
import { paypalSimulator } from "#app/payments/simulator/simulator-endpoints.ts";
import { WEBHOOK_PATH, webhookEndpoint } from "#app/payments/webhook-endpoint.ts";
import { relaySimulator } from "#app/relays/simulator/relay-simulator.ts";
import type { Services } from "#app/request-context.ts";
import { brandEndpoint } from "#app/settings/brand-endpoint.ts";
import { limitBodies } from "./body-limits.ts";
import { clientAddresses } from "./client-address.ts";
import { archivedFiles, CLIENT_FILES, staticFiles } from "./client-files.ts";
import { secure, securityHeaders, type AppEnv } from "./headers.ts";
import { createMetrics } from "./metrics.ts";
import { createPageCache } from "./page-cache.ts";
import { pageEndpoint } from "./page-endpoint.ts";
import { readiness } from "./readiness.ts";
import { notFound, refuseBadHeaders, refuseUnreadablePaths, reportErrors } from "./refusals.ts";
import { assertRenders, renderForCache, requestHandler } from "./render-page.ts";
import { routeNames } from "./route-names.ts";
import { searchBudget } from "./search-budget.ts";

export { endDrawings } from "#app/platform/drawing-thread.server.ts";
export { archiveClientFiles } from "./client-files.ts";
export { startJobs } from "./jobs.ts";

const CACHE_BYTES = 64 * 1024 * 1024;
const YEAR = "public, max-age=31536000, immutable";
const DAY = "public, max-age=86400";

/** Keeps the terms of sale in the settings from now on, a new version whenever their text changes. */
export const keepTermsOf = ({ settings }: Services): Promise<void> => settings.useTerms(termsText);

/** Renders one page, before the server listens. @throws if the page can't be rendered; the start then fails. */
export const checkPages = (services: Services): Promise<void> =>
  assertRenders(requestHandler(build, services.config), services);

/** The shop's request listener: every endpoint and middleware, in order. `cacheBytes`: size of the page cache; 0 disables it. */
export function createListener(
  services: Services,
  { cacheBytes = CACHE_BYTES }: { cacheBytes?: number } = {},
): RequestListener {
  const { config, hub, log, sql } = services;
  const metrics = createMetrics(services, routeNames(build.routes));
  const searches = searchBudget(config.rateLimitFactor);
  const client = clientAddresses(config);
  const viewerOf = (cookie: string | null) => readViewer(services, cookie);
  const pages = requestHandler(build, config);
  const app = new Hono<AppEnv>();

  // Handlers of Node's request and response: the page cache, the check of Host and Content-Type, then the live stream or Hono.
  const hono = getRequestListener((request, env) => app.fetch(request, env as HttpBindings));
  const live = liveEndpoint(
    services,
    {
      // An open stream is no use of the session: it must not prolong an idle administrator's session.
      viewerOf: (cookie) => readViewer(services, cookie, { isUse: false }),
      openedBy: (cookie) => openedOrders(services.db, readGuestOrders(config, cookie)),
      stillOpened: (opened) => openedOrders(services.db, opened),
      sessionsAlive: (ids) => sessionsAlive(sql, ids),
      addressOf: client.ofRequest,
    },
    securityHeaders(config, { inline: [] }),
  );
  const uncached = refuseBadHeaders(
    (request, response) => void (isForStream(request) ? live : hono)(request, response),
  );
  let listener = uncached;
  if (cacheBytes > 0) {
    const cache = createPageCache({
      render: (page) => metrics.timeRender(page, () => renderForCache(pages, services, page)),
      maxBytes: cacheBytes,
      receivesChanges: hub.isListening,
      allowsSearch: (request) => searches.take(client.ofRequest(request)),
      isClosed: () => !services.settings.current().isOpen,
    });
    metrics.watchCache(cache.stats);
    hub.watch(cache.drop);
    listener = (request, response) =>
      cache.handle(request, response, () => uncached(request, response));
  }

  // Hono's middleware and endpoints.
  app.onError(reportErrors(log));
  app.use(metrics.watch);
  app.use(secure(config));
  app.use(refuseUnreadablePaths);
  // Before limitBodies: uploads have their own limits.
  app.route(UPLOAD_PATH, uploadEndpoint(services, viewerOf));
  app.use(limitBodies(client.of));
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", readiness(services));
  if (config.metricsToken) app.get("/metrics", metrics.endpoint(config.metricsToken));
  app.use("/assets/*", staticFiles(CLIENT_FILES, YEAR, { precompressed: true }));
  app.use("/assets/*", staticFiles(archivedFiles(config), YEAR, { precompressed: true }));
  app.get("/assets/*", (c) => c.text("Not found", 404));
  app.route("/", brandEndpoint(services));
  app.use("/favicon.svg", staticFiles(CLIENT_FILES, DAY));
  app.use("/og.jpg", staticFiles(CLIENT_FILES, DAY));
  app.route("/media", pictureEndpoint(services));
  app.route(WEBHOOK_PATH, webhookEndpoint(services));
  app.route(ONE_CLICK_PATH, oneClickEndpoint(services));
  if (!config.paypal) app.route("/simulateur-paypal", paypalSimulator(services));
  if (config.relays?.isSimulated) app.route("/simulateur-sendcloud", relaySimulator(config));
  // `secure` accepts requests without Origin on some of these paths, so they must not reach a page.
  app.all("/webhooks/*", notFound);
  app.all("/un-clic/*", notFound);
  app.all("/simulateur-paypal/*", notFound);
  app.all("/simulateur-sendcloud/*", notFound);
  app.all("*", pageEndpoint(services, pages, client.of, searches.take));
  return listener;
}
