import type { z } from "zod";

export type FieldErrors = Record<string, string>;
export type FormResult<T> =
  | { ok: true; value: T }
  | { ok: false; values: Record<string, string>; errors: FieldErrors };

/** PostgreSQL's text holds no null character, and no visitor types one. */
const withoutNulls = (text: string) => text.replaceAll("\0", "");

/**
 * A posted form, without null characters in names and values. What isn't one (another content type, a body cut short)
 * is the sender's mistake.
 * @throws Response 400
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of await parts(request)) {
    if (typeof value === "string") form.append(withoutNulls(name), withoutNulls(value));
    else form.append(withoutNulls(name), value, withoutNulls(value.name));
  }
  return form;
}

async function parts(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw new Response("Formulaire illisible", { status: 400 });
  }
}

/**
 * Parses a submitted form with its schema. On failure gives back what was typed (passwords excepted) and
 * the first message of each field, so that the page can show both and nothing is lost.
 */
export function parseForm<T extends z.ZodType>(schema: T, form: FormData): FormResult<z.output<T>> {
  const values = typedValues(form);
  const parsed = schema.safeParse(
    Object.fromEntries([...form].filter(([, value]) => typeof value === "string")),
  );
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues)
    errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return { ok: false, values, errors };
}

/** What the visitor typed, to show again; secrets are left out. */
export function typedValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && !/password|confirmation/i.test(name)) values[name] = value;
  }
  return values;
}
