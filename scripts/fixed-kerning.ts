/** Kerning is rounded to multiples of this many thousandths of the font size: at 16 px an error of 0.06 px at most. */
const STEP = 8;
/** Lookup types: subtables at 32-bit offsets, which have a type of their own, here pair adjustments. */
const EXTENSION = 9;
const PAIRS = 2;
/** The value formats of a pair: an advance of the first glyph, nothing of the second. */
const ADVANCE_ONLY = 4 * 2 ** 16;

/**
 * The variable TrueType font `variable` with the kerning of `instance`, the same glyphs at one weight: kerning that varies with
 * the weight would be half of the compressed file. Fonts of 1,000 units per em only.
 * @throws when the two fonts have different glyphs, or kerning is stored in another format
 */
export function withFixedKerning(variable: Buffer, instance: Buffer): Buffer {
  const [tables, fixed] = [tablesOf(variable), tablesOf(instance)];
  // `maxp` begins with the version and the number of glyphs.
  if (!tables.get("maxp")!.subarray(0, 6).equals(fixed.get("maxp")!.subarray(0, 6)))
    throw new Error("The instance has other glyphs.");
  if (tables.get("head")!.readUInt16BE(18) !== 1_000) throw new Error("Not 1,000 units per em.");
  tables.set("GPOS", withRoundedPairs(fixed.get("GPOS")!));
  // GDEF holds the variations of the kerning.
  tables.set("GDEF", fixed.get("GDEF")!);
  return fontOf(tables);
}

/** Tables of a TrueType file by tag. */
function tablesOf(font: Buffer): Map<string, Buffer> {
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  return new Map(
    records.map((at) => {
      const start = font.readUInt32BE(at + 8);
      const tag = font.toString("latin1", at, at + 4);
      return [tag, font.subarray(start, start + font.readUInt32BE(at + 12))];
    }),
  );
}

/** A TrueType file, without checksums and binary search fields: the conversion to WOFF2 computes them again. */
function fontOf(tables: Map<string, Buffer>): Buffer {
  const header = Buffer.alloc(12 + 16 * tables.size);
  header.writeUInt32BE(0x00_01_00_00, 0);
  header.writeUInt16BE(tables.size, 4);
  const parts: Buffer[] = [header];
  let length = header.length;
  for (const [index, tag] of [...tables.keys()].toSorted().entries()) {
    const table = tables.get(tag)!;
    const at = 12 + 16 * index;
    header.write(tag, at, "latin1");
    header.writeUInt32BE(length, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    length += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** `gpos` with all pair adjustments rounded to STEP. */
function withRoundedPairs(gpos: Buffer): Buffer {
  const rounded = Buffer.from(gpos);
  const round = (at: number) =>
    rounded.writeInt16BE(Math.round(rounded.readInt16BE(at) / STEP) * STEP, at);
  for (const lookup of offsetsAt(rounded, rounded.readUInt16BE(8), 0)) {
    for (const extension of offsetsAt(rounded, lookup, 4)) {
      const pairs = extension + rounded.readUInt32BE(extension + 4);
      if (
        rounded.readUInt16BE(lookup) !== EXTENSION ||
        rounded.readUInt16BE(extension + 2) !== PAIRS ||
        rounded.readUInt32BE(pairs + 4) !== ADVANCE_ONLY
      )
        throw new Error("Kerning is not stored as advances of pairs.");
      for (const at of advancesOf(rounded, pairs)) round(at);
    }
  }
  return rounded;
}

/** The positions listed in a table at `start` that holds their number at `start + place`, then offsets from `start`. */
function offsetsAt(gpos: Buffer, start: number, place: number): number[] {
  return Array.from(
    { length: gpos.readUInt16BE(start + place) },
    (_, index) => start + gpos.readUInt16BE(start + place + 2 + 2 * index),
  );
}

/** The positions of the advances in a PairPos subtable: format 1 lists pairs of glyphs, format 2 is a matrix of classes. */
function advancesOf(gpos: Buffer, pairs: number): number[] {
  if (gpos.readUInt16BE(pairs) === 1)
    return offsetsAt(gpos, pairs, 8).flatMap((set) =>
      Array.from({ length: gpos.readUInt16BE(set) }, (_, index) => set + 4 + 4 * index),
    );
  const classes = gpos.readUInt16BE(pairs + 12) * gpos.readUInt16BE(pairs + 14);
  return Array.from({ length: classes }, (_, index) => pairs + 16 + 2 * index);
}
