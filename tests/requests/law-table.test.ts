import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";

const ROOT = join(import.meta.dirname, "../..");
const text = readFileSync(join(ROOT, "docs/law.md"), "utf8");
const testFiles = globSync(["app/**/*.test.ts", "tests/{requests,journeys}/*.ts"], { cwd: ROOT });

const rows = text
  .split("\n")
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const [number, duty, state, where, tests, merchant] = line.split("|").slice(1, -1);
    return { number: Number(number), duty, state: state!.trim(), where, tests, merchant } as {
      [Name in "duty" | "state" | "where" | "tests" | "merchant"]: string;
    } & { number: number };
  });

const pathsOf = (entries: RouteConfigEntry[], above = ""): string[] =>
  entries.flatMap(({ path, children }) => {
    const full = path ? `${above}/${path}` : above;
    return [full.replace("/:format?", "") || "/", ...pathsOf(children ?? [], full)];
  });
const known = new Set(pathsOf(routes));

const routesIn = (where: string) => [...where.matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path!);
const filesIn = (where: string) =>
  [...where.matchAll(/`([\w/.-]+\.(?:tsx?|json|sql))`/g)]
    .map(([, path]) => path!)
    .filter((path) => !path.startsWith("/"));

test("each row is numbered, and a duty that is done has a place, a test and a word for the merchant", () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1));
  for (const { duty, state, where, tests, merchant } of rows) {
    expect(state, duty).toMatch(/^(done|prepared|\*\*not done\*\*|not applicable)/);
    if (!state.startsWith("done")) continue;
    expect(routesIn(where).length > 0 || /every|each|mail/.test(where), duty).toBe(true);
    expect(tests, duty).toMatch(/`[\w-]+\.(test|spec)\.ts`: "/);
    expect(merchant.trim(), duty).not.toBe("");
  }
});

test("each route, file and test that it names exists", () => {
  const missing = rows.flatMap(({ where, tests }) => [
    ...routesIn(where).filter((path) => !known.has(path)),
    ...filesIn(where).filter(
      (path) => !["app", ""].some((dir) => existsSync(join(ROOT, dir, path))),
    ),
    ...[...tests.matchAll(/`([\w-]+\.(?:test|spec)\.ts)`: ("[^`]*")/g)].flatMap(
      ([, name, titles]) => {
        const file = testFiles.find((path) => basename(path) === name);
        const code = file ? readFileSync(join(ROOT, file), "utf8") : "";
        return [...titles!.matchAll(/"([^"]+)"/g)]
          .map(([, title]) => title!)
          .filter((title) => !code.includes(title))
          .map((title) => `${name}: ${title}`);
      },
    ),
  ]);
  expect(missing).toEqual([]);
});
