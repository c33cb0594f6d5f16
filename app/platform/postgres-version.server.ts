import type { Config } from "./config.server.ts";
import type { Sql } from "./postgres.server.ts";

/** PostgreSQL 18.6 as server_version_num. It fixes 28 vulnerabilities of earlier versions. */
const FIRST_SAFE_VERSION = 180_006;

/**
 * The version of the embedded PostgreSQL (« 18.4 ») when a public shop runs on one with known vulnerabilities, else null.
 * Also null with DATABASE_URL: the operator updates that server.
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
  return number < FIRST_SAFE_VERSION ? `${Math.floor(number / 10_000)}.${number % 10_000}` : null;
}
