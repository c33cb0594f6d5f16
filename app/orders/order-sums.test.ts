import * as fc from "fast-check";
import { expect, test } from "vitest";
import { priceOfPieces } from "./order-sums.ts";

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 99 }),
  unitPriceCents: fc.nat({ max: 10_000 }),
  drawn: fc.nat(),
});
/** How many pieces each refund takes, at most what is left. */
const parts = fc.infiniteStream(fc.integer({ min: 1, max: 99 }));

test("the pieces of a line, refunded in any parts, sum to what the line cost", () => {
  fc.assert(
    fc.property(line, parts, ({ quantity, unitPriceCents, drawn }, wanted) => {
      const full = unitPriceCents * quantity;
      const reduced = { quantity, unitPriceCents, reductionCents: drawn % (full + 1) };
      let [before, refunded] = [0, 0];
      while (before < quantity) {
        const pieces = Math.min(wanted.next().value as number, quantity - before);
        const cents = priceOfPieces(reduced, before, pieces);
        expect(cents).toBeGreaterThanOrEqual(0);
        refunded += cents;
        before += pieces;
      }
      expect(refunded).toBe(full - reduced.reductionCents);
    }),
    { numRuns: 2_000 },
  );
});
