import { z } from "zod";
import { PHONE, UNLIKELY_PHONE } from "#app/ui/phone-schema.ts";
import { lines, optional, required, senderEmail, senderName } from "./typed-text-schema.ts";

/** The fields of /contact: those of a message in specification §3. */
export const contactForm = z.object({
  name: senderName,
  email: senderEmail("Indiquez votre e-mail."),
  phoneNumber: optional(40).refine((phone) => phone === "" || PHONE.test(phone), UNLIKELY_PHONE),
  company: optional(200),
  title: required("Indiquez le sujet de votre message.", 150),
  message: required("Écrivez votre message.", 5_000, lines),
});
export type ContactForm = z.output<typeof contactForm>;
