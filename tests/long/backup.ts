import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { exportDocuments } from "#app/documents/export.server.ts";
import { diskStorage } from "#app/media/storage.server.ts";
import { connect, type Database } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { startBenchServer, databaseName } from "../../scripts/bench/bench-server.ts";
import { seedProducts } from "../../scripts/bench/seed-products.ts";
import { restoreBackup } from "../../server/backup/restore-backup.ts";
import { writeBackup } from "../../server/backup/write-backup.ts";
import { runningUrl } from "../../server/postgres.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { startShop } from "../support/production-shop.ts";
import { fillShelves } from "../support/stock.ts";

/**
 * Backs up a live shop while customers order, deletes it, and restores it. Documents and files must equal those of the
 * backup's snapshot, byte by byte, and contain all orders acknowledged before the command began. Then measures the
 * duration with PRODUCTS (100,000) products.
 */
const PORT = 3917;
const PRODUCTS = Number(process.env["PRODUCTS"] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), "eclat-backup-long-"));
const at = (...names: string[]) => join(folder, ...names);

function check(is: boolean, what: string): void {
  console.log(`${is ? "ok    " : "FAILED"} ${what}`);
  if (!is) process.exitCode = 1;
}
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
const mebibytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`;

/** Every file of a folder with the hash of its content. */
const hashesOf = (root: string) =>
  new Map(
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(root, name)).isFile())
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(join(root, name)))
          .digest("hex"),
      ]),
  );
const areEqual = (one: Map<string, string>, other: Map<string, string>) =>
  one.size === other.size && [...one].every(([name, hash]) => other.get(name) === hash);

function run(script: string, dataDir: string, ...args: string[]): void {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { status } = spawnSync("node", [script, ...args], { stdio: "inherit", env });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
}

/** The database, with each transaction in the snapshot that another transaction has exported. */
function atInstant(db: Database, snapshot: string): Database {
  const transaction: Database["transaction"] = (work, options) =>
    db.transaction(async (tx) => {
      await tx.execute(sql.raw(`SET TRANSACTION SNAPSHOT '${snapshot}'`));
      return work(tx);
    }, options);
  return Object.assign(Object.create(db) as Database, { transaction });
}

async function underWrites(): Promise<void> {
  const { shop, url } = await startShop({ port: PORT, folder: at("shop") });
  const databaseUrl = runningUrl(at("shop"))!;
  const reader = connect(databaseUrl, { max: 3, statementTimeout: 0 });
  const products = await reader.sql<
    { id: string; price_cents: number }[]
  >`SELECT id, price_cents FROM products ORDER BY id LIMIT 20`;
  await fillShelves(reader.sql);

  const customer = new Browser(url);
  const credentials = {
    email: "cliente@eclat.example",
    password: "Cliente-Eclat-2026",
    mode: "connexion",
  };
  const signedIn = await customer.post("/connexion", credentials);
  if (signedIn.status !== 302) throw new Error(`sign-in answered ${signedIn.status}`);
  const acknowledged: string[] = [];
  let isOver = false;
  const writing = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const product = products[acknowledged.length % products.length]!;
      const form = orderForm([{ id: product.id, qty: 1 }], product.price_cents);
      const answer = await customer.post("/panier", form);
      if (answer.status === 302)
        acknowledged.push(answer.headers.get("location")!.split("/").at(-1)!);
      await customer.post(`/produit/${product.id}`, { rate: "4", text: "Très doux." });
    }
  });
  const waitForOrders = async (more: number) => {
    const enough = acknowledged.length + more;
    while (acknowledged.length < enough) await sleep(20);
  };
  await waitForOrders(20);

  // Documents and backup read the same snapshot, while the database changes.
  const instant = await reader.sql.reserve();
  await instant.unsafe("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await instant.unsafe("SET LOCAL idle_in_transaction_session_timeout = 0");
  const [{ snapshot } = { snapshot: "" }] = (await instant.unsafe(
    "SELECT pg_export_snapshot() AS snapshot",
  )) as { snapshot: string }[];
  await waitForOrders(20);
  const storage = diskStorage(at("shop", "files"));
  await exportDocuments(atInstant(reader.db, snapshot), storage, at("documents"));
  const before = acknowledged.length;
  const written = await writeBackup({ url: databaseUrl, storage }, at("instant.backup"), {
    snapshot,
  });
  if (written.kind !== "written") throw new Error(written.kind);
  await instant.unsafe("ROLLBACK");
  instant.release();
  const known = [...acknowledged];
  run("scripts/backup.ts", at("shop"), at("now.backup"));
  await waitForOrders(5);
  check(
    acknowledged.length > before,
    `${acknowledged.length} orders were placed, ${acknowledged.length - before} of them while backups were written`,
  );
  const files = hashesOf(at("shop", "files"));
  isOver = true;
  await Promise.allSettled(writing);
  await reader.sql.end();
  // Kills the shop and its database server, and deletes all their files.
  shop.kill("SIGKILL");
  await new Promise((resolve) => shop.once("exit", resolve));
  const pidFile = readFileSync(at("shop", "postgres", "postmaster.pid"), "utf8");
  const server = Number(pidFile.split("\n")[0]);
  process.kill(server, "SIGQUIT");
  while (existsSync(`/proc/${server}`)) await sleep(50);
  rmSync(at("shop"), { recursive: true, force: true });

  for (const name of ["instant", "now"]) {
    const place = at(`restored-${name}`);
    run("scripts/restore.ts", place, at(`${name}.backup`));
    const restored = hashesOf(join(place, "files"));
    check(
      [...restored].every(([file, hash]) => files.get(file) === hash) && restored.size > 50,
      `${name}: ${restored.size} files with their hashes`,
    );
  }
  run("scripts/documents-export.ts", at("restored-instant"), "--to", at("again"));
  check(
    areEqual(hashesOf(at("documents")), hashesOf(at("again"))),
    "the exported documents equal those of the snapshot, byte by byte",
  );

  const again = await startShop({ port: PORT, folder: at("restored-now") });
  const { sql: ask } = connect(runningUrl(at("restored-now"))!, { max: 1 });
  const rows = await ask<{ id: string }[]>`SELECT id FROM orders`;
  const kept = new Set(rows.map(({ id }) => id));
  check(
    known.every((id) => kept.has(id)),
    `${known.length} orders acknowledged before the command began are restored`,
  );
  const torn = await ask`SELECT 1 FROM orders AS o WHERE total_cents IS DISTINCT FROM
    (SELECT sum(unit_price_cents * quantity) FROM order_lines WHERE order_id = o.id)`;
  check(torn.length === 0, "no order without its lines");
  await ask.end();
  const back = new Browser(again.url);
  check((await customer.get("/admin/account")).status === 302, "former sessions have ended");
  await back.post("/connexion", credentials);
  const [product] = products;
  const order = await back.post(
    "/panier",
    orderForm([{ id: product!.id, qty: 1 }], product!.price_cents),
  );
  check(order.status === 302, "the restored shop takes an order");
  again.shop.kill("SIGTERM");
  await new Promise((resolve) => again.shop.once("exit", resolve));
}

/** A checksum of each table's rows. */
async function sumsOf(ask: Sql): Promise<string> {
  const tables = await ask<{ name: string }[]>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relpersistence = 'p' AND relname NOT IN ('migrations', 'sessions', 'verifications') ORDER BY 1`;
  const sums: string[] = [];
  for (const { name } of tables) {
    const [row] = await ask.unsafe(
      `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS sum FROM ${name} AS t`,
    );
    sums.push(`${name} ${row!["sum"]}`);
  }
  return sums.join("\n");
}

