import { expect, test } from "vitest";
import { faultsOf, orderFaults, readModule, roomsOfMap } from "./import-rules.ts";

const ROUTE = "app/checkout/cart-page.tsx";
const VERB = "app/checkout/cart.server.ts";
const SCHEMA = 'import { orders, orderLines as lines } from "#db/schema/index.ts";\n';
const faults = (file: string, text: string) => faultsOf(readModule(file, text), new Set([ROUTE]));

test.each([
  ["pg", 'import pg from "pg";'],
  ["a file of pg", 'import Client from "pg/lib/client.js";'],
  ["pg-copy-streams", 'import { from } from "pg-copy-streams";'],
  ["pg in several lines", 'import {\n  Client,\n  type Pool,\n} from "pg";'],
  ["pg, imported dynamically", 'const pg = await import("pg");'],
  ["pg, re-exported", 'export { Client } from "pg";'],
  ["Drizzle", 'import { eq } from "drizzle-orm";'],
  ["a table", 'import { orders } from "#db/schema/index.ts";'],
  ["the pool", 'import { ConnectionPool } from "#app/platform/postgres.server.ts";'],
])("a route or component may not import %s, a .server.ts file may", (_, text) => {
  expect(faults(ROUTE, text)).toEqual([expect.stringContaining("a route never touches SQL")]);
  expect(faults("app/checkout/lines.tsx", text)).toHaveLength(1);
  expect(faults(VERB, text)).toEqual([]);
});

test("type-only imports and imports in comments are allowed", () => {
  const text =
    'import type { Sql } from "#app/platform/postgres.server.ts";\n// import pg from "pg";';
  expect(faults(ROUTE, text)).toEqual([]);
});

test.each([
  ["db.insert", "await db.insert(orders).values({});"],
  ["db.update, in several lines", "await db\n  .update(\n    orders,\n  )\n  .set({});"],
  ["db.delete", "await tx.delete(orders);"],
  ["a table imported under another name", "await db.insert(lines).values({});"],
  ["SQL in capitals", "await db.execute(sql`UPDATE orders SET id = ${1}`);"],
  ["SQL in lower case", "await db.execute(sql`delete from orders`);"],
  ["SQL in several lines", "await sql`\n  INSERT INTO\n    orders (id)\n  VALUES (${1})`;"],
  ["SQL after a WITH", "await sql`WITH gone AS (DELETE FROM orders RETURNING id) SELECT 1`;"],
  ["MERGE", "await sql`MERGE INTO orders USING lately ON true`;"],
  ["TRUNCATE", "await sql`truncate table orders`;"],
  ["COPY", "await sql`COPY orders (id) FROM STDIN`;"],
  ["a quoted name of the schema public", 'await sql`UPDATE ONLY public."orders" SET id = 1`;'],
  ["an interpolated UPDATE", "await sql`UPDATE ${orders} SET id = ${1}`;"],
  ["an interpolated INSERT", "await sql`insert into ${orders} (id) values (${1})`;"],
  ["an interpolated DELETE, imported under another name", "await sql`DELETE\n  FROM ${lines}`;"],
  ["sql.identifier", 'await sql`UPDATE ${sql.identifier("order_lines")} SET id = 1`;'],
  ["SQL in a string literal", 'await pool.query("UPDATE order_lines SET id = 1");'],
])("only the room that owns a table may write it: %s", (_, text) => {
  const written = expect.stringMatching(/ writes order(s|Lines): only the room orders does$/);
  expect(faults(VERB, SCHEMA + text)).toEqual([written]);
  expect(faults("app/orders/orders.server.ts", SCHEMA + text)).toEqual([]);
});

test("a write to a table of a namespace import is found", () => {
  const text = 'import * as schema from "#db/schema/index.ts";\nawait db.delete(schema.orders);';
  expect(faults(VERB, text)).toHaveLength(1);
});

test.each([
  ["reading", "await sql`SELECT * FROM ${orders} FOR UPDATE OF orders`;"],
  ["a table of another schema", "await sql`UPDATE paypal_simulator.orders SET id = 1`;"],
  ["a comment", "// UPDATE orders SET id = 1\n/* delete from orders */"],
  ["an upsert", "await sql`INSERT INTO x VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 1`;"],
])("not counted as a write of the table: %s", (_, text) => {
  expect(faults(VERB, SCHEMA + text)).toEqual([]);
});

test("a local variable with the name of a table is not taken for the table", () => {
  expect(faults(VERB, "const orders = new Map(); seen.delete(orders);")).toEqual([]);
});

const MAP =
  "| room | contents |\n| `ui` | … |\n| `platform` | … |\n| `cart` | … |\n| `orders` | … |\n";
const orderFaultsOf = (files: Record<string, string>) =>
  orderFaults(
    Object.entries(files).map(([file, text]) => readModule(file, text)),
    roomsOfMap(MAP),
  );

test.each([
  ["an import", 'import "#app/orders/b.ts";'],
  ["a type", 'import type { B } from "#app/orders/b.ts";'],
  ["a type in a type", 'type B = import("../orders/b.ts").B;'],
  ["an export", 'export * from "../orders/b.ts";'],
  ["an import when needed", 'await import("#app/orders/b.ts");'],
])("a room may not import a room below it in the map: %s", (_, text) => {
  expect(orderFaultsOf({ "app/cart/a.ts": text })).toEqual([
    "app/cart/a.ts → app/orders/b.ts: a room imports only rooms above it in docs/map.md",
  ]);
  expect(orderFaultsOf({ "app/orders/c.ts": text.replace("orders", "cart") })).toEqual([]);
});

test("a room that the map does not have is reported", () => {
  expect(orderFaultsOf({ "app/gifts/a.ts": "" })).toEqual([
    "app/gifts/a.ts: docs/map.md has no room gifts",
  ]);
});

test("a file at the root that rooms import knows rooms by type only", () => {
  const reading = { "app/cart/a.ts": 'import "#app/context.ts";' };
  const types = 'import type { B } from "./orders/b.ts";\nimport "./ui/c.ts";';
  expect(orderFaultsOf({ ...reading, "app/context.ts": types })).toEqual([]);
  const runs = 'import { b } from "./orders/b.ts";';
  expect(orderFaultsOf({ ...reading, "app/context.ts": runs })).toHaveLength(1);
  expect(orderFaultsOf({ "app/routes.ts": runs })).toEqual([]);
});
