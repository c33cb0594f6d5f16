import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { firstAdministratorPath } from "#app/opening/first-administrator.server.ts";
import { ConfigError, readConfig } from "#app/platform/config.server.ts";
import { createLog, type Logger } from "#app/platform/log.server.ts";
import { outdatedPostgres } from "#app/platform/postgres-version.server.ts";
import { mayBeOpen } from "#app/platform/shop-open.server.ts";
import type { Services } from "#app/request-context.ts";
import { openDatabase } from "./database.ts";
import { boundPipelining, createHttpServer, isSending, refusePages } from "./http-server.ts";

type App = typeof import("./app.ts");

/*
 * Entry point of the shop's process. In production it is build/server/main.js, bundled with its libraries
 * (docs/decisions/0023). With --dev it runs from sources with hot reload.
 */
const isDevelopment = process.argv.includes("--dev");
if (import.meta.filename.endsWith(".ts") && !isDevelopment)
  throw new Error("The built shop starts with « npm start »; from its sources, with --dev.");
// Without NODE_ENV, React and other libraries load their slower development builds.
process.env["NODE_ENV"] ??= isDevelopment ? "development" : "production";

// A small buffer keeps its whole pool in memory, and each page's compressor keeps a small buffer until V8 collects the old
// generation. Node's default pools of 64 KB cost 40 MB and 2 to 8 % of a page's time (docs/performance.md).
Buffer.poolSize = 8 * 1024;

/** How long running requests may take at shutdown. */
const LONGEST_REQUEST_MS = 10_000;
/**
 * How long `refusePages` is in effect before the server closes. Shorter than fail_timeout in docs/nginx.conf, for which nginx
 * skips this node after a 502.
 */
const REFUSING_MS = 500;

/** The module is imported by a computed URL, so that the build doesn't bundle Vite. */
const DEVELOPMENT = new URL("./development.ts", import.meta.url).href;

/** The parts of the process that have started. The shutdown ends them in reverse order. */
const started: { name: string; end: () => Promise<unknown> }[] = [];
let isEnding = false;
/** Aborted by a second signal: the shutdown then skips its pauses. */
const forced = new AbortController();

try {
  await start();
} catch (error) {
  if (!isEnding) {
    console.error(error instanceof ConfigError ? `\n${error.message}\n` : error);
    await endAll();
    process.exit(1);
  }
}

/** Start order: settings, database, demo data, HTTP server, jobs. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  // Registered first, so that a signal during the start also shuts down in order.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void exitOnSignal(signal, log));

  // Loads the rest of the code while PostgreSQL starts.
  const code = Promise.all([
    import("./services.ts"),
    import("#db/demo/demo.ts"),
    import("#db/demo/ledger.ts"),
    import("#app/media/s3.server.ts"),
  ]);
  const database = await openDatabase(config, log, (end) =>
    started.push({ name: "database", end }),
  );
  const [
    { createServices },
    { fillDemo, hasDemoAccounts, isEmpty },
    { enterDemoPayments },
    { checkBucket },
  ] = await code;
  const services = createServices({ config, log, ...database, databaseUrl: database.url });
  await services.settings.load();
  if (config.s3) await checkBucket(config.s3, log);
  const isFresh = await isEmpty(services.db);
  if (config.demo && isFresh) await fillDemo(services);
  if (config.demo && !config.paypal) await enterDemoPayments(services);
  if (!config.demo && (await hasDemoAccounts(services.db))) {
    throw new ConfigError(
      "This database holds the demo shop, whose passwords are public. Open the real shop on a new DATA_DIR (or database), or set DEMO=1.",
    );
  }
  if (!config.demo) warnOfPayments(services);
  const outdated = await outdatedPostgres(services.sql, config);
  if (outdated)
    log.warn(
      { version: outdated },
      "the embedded PostgreSQL is older than 18.6, which fixes 28 vulnerabilities: set DATABASE_URL to an up-to-date server (SECURITY.md)",
    );

  const server = createHttpServer();
  const app: App = isDevelopment
    ? await (await import(DEVELOPMENT)).developmentApp(server, services)
    : await import("./app.ts");
  await app.keepTermsOf(services);
  if (!isDevelopment) {
    await app.checkPages(services);
    server.on("request", boundPipelining(app.createListener(services)));
  }

  started.push({ name: "drawings", end: app.endDrawings });
  await services.hub.start();
  started.push({ name: "live", end: () => services.hub.stop() });
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(config.port, config.host, resolve),
  );
  started.push({
    name: "jobs",
    end: () => services.jobs.boss.stop({ graceful: true, timeout: 5_000 }),
  });
  started.push({ name: "server", end: () => closeServer(server, services) });
  await app.startJobs(services);
  if (!isDevelopment)
    await app
      .archiveClientFiles(config)
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, "could not archive the client files"),
      );
  printStartMessage(services, config.demo ? null : await firstAdministratorPath(services.db));
}

/** Logs payment settings that are unusual in a real shop. */
function warnOfPayments({ config, log }: Services): void {
  const { paypal } = config;
  if (!mayBeOpen(config))
    log.warn(
      "PAYPAL_CLIENT_ID is not set: payments would be simulated and goods given away, so the shop is closed to the public",
    );
  else if (!paypal)
    log.warn("PAYPAL_CLIENT_ID is not set: online payments are simulated, and nobody is charged");
  if (paypal?.environment === "sandbox")
    log.warn("PAYPAL_ENVIRONMENT is sandbox: nobody is charged");
  if (paypal && !paypal.webhookId)
    log.warn("PAYPAL_WEBHOOK_ID is not set: refunds and disputes are seen up to a day late");
}

