import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { startPrimaryAndReplica } from "./replicated-postgres.ts";
import { invariants, openTestBed, startOrders, waitForJobs, type Fault } from "./test-bed.ts";

const FIRST_PORT = Number(process.env["CHAOS_DATABASE_PORT"] ?? 3980);
const [PROXY, PRIMARY, REPLICA, FORMER] = [0, 1, 2, 3].map((port) => FIRST_PORT + port) as [
  number,
  number,
  number,
  number,
];
/** The time until Patroni, or a person on call, promotes the replica of a silent primary. */
const DECISION_MS = 5_000;
const HAPROXY = process.env["HAPROXY_PROGRAM"] ?? "haproxy";

/** The primary is killed under load, the replica is promoted, and docs/haproxy-postgresql.cfg routes the shop to it. */
export const failOver: Fault = {
  name: "fail-over",
  async run() {
    if (spawnSync(HAPROXY, ["-v"]).error) throw new Error("there is no haproxy here");
    let pair: Awaited<ReturnType<typeof startPrimaryAndReplica>> | undefined;
    const testBed = await openTestBed(2, {
      async start(folder) {
        pair = await startPrimaryAndReplica(folder, [PRIMARY, REPLICA]);
        const stopProxy = await startProxy(folder);
        const { url, stop } = pair;
        // HAProxy treats both servers as primaries until its first checks.
        await sleep(4_000);
        return {
          url: (name) => url(PROXY, name ?? "eclat"),
          async stop() {
            await stopProxy();
            await stop();
          },
        };
      },
    });
    try {
      const orders = await startOrders(testBed, 6);
      await sleep(5_000);
      const killedAt = performance.now();
      await pair!.killPrimary();
      await sleep(DECISION_MS);
      pair!.promote();
      const promotedAt = performance.now();
      while (!(await answers(pair!.url(PROXY)))) await sleep(100);
      const found = Math.round(performance.now() - promotedAt);
      const jobs = found + (await waitForJobs(testBed));
      await sleep(5_000);
      const { outcomes, lost, count } = await orders.stop();
      const placedAfter = outcomes
        .filter(({ at, isOk }) => isOk && at > killedAt)
        .map(({ at, ms }) => at + ms);
      return [
        { figure: `acknowledged orders lost (of ${count})`, value: lost, limit: 0 },
        {
          figure: `no order for (${DECISION_MS / 1_000} s of it before the promotion)`,
          value: Math.round(Math.min(...placedAfter) - killedAt),
          limit: 30_000,
          unit: "ms",
        },
        { figure: "jobs resume, after the promotion,", value: jobs, limit: 30_000, unit: "ms" },
        {
          figure: "nodes without database notifications",
          value: (
            await Promise.all(
              testBed.urls.map((_url, node) => testBed.figure(node, "eclat_live_listening")),
            )
          ).filter((listening) => listening !== 1).length,
          limit: 0,
        },
        {
          figure: "nodes that ended or were restarted",
          value: testBed.areAlive() ? 0 : 1,
          limit: 0,
        },
        {
          figure: "orders acknowledged by the former primary, restarted by mistake",
          value: await acknowledgedWrites(await pair!.startFormerPrimary(FORMER)),
          limit: 0,
        },
        ...(await invariants(testBed.sql)),
      ];
    } finally {
      await testBed.close();
    }
  },
};

async function answers(url: string): Promise<boolean> {
  const { sql } = connect(url, { max: 1 });
  const isThere = await sql`SELECT 1`.then(
    () => true,
    () => false,
  );
  await sql.end();
  return isThere;
}

/** Writes one row at a primary without its replica. Returns 1 if the server acknowledges the write, else 0. */
async function acknowledgedWrites(url: string): Promise<number> {
  const { sql } = connect(url, { max: 1 });
  const write = sql`UPDATE orders SET phone_number = '06 00 00 00 00'
    WHERE id = (SELECT max(id) FROM orders)`;
  const isTaken = await Promise.race([
    write.then(
      () => true,
      () => false,
    ),
    // Longer than the server's own statement timeout.
    sleep(13_000, false),
  ]);
  await sql.end({ timeout: 1 });
  return isTaken ? 1 : 0;
}

async function startProxy(folder: string): Promise<() => Promise<void>> {
  const shopConfiguration = readFileSync(
    new URL("../../docs/haproxy-postgresql.cfg", import.meta.url),
    "utf8",
  )
    .replace("bind 127.0.0.1:5432", `bind 127.0.0.1:${PROXY}`)
    .replace("10.0.0.21:5432", `127.0.0.1:${PRIMARY}`)
    .replace("10.0.0.22:5432", `127.0.0.1:${REPLICA}`);
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, `global\n  maxconn 500\n${shopConfiguration}`);
  const proxy = spawn(HAPROXY, ["-db", "-f", file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return async () => {
    const ended = once(proxy, "exit");
    proxy.kill("SIGTERM");
    await ended;
  };
}
