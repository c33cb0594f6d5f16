const SALES_WEEKS = 4;

/**
 * Whether a Paris day, « 2027-01-13 », is in the sales, « soldes » (commercial code, L310-3; arrêté of 27 May 2019, which replaced
 * D310-15-2 in 2020): four weeks from the second Wednesday of January, the first if the second is after the 12th, and from the
 * last Wednesday of June, the one before if the last is after the 28th. Distance sellers have these dates everywhere.
 */
export function isInSales(day: string): boolean {
  const year = day.slice(0, 4);
  const wednesdays = (month: string) =>
    Array.from({ length: month === "01" ? 31 : 30 }, (_, index) => index + 1).filter(
      (date) => new Date(`${year}-${month}-${String(date).padStart(2, "0")}`).getUTCDay() === 3,
    );
  const [first, second] = wednesdays("01");
  const [last, before] = wednesdays("06").toReversed();
  const starts = [
    Date.UTC(Number(year), 0, second! > 12 ? first : second),
    Date.UTC(Number(year), 5, last! > 28 ? before : last),
  ];
  return starts.some((start) => {
    const weeks = (Date.parse(day) - start) / (7 * 86_400_000);
    return weeks >= 0 && weeks < SALES_WEEKS;
  });
}
