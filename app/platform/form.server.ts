import { MIMEType } from "node:util";
import type { z } from "zod";

export type FieldErrors = Record<string, string>;
export type FormResult<T> =
  | { ok: true; value: T }
  | { ok: false; values: Record<string, string>; errors: FieldErrors };

/** PostgreSQL's text holds no null character, and no visitor types one. */
const withoutNulls = (text: string) => text.replaceAll("\0", "");

/** Far more than any form of the shop has; a product's form in the areas grows with its specifications. */
const MOST_FIELDS = 200;
const MOST_FIELDS_IN_AREAS = 1_000;

/**
 * A posted form, without null characters in names and values. What isn't one (another content type, a body cut short)
 * is the sender's mistake. Fields are counted before they are read: reading 130,000 of them (256 KB) takes 150 ms.
 * @throws Response 400, or 413 for too many fields
 */
export async function readForm(request: Request): Promise<FormData> {
  const { pathname } = new URL(request.url);
  const most = /^\/(admin\/|favorite)/.test(pathname) ? MOST_FIELDS_IN_AREAS : MOST_FIELDS;
  const form = new FormData();
  for (const [name, value] of await parts(request, most)) {
    if (typeof value === "string") form.append(withoutNulls(name), withoutNulls(value));
    else form.append(withoutNulls(name), value, withoutNulls(value.name));
  }
  return form;
}

async function parts(request: Request, most: number): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  try {
    const body = Buffer.from(await request.arrayBuffer());
    const { essence, params } = new MIMEType(type);
    const boundary = essence === "multipart/form-data" ? (params.get("boundary") ?? "") : null;
    if (hasMoreFields(body, boundary, most))
      throw new Response("Ce formulaire a trop de champs", { status: 413 });
    // Parsed as the type that was counted: of « multipart/form-data; …, application/x-www-form-urlencoded », fetch's
    // parser takes the last type and would read uncounted fields.
    const parsedType = boundary === null ? essence : `${essence}; boundary="${boundary}"`;
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

/**
 * Parses a submitted form with its schema. On failure gives back what was typed in the schema's fields (passwords
 * excepted) and the first message of each field, so that the page can show both and nothing is lost.
 */
export function parseForm<T extends z.ZodObject>(
  schema: T,
  form: FormData,
): FormResult<z.output<T>> {
  const parsed = schema.safeParse(
    Object.fromEntries([...form].filter(([, value]) => typeof value === "string")),
  );
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues)
    errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return { ok: false, values: typedValues(schema, form), errors };
}

/** What the visitor typed in the fields of `schema`, to show again; secrets are left out. */
export function typedValues(schema: z.ZodObject, form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = form.getAll(name).at(-1);
    if (typeof value === "string" && !/password|confirmation/i.test(name)) values[name] = value;
  }
  return values;
}
