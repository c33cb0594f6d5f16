/**
 * The tick values of an axis from 0 to at least `highest`, in at most `steps` intervals. An interval is an integer: 1, 2, 2.5 or
 * 5 times a power of ten.
 */
export function ticksOf(highest: number, steps: number): number[] {
  const shortest = Math.max(1, highest / steps);
  const power = 10 ** Math.floor(Math.log10(shortest));
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((candidate) => candidate >= shortest && Number.isInteger(candidate))!;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The relative change from `before` to `now`, « +21,1 % »; null when `before` is not positive. */
export function relativeChange(
  now: number,
  before: number,
): { isUp: boolean; text: string } | null {
  if (before <= 0) return null;
  const percent = Math.round(((now - before) / before) * 1000) / 10;
  const digits = Math.abs(percent).toFixed(1).replace(".", ",");
  const sign = percent < 0 ? "−" : percent > 0 ? "+" : "";
  return { isUp: percent >= 0, text: `${sign}${digits}\u00a0%` };
}
