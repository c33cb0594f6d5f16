import { readdir, readFile } from "node:fs/promises";
import type { Sql, TransactionSql } from "#app/platform/postgres.server.ts";
import { DB_FOLDER } from "#db/folder.ts";

/** The present text of each function, with the triggers that execute it: one file for each name (docs/migrations.md). */
export const FUNCTIONS = new URL("./functions/", DB_FOLDER);

/** « fold(text) » or « order_total ON orders », with the statement that creates it. */
type Definitions = Map<string, string>;

/**
 * The statements that turn a database's functions and triggers into those of `folder`, in the order in which they can run; none if
 * they are the same. Changes nothing: the files run in a transaction that is rolled back.
 */
export async function functionChanges(sql: Sql, folder = FUNCTIONS): Promise<string[]> {
  const connection = await sql.reserve();
  try {
    await connection`BEGIN`;
    const before = await readDefinitions(connection);
    // The former functions move away and stay, because generated columns use them. The files run in any order.
    await connection.unsafe(
      [
        "SET LOCAL check_function_bodies = off; CREATE SCHEMA former",
        ...[...before.triggers.keys()].map((name) => `DROP TRIGGER ${name}`),
        ...[...before.functions.keys()].map((name) => `ALTER FUNCTION ${name} SET SCHEMA former`),
      ].join(";"),
    );
    for (const file of await readdir(folder))
      await connection.unsafe(await readFile(new URL(file, folder), "utf8"));
    return difference(before, await readDefinitions(connection));
  } finally {
    await connection`ROLLBACK`.catch(() => undefined);
    connection.release();
  }
}

/** As PostgreSQL prints them. A function's body is printed as it was written. */
async function readDefinitions(connection: TransactionSql) {
  const functions = await connection<{ name: string; text: string }[]>`
    SELECT oid::regprocedure::text AS name, pg_get_functiondef(oid) AS text FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
    ORDER BY 1`;
  const triggers = await connection<{ name: string; text: string }[]>`
    SELECT quote_ident(tgname) || ' ON ' || tgrelid::regclass AS name, pg_get_triggerdef(pg_trigger.oid) AS text
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal AND tgparentid = 0
    ORDER BY 1`;
  const byName = (rows: typeof functions): Definitions =>
    new Map(rows.map(({ name, text }) => [name, text.trimEnd()]));
  return { functions: byName(functions), triggers: byName(triggers) };
}

function difference(
  before: Record<"functions" | "triggers", Definitions>,
  after: Record<"functions" | "triggers", Definitions>,
): string[] {
  const changed = (kind: "functions" | "triggers") =>
    [...after[kind]].filter(([name, text]) => before[kind].get(name) !== text);
  const gone = (kind: "functions" | "triggers") =>
    [...before[kind].keys()].filter((name) => !after[kind].has(name));
  const statements = [
    ...gone("triggers").map((name) => `DROP TRIGGER ${name}`),
    ...changed("functions").map(([, text]) => text),
    ...changed("triggers").flatMap(([name, text]) => {
      // Replacing blocks no readers of the table, dropping does. PostgreSQL can't replace constraint triggers.
      if (text.startsWith("CREATE TRIGGER")) return [text.replace("CREATE", "CREATE OR REPLACE")];
      return before.triggers.has(name) ? [`DROP TRIGGER ${name}`, text] : [text];
    }),
    ...gone("functions").map((name) => `DROP FUNCTION ${name}`),
  ];
  // A function may be created before those that it calls.
  if (statements.length > 0) statements.unshift("SET LOCAL check_function_bodies = off");
  return statements.map((statement) => `${statement};`);
}
