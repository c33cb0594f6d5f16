import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { runningUrl } from "../../server/postgres.ts";
import { startShop, stopShop } from "../support/production-shop.ts";

/** Waits for the shop's job queues: it answers before they exist. */
export async function queuesExist(sql: Sql): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const [schema] = await sql`SELECT to_regclass('jobs.queue') AS queues`;
    if (
      schema!["queues"] &&
      (await sql`SELECT FROM jobs.queue WHERE name = 'forget-old-data'`).length
    )
      return;
    await sleep(100);
  }
}

/** A measured figure of an attack; above `limit` the defence does not hold. */
export type Finding = { figure: string; value: number; limit: number; unit?: string };

/** An attack on the built shop; returns measured figures. */
export type Attack = { name: string; run: () => Promise<Finding[]> };

export type AttackedShop = {
  url: string;
  /** The shop's process id, to read its memory. */
  pid: number;
  dataDir: string;
  /** Direct access to the shop's database. */
  sql: Sql;
};

/**
 * Starts the built demo shop on an empty data folder and calls `work`; then stops the shop and deletes the folder.
 * `ATTACKED_BUILD` names another checkout's `build` folder, to measure an earlier version with the same script.
 */
export async function withAttackedShop<T>(
  env: Record<string, string>,
  work: (shop: AttackedShop) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "eclat-attack-"));
  const build = process.env["ATTACKED_BUILD"];
  const port = Number(process.env["ATTACK_PORT"] ?? 3990);
  const { shop, url } = await startShop({
    port,
    folder,
    env,
    ...(build === undefined ? {} : { build }),
  });
  const database = connect(runningUrl(folder)!, { max: 2 });
  try {
    return await work({ url, pid: shop.pid!, dataDir: folder, sql: database.sql });
  } finally {
    await database.sql.end({ timeout: 5 });
    await stopShop(shop);
    rmSync(folder, { recursive: true, force: true });
  }
}
