import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError, readConfig } from "#app/platform/config.server.ts";
import { createLog, type Logger } from "#app/platform/log.server.ts";
import { outdatedPostgres } from "#app/platform/postgres-version.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { openDatabase } from "./database.ts";
import { boundPipelining, createHttpServer, isSending, refusePages } from "./http-server.ts";

type App = typeof import("./app.ts");

/*
 * The shop's process: built, build/server/main.js, one file with the libraries it needs (docs/decisions/0023); from its
 * sources, with --dev, the shop that reloads what changes.
 */
const isDevelopment = process.argv.includes("--dev");
if (import.meta.filename.endsWith(".ts") && !isDevelopment)
  throw new Error(
    "The built shop starts with « node build/server/main.js »; from its sources, with --dev.",
  );
// React and the libraries have a slower build for development, and take it when nothing is said.
process.env["NODE_ENV"] ??= isDevelopment ? "development" : "production";

// A small buffer keeps its whole pool in memory, and V8 keeps each page's compressor, with its last small buffer, until it
// collects the old generation: Node's 64 KB pools cost 40 MB and 2 to 8 % of a page (decision 49).
Buffer.poolSize = 8 * 1024;

/** What a request may still take once no new one is taken. */
const LONGEST_REQUEST_MS = 10_000;
/** Less than nginx then leaves a node out for (docs/nginx.conf). */
const REFUSING_MS = 500;

/** Out of the build's sight: Vite stays out of the shop. */
const DEVELOPMENT = new URL("./development.ts", import.meta.url).href;

/** What was started, with how it is ended: the end runs it backwards. */
const started: { name: string; end: () => Promise<unknown> }[] = [];
let isEnding = false;
/** A second signal: whoever sent it doesn't want to wait. */
const hurry = new AbortController();

try {
  await start();
} catch (error) {
  if (!isEnding) {
    console.error(error instanceof ConfigError ? `\n${error.message}\n` : error);
    await endAll();
    process.exit(1);
  }
}

/** The start order: settings, database, demo data, doors, jobs. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  // From here on a signal ends in order whatever has been started, even halfway.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void exitOn(signal, log));

  // PostgreSQL starts while the rest of the code is read.
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
  if (!config.demo) warnOfPayments(config, log);
  const outdated = await outdatedPostgres(services.sql, config);
  if (outdated)
    log.warn(
      { version: outdated },
      "the embedded PostgreSQL is older than 18.6, which mends 28 weaknesses: set DATABASE_URL to an up-to-date server (SECURITY.md)",
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
      .keepClientFiles(config)
      .catch((error: unknown) => log.warn({ error: String(error) }, "former files"));
  greet(services, isFresh);
}

/** What a real shop is unlikely to want of its payments. */
function warnOfPayments({ paypal }: Services["config"], log: Logger): void {
  if (!paypal)
    log.warn("PAYPAL_CLIENT_ID is not set: online payments are simulated, and nobody is charged");
  if (paypal?.environment === "sandbox")
    log.warn("PAYPAL_ENVIRONMENT is sandbox: nobody is charged");
  if (paypal && !paypal.webhookId)
    log.warn("PAYPAL_WEBHOOK_ID is not set: the shop hears of refunds and disputes a day late");
}

/**
 * Says that it ends (`/readyz`, `Connection: close`) and goes on for as long as a load balancer takes to notice; then
 * takes no new request, tells the streams to come back, to another node, and lets what runs finish.
 */
async function closeServer(server: Server, { hub, ending, config }: Services): Promise<void> {
  ending.abort();
  // A proxy that keeps connections has none left to this process when it is gone.
  server.prependListener("request", (_request, response) => (response.shouldKeepAlive = false));
  await pause(config.drainMs);
  if (config.drainMs > 0) {
    // A proxy that doesn't ask /readyz learns it by a page, which another node answers, before a form meets closed doors.
    refusePages(server);
    await pause(REFUSING_MS);
  }
  const late = AbortSignal.any([hurry.signal, AbortSignal.timeout(LONGEST_REQUEST_MS)]);
  // Whoever has connected and waits to be let in would be reset: one comes in at each turn of the event loop.
  let isComing = true;
  server.on("connection", () => (isComing = true));
  while ((isComing || isSending(server)) && !late.aborted) {
    if (isSending(server)) await pause(20);
    isComing = false;
    await new Promise(setImmediate);
  }
  const served = new Promise((resolve) => server.close(resolve));
  hub.endStreams();
  // Requests that came before all this were answered on connections that stay.
  server.keepAliveTimeout = 1;
  await Promise.race([served, pause(LONGEST_REQUEST_MS, late)]);
  server.closeAllConnections();
}

/** So many milliseconds, or until `signal`: somebody presses. */
function pause(ms: number, signal = hurry.signal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined);
}

async function exitOn(signal: string, log: Logger): Promise<void> {
  if (isEnding) return hurry.abort();
  isEnding = true;
  log.info({ signal }, "ending");
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

function greet({ config }: Services, isFresh: boolean): void {
  const lines = [`\n  Éclat est ouverte : ${config.baseUrl}\n`];
  if (config.demo) {
    lines.push(
      "  Comptes de démonstration :",
      "    administratrice  admin@eclat.example    Admin-Eclat-2026",
      "    cliente          cliente@eclat.example  Cliente-Eclat-2026\n",
    );
  } else if (isFresh) {
    lines.push(
      "  La boutique est vide. Créez sa première administratrice :",
      "    npm run admin:create -- --email vous@exemple.fr\n",
    );
  }
  console.log(lines.join("\n"));
}
