import { Client } from "pg";
import type { BackedUpTable } from "./backup-file.ts";

/** Opens a connection outside the pool: no statement timeout, a lock timeout of 60 s, output formats that COPY can read back. */
export async function connectAlone(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: "eclat-backup" });
  // Without a listener, a lost connection would crash the process. Queries on it still reject.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(`
    SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '60s';
    SET client_encoding = 'UTF8'; SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres'`);
  return client;
}

/** The migrations that a database has run, in order; null for a database without the table `migrations`. */
export async function migrationsOf(client: Client): Promise<string[] | null> {
  const { rows } = await client.query("SELECT to_regclass('public.migrations') IS NOT NULL AS is");
  if (!rows[0]!["is"]) return null;
  const ran = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY name");
  return ran.rows.map(({ name }) => name);
}

/**
 * The shop's permanent tables (no partitions, no unlogged tables, not `migrations`) with their columns, without generated ones.
 * Referenced tables come before those that refer to them, so rows can be loaded in this order.
 */
export async function tablesOf(client: Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable & { parents: string[] }>(`
    SELECT c.relname AS name,
      (SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      (SELECT coalesce(json_agg(DISTINCT parent.relname), '[]')
        FROM pg_constraint JOIN pg_class AS parent ON parent.oid = confrelid
        WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS parents
    FROM pg_class AS c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relpersistence = 'p' AND c.relname <> 'migrations'
    ORDER BY c.relname`);
  const sorted: BackedUpTable[] = [];
  const done = new Set<string>();
  while (sorted.length < rows.length) {
    const next = rows.find(
      ({ name, parents }) => !done.has(name) && parents.every((parent) => done.has(parent)),
    );
    if (!next) throw new Error("foreign keys between tables form a cycle");
    done.add(next.name);
    sorted.push({ name: next.name, columns: next.columns });
  }
  return sorted;
}
