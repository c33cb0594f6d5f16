/**
 * The marks of an axis that holds `highest`, from 0 up: at most `steps` of them above it, of a round figure (1, 2, 2.5
 * or 5 times a power of ten), whole ones for what is counted.
 */
export function marksOf(highest: number, steps: number): number[] {
  const least = Math.max(1, highest / steps);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((candidate) => candidate >= least && Number.isInteger(candidate))!;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** « +21,1 % »; null when there is nothing to compare with. */
export function change(now: number, before: number): { isUp: boolean; text: string } | null {
  if (before <= 0) return null;
  const percent = Math.round(((now - before) / before) * 1000) / 10;
  const figure = Math.abs(percent).toFixed(1).replace(".", ",");
  const sign = percent < 0 ? "−" : percent > 0 ? "+" : "";
  return { isUp: percent >= 0, text: `${sign}${figure}\u00a0%` };
}
