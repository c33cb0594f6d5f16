import { appendFileSync, openSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "#db/demo/clock.ts";
import {
  failureOf,
  FIRST_PORT,
  invariants,
  openTestBed,
  signIn,
  startOrders,
  type Finding,
} from "../chaos/test-bed.ts";
import { collectGarbage, inspectorEnv } from "./collect-garbage.ts";

/*
 * Soak test: hours at 30 % of the shop's maximum rate, with random faults: `MINUTES=60 node tests/long/soak.ts`. SEED sets
 * the faults. SAMPLES names the file of samples, one JSON object per line; each node's stderr is beside it as a .log file.
 * RATE, in requests per second, replaces the measured rate on a shared machine. Node 0 is never killed: its memory is
 * measured. Exits with 1 on an error without a fault near it, a lost order, a broken invariant, or memory growth. V8 may
 * delay a full collection for a quarter of an hour, a sawtooth of 60 MB that can hide or imitate a leak: COLLECT=1 collects
 * once a minute, and then the remaining memory may not grow either.
 */
const MINUTES = Number(process.env["MINUTES"] ?? 60);
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const SAMPLES = process.env["SAMPLES"] ?? join(tmpdir(), `eclat-soak-${SEED}.jsonl`);
const LOAD = 0.3;
const RATE = process.env["RATE"] ? Number(process.env["RATE"]) : undefined;
const SAMPLE_EVERY = 10_000;
const COLLECT = process.env["COLLECT"] === "1";
const SAMPLES_A_COLLECTION = 6;
const INSPECTOR_PORT = FIRST_PORT + 9;
/** The share of the samples that is ignored: a fresh process grows without a leak. */
const WARM_UP = 0.25;
/** Milliseconds before and after a fault within which requests may fail. */
const [BEFORE, AFTER] = [6_000, 15_000];
const MOST_GROWTH_PER_HOUR = 1e6;

const random = seededRandom(SEED);
const between = (least: number, most: number) => least + random() * (most - least);
const logs = [0, 1].map((node) => openSync(SAMPLES.replace(/(\.jsonl)?$/, `.${node}.log`), "w"));
const testBed = await openTestBed(2, {
  log: (node) => logs[node]!,
  env: (node) => (COLLECT && node === 0 ? inspectorEnv(INSPECTOR_PORT) : {}),
});
try {
  const [url = "", other = ""] = testBed.urls;
  const { cookie } = await signIn(url);
  const [product] = await testBed.sql<{ id: string }[]>`SELECT id FROM products LIMIT 1`;
  const pages: [path: string, cookie?: string][] = [
    ["/"],
    ["/boutique"],
    [`/produit/${product!.id}`],
    ["/recherche?keyword=lin"],
    ["/connexion"],
    ["/admin/account", cookie],
    ["/admin/my-orders", cookie],
    [`/produit/${product!.id}`, cookie],
  ];
  const ask = async () => {
    const [path, session] = pages[Math.floor(random() * pages.length)]!;
    const [node, address] = random() < 0.5 ? [0, url] : [1, other];
    const failure = await failureOf(address + path, session);
    return failure && `${failure}: node ${node}, ${path}`;
  };

  // Measures the maximum rate: ten seconds with enough visitors to saturate the shop.
  let maximumRate = 0;
  const until = performance.now() + 10_000;
  const saturate = async () => {
    while (performance.now() < until) {
      await ask();
      maximumRate++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, saturate));
  const perSecond = RATE ?? (maximumRate / 10) * LOAD;

  const started = performance.now();
  const end = started + MINUTES * 60_000;
  const failures: { at: number; why: string }[] = [];
  const faults: { name: string; from: number; until: number }[] = [];
  const samples: { at: number; rss: number; isCollected: boolean }[] = [];
  let requestCount = 0;
  writeFileSync(SAMPLES, "");

  async function visit(): Promise<void> {
    const under = new Set<Promise<void>>();
    while (performance.now() < end) {
      const at = performance.now();
      const one = ask().then((why) => {
        requestCount++;
        if (why) failures.push({ at, why });
      });
      under.add(one);
      void one.finally(() => under.delete(one));
      await sleep((1_000 / perSecond) * 2 * random());
    }
    await Promise.all(under);
  }

  const acts: [name: string, act: () => Promise<unknown>][] = [
    ["node killed", () => testBed.killNode(1)],
    ["database restarted", async () => testBed.restartDatabase()],
    ["connections reset", async () => testBed.faultProxy.reset()],
    [
      "database drops all data",
      async () => {
        testBed.faultProxy.setDropsData(true);
        await sleep(between(2_000, 20_000));
        testBed.faultProxy.setDropsData(false);
      },
    ],
  ];
  async function breakThings(): Promise<void> {
    for (;;) {
      await sleep(between(30_000, 90_000));
      // No fault in the last minute, so that its effects are settled at the end.
      if (performance.now() > end - 60_000) return;
      const [name, act] = acts[Math.floor(random() * acts.length)]!;
      const from = performance.now();
      await act();
      faults.push({ name, from, until: performance.now() });
    }
  }

  async function sample(): Promise<void> {
    for (let turn = 1; performance.now() < end; turn++) {
      const isCollected = COLLECT && turn % SAMPLES_A_COLLECTION === 0;
      if (isCollected) await collectGarbage(INSPECTOR_PORT);
      const figures = {
        at: Math.round(performance.now() - started),
        rss: await testBed.figure(0, "process_resident_memory_bytes").catch(() => NaN),
        heap: await testBed.figure(0, "nodejs_heap_size_used_bytes").catch(() => NaN),
        heapTotal: await testBed.figure(0, "nodejs_heap_size_total_bytes").catch(() => NaN),
        external: await testBed.figure(0, "nodejs_external_memory_bytes").catch(() => NaN),
        connections: await testBed.figure(0, "eclat_database_connections").catch(() => NaN),
        asked: requestCount,
        failed: failures.length,
        faults: faults.length,
        isCollected,
      };
      appendFileSync(SAMPLES, `${JSON.stringify(figures)}\n`);
      if (Number.isFinite(figures.rss)) samples.push(figures);
      await sleep(SAMPLE_EVERY);
    }
  }

  console.log(`${MINUTES} minutes at ${perSecond.toFixed(0)} requests/s, seed ${SEED}, ${SAMPLES}`);
  const orders = await startOrders(testBed, 2, 1_000);
  await Promise.all([visit(), breakThings(), sample()]);
  const { lost, count } = await orders.stop();

  const unexplained = failures.filter(
    ({ at }) => !faults.some((fault) => at > fault.from - BEFORE && at < fault.until + AFTER),
  );
  for (const { at, why } of unexplained)
    console.log(`  ${new Date(performance.timeOrigin + at).toISOString()} ${why}`);
  const counted = samples.filter(({ at }) => at > MINUTES * 60_000 * WARM_UP);
  console.table(
    Object.entries(Object.groupBy(faults, ({ name }) => name)).map(([name, all]) => ({
      fault: name,
      times: all!.length,
    })),
  );
  const findings = [
    {
      figure: `requests failed away from every fault (of ${requestCount}; ${failures.length} near one)`,
      value: unexplained.length,
      limit: 0,
    },
    { figure: `acknowledged orders lost (of ${count})`, value: lost, limit: 0 },
    growthOf("memory", counted),
    ...(COLLECT
      ? [
          growthOf(
            "memory after a collection",
            counted.filter(({ isCollected }) => isCollected),
          ),
        ]
      : []),
    ...(await invariants(testBed.sql)),
  ];
  const broken = findings.filter(({ value, limit }) => !(value <= limit));
  for (const { figure, value, limit } of findings)
    console.log(
      `${value <= limit ? "ok    " : "BROKEN"} ${figure}: ${Math.round(value)} (at most ${limit})`,
    );
  console.log(`${findings.length - broken.length} passed, ${broken.length} failed`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await testBed.close();
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function growthOf(what: string, counted: { at: number; rss: number }[]): Finding {
  const { slope, error } = leastSquares(counted.map(({ at, rss }) => [at / 3_600_000, rss]));
  return {
    figure: `${what} grows by ${mega(slope)} ± ${mega(2 * error)} MB an hour; certainly`,
    // Minus two standard errors: growth that is not significant counts as none.
    value: Math.max(0, slope - 2 * error),
    limit: MOST_GROWTH_PER_HOUR,
  };
}

/** Linear regression (least squares): the slope and its standard error. */
function leastSquares(points: readonly [x: number, y: number][]): { slope: number; error: number } {
  const count = points.length;
  const mean = (pick: 0 | 1) => points.reduce((sum, point) => sum + point[pick], 0) / count;
  const [middleX, middleY] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0) / spread;
  const missed = points.reduce(
    (sum, [x, y]) => sum + (y - middleY - slope * (x - middleX)) ** 2,
    0,
  );
  return { slope, error: Math.sqrt(missed / (count - 2) / spread) };
}
