import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql as statement } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connect } from "#app/platform/db.server.ts";
import { isUnavailable } from "#app/platform/postgres.server.ts";
import { openShop } from "../support/shop.ts";
import { silentProxy } from "../support/silent-proxy.ts";

const shop = await openShop();
/** A pool of one connection: state left behind by one caller would reach the next. */
const { sql, db } = connect(shop.databaseUrl, { max: 1 });
await shop.sql`CREATE TABLE notes (text text PRIMARY KEY)`;
const notes = async () =>
  (await shop.sql<{ text: string }[]>`SELECT text FROM notes ORDER BY text`).map(
    ({ text }) => text,
  );
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: { type: "major" | "minor" }) => void;
/** An object that survives two minor collections is moved to the old generation. */
const collectYoung = () => {
  for (let time = 0; time < 3; time++) collect({ type: "minor" });
};
const endConnection = (pid: number) => shop.sql`SELECT pg_terminate_backend(${pid})`;

beforeEach(async () => {
  await shop.sql`TRUNCATE notes`;
});

test.each(["while a statement runs", "between two statements"])(
  "a connection lost %s: the whole transaction fails, and the next one uses a new connection",
  async (when) => {
    const lost = db.transaction(async (tx) => {
      await tx.execute(statement`INSERT INTO notes VALUES ('lost')`);
      const { rows } = await tx.execute<{ pid: number }>(statement`SELECT pg_backend_pid() AS pid`);
      const { pid } = rows[0]!;
      if (when === "between two statements") await endConnection(pid);
      else setTimeout(() => void endConnection(pid), 50);
      await tx.execute(statement`SELECT pg_sleep(5)`);
    });
    await expect(lost).rejects.toThrow(/pg_sleep/);
    await db.transaction((tx) => tx.execute(statement`INSERT INTO notes VALUES ('next')`));
    expect(await notes()).toEqual(["next"]);
  },
);

test("a statement sent after its transaction's end does not run in another transaction", async () => {
  let late: Promise<unknown> = Promise.resolve();
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const failed = db.transaction(async (tx) => {
    late = gate.then(() => tx.execute(statement`INSERT INTO notes VALUES ('late')`));
    late.catch(() => undefined);
    throw new Error("over");
  });
  await expect(failed).rejects.toThrow("over");
  await sql.begin(async (tx) => {
    await tx`INSERT INTO notes VALUES ('mine')`;
    release();
    await expect(late).rejects.toMatchObject({
      cause: { message: expect.stringContaining("given back") },
    });
  });
  expect(await notes()).toEqual(["mine"]);
});

test("if one of several concurrent statements fails, the transaction fails with that error", async () => {
  const together = db.transaction((tx) =>
    Promise.all([
      tx.execute(statement`INSERT INTO notes VALUES ('one')`),
      tx.execute(statement`INSERT INTO notes VALUES ('one')`),
      tx.execute(statement`INSERT INTO notes VALUES ('two')`),
    ]),
  );
  await expect(together).rejects.toMatchObject({ cause: { code: "23505" } });
  expect(await notes()).toEqual([]);
});

test("LISTEN reconnects by itself after a lost connection and calls onListen again", async () => {
  const received: string[] = [];
  let listenCount = 0;
  const { unlisten } = await sql.listen("connections", {
    onNotify: (payload) => received.push(payload),
    onListen: () => listenCount++,
  });
  await shop.sql`SELECT pg_notify('connections', 'one')`;
  await expect.poll(() => received).toEqual(["one"]);
  await shop.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'eclat-live' AND query LIKE 'LISTEN "connections"'`;
  await expect.poll(() => listenCount).toBe(2);
  await shop.sql`SELECT pg_notify('connections', 'two')`;
  await expect.poll(() => received).toEqual(["one", "two"]);
  await unlisten();
  await sql.end();
});

test("query results are freed by minor collections: none reaches the old generation", async () => {
  const list = () => shop.sql`SELECT json_agg(repeat(i::text, 200)) FROM generate_series(1, 40) i`;
  for (let warm = 0; warm < 300; warm++) await list();
  // An incremental major collection in progress could keep objects alive.
  collect({ type: "major" });
  collectYoung();
  const before = process.memoryUsage().heapUsed;
  // Each call of `list` returns about 15 KB.
  for (let index = 0; index < 500; index++) await list();
  collectYoung();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_500_000);
});

test("a statement on a black-holed connection times out, and the connection is replaced", async () => {
  const proxy = await silentProxy(shop.databaseUrl);
  const pool = connect(proxy.url, { max: 1, statementTimeout: 200 });
  await pool.sql`SELECT 1`;
  expect(proxy.blackHole("eclat")).toBe(1);
  await expect(pool.sql`SELECT 1`).rejects.toThrow("timeout");
  expect(await pool.sql<{ one: number }[]>`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await expect(pool.sql`SELECT pg_sleep(1)`).rejects.toThrow("statement timeout");
  await pool.sql.end();
  proxy.close();
});

