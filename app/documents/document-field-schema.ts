import { z } from "zod";
import { emailAddress } from "#app/ui/email-schema.ts";

/**
 * The field types of the documents (document-schema.ts). They accept variants, because another shop may have exported the
 * documents.
 */

const LARGEST_EUROS = 999_999;

export const text = (max: number) =>
  z.string("un texte est attendu").max(max, `${max} caractères au plus`);
export const requiredText = (max: number) => text(max).min(1, "ne peut pas être vide");
/** An optional text; missing and null become empty. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value ?? "");
/** An optional boolean; missing and null become false. */
export const flag = z
  .boolean("vrai ou faux est attendu")
  .nullish()
  .transform((value) => value ?? false);
/** An optional list; missing and null become an empty list. */
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item, "une liste est attendue")
    .nullish()
    .transform((value) => value ?? []);

/**
 * The schema of `eclat`, the shop's own data. All its fields are optional, since another shop's documents have none. `kept`
 * has values of §3 fields that fit no column. Unknown fields are refused: they come from a newer version of the shop and
 * would be lost.
 */
export const ownData = <T extends z.ZodRawShape>(shape: T) =>
  z
    .strictObject({ ...shape, kept: z.record(z.string(), z.unknown()) })
    .partial()
    .optional();

/**
 * The id of a document or user: 20 characters from a hosted database, 26 from this shop. Only characters that are safe in a
 * URL path.
 */
export const id = z
  .string("un identifiant est attendu")
  .regex(
    /^[\w.~-]{1,128}$/,
    "1 à 128 lettres, chiffres, « - », « _ », « . » ou « ~ » sont attendus",
  );
/** The longest e-mail address: RFC 5321 §4.5.3.1.3 limits a path to 256 octets, 2 of them for the angle brackets. */
export const LONGEST_EMAIL = 254;
export const email = text(LONGEST_EMAIL)
  .trim()
  .toLowerCase()
  .pipe(emailAddress("n’est pas une adresse e-mail"));

const milliseconds = ({ seconds, nanoseconds }: { seconds: number; nanoseconds: number }) =>
  seconds * 1000 + Math.floor(nanoseconds / 1e6);
/** Milliseconds since 1970 (§3), as a number or digits; also an ISO date or a hosted database's {seconds, nanoseconds}. */
export const time = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
      z.iso.datetime({ offset: true }).transform((value) => Date.parse(value)),
      z.object({ seconds: z.number(), nanoseconds: z.number().default(0) }).transform(milliseconds),
      z
        .object({ _seconds: z.number(), _nanoseconds: z.number().default(0) })
        .transform(({ _seconds: seconds, _nanoseconds: nanoseconds }) =>
          milliseconds({ seconds, nanoseconds }),
        ),
    ],
    "un nombre de millisecondes est attendu",
  )
  .pipe(
    z
      .number()
      .min(0, "est avant 1970")
      .max(253_402_300_799_999, "est après l’an 9999")
      .transform((milliseconds) => new Date(milliseconds)),
  );
/** `time`, or null for an empty text or null. */
export const timeOrBlank = z.union([z.literal("").transform(() => null), z.null(), time]);

/** Parses whole euros, « 34 » or 34, into cents. */
export const price = z
  .union(
    [
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
      z.int().min(0).max(LARGEST_EUROS),
    ],
    `un nombre entier d’euros en chiffres est attendu, ${LARGEST_EUROS} au plus`,
  )
  .transform((euros) => euros * 100);
/** Parses euros with optional decimals, as in orders, into cents. */
export const amount = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}([.]\d{1,2})?$/)
        .transform(Number),
    ],
    "un montant est attendu",
  )
  .transform((euros) => Math.round(euros * 100))
  .pipe(z.int().min(0, "est négatif").max(2_147_483_647, "est trop grand"));
/** An integer from 0 to `max`, as a number or digits. */
export const count = (max: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,4}$/)
          .transform(Number),
      ],
      "un nombre est attendu",
    )
    .pipe(z.int("un nombre entier est attendu").min(0).max(max, `${max} au plus`));

/** Paris is ahead of UTC: its day may begin while UTC's is the former one. */
export const DAY_MS = 86_400_000;
