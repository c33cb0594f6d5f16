import { z } from "zod";
import type { SeenLine } from "./apply-numbers.server.ts";
import type { CheckedLine } from "./check-numbers.server.ts";
import type { NumberLine } from "./numbers-file.server.ts";

const cell = z.string().max(60);
const seenLines = z
  .array(
    z.tuple([
      z.int().positive(),
      cell,
      cell,
      cell,
      cell,
      z.enum(["hand-over", "parcel", "number", "pick-up", "done"]),
      z.string().max(2_000),
    ]),
  )
  .min(1)
  .max(500);

/** The lines of a checked file as a hidden field: what was typed, and what was shown of each. Lines in error are left out. */
export function linesOf(lines: readonly CheckedLine[]): string {
  return JSON.stringify(
    lines.flatMap((line) =>
      line.effect === null
        ? []
        : [
            [
              line.line,
              line.typedOrder,
              line.number,
              line.carrier,
              line.pickedUp,
              line.effect,
              line.warnings,
            ],
          ],
    ),
  );
}

/** Reads the hidden field again; null if it is none. */
export function seenLinesOf(
  field: FormDataEntryValue | null,
): (SeenLine & { typed: NumberLine })[] | null {
  if (typeof field !== "string") return null;
  try {
    const parsed = seenLines.safeParse(JSON.parse(field));
    if (!parsed.success) return null;
    return parsed.data.map(([line, order, number, carrier, pickedUp, effect, warnings]) => ({
      typed: { line, order, number, carrier, pickedUp },
      effect,
      warnings,
    }));
  } catch {
    return null;
  }
}
