import { afterAll, expect, test } from "vitest";
import type { Database } from "#app/platform/db.server.ts";
import { createLimits } from "#app/platform/limits.server.ts";
import type { Services } from "#app/request-context.ts";
import { seededRandom } from "#db/demo/clock.ts";
import { makeFixture } from "../support/concurrent-fixture.ts";
import { FAKE_PROVIDER, FAKE_RELAYS, withoutHashing } from "../support/fake-services.ts";
import { namesOfWritingVerbs } from "../support/find-writing-verbs.ts";
import { PausablePool, isDeadlock, runInterleaved } from "../support/forced-interleaving.ts";
import { openShop } from "../support/shop.ts";
import { EXCLUDED_VERBS, VERBS } from "../support/writing-verbs.ts";

/*
 * The lock order (docs/locks.md): pairs of writing verbs run concurrently, one paused between two of its locks while the other
 * runs. A run takes a random fortieth of all pairs. THOROUGH=1 (npm run test:long) takes all pairs and pauses both in turn, at
 * each of their points.
 */
const shop = await openShop();
const pools = [new PausablePool(shop.databaseUrl), new PausablePool(shop.databaseUrl)] as const;
afterAll(() => Promise.all(pools.map((pool) => pool.end())));
// PostgreSQL's default is one second.
await shop.sql.unsafe(
  `ALTER DATABASE ${new URL(shop.databaseUrl).pathname.slice(1)} SET deadlock_timeout = '20ms'`,
);
const IS_THOROUGH = process.env["THOROUGH"] === "1";
/** Rounds of CONCURRENCY concurrent verbs: more than two transactions may form a cycle of waits. */
const ROUNDS = IS_THOROUGH ? 2_000 : 20;
const CONCURRENCY = 6;
/** Pairs that deadlocked once: each run takes them, paused at each of their points. */
const ONCE_DEADLOCKED = new Set([
  "parcels/hand-over#handOver, of an order to confirm and privacy/delete-account#endAccount, of another account",
]);
/** The share of the pairs that a run takes. */
const PAIRS_SHARE = IS_THOROUGH ? 1 : 1 / 40;
/** The tables are emptied after so many runs, which takes half a second. */
const MOST_SCENES = 50;
/** The seed of the random choice of pairs and verbs; printed. */
const SEED = Number(process.env["LOCKS_SEED"] ?? Date.now() % 1_000_000);

const quick = await withoutHashing(shop);
const servicesOver = (db: Database): Services => ({
  ...quick,
  db,
  paypal: FAKE_PROVIDER,
  relays: FAKE_RELAYS,
  limits: createLimits(shop.sql, shop.config),
});
const names = Object.keys(VERBS);

test("every writing verb is in VERBS or EXCLUDED_VERBS", () => {
  const listed = new Set([
    ...names.map((name) => name.split(",")[0]!),
    ...Object.keys(EXCLUDED_VERBS),
  ]);
  const found = namesOfWritingVerbs();
  expect(found.filter((name) => !listed.has(name))).toEqual([]);
  expect([...listed].filter((name) => !found.includes(name))).toEqual([]);
});

/** The order of docs/locks.md, for the tables whose rows are locked by SELECT … FOR …. */
const ORDER = ["users", "product_imports", "products", "orders", "stock"];

/** The points of each verb, from the test of the lock order. */
const points = new Map<string, number>();

test("each verb locks its tables in the order of docs/locks.md", { timeout: 120_000 }, async () => {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const name of names) {
    const scene = await makeFixture(shop);
    pools[0].pauseAt(0);
    await VERBS[name]!(servicesOver(pools[0].db), scene);
    points.set(name, pools[0].points);
    for (const tables of pools[0].lockedTables) {
      const ranked = tables.filter((table) => ORDER.includes(table));
      for (const table of ranked) seen.add(table);
      const inOrder = ranked.toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
      if (ranked.join() !== inOrder.join()) wrong.push(`${name}: ${ranked.join(", ")}`);
    }
    await endImports();
  }
  expect(wrong).toEqual([]);
  expect([...seen].sort()).toEqual([...ORDER].sort());
});

