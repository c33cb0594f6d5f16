import { z } from "zod";

const BAD_DAY = "Une date passée, ou rien.";

/** A day from a date field, « 2026-11-29 », or empty. The verbs refuse future days by the database's clock. */
export const pastDay = z
  .union([z.literal(""), z.iso.date(BAD_DAY)], BAD_DAY)
  .default("")
  .refine((day) => day === "" || day >= "2000-01-01", BAD_DAY);