test("a black-holed LISTEN connection is detected and reopened", async () => {
  const proxy = await silentProxy(shop.databaseUrl);
  const pool = connect(proxy.url, { max: 1 });
  const events: string[] = [];
  const { unlisten } = await pool.sql.listen("far", {
    onNotify: (payload) => events.push(payload),
    onListen: () => events.push("listening"),
    onAway: () => events.push("away"),
    beatMs: 1_000,
  });
  expect(proxy.blackHole("eclat-live")).toBe(1);
  await shop.sql`SELECT pg_notify('far', 'one')`;
  await expect.poll(() => events).toEqual(["listening", "away", "listening"]);
  await shop.sql`SELECT pg_notify('far', 'two')`;
  await expect.poll(() => events.at(-1)).toBe("two");
  await unlisten();
  await pool.sql.end();
  proxy.close();
});

test("isUnavailable distinguishes an unreachable database from an error that a retry cannot fix", async () => {
  const errorOf = (act: () => Promise<unknown>) => act().then(String, (error: unknown) => error);
  const own = connect(shop.databaseUrl, { max: 1 });
  const unreachable = connect("postgres://eclat@127.0.0.1:1/eclat", { max: 1 });
  const wrongDatabase = connect(shop.databaseUrl.replace(/\/[^/]*$/, "/no_such_database"), {
    max: 1,
  });
  const answers = await Promise.all([
    errorOf(() => unreachable.db.execute(statement`SELECT 1`)),
    errorOf(() => own.db.execute(statement`SELECT pg_terminate_backend(pg_backend_pid())`)),
    errorOf(() => wrongDatabase.db.execute(statement`SELECT 1`)),
    errorOf(() => own.db.execute(statement`SELECT no_such_column`)),
    errorOf(async () => (undefined as unknown as typeof db).execute(statement`SELECT 1`)),
  ]);
  await Promise.all([own.sql.end(), unreachable.sql.end(), wrongDatabase.sql.end()]);
  expect(answers.map(isUnavailable)).toEqual([true, true, false, false, false]);
});

test("a connection keeps at most 150 prepared statements and still runs further ones", async () => {
  const { sql } = connect(shop.databaseUrl, { max: 1 });
  onTestFinished(() => sql.end());
  const counts: number[] = [];
  for (let shape = 0; shape < 900; shape++) {
    const [row] = (await sql.unsafe(`SELECT $1::integer AS shape${shape}`, [shape])) as [
      Record<string, number>,
    ];
    expect(row[`shape${shape}`]).toBe(shape);
    if (shape % 50 !== 0) continue;
    const [{ count }] = await sql<
      [{ count: number }]
    >`SELECT count(*)::integer AS count FROM pg_prepared_statements`;
    counts.push(count);
  }
  expect(Math.max(...counts)).toBeGreaterThan(100);
  expect(Math.max(...counts)).toBeLessThanOrEqual(150);
});

describe("two transactions that deadlock", () => {
  const pair = connect(shop.databaseUrl, { max: 4 });
  afterAll(() => pair.sql.end());
  const conflicts = () => pair.sql.connections().conflicts;

  /** Two transactions lock two rows in opposite order: PostgreSQL rolls one of them back. */
  async function cross(transaction: (typeof db)["transaction"]) {
    await shop.sql`INSERT INTO notes VALUES ('one'), ('two')`;
    const runs = [0, 0];
    let arrived = 0;
    let meet = () => {};
    const met = new Promise<void>((resolve) => (meet = resolve));
    const results = await Promise.allSettled(
      [0, 1].map((who) =>
        transaction(async (tx) => {
          runs[who]!++;
          const lock = (text: string) =>
            tx.execute(statement`SELECT FROM notes WHERE text = ${text} FOR UPDATE`);
          await lock(who === 0 ? "one" : "two");
          if (++arrived === 2) meet();
          await met;
          await lock(who === 0 ? "two" : "one");
          await tx.execute(statement`INSERT INTO notes VALUES (${`by ${who}`})`);
        }),
      ),
    );
    return { runs: runs.sort(), ends: results.map(({ status }) => status).sort() };
  }

  test("the rolled-back one is retried once, and both commit", async () => {
    const before = conflicts();
    expect(await cross(pair.db.transaction)).toEqual({
      runs: [1, 2],
      ends: ["fulfilled", "fulfilled"],
    });
    expect(await notes()).toEqual(["by 0", "by 1", "one", "two"]);
    expect(conflicts() - before).toBe(1);
  });

  test("transactionOnce is not retried", async () => {
    expect(await cross(pair.db.transactionOnce)).toEqual({
      runs: [1, 1],
      ends: ["fulfilled", "rejected"],
    });
  });

  test("a second conflict rejects; other errors are not retried", async () => {
    let runs = 0;
    const failing = (code: string) =>
      pair.db.transaction(async (tx) => {
        runs++;
        await tx.execute(
          statement.raw(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${code}'; END $$`),
        );
      });
    await expect(failing("40001")).rejects.toMatchObject({ cause: { code: "40001" } });
    expect(runs).toBe(2);
    await expect(failing("23505")).rejects.toMatchObject({ cause: { code: "23505" } });
    expect(runs).toBe(3);
    // A single statement counts as a transaction.
    const before = conflicts();
    const alone = pair.sql.unsafe(
      "DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$",
    );
    await expect(alone).rejects.toMatchObject({ code: "40P01" });
    expect(conflicts() - before).toBe(1);
  });
});
