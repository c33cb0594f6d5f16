import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { runningUrl } from "../../server/postgres.ts";
import { startShop, stopShop } from "./production-shop.ts";

/*
 * node tests/support/settled-demo.ts <folder> <port>: starts the demo shop and waits until all renditions are made. Copies
 * of the folder save that half minute (tests/support/demo-shop.ts).
 */
const [folder = "", port = ""] = process.argv.slice(2);
/** Timeout in ms; an unreadable picture must not block the tests. */
const LONGEST_WAIT_MS = 120_000;
const { shop } = await startShop({ folder, port: Number(port) });
const { sql } = connect(runningUrl(folder)!, { max: 1 });
try {
  const latest = performance.now() + LONGEST_WAIT_MS;
  while (performance.now() < latest) {
    const waiting = await sql`SELECT FROM pictures WHERE NOT has_renditions LIMIT 1`;
    if (waiting.length === 0) break;
    await sleep(500);
  }
} finally {
  await sql.end();
  await stopShop(shop);
}
