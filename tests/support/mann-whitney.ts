/** The middle value; of an even number of values the higher one. */
export function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!;
}

/** The p-value of the two-sided Mann-Whitney U test, by the normal approximation. */
export function mannWhitney(one: number[], other: number[]): number {
  const all = [
    ...one.map((time) => ({ time, isOne: true })),
    ...other.map((time) => ({ time, isOne: false })),
  ];
  const ranked = all.toSorted((first, second) => first.time - second.time);
  const ranks = ranked.reduce((sum, { isOne }, index) => sum + (isOne ? index + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  const u = ranks - (n * (n + 1)) / 2;
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  // Abramowitz and Stegun 7.1.26.
  const t = 1 / (1 + (0.3275911 * z) / Math.SQRT2);
  const tail =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return tail * Math.exp((-z * z) / 2);
}
