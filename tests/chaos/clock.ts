import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { approve, capture, startPaying } from "../support/paying.ts";
import { openMailSink } from "./mail-sink.ts";
import {
  invariants,
  isAnswered,
  openTestBed,
  signIn,
  type Fault,
  type TestBed,
} from "./test-bed.ts";

const HOUR = 3_600;
/** The clock errors of node 1, in seconds, one after the other. */
const CLOCK_ERRORS = [300, HOUR, -HOUR, 0];
const ORDERS = 20;

/** One node's clock is five minutes ahead, then an hour ahead, an hour behind, then correct, while both nodes take orders. */
export const clock: Fault = {
  name: "clock",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "eclat-clock-"));
    const wrongBy = join(folder, "wrong-by");
    const set = (seconds: number) =>
      writeFileSync(wrongBy, `${seconds < 0 ? "" : "+"}${seconds}\n`);
    set(CLOCK_ERRORS[0]!);
    const sink = await openMailSink();
    const preload = libfaketime();
    const testBed = await openTestBed(2, {
      env: (node): Record<string, string> =>
        node === 0
          ? { SMTP_URL: sink.url }
          : {
              SMTP_URL: sink.url,
              LD_PRELOAD: preload,
              FAKETIME_TIMESTAMP_FILE: wrongBy,
              FAKETIME_CACHE_DURATION: "1",
              // The monotonic clock of timers is unaffected, as when a real clock is set.
              FAKETIME_DONT_FAKE_MONOTONIC: "1",
            },
    });
    try {
      const customer = await signIn(testBed.urls[1]!);
      const sessions = [customer.cookie];
      const placed: string[] = [];
      let farthest = 0;
      let unpaid = 0;
      let stale = 0;
      for (const seconds of CLOCK_ERRORS) {
        set(seconds);
        while (Math.abs((await clockOffset(testBed)) - seconds) > 3) await sleep(200);
        farthest = Math.max(farthest, Math.abs(await clockOffset(testBed)));
        for (let number = 0; number < ORDERS; number++) {
          const { id, isPaid } = await orderAndPay(testBed, customer, number);
          placed.push(id);
          if (!isPaid) unpaid++;
        }
        stale += await pagesLeftStale(testBed);
        sessions.push(
          (await signIn(testBed.urls[1]!)).cookie,
          (await signIn(testBed.urls[0]!)).cookie,
        );
      }
      let ended = 0;
      for (const cookie of sessions)
        for (const url of testBed.urls)
          if (!(await isAnswered(`${url}/admin/account`, cookie))) ended++;
      const keys = placed.flatMap((id) =>
        ["received", "paid"].map((event) => `order-${id.toLowerCase()}-${event}`),
      );
      for (let waited = 0; keys.some((key) => !sink.timesOf(key)) && waited < 60; waited++)
        await sleep(1_000);
      const found = await testBed.sql<{ id: string }[]>`
        SELECT id FROM orders WHERE id = ANY(${placed}) ORDER BY id`;
      return [
        {
          figure: `orders not paid (of ${placed.length}; a clock wrong by up to ${Math.round(farthest)} s)`,
          value: unpaid,
          limit: 0,
        },
        {
          figure: "orders in the wrong position of a list",
          value: found.filter(({ id }, index) => placed[index] !== id).length,
          limit: 0,
        },
        { figure: `sessions that ended early (of ${sessions.length})`, value: ended, limit: 0 },
        { figure: "stale cached pages", value: stale, limit: 0 },
        {
          figure: `mails not sent (of ${keys.length})`,
          value: keys.filter((key) => sink.timesOf(key) === 0).length,
          limit: 0,
        },
        {
          figure: "mails sent twice",
          value: keys.filter((key) => sink.timesOf(key) > 1).length,
          limit: 0,
        },
        { figure: "nodes that ended", value: testBed.areAlive() ? 0 : 1, limit: 0 },
        ...(await invariants(testBed.sql)),
      ];
    } finally {
      await testBed.close();
      await sink.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The path of the library in Debian's package « libfaketime ». @throws if it is not installed. */
function libfaketime(): string {
  const libraries = "/usr/lib";
  for (const machine of readdirSync(libraries)) {
    const file = join(libraries, machine, "faketime/libfaketimeMT.so.1");
    if (existsSync(file)) return file;
  }
  throw new Error("a wrong clock needs libfaketime (Debian: libfaketime)");
}

/** How many seconds node 1 is ahead, by the Date header of its responses. */
async function clockOffset(testBed: TestBed): Promise<number> {
  const answer = await fetch(`${testBed.urls[1]}/healthz`);
  await answer.text();
  return (Date.parse(answer.headers.get("date")!) - Date.now()) / 1_000;
}

/** Places and pays an order; each request is sent to the other node than the one before. */
async function orderAndPay(
  testBed: TestBed,
  customer: Browser,
  number: number,
): Promise<{ id: string; isPaid: boolean }> {
  const [product] = await testBed.sql<{ id: string; price_cents: number }[]>`
    SELECT id, price_cents FROM products ORDER BY id LIMIT 1`;
  const turn = (act: number) => void (customer.url = testBed.urls[(number + act) % 2]!);
  turn(0);
  const answer = await customer.post(
    "/panier",
    orderForm([{ id: product!.id, qty: 1 }], product!.price_cents),
  );
  if (answer.status !== 302) throw new Error(`an order was answered ${answer.status}`);
  const id = answer.headers.get("location")!.split("/").at(-1)!;
  turn(1);
  const { providerOrderId } = await startPaying(customer, id);
  await approve(customer, providerOrderId);
  turn(0);
  const { kind } = await capture(customer, id, providerOrderId);
  return { id, isPaid: kind === "paid" };
}

/** Changes a product, and counts the nodes whose cached page does not show it a second later. */
async function pagesLeftStale({ sql, urls }: TestBed): Promise<number> {
  const [product] = await sql<{ id: string }[]>`SELECT id FROM products ORDER BY id LIMIT 1`;
  const page = async (url: string) => (await fetch(`${url}/produit/${product!.id}`)).text();
  await Promise.all(urls.map(page));
  const price = 1_000 + Math.floor(Math.random() * 8_000);
  await sql`UPDATE products SET price_cents = ${price * 100} WHERE id = ${product!.id}`;
  await sleep(1_000);
  const pages = await Promise.all(urls.map(page));
  // « 1 234 € »: the thousands separator is a narrow no-break space.
  const shown = new RegExp(
    `${Math.floor(price / 1_000)}\\D{1,8}${String(price % 1_000).padStart(3, "0")}`,
  );
  return pages.filter((text) => !shown.test(text)).length;
}
