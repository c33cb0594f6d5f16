import type { z } from "zod";
import { receivedText } from "./received-text.ts";

export type FieldErrors = Record<string, string>;
export type FormResult<T> =
  | { ok: true; value: T }
  | { ok: false; values: Record<string, string>; errors: FieldErrors };

/** More fields than any form of the shop has. In the signed-in areas: a product's form grows with its specifications. */
const MOST_FIELDS = 200;
const MOST_FIELDS_IN_AREAS = 1_000;

const URLENCODED = "application/x-www-form-urlencoded";
/** A content type of a form. The boundary has 1 to 70 characters and doesn't end with a space (RFC 2046 §5.1.1). */
const FORM_TYPE =
  /^(?:application\/x-www-form-urlencoded *(?:;.*)?|multipart\/form-data(?: *; *(?!boundary=)[\w-]+=(?:[\w.-]+|"[^"]*"))* *; *boundary=("?)(?<boundary>[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])\1 *(?:;.*)?)$/i;

/**
 * Parses a posted form, with `receivedText` of each field. Fields are counted before parsing, because parsing 130,000 of them
 * (256 KB) takes 150 ms.
 * @throws Response 400 for another content type or a truncated body, 413 for too many fields
 */
export async function readForm(request: Request): Promise<FormData> {
  const { pathname } = new URL(request.url);
  const most = /^\/(admin\/|favorite)/.test(pathname) ? MOST_FIELDS_IN_AREAS : MOST_FIELDS;
  const form = new FormData();
  for (const [name, value] of await parts(request, most)) {
    if (typeof value === "string") form.append(receivedText(name), receivedText(value));
    else form.append(receivedText(name), value, receivedText(value.name));
  }
  return form;
}

async function parts(request: Request, most: number): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  try {
    const known = FORM_TYPE.exec(type);
    if (!known) throw new TypeError("not the content type of a form");
    const body = Buffer.from(await request.arrayBuffer());
    const boundary = known.groups?.["boundary"] ?? null;
    if (hasMoreFields(body, boundary, most))
      throw new Response("Ce formulaire a trop de champs", { status: 413 });
    // Parsed as the type that was counted: of « multipart/form-data; …, application/x-www-form-urlencoded », fetch's
    // parser takes the last type and would read uncounted fields.
    const parsedType =
      boundary === null ? URLENCODED : `multipart/form-data; boundary="${boundary}"`;
    return await new Response(body, { headers: { "content-type": parsedType } }).formData();
  } catch (error) {
    if (error instanceof Response) throw error;
    throw new Response("Formulaire illisible", { status: 400 });
  }
}

/**
 * Whether a body has more than `most` fields, by the number of its separators (RFC 7578 §4.1); `boundary` is null for a
 * urlencoded body.
 */
function hasMoreFields(body: Buffer, boundary: string | null, most: number): boolean {
  // n fields have n - 1 « & » between them, or n + 1 boundaries around them.
  const [separator, allowed] = boundary === null ? ["&", most - 1] : [`--${boundary}`, most + 1];
  let found = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + 1))
    if (++found > allowed) return true;
  return false;
}

/** The fields of a form, by name: `FormData`, or a `Map` of texts. */
export type FormFields = Iterable<[string, FormDataEntryValue]>;

/**
 * Validates a form's text fields. On failure returns the typed values (without passwords) and the first error of each field.
 */
export function parseForm<T extends z.ZodObject>(
  schema: T,
  form: FormFields,
): FormResult<z.output<T>> {
  const parsed = schema.safeParse(textsOf(form));
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues)
    errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return { ok: false, values: typedValues(schema, form), errors };
}

/** A form's texts by name, without its files; of a repeated field the last one. */
export const textsOf = (form: FormFields): Record<string, string> =>
  Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === "string"),
  );

/** The submitted text of the schema's fields, without passwords; of a repeated field the last value. */
export function typedValues(schema: z.ZodObject, form: FormFields): Record<string, string> {
  const fields = new Map(form);
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = fields.get(name);
    if (typeof value === "string" && !/password|confirmation/i.test(name)) values[name] = value;
  }
  return values;
}
