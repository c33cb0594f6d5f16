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

/** How long another visitor may wait beside a hostile request, in ms. */
export const LONGEST_WAIT_MS = 100;
/** A request that keeps the process busy does so each time; a busy machine doesn't. */
const TRIES = 3;

/** The longest time of /healthz, in ms, while the shop answers the request that `send` sends: the least of three tries. */
export async function waitBeside(url: string, send: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > LONGEST_WAIT_MS; tries++) {
    let isAnswered = false;
    // Settled, because a rejection during the loop would end the process and leave the shop.
    const answered = Promise.allSettled([send()]).finally(() => (isAnswered = true));
    await sleep(2);
    let longest = 0;
    do {
      const begun = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      longest = Math.max(longest, performance.now() - begun);
    } while (!isAnswered);
    const [outcome] = await answered;
    if (outcome.status === "rejected") throw outcome.reason;
    least = Math.min(least, longest);
  }
  return Math.round(least);
}
