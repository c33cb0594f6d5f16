import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startHaproxy } from "../support/haproxy.ts";
import { waitForProxy, startNginx } from "../support/nginx.ts";
import { makeNextBuild } from "./next-build.ts";
import { openStreams } from "./streams.ts";
import {
  FIRST_PORT,
  invariants,
  openTestBed,
  percentile99,
  signIn,
  startOrders,
  type Outcome,
  type Fault,
  type Finding,
} from "./test-bed.ts";

const PER_SECOND = 220;
const TICK_MS = 50;
const MOST_AT_ONCE = 100;
const STREAMS = 60;
const EDGE = FIRST_PORT + 9;

/**
 * Three nodes behind the unchanged docs/nginx.conf and docs/haproxy.cfg get a new version one after the other, while
 * visitors load pages, customers order and live streams are open. No request fails.
 */
export const rollingRestarts: Fault[] = [
  { name: "rolling-nginx", run: () => roll(startNginx) },
  // HAProxy doesn't retry a 404 on another node, so each node gets the next version's files beforehand.
  { name: "rolling-haproxy", run: () => roll(startHaproxy, { sendsFiles: true }) },
];

async function roll(start: typeof startHaproxy, { sendsFiles = false } = {}): Promise<Finding[]> {
  const url = `http://127.0.0.1:${EDGE}`;
  const folder = mkdtempSync(join(tmpdir(), "eclat-rolling-"));
  const settings = { BASE_URL: url, TRUST_PROXY: "1", DRAIN_SECONDS: "5" };
  for (const node of [0, 1, 2]) {
    mkdirSync(join(folder, `node-${node}`));
    symlinkSync(join(folder, "pictures"), join(folder, `node-${node}`, "files"));
  }
  mkdirSync(join(folder, "pictures"));
  const testBed = await openTestBed(3, {
    isDirect: true,
    // Nodes that share the database and, as with a bucket, the pictures.
    env: (node) => ({ ...settings, DATA_DIR: join(folder, `node-${node}`) }),
  });
  const edge = start({ folder, port: EDGE, nodes: testBed.urls.map(portOf) });
  try {
    const next = makeNextBuild(join(folder, "next"));
    await waitForProxy(url);
    const { cookie } = await signIn(url);
    const products = await testBed.sql<{ id: string }[]>`SELECT id FROM products LIMIT 12`;
    const orders = await startOrders({ ...testBed, urls: [url] }, 4);
    const visits = startVisits(url, cookie, [
      "/",
      "/boutique",
      "/boutique.data",
      "/connexion",
      "/admin/account",
      "/healthz-of-nobody",
      ...products.flatMap(({ id }) => [`/produit/${id}`, `/produit/${id}.data`]),
    ]);
    const streams = openStreams(url, STREAMS);
    await streams.allOpen(10_000);

    if (sendsFiles)
      for (const node of testBed.urls.keys())
        cpSync(join(next, "client"), join(folder, `node-${node}`, "builds"), { recursive: true });
    const codes: (number | null)[] = [];
    for (const node of testBed.urls.keys()) {
      await sleep(3_000);
      codes.push(await testBed.replaceNode(node, next));
    }
    await sleep(5_000);
    const { outcomes, failed, perSecond } = await visits.stop();
    const placed = await orders.stop();
    const former = readdirSync("build/client/assets").filter((file) => /\.(js|css)$/.test(file));
    const found = await Promise.all(
      former.map(async (file) => (await fetch(`${url}/assets/${file}`)).status === 200),
    );
    const { refused, cut } = streams.counts();
    const areBack = await streams.allOpen(5_000);
    streams.close();
    const failures = [...Map.groupBy(failed, (reason) => reason)];
    for (const [reason, all] of failures) console.log(`  ${all.length} × ${reason}`);
    return [
      {
        figure: `of ${outcomes.length} requests, failed`,
        value: failed.length,
        limit: 0,
      },
      {
        figure: `requests per second (${perSecond}) below 200`,
        value: Math.max(0, 200 - perSecond),
        limit: 0,
      },
      {
        figure: `of ${placed.outcomes.length} orders, failed at first`,
        value: placed.outcomes.filter(({ isOk }) => !isOk).length,
        limit: 0,
      },
      { figure: "acknowledged orders lost or duplicated", value: placed.lost, limit: 0 },
      { figure: "streams refused, or cut off", value: refused + cut, limit: 0 },
      {
        figure: `of ${STREAMS} streams, not reconnected`,
        value: areBack ? 0 : STREAMS - streams.counts().open,
        limit: 0,
      },
      {
        figure: `of ${former.length} files of the former version, missing`,
        value: found.filter((isThere) => !isThere).length,
        limit: 0,
      },
      {
        figure: "pages, 99 % within",
        value: percentile99(outcomes),
        limit: 1_000,
        unit: "ms",
      },
      {
        figure: "nodes with a non-zero exit code",
        value: codes.filter((code) => code !== 0).length,
        limit: 0,
      },
      ...(await invariants(testBed.sql)),
    ];
  } finally {
    await edge.stop();
    await testBed.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const portOf = (url: string) => Number(new URL(url).port);

/** Visits at a fixed rate, independent of responses; every tenth page is loaded with its style sheet. */
function startVisits(url: string, cookie: string, paths: string[]) {
  const outcomes: Outcome[] = [];
  const failed: string[] = [];
  const running = new Set<Promise<void>>();
  const from = performance.now();
  let count = 0;

  async function visit(path: string, isReader: boolean): Promise<void> {
    const at = performance.now();
    const isOwn = path.startsWith("/admin");
    const isNowhere = path.endsWith("-of-nobody");
    try {
      const answer = await fetch(`${url}${path}`, {
        redirect: "manual",
        headers: isOwn ? { cookie } : {},
        signal: AbortSignal.timeout(20_000),
      });
      const text = await answer.text();
      const isOk = answer.status === (isNowhere ? 404 : 200);
      outcomes.push({ at, ms: performance.now() - at, isOk });
      if (!isOk) failed.push(`${answer.status} ${path}`);
      const [, sheet] = /href="(\/assets\/[^"]+\.css)"/.exec(text) ?? [];
      if (isReader && sheet) await visit(sheet, false);
    } catch (error) {
      outcomes.push({ at, ms: performance.now() - at, isOk: false });
      failed.push(`${String((error as Error).cause ?? error)} ${path}`);
    }
  }

  const timer = setInterval(() => {
    for (let one = 0; one < (PER_SECOND * TICK_MS) / 1_000; one++) {
      // On an overloaded machine the rate drops instead of the number of requests growing.
      if (running.size >= MOST_AT_ONCE) return;
      count++;
      const visiting = visit(paths[count % paths.length]!, count % 10 === 0);
      running.add(visiting);
      void visiting.finally(() => running.delete(visiting));
    }
  }, TICK_MS);
  return {
    async stop() {
      clearInterval(timer);
      const seconds = (performance.now() - from) / 1_000;
      await Promise.all(running);
      return { outcomes, failed, perSecond: Math.round(outcomes.length / seconds) };
    },
  };
}
