import { expect, test } from "vitest";
import { priceOfPieces } from "./order-sums.ts";

/** Pseudo-random integers below `below`, the same ones in every run. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("the pieces of a line, refunded in any parts, sum to what the line cost", () => {
  const random = numbersFrom(2);
  for (let run = 0; run < 5_000; run++) {
    const quantity = 1 + random(99);
    const unitPriceCents = random(10_000);
    const line = {
      quantity,
      unitPriceCents,
      reductionCents: random(unitPriceCents * quantity + 1),
    };
    let refunded = 0;
    for (let before = 0; before < quantity;) {
      const pieces = 1 + random(quantity - before);
      const cents = priceOfPieces(line, before, pieces);
      expect(cents).toBeGreaterThanOrEqual(0);
      refunded += cents;
      before += pieces;
    }
    expect(refunded).toBe(unitPriceCents * quantity - line.reductionCents);
  }
});
