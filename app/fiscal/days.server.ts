import { sql, type SQL } from "drizzle-orm";

/** Days « 2026-11-25 » (Europe/Paris), inclusive; null: no limit. */
export type Days = { from: string | null; until: string | null };

const paris = (day: string, later = 0) =>
  sql`((${day}::date + ${later}::integer)::timestamp AT TIME ZONE 'Europe/Paris')`;

/** SQL: whether the time `at` is on one of these days. */
export const within = (at: SQL, { from, until }: Days): SQL => sql`
  ${from ? sql`${at} >= ${paris(from)}` : sql`true`} AND ${until ? sql`${at} < ${paris(until, 1)}` : sql`true`}`;
