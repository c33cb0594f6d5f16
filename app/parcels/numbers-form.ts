import { z } from "zod";
import type { SeenLine } from "./apply-numbers.server.ts";
import type { CheckedLine } from "./check-numbers.server.ts";

const cell = z.string().max(60);
const seenLine = z.object({
  line: z.int().positive(),
  order: cell,
  number: cell,
  carrier: cell,
  pickedUp: cell,
  effect: z.enum(["hand-over", "parcel", "number", "pick-up", "done"]),
  warnings: z.string().max(2_000),
});
const seenLines = z.array(seenLine).min(1).max(500);
const FIELDS = Object.keys(seenLine.shape);

/** The lines of a checked file as a hidden field: what was typed, and what was shown of each. Lines in error are left out. */
export const linesOf = (lines: readonly CheckedLine[]): string =>
  JSON.stringify(
    lines.flatMap((line) => (line.effect === null ? [] : { ...line, order: line.typedOrder })),
    FIELDS,
  );

/** Reads the hidden field again; null if it is none. */
export function seenLinesOf(field: FormDataEntryValue | null): SeenLine[] | null {
  try {
    return seenLines.parse(JSON.parse(String(field)));
  } catch {
    return null;
  }
}
