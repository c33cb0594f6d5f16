import { z } from "zod";
import { isBlank } from "#app/ui/blank-schema.ts";

/** The message for an address of the shop that is none. */
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

/** A domain, then nothing or the rest of an address. */
const BARE_ADDRESS = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[/?#]|$)/u;

/** The address of a site as it is typed: « exemple.fr/page » gets its « https:// », any other text stays. */
export const withHttps = (text: string): string =>
  BARE_ADDRESS.test(text) ? `https://${text}` : text;

/** A checkbox of a form (« on », or missing), or a stored boolean. */
export const checkbox = z.preprocess(
  (value) => (typeof value === "boolean" ? value : value === "on"),
  z.boolean(),
);

/** One of the choices; `names`: how they are called. */
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
 * The path of a PNG that the shop has drawn itself from an uploaded file (media/open-drawing.server.ts); or empty. `missing`,
 * `foreign`: the messages for no text, and for another path.
 */
export const drawnPath = (missing: string, foreign: string) =>
  z.string(missing).regex(/^(images\/[a-z0-9]{1,64}\/[A-Za-z0-9_-]{1,120}\.png)?$/, foreign);

/** The name of a path's file. */
export const fileOf = (path: string): string => path.replace(/^.*\//, "");

/** The message for a posted list that is no list. */
export const UNREADABLE = "Cette liste est illisible\u00a0: rechargez la page.";

/** PostgreSQL stores neither null characters nor lone surrogates, which JSON can escape. */
const storable = (part: unknown) =>
  typeof part === "string" ? part.replaceAll("\0", "").toWellFormed() : part;

/** A list of structured items: stored as it is, posted as JSON (empty: no item). */
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
