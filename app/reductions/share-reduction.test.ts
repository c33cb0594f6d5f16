import { expect, test } from "vitest";
import { shareReduction } from "./share-reduction.ts";

/** Pseudo-random integers below `below`, the same ones in every run. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("shares of a reduction sum to it, and none exceeds its line", () => {
  const random = numbersFrom(1);
  for (let run = 0; run < 5_000; run++) {
    const lines = Array.from({ length: 1 + random(8) }, () => random(3) * random(20_000));
    const total = lines.reduce((sum, cents) => sum + cents, 0);
    const reduction = random(total + 1);
    const shares = shareReduction(lines, reduction);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(reduction);
    for (const [index, share] of shares.entries()) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(lines[index]!);
    }
  }
});
