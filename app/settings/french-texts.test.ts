import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const APP = join(import.meta.dirname, "..");
/** A plain space before : ; ! ? » or after «, or a straight apostrophe between letters. */
const FAULT = /[\p{L}\d»)] [:;!?»](?!\S)|« |\p{L}'\p{L}/u;

/** The string literals, template texts and JSX texts of a source file. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null) return [];
  const { type, value } = node as { type?: string; value?: unknown };
  if (type === "ImportDeclaration") return [];
  if ((type === "Literal" || type === "JSXText") && typeof value === "string") return [value];
  if (type === "TemplateElement") return [(value as { cooked: string }).cooked];
  return Object.values(node).flatMap(textsOf);
}

test.each(["settings", "opening", "home"])("the texts of %s have no-break spaces and ’", (room) => {
  const files = globSync(`${room}/**/!(*.test).{ts,tsx}`, { cwd: APP });
  expect(files.length).toBeGreaterThan(5);
  const faults = files.flatMap((file) =>
    textsOf(parseSync(file, readFileSync(join(APP, file), "utf8")).program)
      .filter((text) => FAULT.test(text))
      .map((text) => `${file}: ${text.trim()}`),
  );
  expect(faults).toEqual([]);
});