async function atScale(): Promise<void> {
  const server = await startBenchServer();
  await seedProducts(server, PRODUCTS);
  const empty = "backup_restored";
  try {
    const admin = server.open("postgres");
    await admin.sql.unsafe(`DROP DATABASE IF EXISTS ${empty} WITH (FORCE)`);
    await admin.sql.unsafe(`CREATE DATABASE ${empty}`);
    await admin.sql.end();
    const storage = diskStorage(at("files"));
    const from = { url: server.urlOf(databaseName(PRODUCTS)), storage };
    let began = performance.now();
    const written = await writeBackup(from, at("scale.backup"));
    if (written.kind !== "written") throw new Error(written.kind);
    const rows = Object.values(written.rows).reduce((sum, count) => sum + count, 0);
    console.log(
      `       ${PRODUCTS} products (${rows} rows): written in ${seconds(began)}, ${mebibytes(written.bytes)}`,
    );
    began = performance.now();
    const to = { url: server.urlOf(empty), storage };
    const outcome = await restoreBackup(to, at("scale.backup"), { replace: false });
    console.log(
      `       restored in ${seconds(began)}; peak memory of the process: ${mebibytes(process.resourceUsage().maxRSS * 1_024)}`,
    );
    check(outcome.kind === "restored", "restored");
    const [one, other] = [server.open(databaseName(PRODUCTS)), server.open(empty)];
    check((await sumsOf(one.sql)) === (await sumsOf(other.sql)), "every table has the same rows");
    await Promise.all([one.sql.end(), other.sql.end()]);
  } finally {
    await server.stop();
  }
}

try {
  await underWrites();
  await atScale();
} finally {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}
