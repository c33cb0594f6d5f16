import { globSync, readFileSync } from "node:fs";

/**
 * The exported functions of `app/` that write on their own connection: in a transaction that they open or in single
 * statements, directly or through a function of the same file. As « room/file#name ».
 */
export function namesOfWritingVerbs(): string[] {
  return globSync("app/**/*.server.ts")
    .sort()
    .flatMap((file) => {
      const text = readFileSync(file, "utf8");
      const starts = [
        ...text.matchAll(/^(export )?(?:async )?(?:function\*?|const|class|type) (\w+)/gm),
      ];
      const parts = starts.map(({ 1: isExported, 2: name, index }, place) => ({
        name: name!,
        isExported: isExported !== undefined,
        body: text.slice(index, starts[place + 1]?.index),
      }));
      const writers = new Set(
        parts.filter(({ body }) => WRITES.test(body)).map(({ name }) => name),
      );
      for (let known = -1; known !== writers.size;) {
        known = writers.size;
        for (const { name, body } of parts)
          if ([...writers].some((writer) => new RegExp(`\\b${writer}\\(`).test(body)))
            writers.add(name);
      }
      const place = file.replace(/^app\//, "").replace(".server.ts", "");
      return parts
        .filter(({ name, isExported }) => isExported && writers.has(name))
        .map(({ name }) => `${place}#${name}`);
    });
}

const WRITES = new RegExp(
  [
    String.raw`\b(db|sql)\s*\.(transaction(Once)?|begin|insert|update|delete)[(<]`,
    String.raw`\bdb\s*\.execute[^;]*\b(INSERT INTO|UPDATE|DELETE FROM|SELECT close_\w+\()`,
    String.raw`(await|return|=>) sql(<[^\x60]*>)?\x60\s*(INSERT INTO|UPDATE|DELETE FROM) `,
  ].join("|"),
);
