import { createHash, randomUUID } from "node:crypto";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { connect } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { migrate, migrationNames, OUTSIDE_TRANSACTION, readMigration } from "#db/migrate.ts";
import * as schema from "#db/schema/index.ts";
import { readBackup } from "../../server/backup/backup-file.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { faultsOf } from "../support/migration-faults.ts";
import { openShop } from "../support/shop.ts";

/** The last file of the baseline. Every later file runs while the previous version serves requests (docs/decisions/0030). */
const LAST_OF_BASELINE = "0009_search.sql";
/** SHA-256 of all released migrations. It changes when a release adds migrations, together with its backup in tests/fixtures. */
const RELEASED = "80925eaffd212987c66b60b38c15c57ec369c123894be6ea2287ec6e4a19a864";

const shop = await openShop();
const urlOf = (database: string) => inject("databaseUrl").replace("DATABASE", database);
const admin = connect(urlOf("postgres"), { max: 1 });
afterAll(() => admin.sql.end());

async function emptyDatabase() {
  const name = `empty_${randomUUID().replaceAll("-", "")}`;
  await admin.sql.unsafe(`CREATE DATABASE ${name} TEMPLATE template0`);
  const pools: Sql[] = [];
  onTestFinished(async () => {
    await Promise.all(pools.map((sql) => sql.end()));
    await admin.sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  /** Opens a node's own pool. */
  return () => {
    const { sql } = connect(urlOf(name), { max: 2 });
    pools.push(sql);
    return sql;
  };
}

/** A temporary folder with these migrations. */
function folderOf(files: Record<string, string>): URL {
  const folder = mkdtempSync(join(tmpdir(), "eclat-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

const INDEX = `-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS notes_text;

CREATE INDEX CONCURRENTLY notes_text ON notes (text);
`;

test("released migrations are never edited: databases that ran them would keep the former text", async () => {
  const released = new Set<string>();
  for (const backup of globSync("tests/fixtures/*.backup"))
    for (const name of (await readBackup(backup)).manifest.migrations) released.add(name);
  const hash = createHash("sha256");
  for (const name of [...released].toSorted()) hash.update(name).update(await readMigration(name));
  expect(hash.digest("hex")).toBe(RELEASED);
});

test("no migration after the baseline breaks or blocks the previous version of the shop", async () => {
  const names = await migrationNames();
  const first = names.indexOf(LAST_OF_BASELINE) + 1;
  expect(first).toBeGreaterThan(0);
  const sql = (await emptyDatabase())();
  await migrate(sql, { only: names.slice(0, first) });
  for (const name of names.slice(first)) {
    const text = await readMigration(name);
    expect(await faultsOf(sql, text), name).toEqual([]);
    await migrate(sql, { only: [name] });
    if (!OUTSIDE_TRANSACTION.test(text)) continue;
    // Outside a transaction an interrupted migration runs again from its beginning.
    await sql`DELETE FROM migrations WHERE name = ${name}`;
    expect((await migrate(sql, { only: [name] })).ran).toEqual([name]);
  }
});

test.each([
  ["DROP TABLE favourites", /table favourites is gone/],
  ["ALTER TABLE favourites RENAME TO hearts", /table favourites is gone/],
  ["ALTER TABLE orders DROP COLUMN cancel_reason", /orders.cancel_reason is gone/],
  ["ALTER TABLE orders RENAME COLUMN cancel_reason TO why", /orders.cancel_reason is gone/],
  ["ALTER TABLE messages ALTER COLUMN phone_number TYPE varchar(40)", /another type[^]*rewritten/],
  [
    "ALTER TABLE orders ALTER COLUMN cancel_reason SET NOT NULL",
    /now requires a value[^]*full scan/,
  ],
  ["ALTER TABLE orders ADD COLUMN gift text NOT NULL", /orders.gift now requires a value/],
  ["ALTER TABLE orders ALTER COLUMN created_at DROP DEFAULT", /created_at now requires a value/],
  ["ALTER TABLE orders ADD COLUMN code text DEFAULT gen_random_uuid()", /orders is rewritten/],
  ["ALTER TABLE orders ADD COLUMN x int GENERATED ALWAYS AS (1) STORED", /orders is rewritten/],
  ["ALTER TABLE orders ADD CHECK (total_cents > 0)", /needs a full scan of orders/],
  [
    "ALTER TABLE orders ADD CONSTRAINT c CHECK (total_cents > 0) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c",
    /c needs a full scan of orders/,
  ],
  ["ALTER TABLE orders ADD COLUMN seller text REFERENCES users", /needs a full scan of orders/],
  ["CREATE INDEX orders_phone ON orders (phone_number)", /orders_phone is built/],
  ["ALTER TABLE orders ADD UNIQUE (phone_number, id)", /is built/],
  ["UPDATE orders SET phone_number = ''", /rows of orders are updated/],
  ["DO $$ BEGIN EXECUTE 'DELETE FROM or' || 'ders'; END $$", /rows of orders are updated/],
  ["DROP FUNCTION search_text(text) CASCADE", /function search_text\(text\) → text is gone/],
  ["-- outside a transaction\nCREATE INDEX a ON orders (phone_number);", /CREATE INDEX a/],
  ["-- outside a transaction\nDROP TABLE favourites;", /DROP TABLE/],
])("faultsOf rejects: %s", async (text, fault) => {
  expect((await faultsOf(shop.sql, text)).join("\n")).toMatch(fault);
});

test.each([
  "ALTER TABLE orders ADD COLUMN gift text NOT NULL DEFAULT '', ADD COLUMN wrapped_at timestamptz",
  "ALTER TABLE orders ADD CONSTRAINT c CHECK (total_cents > 0) NOT VALID",
  "CREATE TABLE gifts (order_id text PRIMARY KEY REFERENCES orders); CREATE INDEX gifts_one ON gifts (order_id); INSERT INTO gifts SELECT id FROM orders",
  "-- contract: no version since 0.2 reads it\nALTER TABLE orders DROP COLUMN cancel_reason",
  "-- short: as many rows as categories\nCREATE INDEX a ON product_counts (count)",
  INDEX,
])("faultsOf accepts: %s", async (text) => {
  expect(await faultsOf(shop.sql, text)).toEqual([]);
});

test("of several nodes that start on an empty database, each migration runs once", async () => {
  const node = await emptyDatabase();
  const pools = [node(), node(), node()];
  const all = await migrationNames();
  const outcomes = await Promise.all(pools.map((sql) => migrate(sql)));
  expect(outcomes.flatMap(({ ran }) => ran)).toEqual(all);
  const folder = folderOf({
    "8000_notes.sql": "CREATE TABLE notes (text text)",
    "8001.sql": INDEX,
  });
  // CREATE INDEX CONCURRENTLY waits for older snapshots, so a node must not hold one while it waits for its turn.
  const later = await Promise.all(pools.map((sql) => migrate(sql, { folder })));
  expect(later.flatMap(({ ran }) => ran)).toEqual(["8000_notes.sql", "8001.sql"]);
});

test("a migration that waits for a table's lock does not block other writers meanwhile", async () => {
  const node = await emptyDatabase();
  const [previous, newer] = [node(), node()];
  await previous`CREATE TABLE notes (text text)`;
  const folder = folderOf({ "1.sql": "ALTER TABLE notes ADD COLUMN title text" });
  const waits = Promise.withResolvers<void>();
  let migrated: ReturnType<typeof migrate> | undefined;
  await previous.begin(async (tx) => {
    // A long-running reader, such as a backup.
    await tx`SELECT text FROM notes`;
    migrated = migrate(newer, { folder, pauseMs: 500, onWait: () => waits.resolve() });
    await waits.promise;
    await previous`INSERT INTO notes VALUES ('written meanwhile')`;
  });
  expect(await migrated).toEqual({ ran: ["1.sql"], unknown: [] });
  expect(await previous`SELECT title FROM notes`).toHaveLength(1);
});

test("a failed migration is rolled back and runs again at the next start", async () => {
  const sql = (await emptyDatabase())();
  const files = { "1.sql": "CREATE TABLE notes (text text);\nSELECT 1 / 0" };
  await expect(migrate(sql, { folder: folderOf(files) })).rejects.toThrow("division by zero");
  const fixed = folderOf({ "1.sql": "CREATE TABLE notes (text text)" });
  expect(await migrate(sql, { folder: fixed })).toEqual({ ran: ["1.sql"], unknown: [] });
});

test("the shop starts and works on a database that a newer version has migrated", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(shop.db, { name: "crème", price: 10 });
  const use = async () => {
    const visitor = shop.visitor();
    for (const path of ["/", "/boutique", `/produit/${id}`, "/recherche/?keyword=creme"])
      await visitor.read(path);
    for (const path of ["/favorite", "/admin/my-orders", "/admin/account"])
      await customer.read(path);
    const placed = await customer.post("/panier", orderForm([{ id, qty: 1 }], 1_000));
    expect(placed.status).toBe(302);
  };
  await use();
  // Statements are prepared by now; a newer version adds a column to every table.
  const tables: PgTable[] = Object.values(schema);
  expect(tables.length).toBeGreaterThan(10);
  for (const table of tables)
    await shop.sql.unsafe(
      `ALTER TABLE ${getTableName(table)} ADD COLUMN later text NOT NULL DEFAULT ''`,
    );
  await shop.sql`INSERT INTO migrations VALUES ('9999_later.sql')`;
  await use();
  expect(await migrate(shop.sql)).toEqual({ ran: [], unknown: ["9999_later.sql"] });
});
