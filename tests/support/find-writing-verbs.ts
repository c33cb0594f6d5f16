import { globSync, readFileSync } from "node:fs";

/**
 * The exported functions of `app/` that write on their own connection: in a transaction that they open or in single
 * statements, directly or through a function of the same file. As « room/file#name ».
 */
export function namesOfWritingVerbs(): string[] {
  return globSync("app/**/*.server.ts")
    .sort()
    .flatMap((file) => {
      const parts = partsOf(file);
      const writers = new Set(
        parts.filter(({ body }) => WRITES.test(body)).map(({ name }) => name),
      );
      for (let known = -1; known !== writers.size;) {
        known = writers.size;
        for (const { name, body } of parts)
          if ([...writers].some((writer) => new RegExp(`\\b${writer}\\(`).test(body)))
            writers.add(name);
      }
      return parts
        .filter(({ name, isExported }) => isExported && writers.has(name))
        .map(({ path }) => path);
    });
}

/** The writing verbs that take an `Admin`. */
export const namesOfAdminVerbs = (): string[] => {
  const parts = globSync("app/**/*.server.ts").flatMap(partsOf);
  const asked = parts.filter(({ body }) => /\badmin: Admin\b/.test(body.split(/\): .*\{$/m)[0]!));
  const paths = new Set(asked.map(({ path }) => path));
  return namesOfWritingVerbs().filter((name) => paths.has(name));
};

/** The functions, constants, classes and types at the top level of a file. `path`: « room/file#name ». */
function partsOf(file: string) {
  const text = readFileSync(file, "utf8");
  const place = file.replace(/^app\//, "").replace(".server.ts", "");
  const starts = [
    ...text.matchAll(/^(export )?(?:async )?(?:function\*?|const|class|type) (\w+)/gm),
  ];
  return starts.map(({ 1: isExported, 2: name, index }, number) => ({
    name: name!,
    path: `${place}#${name}`,
    isExported: isExported !== undefined,
    body: text.slice(index, starts[number + 1]?.index),
  }));
}

const WRITES = new RegExp(
  [
    String.raw`\b(db|sql)\s*\.(transaction(Once)?|begin|insert|update|delete)[(<]`,
    String.raw`\basAdmin\(`,
    String.raw`\bdb\s*\.execute[^;]*\b(INSERT INTO|UPDATE|DELETE FROM|SELECT close_\w+\()`,
    String.raw`(await|return|=>) sql(<[^\x60]*>)?\x60\s*(INSERT INTO|UPDATE|DELETE FROM) `,
  ].join("|"),
);
