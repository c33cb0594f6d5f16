import { expect, test } from "vitest";
import { boundsRefusal } from "./picture-bounds.ts";

test.each([
  ["avatar", 5_000, 3_200, 3, "uchar", null],
  ["avatar", 4_900, 3_265, 3, "ushort", null],
  // 12.6 million pixels of 8 bytes: 100.8 MB.
  ["avatar", 4_200, 3_000, 4, "ushort", /une fois décompressée/],
  ["avatar", 5_000, 3_201, 3, "uchar", /5000 × 3201 pixels.*16 millions/],
  ["product", 8_600, 5_800, 4, "uchar", null],
  ["product", 12_000, 4_166, 3, "uchar", null],
  ["product", 12_000, 4_166, 3, "ushort", /une fois décompressée/],
  ["product", 12_001, 10, 3, "uchar", /12\u00a0000 pixels de côté/],
  ["product", 8_000, 6_251, 3, "uchar", /50 millions/],
  // An unknown sample type counts as the widest.
  ["product", 5_000, 5_000, 3, "dpcomplex", /une fois décompressée/],
] as const)(
  "a %s of %d × %d pixels with %d samples of %s gets the refusal %s",
  (use, width, height, channels, depth, refusal) => {
    const reason = boundsRefusal({ width, height, channels, depth }, use);
    if (refusal === null) expect(reason).toBeNull();
    else expect(reason).toMatch(refusal);
  },
);
