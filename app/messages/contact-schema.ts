import { z } from "zod";
import { isBlank } from "#app/ui/blank-schema.ts";
import { PHONE, UNLIKELY_PHONE } from "#app/ui/phone-schema.ts";

// Against header injection: a line break in a mail header, as the recipient, starts a new header.
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
/** Normalizes line breaks and removes control characters (PostgreSQL refuses the null character). */
const lines = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

const within = (max: number) => z.string().max(max, `${max} caractères au plus.`);
const required = (missing: string, max: number, clean = oneLine) =>
  z
    .string({ error: missing })
    .transform(clean)
    .pipe(within(max).refine((text) => !isBlank(text), missing));
const optional = (max: number) => z.string().default("").transform(oneLine).pipe(within(max));

/** The fields of /contact: those of a message in specification §3. */
export const contactForm = z.object({
  name: required("Indiquez votre nom.", 200),
  email: required("Indiquez votre e-mail.", 254).pipe(
    z.email("Cet e-mail ne semble pas complet : nom@exemple.fr, par exemple."),
  ),
  phoneNumber: optional(40).refine((phone) => phone === "" || PHONE.test(phone), UNLIKELY_PHONE),
  company: optional(200),
  title: required("Indiquez le sujet de votre message.", 150),
  message: required("Écrivez votre message.", 5_000, lines),
});
export type ContactForm = z.output<typeof contactForm>;
