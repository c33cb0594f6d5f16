let clock: Intl.DateTimeFormat | undefined;
/** The local time in Paris at an instant, « 2026-12-01T08:00 ». The formatter is created once, which takes as long as 100 uses. */
function shownInParis(instant: Date): string {
  clock ??= new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Paris",
    dateStyle: "short",
    timeStyle: "short",
  });
  return clock.format(instant).replace(" ", "T");
}

/** Today in Paris by this machine's clock, « 2026-12-01 ». In a schema file, because schemas import only schemas. */
export const todayInParis = (): string => shownInParis(new Date()).slice(0, 10);

/**
 * The instants at which clocks in Paris show this local time, « 2026-12-01T08:00 » as `<input type="datetime-local">` sends it:
 * one; none for another text, a day that does not exist and the hour skipped in March; two in the hour repeated in October, the
 * earlier one first.
 */
export function parisInstants(local: string): Date[] {
  const utc = Date.parse(`${local}Z`);
  if (Number.isNaN(utc)) return [];
  return [2, 1]
    .map((hoursAhead) => new Date(utc - hoursAhead * 3_600_000))
    .filter((instant) => shownInParis(instant) === local);
}
