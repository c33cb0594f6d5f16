import type { Config } from "./config.server.ts";
import type { Sql } from "./postgres.server.ts";

/** Versions as PostgreSQL numbers them: 18.6, which mends 28 weaknesses of the versions before it. */
const MENDED = 180_006;

/**
 * The version of the embedded PostgreSQL (« 18.4 ») when a public shop runs on one with known weaknesses, or null. Who
 * looks after a server of their own (DATABASE_URL) is told nothing.
 */
export async function outdatedPostgres(
  sql: Sql,
  { databaseUrl, isPublic }: Pick<Config, "databaseUrl" | "isPublic">,
): Promise<string | null> {
  if (databaseUrl || !isPublic) return null;
  const [row] = await sql<
    { number: string }[]
  >`SELECT current_setting('server_version_num') AS number`;
  const number = Number(row!.number);
  return number < MENDED ? `${Math.floor(number / 10_000)}.${number % 10_000}` : null;
}