test("no pair of writing verbs deadlocks", { timeout: 3_600_000 }, async () => {
  expect(points.size).toBe(names.length);
  const deadlocked: string[] = [];
  const failed: string[] = [];
  let pairs = 0;
  let pairsRun = 0;
  let emptiedAfter = 0;
  const random = seededRandom(SEED);
  for (const [place, one] of names.entries()) {
    // Cleanup verbs would process the rows of all previous pairs.
    if (pairsRun - emptiedAfter > MOST_SCENES) {
      await emptyTables();
      emptiedAfter = pairsRun;
    }
    for (const [other, two] of names.entries()) {
      if (other <= place) pairs++;
      const isKnown = ONCE_DEADLOCKED.has(`${one} and ${two}`);
      if (random() > PAIRS_SHARE && !isKnown) continue;
      const most = points.get(one)!;
      // One verb of each pair is paused; which one and where varies, so that all verbs and points are covered.
      const isTurn = (place + other) % 2 === 0 ? other <= place : other > place;
      const isHeld = most > 0 && (isTurn || points.get(two) === 0);
      const at = 1 + ((place + other) % Math.max(1, most));
      const every = Array.from({ length: most }, (_, index) => index + 1);
      for (const point of IS_THOROUGH || isKnown ? every : isHeld ? [at] : []) {
        const scene = await makeFixture(shop);
        const { deadlocks, errors } = await runInterleaved(shop.sql, pools, point, [
          (db) => VERBS[one]!(servicesOver(db), scene),
          (db) => VERBS[two]!(servicesOver(db), scene),
        ]);
        await endImports();
        pairsRun++;
        if (deadlocks > 0) deadlocked.push(`${one} (paused at ${point}) and ${two}`);
        for (const error of errors.filter((error) => !messageOf(error).endsWith(GONE)))
          failed.push(`${one} (${point}) and ${two}: ${messageOf(error)}`);
      }
    }
  }
  console.log(
    `${names.length} verbs, ${pairs} pairs, ${pairsRun} runs, ${deadlocked.length} deadlocks, LOCKS_SEED=${SEED}`,
  );
  expect(deadlocked, `LOCKS_SEED=${SEED}`).toEqual([]);
  expect(failed, `LOCKS_SEED=${SEED}`).toEqual([]);
});

test("randomly chosen concurrent verbs do not deadlock", { timeout: 3_600_000 }, async () => {
  pools[0].pauseAt(0);
  const services = servicesOver(pools[0].db);
  const random = seededRandom(SEED);
  const deadlocked: string[] = [];
  const failed: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const scene = await makeFixture(shop);
    const chosen = Array.from(
      { length: CONCURRENCY },
      () => names[Math.floor(random() * names.length)]!,
    );
    const ends = await Promise.allSettled(chosen.map((name) => VERBS[name]!(services, scene)));
    await endImports();
    for (const { reason } of ends.filter((end) => end.status === "rejected")) {
      const failure = `${chosen.join(", ")}: ${messageOf(reason)}`;
      if (isDeadlock(reason)) deadlocked.push(failure);
      else if (!messageOf(reason).endsWith(GONE)) failed.push(failure);
    }
  }
  expect(deadlocked, `LOCKS_SEED=${SEED}`).toEqual([]);
  expect(failed, `LOCKS_SEED=${SEED}`).toEqual([]);
});

/** The expected error (`lockAdmin`) when the acting account was deleted first: nothing is written. */
const GONE = "the account that acts is gone";
/** Empties the tables with triggers disabled: invoices are immutable. */
const emptyTables = () =>
  shop.sql.unsafe(`BEGIN; SET LOCAL session_replication_role = replica;
    TRUNCATE users, products, orders, pictures, mails, messages, verifications, audit_events CASCADE; COMMIT`);
const endImports = () =>
  shop.sql`UPDATE product_imports SET state = 'done' WHERE state = 'running'`;

function messageOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  return String((cause as Error).message);
}
