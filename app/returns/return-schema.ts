import { z } from "zod";
import { lines, required } from "#app/messages/typed-text-schema.ts";

/** The states in which an administrator may close a return. */
const CLOSABLE_STATES = ["expected", "to-refund"] as const;
export type ClosableState = (typeof CLOSABLE_STATES)[number];
export const isClosable = (state: string): state is ClosableState =>
  CLOSABLE_STATES.some((closable) => closable === state);

/** The longest reason for closing a return, in characters (the constraint of the table). */
export const LONGEST_REASON = 500;

/** An administrator's form to close a return; `seen`: its state when the page was shown. */
export const closeForm = z.object({
  reason: required("Indiquez la raison\u00a0: le client la lira.", LONGEST_REASON, lines),
  seen: z.enum(CLOSABLE_STATES),
});
export type ClosedReturn = z.output<typeof closeForm>;

/** A typed number of pieces, « » for none. At most 99 are in a line. */
export const pieces = z
  .string()
  .trim()
  .regex(/^\d{0,4}$/)
  .transform(Number);
