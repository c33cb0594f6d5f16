import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shareReduction } from "./share-reduction.ts";

const lines = fc.array(fc.nat({ max: 60_000 }), { minLength: 1, maxLength: 8 });

test("shares of a reduction sum to it, and none exceeds its line", () => {
  fc.assert(
    fc.property(lines, fc.nat(), (lineCents, drawn) => {
      const total = lineCents.reduce((sum, cents) => sum + cents, 0);
      const reduction = drawn % (total + 1);
      const shares = shareReduction(lineCents, reduction);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(reduction);
      for (const [index, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(lineCents[index]!);
      }
    }),
    { numRuns: 2_000 },
  );
});
