import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Period } from "#app/ui/areas/list-filters.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { databaseNow } from "./database-clock.server.ts";
import { sqlLiteral } from "./db.server.ts";

/*
 * Days and times of the shop, which are those of Paris. All but `parisToday` is SQL; days are dates, or texts « 2026-11-20 ».
 */

/** What clocks in Paris show at a moment (timestamptz to timestamp); the other way round, the moment at which they show it. */
export const inParis = (time: SQLWrapper): SQL => sql`((${time}) AT TIME ZONE 'Europe/Paris')`;

/** The moment of a typed time, « 2026-12-01T08:00 » or a day. */
export const momentOf = (text: SQLWrapper | string): SQL => inParis(sql`${text}::timestamp`);

/** The day of a moment. */
export const dayOf = (moment: SQLWrapper) => sql<string>`${inParis(moment)}::date`;
export const TODAY = dayOf(sql`now()`);

/** A moment as a text, its day by default; `format`: of PostgreSQL's to_char. */
export const dayText = (moment: SQLWrapper, format = "YYYY-MM-DD") =>
  sql<string>`to_char(${inParis(moment)}, ${sqlLiteral(format)})`;

const startOf = (day: string, later = 0) =>
  inParis(sql`(${day}::date + ${later}::integer)::timestamp`);

/** Whether a moment is on one of these days. A range of an index on `moment`. */
export const isOnDays = (moment: SQLWrapper, { from, until }: Period): SQL =>
  sql`(${from ? sql`${moment} >= ${startOf(from)}` : sql`true`} AND ${until ? sql`${moment} < ${startOf(until, 1)}` : sql`true`})`;

/** Today by the database's clock, « 2026-11-20 », or `later` days after it. */
export const parisToday = (later = 0): string => parisDay(new Date(databaseNow()), later);
