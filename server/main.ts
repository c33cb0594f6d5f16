import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { createServer } from "node:http";
import { ConfigError, readConfig } from "#app/platform/config.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { fillDemo, isEmpty } from "#db/demo/demo.ts";
import { openDatabase } from "./database.ts";
import { createServices } from "./services.ts";

type App = typeof import("./app.ts");

try {
  await start();
} catch (error) {
  console.error(error instanceof ConfigError ? `\n${error.message}\n` : error);
  process.exit(1);
}

/** The start order: settings, database, demo data, doors, jobs; and the same backwards at the end. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const isDevelopment = process.argv.includes("--dev");

  const database = await openDatabase(config, log);
  const services = createServices({ config, log, ...database, databaseUrl: database.url });
  const isFresh = await isEmpty(services.db);
  if (config.demo && isFresh) await fillDemo(services);

  const server = createServer({ headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 });
  const app: App = isDevelopment
    ? await (await import("./development.ts")).developmentApp(server, services)
    : ((await import(new URL("../build/server/index.js", import.meta.url).href)) as App);
  if (!isDevelopment) server.on("request", listenerOf(app, services));

  await services.hub.start();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(config.port, config.host, resolve));
  await app.startJobs(services);
  greet(services, isFresh);

  let isEnding = false;
  const end = async (signal: string) => {
    if (isEnding) return;
    isEnding = true;
    log.info({ signal }, "ending");
    const hardEnd = setTimeout(() => process.exit(1), 20_000);
    const served = new Promise((resolve) => server.close(resolve));
    services.hub.endStreams();
    server.closeIdleConnections();
    await Promise.race([served, new Promise((resolve) => setTimeout(resolve, 5_000))]);
    server.closeAllConnections();
    await services.jobs.boss.stop({ graceful: true, timeout: 5_000 });
    await services.hub.stop();
    await database.close();
    clearTimeout(hardEnd);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(signal));
}

function listenerOf(app: App, services: Services) {
  const { fetch } = app.createApp(services);
  return getRequestListener((request, env) => fetch(request, env as HttpBindings));
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
    lines.push("  La boutique est vide. Créez sa première administratrice :", "    npm run admin:create -- --email vous@exemple.fr\n");
  }
  console.log(lines.join("\n"));
}
