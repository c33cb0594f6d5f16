import { z } from "zod";
import { isBlank } from "#app/ui/blank-schema.ts";

/** The message for a text that is no e-mail address, in a setting. */
export const UNLIKELY_ADDRESS =
  "Cette adresse ne semble pas complète\u00a0: bonjour@ma-boutique.fr, par exemple.";

const emptyIfBlank = (text: string) => (isBlank(text) ? "" : text);

/**
 * One line of text: line breaks, control characters and repeated spaces become one space; no-break spaces stay. A text
 * without a visible character is empty.
 */
export const line = (most: number) =>
  z
    .string("Un texte est attendu.")
    .transform((text) => emptyIfBlank(text.replace(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, " ").trim()))
    .pipe(z.string().max(most, `${most} caractères au plus.`));

/** One line that must not be empty; `missing`: the message when it is. */
export const filledLine = (most: number, missing: string) =>
  line(most).pipe(z.string().min(1, missing));

/** A URL without its scheme: a domain, and possibly a path. */
const BARE_ADDRESS = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[/?#]|$)/u;

/** Adds « https:// » to a typed URL without a scheme (« exemple.fr/page »); returns any other text unchanged. */
export const withHttps = (text: string): string =>
  BARE_ADDRESS.test(text) ? `https://${text}` : text;

/** A checkbox of a form (« on », or missing), or a stored boolean. */
export const checkbox = z.preprocess(
  (value) => (typeof value === "boolean" ? value : value === "on"),
  z.boolean(),
);

/** One of the keys of `names`, which maps each choice to its label. */
export const choice = <const Names extends Record<string, string>>(names: Names, missing: string) =>
  z.enum(Object.keys(names) as (keyof Names & string)[], missing);

/** Text in Markdown, of several lines. Control characters other than line breaks are removed. */
export const markdown = (most: number) =>
  z
    .string("Un texte est attendu.")
    .transform((text) =>
      emptyIfBlank(
        text
          .replace(/\r\n?/g, "\n")
          .replaceAll("\t", "    ")
          .replace(/[^\P{Cc}\n]/gu, "")
          .trim(),
      ),
    )
    .pipe(z.string().max(most, `${most.toLocaleString("fr-FR")} caractères au plus.`));

/**
 * The path of a PNG that the server has drawn from an uploaded file (media/open-drawing.server.ts), or empty. `missing` and
 * `foreign` are the messages for a missing value and for any other path.
 */
export const drawnPath = (missing: string, foreign: string) =>
  z.string(missing).regex(/^(images\/[a-z0-9]{1,64}\/[A-Za-z0-9_-]{1,120}\.png)?$/, foreign);

/** The last segment of a path. */
export const fileOf = (path: string): string => path.replace(/^.*\//, "");

/** The message for a posted list that is not valid JSON. */
export const UNREADABLE = "Cette liste est illisible\u00a0: rechargez la page.";

/** Removes null characters and lone surrogates, which JSON can escape but PostgreSQL refuses. */
const storable = (part: unknown) =>
  typeof part === "string" ? part.replaceAll("\0", "").toWellFormed() : part;

/** A list of objects: an array when stored, JSON when posted (empty text: no item). */
export const listOf = <List extends z.ZodArray>(list: List) =>
  z.preprocess((value) => {
    if (typeof value !== "string") return value;
    if (value === "") return [];
    try {
      return JSON.parse(value, (_key, part: unknown) => storable(part)) as unknown;
    } catch {
      return value;
    }
  }, list);
