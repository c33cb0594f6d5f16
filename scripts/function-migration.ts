import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#app/platform/db.server.ts";
import { migrate, migrationNames, MIGRATIONS } from "#db/migrate.ts";
import { startPostgres } from "../server/postgres.ts";
import { functionChanges } from "./function-changes.ts";
import { exitWithError } from "./with-shop.ts";

/**
 * node scripts/function-migration.ts 0061_name: writes db/migrations/0061_name.sql, which brings the functions and triggers that all
 * other migrations make to their text in db/functions. Overwrites a file that it wrote before.
 */
const [name = ""] = process.argv.slice(2);
if (!/^\d{4}_\w+$/.test(name)) exitWithError("Usage: node scripts/function-migration.ts 0061_name");
const file = `${name}.sql`;

const folder = mkdtempSync(join(tmpdir(), "eclat-functions-"));
const postgres = await startPostgres({ folder, settings: { fsync: "off" } });
const { sql } = connect(postgres.url("postgres"), { max: 1 });
try {
  await migrate(sql, { only: (await migrationNames()).filter((other) => other !== file) });
  const changes = await functionChanges(sql);
  if (changes.length === 0) console.log("The migrations already make what db/functions holds.");
  else {
    const head = "-- Written by scripts/function-migration.ts from db/functions.";
    writeFileSync(new URL(file, MIGRATIONS), `${[head, ...changes].join("\n\n")}\n`);
    console.log(`db/migrations/${file}: ${changes.length} statements`);
  }
} finally {
  await sql.end();
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
