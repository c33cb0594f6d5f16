import * as fc from "fast-check";
import { expect, test } from "vitest";
import { deliverySettings } from "#app/checkout/delivery-settings.ts";
import { eurosText } from "#app/ui/euros-schema.ts";
import { offersIn, standardFee, zoneOf } from "./delivery-offers.ts";
import type { DeliveryMethod } from "./delivery-schema.ts";

test.each([
  ["FR", null, "Métropole"],
  ["FR", "75011", "Métropole"],
  ["FR", "20090", "Corse"],
  ["FR", "97110", "Outre-mer"],
  ["FR", "98714", "Outre-mer"],
  ["FR", "98000", "Métropole"],
  ["BE", "2000", "Belgique"],
])("%s %s is in the zone %s", (country, postalCode, zone) => {
  expect(zoneOf(country, postalCode)).toBe(zone);
});

const ZONES = ["Métropole", "Corse", "Outre-mer", "Belgique"];
const cents = fc.integer({ min: 0, max: 50_000 });
const steps = fc
  .tuple(cents, fc.uniqueArray(fc.integer({ min: 1, max: 50_000 }), { maxLength: 5 }))
  .chain(([first, starts]) =>
    fc.record({
      starts: fc.constant([0, ...starts.toSorted((one, other) => one - other)]),
      fees: fc
        .array(cents, { minLength: starts.length, maxLength: starts.length })
        .map((fees) => [first, ...fees]),
    }),
  );
const drawn = fc.record({
  basis: fc.constantFrom("total" as const, "weight" as const),
  steps,
  freeFrom: fc.option(cents),
  zones: fc.subarray(ZONES, { minLength: 1 }),
  isActive: fc.boolean(),
});
type Drawn = Parameters<Parameters<typeof drawn.map>[0]>[0];

/** As an administrator types it. */
function typed({ steps: { starts, fees }, freeFrom, zones, ...one }: Drawn, index: number) {
  const from = (start: number) =>
    one.basis === "weight" ? `${start} g` : `${start / 100}`.replace(".", ",");
  return {
    id: `m${index}`,
    name: `Formule ${index}`,
    kind: "Point de relais",
    ...one,
    zones: zones.join("; "),
    steps: starts.map((start, at) => `${from(start)} : ${fees[at]! / 100} €`).join("\n"),
    freeFrom: freeFrom === null ? "" : eurosText(freeFrom) || "0",
    minDays: "",
    maxDays: "",
    lessImpact: "",
  };
}

test("a fee is that of the highest step reached, free from the threshold on; the standard fee is the lowest of the zone", () => {
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...ZONES),
      cents,
      cents,
      (methods, zone, articlesCents, weightGrams) => {
        const read: DeliveryMethod[] = deliverySettings.schema.parse({
          list: JSON.stringify(methods.map(typed)),
        }).list;
        const offers = offersIn(read, zone, { articlesCents, weightGrams });
        const expected = methods
          .filter(({ zones }) => zones.includes(zone))
          .map(({ basis, steps: { starts, fees }, freeFrom }) => {
            const measured = basis === "weight" ? weightGrams : articlesCents;
            let fee = 0;
            for (const [at, start] of starts.entries()) if (measured >= start) fee = fees[at]!;
            return freeFrom !== null && articlesCents >= freeFrom ? 0 : fee;
          });
        expect(offers.map(({ feeCents }) => feeCents)).toEqual(expected);
        for (const { feeCents, missingCents } of offers)
          if (missingCents !== null) {
            expect(feeCents).toBeGreaterThan(0);
            // With exactly what is missing, the delivery is free.
            expect(missingCents).toBeGreaterThan(0);
          }
        const more = offers.map(({ missingCents }) => articlesCents + (missingCents ?? 0));
        for (const [at, enough] of more.entries())
          if (offers[at]!.missingCents !== null)
            expect(offersIn(read, zone, { articlesCents: enough, weightGrams })[at]!.feeCents).toBe(
              0,
            );
        if (expected.length > 0) expect(standardFee(offers)).toBe(Math.min(...expected));
      },
    ),
    { numRuns: 500 },
  );
});
