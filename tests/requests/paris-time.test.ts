import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf, dayText, isOnDays, momentOf } from "#app/platform/paris-time.server.ts";
import { frenchMoment, parisDay } from "#app/ui/french-date.ts";
import { openShop } from "../support/shop.ts";

const { db } = await openShop();
const DAY_MS = 86_400_000;

/** Moments around the midnights of two changes of the clock, and of the year's end. */
const moment = fc
  .tuple(
    fc.constantFrom("2026-03-29", "2026-10-25", "2027-01-01", "2026-07-14"),
    fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }),
  )
  .map(([day, offset]) => new Date(Date.parse(`${day}T00:00:00Z`) + offset));

test("PostgreSQL and JavaScript name the same day and time in Paris", () =>
  fc.assert(
    fc.asyncProperty(moment, async (date) => {
      const at = sql`${date.toISOString()}::timestamptz`;
      const today = parisDay(date);
      const on = (offset: number) => parisDay(date, offset);
      const { rows } =
        await db.execute(sql`SELECT ${dayOf(at)}::text AS day, ${dayText(at)} AS text, ${dayText(at, "HH24:MI")} AS time,
        ${isOnDays(at, { from: today, until: today })} AS today, ${isOnDays(at, { from: null, until: on(-1) })} AS before,
        ${isOnDays(at, { from: on(1), until: null })} AS after, ${isOnDays(at, { from: null, until: null })} AS ever,
        ${isOnDays(momentOf(today), { from: today, until: today })} AS begins, ${isOnDays(momentOf(on(1)), { from: null, until: today })} AS ends`);
      expect(rows).toEqual([
        {
          day: today,
          text: today,
          time: frenchMoment(date).slice(-5),
          today: true,
          before: false,
          after: false,
          ever: true,
          begins: true,
          ends: false,
        },
      ]);
    }),
    { numRuns: 300 },
  ));
