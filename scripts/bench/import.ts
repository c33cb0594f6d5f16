import { rmSync } from "node:fs";
import { connect } from "#app/platform/db.server.ts";
import { runningUrl } from "../../server/postgres.ts";
import {
  checkImport,
  demoAdministrator,
  productsCsv,
  runImport,
} from "../../tests/support/csv-import.ts";
import { startShop, stopShop } from "../../tests/support/production-shop.ts";
import { newDemoFolder } from "./demo-data.ts";
import { addRun, saveRuns, type Runs } from "./runs.ts";

/*
 * node scripts/bench/import.ts: seconds to check and to import a CSV file of 20,000 new products into the demo's catalogue, and the
 * part of each database function, triggers included. BUILD: another build folder, to compare two versions; LINES: another number.
 */
const LINES = Number(process.env["LINES"] ?? 20_000);
const PORT = 3919;
/** Functions with a smaller part are not shown, in seconds. */
const SMALLEST_PART = 0.5;

const folder = newDemoFolder();
const runs: Runs = {};
const build = process.env["BUILD"];
const { shop, url } = await startShop({ port: PORT, folder, ...(build && { build }) });
const { sql } = connect(runningUrl(folder)!, { max: 1 });
try {
  // Only connections from now on are counted: the import's.
  await sql`ALTER SYSTEM SET track_functions = 'all'`;
  await sql`SELECT pg_reload_conf(), pg_stat_reset()`;
  const admin = await demoAdministrator(url);
  let began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const id = await checkImport(admin, url, productsCsv(LINES));
  addRun(runs, `check of ${LINES.toLocaleString("en")} products`, { s: seconds() });
  began = performance.now();
  await runImport(admin, sql, id);
  addRun(runs, `import of ${LINES.toLocaleString("en")} products`, { s: seconds() });
  const functions = await sql<{ name: string; seconds: number }[]>`
    SELECT funcname AS name, self_time / 1000 AS seconds FROM pg_stat_user_functions
    WHERE self_time > ${SMALLEST_PART * 1_000} ORDER BY self_time DESC`;
  for (const { name, seconds: part } of functions) addRun(runs, `${name}()`, { s: part });
  saveRuns(runs);
} finally {
  await sql.end();
  await stopShop(shop);
  rmSync(folder, { recursive: true, force: true });
}
