import { z } from "zod";
import { lines, required } from "#app/messages/typed-text-schema.ts";

/** Limits of the reason for closing a statement, in characters. */
const SHORTEST_REASON = 5;
const LONGEST_REASON = 1_000;

/** An administrator's form to close a statement of withdrawal. */
export const closingForm = z.object({
  id: z.string().max(128),
  /** The order that the administrator saw; empty for an unmatched statement. */
  order: z.string().max(128).default(""),
  reason: required("Indiquez la raison\u00a0: le client la lira.", LONGEST_REASON, lines).refine(
    // Code points, like the constraint of the table.
    (text) => [...text].length >= SHORTEST_REASON,
    `${SHORTEST_REASON} caractères au moins\u00a0: le client la lira.`,
  ),
});
export type ClosingForm = z.output<typeof closingForm>;
