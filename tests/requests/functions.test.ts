import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { FUNCTIONS, functionChanges } from "../../scripts/function-changes.ts";
import { emptyDatabase, queryOnce } from "../support/empty-place.ts";

const files = readdirSync(FUNCTIONS).map((file) => ({
  name: basename(file, ".sql"),
  text: readFileSync(new URL(file, FUNCTIONS), "utf8"),
}));

test("a migrated database has exactly the functions and triggers of db/functions", async () => {
  const place = await emptyDatabase();
  expect(await queryOnce(place.url, functionChanges)).toEqual([]);
});

test("each file explains and creates the function of its name, and no other", () => {
  for (const { name, text } of files) {
    expect(text, name).toMatch(/^-- \S/);
    const names = [...text.matchAll(/\b(?:CREATE|EXECUTE) FUNCTION (\w+)/g)].map(([, one]) => one);
    expect([...new Set(names)]).toEqual([name]);
  }
});

test("a function that nothing calls is dropped", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join("app", file), "utf8"));
  const uncalled = files.filter(
    ({ name, text }) =>
      !text.includes(`EXECUTE FUNCTION ${name}(`) &&
      ![...sources, ...files.filter((file) => file.name !== name).map((file) => file.text)].some(
        (other) => new RegExp(`\\b${name}\\(`).test(other),
      ),
  );
  // A generated column calls shade_of. Version 0.5 calls the others, so the version after this one drops them.
  expect(uncalled.map(({ name }) => name)).toEqual([
    "pending_quantity",
    "shade_of",
    "unsent_quantity",
  ]);
});

test("the changes of files become statements that make a database equal to them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "eclat-functions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(fileURLToPath(FUNCTIONS), folder, { recursive: true });
  const edit = (name: string, from: string, to: string) => {
    const file = join(folder, `${name}.sql`);
    const text = readFileSync(file, "utf8");
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
  };
  edit("fold", "RETURN lower", "-- Explained.\n  RETURN lower");
  edit("forbid_order_reset", "cancelled_at ON orders", "cancelled_at, total_cents ON orders");
  edit("check_order_total", "UPDATE OF total_cents", "UPDATE");
  rmSync(join(folder, "forget_joined.sql"));
  const add = (name: string, text: string) => writeFileSync(join(folder, `${name}.sql`), text);
  add("a_new", "CREATE FUNCTION a_new() RETURNS text LANGUAGE sql AS 'SELECT z_new()'");
  add("z_new", "CREATE FUNCTION z_new() RETURNS text LANGUAGE sql AS 'SELECT 1'");
  const place = await emptyDatabase();
  await queryOnce(place.url, async (sql) => {
    const url = pathToFileURL(`${folder}/`);
    const changes = await functionChanges(sql, url);
    expect(changes.map((statement) => statement.split("\n")[0])).toEqual([
      "SET LOCAL check_function_bodies = off;",
      "DROP TRIGGER forget_joined ON orders;",
      "CREATE OR REPLACE FUNCTION public.a_new()",
      "CREATE OR REPLACE FUNCTION public.fold(original text)",
      "CREATE OR REPLACE FUNCTION public.z_new()",
      expect.stringMatching(/^CREATE OR REPLACE TRIGGER order_not_reset BEFORE /),
      "DROP TRIGGER order_total ON orders;",
      expect.stringMatching(/^CREATE CONSTRAINT TRIGGER order_total AFTER INSERT OR UPDATE ON /),
      "DROP FUNCTION forget_joined();",
    ]);
    await sql.begin((tx) => tx.unsafe(changes.join("\n")));
    expect(await functionChanges(sql, url)).toEqual([]);
  });
});
