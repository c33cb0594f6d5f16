import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const text = readFileSync(join(ROOT, "docs/law.md"), "utf8");
const files = globSync(["app/**/*.test.ts", "tests/{requests,journeys}/*.ts"], { cwd: ROOT });

test("docs/law.md has forty rows, each with a state, and every test that it names exists", () => {
  const rows = text.split("\n").filter((line) => /^\| \d+ \|/.test(line));
  expect(rows.map((row) => Number(row.split("|")[1]))).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  for (const row of rows) {
    const [state, , tests] = row.split(" | ").slice(2);
    expect(state, row).toMatch(/^(done|prepared|\*\*not done\*\*|not applicable)/);
    if (state!.startsWith("done")) expect(tests, row).toMatch(/`[\w-]+\.(test|spec)\.ts`: "/);
  }
  const missing = [...text.matchAll(/`([\w-]+\.(?:test|spec)\.ts)`: ("[^`|]*")/g)].flatMap(
    ([, name, titles]) => {
      const file = files.find((path) => basename(path) === name);
      const code = file ? readFileSync(join(ROOT, file), "utf8") : "";
      return [...titles!.matchAll(/"([^"]+)"/g)]
        .map(([, title]) => title!)
        .filter((title) => !code.includes(title))
        .map((title) => `${name}: ${title}`);
    },
  );
  expect(missing).toEqual([]);
});
