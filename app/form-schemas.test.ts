import { globSync } from "node:fs";
import { expect, test } from "vitest";
import type { z } from "zod";
import { SETTINGS_GROUPS } from "#app/all-settings/all-groups.server.ts";

/** Characters of a hostile text: 180 KB in UTF-8, less than a form may have. */
const LENGTH = 60_000;
/** On such texts a careless normalisation or regular expression takes quadratic time. */
const PARTS = "\u0301\u0316 \uFF9E\u0316 é \uFDFA \u200b a 0 a. a@ a, a; - [ *a (0)".split(" ");
const TEXTS = [...PARTS, " ", "\n", " \t", "0 ", "<a ", "69003 ab,"].map(
  (part) => `a@${part.repeat(LENGTH / part.length)} x`,
);
/** A quadratic check of such a text takes seconds, each time; on a busy machine another one may, once. */
const LIMIT_MS = 250;
const TRIES = 3;

type Shape = { shape?: object; options?: readonly unknown[]; element?: unknown };
const isSchema = (value: unknown): value is z.ZodType & { def: Shape } =>
  typeof value === "object" && value !== null && "_zod" in value;

/** A schema and those within it: fields, alternatives, elements. */
function within(name: string, value: unknown): [string, z.ZodType][] {
  if (!isSchema(value)) return [];
  const { shape = {}, options = [], element } = value.def;
  return [
    [name, value],
    ...Object.entries({ ...shape, ...options, element }).flatMap(([part, inner]) =>
      within(`${name}.${part}`, inner),
    ),
  ];
}

test("no schema takes quadratic time on a text as long as a form", async () => {
  const schemas: [string, z.ZodType][] = [];
  for (const path of globSync("app/**/*-schema.ts"))
    for (const [name, value] of Object.entries((await import(`../${path}`)) as object))
      schemas.push(...within(`${path} ${name}`, value));
  for (const { name, schema } of SETTINGS_GROUPS) schemas.push(...within(name, schema));
  expect(schemas.length).toBeGreaterThan(200);
  const slow: string[] = [];
  for (const [name, schema] of schemas)
    for (const text of TEXTS) {
      let duration = Infinity;
      for (let tries = 0; tries < TRIES && duration > LIMIT_MS; tries++) {
        const begun = performance.now();
        schema.safeParse(text);
        duration = Math.min(duration, performance.now() - begun);
      }
      if (duration > LIMIT_MS)
        slow.push(`${name}: ${Math.round(duration)} ms (${text.slice(2, 9)})`);
    }
  expect(slow).toEqual([]);
}, 60_000);
