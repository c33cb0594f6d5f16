import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { runningUrl } from "../../server/postgres.ts";
import { Browser } from "../support/browser.ts";
import { hasNginx, startNginx } from "../support/nginx.ts";
import { startShop, stopShop } from "../support/production-shop.ts";

/*
 * docs/nginx.conf, with other names and certificates, in front of two nodes: it caches anonymous pages only, and shows
 * changes. Needs nginx (NGINX_PROGRAM is its path when it is not installed).
 */
const [EDGE, FIRST, SECOND] = [3924, 3925, 3926] as const;
const SECRET = "s".repeat(64);
if (!hasNginx()) {
  console.error("behind-nginx: there is no nginx here");
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "eclat-nginx-"));
const edge = `http://127.0.0.1:${EDGE}`;
const env = { SESSION_SECRET: SECRET, BASE_URL: edge, TRUST_PROXY: "1" };
const first = await startShop({
  port: FIRST,
  folder: join(folder, "shop"),
  env: { ...env, DEMO: "1" },
});
const databaseUrl = runningUrl(join(folder, "shop"))!;
const second = await startShop({
  port: SECOND,
  folder: join(folder, "second"),
  env: { ...env, DEMO: "1", DATABASE_URL: databaseUrl },
});
const nginx = startNginx({ folder, port: EDGE, nodes: [FIRST, SECOND] });
try {
  const { sql } = connect(databaseUrl, { max: 2 });
  const visitor = new Browser(edge);
  while (!(await visitor.get("/").catch(() => null))?.ok) await sleep(100);

  const cacheState = async (browser: Browser, path: string) =>
    (await browser.get(path)).headers.get("x-cache");
  await visitor.get("/boutique");
  assert.equal(await cacheState(visitor, "/boutique"), "HIT");
  assert.equal(await cacheState(visitor, "/boutique.data"), "MISS");
  assert.equal(await cacheState(visitor, "/boutique.data"), "MISS");
  assert.equal(await cacheState(visitor, "/connexion"), "MISS");
  assert.equal(await cacheState(visitor, "/connexion"), "MISS");
  assert.equal((await visitor.get("/metrics")).status, 404);

  // A customer's pages are not cached.
  const customer = new Browser(edge);
  const signedIn = await customer.post("/connexion", {
    email: "cliente@eclat.example",
    password: "Cliente-Eclat-2026",
    mode: "connexion",
  });
  assert.equal(signedIn.status, 302);
  const [{ name } = { name: "" }] = await sql<{ name: string }[]>`
    SELECT profiles.name FROM profiles JOIN users ON users.id = user_id
    WHERE users.email = 'cliente@eclat.example'`;
  for (const path of ["/", "/boutique", "/faqs"]) {
    const own = await customer.get(path);
    assert.equal(own.headers.get("x-cache"), "BYPASS");
    assert.match(await own.text(), new RegExp(name));
    assert.doesNotMatch(await visitor.read(path), new RegExp(name));
  }

  // Each encoding of a page has its own cache entry.
  for (const turn of ["MISS", "HIT"])
    for (const encoding of ["br", "gzip", "identity"]) {
      const form = await visitor.fetch("/mentions-legales", {
        headers: { "accept-encoding": encoding },
      });
      assert.equal(form.headers.get("content-encoding") ?? "identity", encoding);
      assert.equal(form.headers.get("x-cache"), turn);
      assert.match(await form.text(), /<\/html>/);
    }

  // A change appears at once in live updates, and within about half a minute in the cached pages.
  const [product] = await sql<{ id: string }[]>`SELECT id FROM products ORDER BY id LIMIT 1`;
  const path = `/produit/${product!.id}`;
  await visitor.read(path);
  const begun = performance.now();
  await sql`UPDATE products SET price_cents = 987600 WHERE id = ${product!.id}`;
  const seen = async (address: string, price: RegExp) => {
    while (!price.test(await visitor.read(address))) await sleep(50);
    return Math.round(performance.now() - begun);
  };
  const data = await seen(`${path}.data`, /987600/);
  const page = await seen(path, /9.876.€/);
  console.log(
    `a change behind nginx: live data after ${data} ms, the page cached by nginx after ${page} ms`,
  );
  assert.ok(data < 1_000 && page < 35_000);

  const stream = await fetch(`${edge}/live`);
  const reader = stream.body!.getReader();
  assert.match(new TextDecoder().decode((await reader.read()).value), /^retry/);
  await sql`UPDATE products SET price_cents = 987700 WHERE id = ${product!.id}`;
  assert.match(new TextDecoder().decode((await reader.read()).value), /product/);
  await reader.cancel();
  await sql.end();
  console.log("behind-nginx: everything as it should be");
} finally {
  await nginx.stop();
  await stopShop(second.shop);
  await stopShop(first.shop);
  rmSync(folder, { recursive: true, force: true });
}