/**
 * Graceful shutdown (docs/operations.md, Deploying a new version): reports the shutdown (/readyz, `Connection: close`) and
 * serves for `drainMs`, then refuses pages for REFUSING_MS (only if `drainMs` > 0), accepts no new connection, ends the live
 * streams (browsers reconnect to another node) and waits for running requests.
 */
async function closeServer(server: Server, { hub, ending, config }: Services): Promise<void> {
  ending.abort();
  // « Connection: close » makes a reverse proxy close its keep-alive connections to this process.
  server.prependListener("request", (_request, response) => (response.shouldKeepAlive = false));
  await pause(config.drainMs);
  if (config.drainMs > 0) {
    // After a refused page, a proxy without health checks (nginx) retries the page at another node and sends forms there, too.
    refusePages(server);
    await pause(REFUSING_MS);
  }
  const deadline = AbortSignal.any([forced.signal, AbortSignal.timeout(LONGEST_REQUEST_MS)]);
  // Closing the listener resets connections in its backlog. Node accepts one per turn of the event loop: accept all first.
  let hasNewConnection = true;
  server.on("connection", () => (hasNewConnection = true));
  while ((hasNewConnection || isSending(server)) && !deadline.aborted) {
    if (isSending(server)) await pause(20);
    hasNewConnection = false;
    await new Promise(setImmediate);
  }
  const served = new Promise((resolve) => server.close(resolve));
  hub.endStreams();
  // Connections whose requests came before the shutdown are still keep-alive: end them when idle.
  server.keepAliveTimeout = 1;
  await Promise.race([served, pause(LONGEST_REQUEST_MS, deadline)]);
  server.closeAllConnections();
}

/** Waits `ms` milliseconds, or until `signal` is aborted. */
function pause(ms: number, signal = forced.signal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined);
}

async function exitOnSignal(signal: string, log: Logger): Promise<void> {
  if (isEnding) return forced.abort();
  isEnding = true;
  log.info({ signal }, "shutting down");
  setTimeout(() => process.exit(1), 90_000).unref();
  await endAll(log);
  process.exit(0);
}

async function endAll(log?: Logger): Promise<void> {
  for (const { name, end } of started.splice(0).toReversed()) {
    await end().catch((error: unknown) =>
      log?.error({ name, error: String(error) }, "could not end"),
    );
  }
}

/** `adminPath`: the path that makes the first administrator; null when the shop has one. */
function printStartMessage({ config, settings }: Services, adminPath: string | null): void {
  const { shop, isOpen } = settings.current();
  const state = isOpen ? "est ouverte" : "est fermée au public";
  const lines = [`\n  ${shop.name} ${state} : ${config.baseUrl}\n`];
  if (config.demo) {
    lines.push(
      "  Comptes de démonstration :",
      "    administratrice  admin@eclat.example    Admin-Eclat-2026",
      "    cliente          cliente@eclat.example  Cliente-Eclat-2026\n",
    );
  } else if (adminPath) {
    lines.push(
      "  Créez la première administratrice, par ce lien qui sert une fois, pendant une heure :",
      `    ${config.baseUrl}${adminPath}`,
      "  ou par cette commande :",
      "    npm run admin:create -- --email vous@exemple.fr\n",
    );
  } else if (!isOpen) {
    lines.push(`  Pour l’ouvrir : ${config.baseUrl}/admin/ouverture\n`);
  }
  console.log(lines.join("\n"));
}
