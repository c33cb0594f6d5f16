import { z } from "zod";
import { isBlank } from "#app/ui/blank-schema.ts";
import { emailAddress } from "#app/ui/email-schema.ts";

// Against header injection: a line break in a mail header, as the recipient, starts a new header.
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
/** Normalizes line breaks and removes control characters (PostgreSQL refuses the null character). */
export const lines = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** `abort`: no later check reads a text that is too long, up to 256 KB (the form limit). */
export const within = (max: number) =>
  z.string().max(max, { error: `${max} caractères au plus.`, abort: true });
/** A text of one line, or with `lines` of several, with at most `max` characters; `missing` is the message for an empty one. */
export const required = (missing: string, max: number, clean: (text: string) => string = oneLine) =>
  z
    .string({ error: missing })
    .transform(clean)
    .pipe(within(max).refine((text) => !isBlank(text), missing));
/** A text of one line with at most `max` characters; empty if it is missing. */
export const optional = (max: number) =>
  z.string().default("").transform(oneLine).pipe(within(max));

const UNLIKELY_SENDER = "Cet e-mail ne semble pas complet\u00a0: nom@exemple.fr, par exemple.";
/** The name of a public form's sender. */
export const senderName = required("Indiquez votre nom.", 200);
/** The e-mail of a public form's sender, who may have no account; `missing` is the message for an empty one. */
export const senderEmail = (missing: string) =>
  required(missing, 254).pipe(emailAddress(UNLIKELY_SENDER));
/** The e-mail of a sender who need not give it; empty without one. */
export const optionalSenderEmail = optional(254).pipe(
  z.union([z.literal(""), emailAddress(UNLIKELY_SENDER)], UNLIKELY_SENDER),
);

/**
 * Whether a text contains a mail address or a link, or what a mail program would turn into one. A mail that repeats a
 * stranger's text must not advertise anything. The text has a bounded length.
 */
export const hasAddressOrLink = (text: string): boolean =>
  /@|\/\/|www\.|[\p{L}\p{M}\p{S}\d][.。]\p{L}\p{M}*\p{L}/iu.test(
    text.normalize("NFKC").replace(/\p{Cf}/gu, ""),
  );
