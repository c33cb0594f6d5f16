import { z } from "zod";

/** One line of text: line breaks, control characters and repeated spaces become one space; no-break spaces stay. */
export const line = (most: number) =>
  z
    .string("Un texte est attendu.")
    .transform((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, " ").trim())
    .pipe(z.string().max(most, `${most} caractères au plus.`));

/** One line that must not be empty; `missing`: the message when it is. */
export const filledLine = (most: number, missing: string) =>
  line(most).pipe(z.string().min(1, missing));

/** A checkbox of a form (« on », or missing), or a stored boolean. */
export const checkbox = z.preprocess(
  (value) => (typeof value === "boolean" ? value : value === "on"),
  z.boolean(),
);
