import { z } from "zod";
import { PHONE, UNLIKELY_PHONE } from "#app/ui/phone-schema.ts";

// Titles, names and addresses end up in the header of a mail: a line break in them would be another header.
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
/** Line breaks as one character, and no other control characters: PostgreSQL refuses some. */
const lines = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

const within = (max: number) => z.string().max(max, `${max} caractères au plus.`);
const required = (missing: string, max: number, clean = oneLine) =>
  z.string({ error: missing }).transform(clean).pipe(within(max).min(1, missing));
const optional = (max: number) => z.string().default("").transform(oneLine).pipe(within(max));

/** The form of /contact: what specification §3 keeps of a message. */
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
