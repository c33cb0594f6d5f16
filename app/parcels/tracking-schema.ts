import { z } from "zod";

/** Carriers separate groups by spaces or dashes, also no-break ones. */
const SEPARATORS = /[\s\p{Pd}]+/gu;
const BAD_NUMBER =
  "6 à 30 lettres et chiffres, sans autre signe\u00a0: 6A12345678901, par exemple.";

/** A typed or scanned tracking number as stored: capitals and digits; null for a blank one. */
export const trackingNumber = z
  .string()
  .default("")
  .transform((typed, context) => {
    const number = typed.replace(SEPARATORS, "");
    if (number === "") return null;
    if (/^[A-Za-z0-9]{6,30}$/.test(number)) return number.toUpperCase();
    context.addIssue({ code: "custom", message: BAD_NUMBER });
    return z.NEVER;
  });
