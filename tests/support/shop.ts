import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, expect, inject, onTestFinished, TestRunner } from "vitest";
import { readConfig } from "#app/platform/config.server.ts";
import { connect } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { users, profiles } from "#db/schema/index.ts";
import { boundPipelining, createHttpServer } from "../../server/http-server.ts";
import { createServices } from "../../server/services.ts";
import { Browser } from "./browser.ts";
import { makeClockMovable } from "./moved-clock.ts";

/** The settings that a public shop requires. */
export const REAL_SHOP = {
  PAYPAL_CLIENT_ID: "boutique",
  PAYPAL_CLIENT_SECRET: "essai",
  SHOP_LEGAL_NAME: "Ma Boutique SARL",
  SHOP_ADDRESS: "14 rue des Lilas, 69003 Lyon",
  SHOP_SIREN: "123 456 782",
  SHOP_VAT_NUMBER: "FR32 123456782",
  SHOP_PHONE: "04 12 34 56 78",
  SHOP_EMAIL: "bonjour@ma-boutique.fr",
};

/** Cheap hashing for tests: real hashing takes 0.1 s. Real hashes are still verified. */
async function hashQuickly({ auth }: Services): Promise<void> {
  const { password } = await auth.$context;
  const { verify } = password;
  const QUICK = "quick:";
  password.hash = async (plain) => QUICK + createHash("sha256").update(plain).digest("hex");
  password.verify = async (given) =>
    given.hash.startsWith(QUICK)
      ? given.hash === (await password.hash(given.password))
      : verify(given);
}

/**
 * A complete shop for one test file, or for the test that opens it: the built application on its own port, with a database cloned
 * from the template. Warnings and errors in its log, and deadlocks, fail the current test. `hashesForReal`: passwords are hashed as in
 * production.
 * `hasMovableClock`: `moveClock` sets the database's clock.
 */
export async function openShop(
  settings: Record<string, string> = {},
  // No page cache by default: tests read what they have just written.
  { cacheBytes = 0, hashesForReal = false, isOpen = true, hasMovableClock = false } = {},
) {
  const name = `shop_${randomUUID().replaceAll("-", "")}`;
  const urlOf = (database: string) => inject("databaseUrl").replace("DATABASE", database);
  // CREATE and DROP DATABASE wait for a checkpoint, which is slow on a busy machine.
  const admin = connect(urlOf("postgres"), { max: 1, statementTimeout: 60_000 });
  await admin.sql.unsafe(`CREATE DATABASE ${name} TEMPLATE template_shop`);
  if (hasMovableClock) await makeClockMovable(urlOf(name));

  const server = createHttpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const dataDir = mkdtempSync(join(tmpdir(), "eclat-shop-"));
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(name),
    SESSION_SECRET: "x".repeat(64),
    RATE_LIMIT_FACTOR: "1000",
    // Open, with the specified contact details, unless a test opens a real shop.
    DEMO: "PAYPAL_CLIENT_ID" in settings ? "0" : "1",
    ...settings,
  });
  const errors: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void errors.push(line) });
  const database = connect(urlOf(name));
  const services: Services = createServices({ config, log, ...database, databaseUrl: urlOf(name) });
  if (isOpen) await services.sql`INSERT INTO shop_state (is_open) VALUES (true)`;
  if (!hashesForReal) await hashQuickly(services);
  const { createListener, keepTermsOf } = (await import(
    "../../build/server/index.js" as string
  )) as typeof import("../../server/app.ts");
  await keepTermsOf(services);
  server.on("request", boundPipelining(createListener(services, { cacheBytes })));
  await Promise.all([services.hub.start(), services.jobs.start()]);

  // Hooks that a test registers never run: a shop of a single test ends with it.
  const isOfOneTest = TestRunner.getCurrentTest() !== undefined;
  const afterTest = isOfOneTest ? onTestFinished : afterEach;
  const atEnd = isOfOneTest ? onTestFinished : afterAll;
  atEnd(async () => {
    services.hub.endStreams();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await services.hub.stop();
    await services.jobs.boss.stop({ graceful: false });
    await database.sql.end({ timeout: 5 });
    await admin.sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.sql.end();
    rmSync(dataDir, { recursive: true, force: true });
  });
  // After the shop's end in the code, because onTestFinished runs the last hook first.
  afterTest(() => {
    const seen = errors.splice(0);
    expect(seen, "unexpected errors in the shop's log").toEqual([]);
    expect(database.sql.connections().conflicts, "deadlocks").toBe(0);
  });

  const url = `http://127.0.0.1:${port}`;
  const origin = settings["BASE_URL"] && new URL(settings["BASE_URL"]).origin;
  let people = 0;
  return {
    url,
    databaseUrl: urlOf(name),
    ...services,
    /** Returns the warnings and errors logged so far, and removes them, so that they don't fail the test. */
    takeErrors: () => errors.splice(0),
    visitor: () => new Browser(url, origin),
    /** Signs up by the form. Returns a client signed in as this new customer or administrator. */
    async customer({ isAdmin = false, name = "Claire Aubry" } = {}): Promise<
      Browser & { userId: string; email: string }
    > {
      const browser = new Browser(url, origin);
      const email = `personne-${++people}@exemple.fr`;
      const answer = await browser.post("/connexion?mode=inscription", {
        name,
        email,
        password: "Mot-de-passe-1",
        confirmation: "Mot-de-passe-1",
        mode: "inscription",
      });
      expect(answer.status, await answer.clone().text()).toBe(302);
      const [user] = await services.db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.email, email));
      if (isAdmin)
        await services.db.update(profiles).set({ isAdmin }).where(eq(profiles.userId, user!.id));
      return Object.assign(browser, { userId: user!.id, email });
    },
  };
}
