/** The next last Sunday of a month (0 to 11), « 2027-03-28 »: in March and October, clocks in Paris change that night. */
export function nextLastSunday(month: number, now = new Date()): string {
  const year = now.getUTCFullYear();
  const [thisYear, nextYear] = [year, year + 1].map((of) => {
    const last = new Date(Date.UTC(of, month + 1, 0));
    last.setUTCDate(last.getUTCDate() - last.getUTCDay());
    return last;
  }) as [Date, Date];
  return (thisYear > now ? thisYear : nextYear).toISOString().slice(0, 10);
}
