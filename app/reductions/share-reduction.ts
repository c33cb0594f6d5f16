/**
 * Shares a reduction over lines in proportion to their prices, to the cent: rounding the running total makes the shares sum to
 * it, and none exceeds its line. `reductionCents` is at most the sum of `lineCents`.
 */
export function shareReduction(lineCents: readonly number[], reductionCents: number): number[] {
  const total = lineCents.reduce((sum, cents) => sum + cents, 0);
  let before = 0;
  let shared = 0;
  return lineCents.map((cents) => {
    before += cents;
    const share = total === 0 ? 0 : Math.round((reductionCents * before) / total) - shared;
    shared += share;
    return share;
  });
}
