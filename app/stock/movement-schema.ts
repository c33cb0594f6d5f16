import { z } from "zod";
import { twoReadingsFault } from "#app/ui/number-schema.ts";

/** The most pieces of a product (constraint stock_on_hand). */
export const MOST_PIECES = 1_000_000;
const LONGEST_NOTE = 200;

/** Why a text isn't a number of pieces, in French; null when it is one. `least`: 0 or 1. */
export function piecesFault(text: string, least: 0 | 1): string | null {
  if (text === "") return "Indiquez un nombre de pièces.";
  if (!/^\d+$/.test(text))
    return (
      twoReadingsFault(text) ??
      "Écrivez un nombre entier, en chiffres, sans espace, virgule ni signe."
    );
  if (Number(text) > MOST_PIECES) return "1\u202f000\u202f000 de pièces au plus.";
  return Number(text) < least ? "Au moins une pièce." : null;
}

/** `sign`: the one that may stand before the number, as in « +12 » received and « -3 » lost. */
const pieces = (least: 0 | 1, sign = /^/) =>
  z
    .string({ error: piecesFault("", 0)! })
    .transform((text) => text.trim().replace(sign, ""))
    .superRefine((text, context) => {
      const fault = piecesFault(text, least);
      if (fault) context.addIssue({ code: "custom", message: fault });
    })
    .transform(Number);

const note = z
  .string()
  .default("")
  .transform((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim())
  .pipe(z.string().max(LONGEST_NOTE, `${LONGEST_NOTE} caractères au plus.`));
/** Idempotency key of a submission. */
const key = z.string().regex(/^[0-9A-Z]{26}$/);

/** The forms of a product's stock page by their intent. */
export const MOVEMENT_FORMS = {
  entry: z.object({ key, pieces: pieces(1, /^\+/), note }),
  loss: z.object({
    key,
    pieces: pieces(1, /^[-−+]/),
    note: note.refine((text) => text !== "", "Dites pourquoi\u00a0: casse, vol, don, péremption…"),
  }),
  /** `seen`: the pieces on the shelf that the form showed. */
  count: z.object({ key, pieces: pieces(0), seen: pieces(0), note }),
  start: z.object({ key, pieces: pieces(0) }),
  level: z.object({ level: pieces(0) }),
} as const;
export type MovementIntent = keyof typeof MOVEMENT_FORMS;
export const isMovementIntent = (text: unknown): text is MovementIntent =>
  typeof text === "string" && Object.hasOwn(MOVEMENT_FORMS, text);
