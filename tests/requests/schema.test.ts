import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as schema from "#db/schema/index.ts";
import { openShop } from "../support/shop.ts";

const { sql } = await openShop();

test("each Drizzle table has the column names and NOT NULL of the migrated table", async () => {
  const columns = await sql<{ table_name: string; column_name: string; is_nullable: string }[]>`
    SELECT table_name, column_name, is_nullable FROM information_schema.columns WHERE table_schema = 'public'`;
  const tables: PgTable[] = Object.values(schema);
  expect(tables.length).toBeGreaterThan(10);
  for (const table of tables) {
    const config = getTableConfig(table);
    const described = config.columns
      .map((column) => `${column.name}${column.notNull ? " NOT NULL" : ""}`)
      .sort();
    const migrated = columns
      .filter((column) => column.table_name === config.name)
      .map((column) => `${column.column_name}${column.is_nullable === "NO" ? " NOT NULL" : ""}`)
      .sort();
    expect(described, config.name).toEqual(migrated);
  }
});

test("every foreign key has an index that starts with its first column", async () => {
  const missing = await sql`
    SELECT conrelid::regclass::text AS table, conname FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT 1 FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1])`;
  expect([...missing]).toEqual([]);
});

test("the rating equals the average of the comments", async () => {
  await sql`INSERT INTO products (id, name, price_cents, category) VALUES ('p', 'essai', 1000, 'Autres')`;
  await sql`INSERT INTO comments (id, product_id, rate, text) VALUES ('a', 'p', 5, ''), ('b', 'p', 4, ''), ('c', 'p', 4, '')`;
  const rating = async () =>
    (await sql`SELECT rating::float, rating_count FROM products WHERE id = 'p'`)[0];
  expect(await rating()).toEqual({ rating: 4.3, rating_count: 3 });
  await sql`UPDATE comments SET rate = 1 WHERE id = 'a'`;
  expect(await rating()).toEqual({ rating: 3, rating_count: 3 });
  await sql`DELETE FROM comments WHERE id IN ('b', 'c')`;
  expect(await rating()).toEqual({ rating: 1, rating_count: 1 });
});
