import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ulid } from "ulid";
import { connect } from "#app/platform/db.server.ts";
import { Browser } from "./browser.ts";
import { orderForm, insertProduct } from "./catalogue.ts";
import type { Plan } from "./faults.ts";
import type { Report } from "./faulty-shop.ts";
import { brokenInvariants } from "./money-invariants.ts";
import { approve, capture, startPaying } from "./paying.ts";
import { openSimulator } from "./simulator.ts";
import { countProduct } from "./stock.ts";

/** The fault of a run that did not reach the point: a webhook may have nothing to do. */
export const UNREACHED = "the point was not reached";

/** Timeout in ms; longer than any of these requests takes. */
const TIMEOUT_MS = 4_000;

/** The result of a run with a fault. */
export type FaultRun = { points: string[]; faults: string[] };

/**
 * Runs one order's life cycle (placed, paid, webhooks, mails, handed over, delivered, returned, refunded) with a fault at one
 * point, then the recovery: the customer and the administrator retry, the process restarts, reconciler and mail jobs run. On an empty,
 * migrated database. `plan` null: no fault; lists the fault points.
 */
export async function runWithFault(databaseUrl: string, plan: Plan | null): Promise<FaultRun> {
  const dataDir = mkdtempSync(join(tmpdir(), "eclat-fault-"));
  const points: string[] = [];
  const { sql, db } = connect(databaseUrl, { max: 2 });
  let shop = await startFaultyShop(databaseUrl, dataDir, plan, points);
  try {
    const [customer, admin] = [await signUp(shop.url, "cliente"), await signUp(shop.url, "admin")];
    await sql`UPDATE profiles SET is_admin = true WHERE email LIKE 'admin@%'`;
    const product = await insertProduct(db, { name: "crème", price: 20 });
    await countProduct(sql, product, 5);
    await sql`UPDATE pictures SET has_renditions = true`;
    await sql`UPDATE mails SET sent_at = now(), recipient = NULL, props = NULL`;
    await shop.ask("arm");

    /** Retries until `attempt` succeeds; restarts the shop when its process has ended. */
    async function retry<Result>(attempt: () => Promise<Result | null>): Promise<Result | null> {
      for (let tries = 0; tries < 6; tries++) {
        if (shop.hasEnded()) {
          shop = await startFaultyShop(databaseUrl, dataDir, null, points);
          for (const browser of [customer, admin]) Object.assign(browser, { url: shop.url });
        }
        const result = await Promise.race([
          attempt().catch(() => null),
          sleep(TIMEOUT_MS, null, { ref: false }),
        ]);
        if (result !== null) return result;
        await sleep(50);
      }
      return null;
    }

    const form = orderForm([{ id: product, qty: 2 }], 4_000);
    const orderId = await retry(async () => {
      const answer = await customer.post("/panier", form);
      return answer.status === 302 ? answer.headers.get("location")!.split("/").at(-1)! : null;
    });
    const providerOrderId = await retry(async () => {
      const answer = await startPaying(customer, orderId!);
      return answer.kind === "started" ? answer.providerOrderId : null;
    });
    await retry(async () => {
      await approve(customer, providerOrderId!);
      return true;
    });
    await retry(async () => {
      const { kind } = await capture(customer, orderId!, providerOrderId!);
      return kind === "paid" || kind === "pending" ? kind : null;
    });
    await retry(async () => {
      await openSimulator(shop.url).resendWebhooks(1);
      return true;
    });
    await retry(async () => ((await shop.ask("reconcile")) ? true : null));
    /** Posts an administrator's form until it answers with one of `statuses`. */
    const send = (to: string, fields: Record<string, string>, ...statuses: number[]) =>
      retry(async () => (statuses.includes((await admin.post(to, fields)).status) ? true : null));
    const parcel = { commandes: orderId!, cle: ulid(), transporteur: "Colissimo" };
    await send(
      "/admin/commandes/remise",
      { ...parcel, [`suivi-${orderId}`]: "6A12345678901" },
      200,
    );
    await send("/admin/commandes", { intent: "deliver", id: orderId! }, 200, 409);
    const returnId = ulid();
    await send(
      `/admin/commandes/${orderId}/retour`,
      { id: returnId, withdrawal: "", "expected-0": "1" },
      302,
    );
    const came = { intent: "receive", "shelved-0": "1", "damaged-0": "0" };
    await send(`/admin/retours/${returnId}`, came, 200, 409);
    const path = `/admin/commandes/${orderId}/remboursement`;
    await retry(async () => {
      const fields = {
        return: returnId,
        intent: "lines",
        "quantity-0": "1",
        seen: "0",
        reason: "essai",
        confirmed: "1",
      };
      const answer = await admin.post(path, fields);
      return answer.status === 200 ? true : null;
    });
    await retry(async () => ((await shop.ask("reconcile")) ? true : null));
    await retry(async () => ((await shop.ask("reconcile")) ? true : null));
    const areMailsSent = await retry(async () => {
      // What pg-boss does when a job has expired.
      await sql`UPDATE jobs.job SET state = 'retry', start_after = now() WHERE state IN ('active', 'retry') AND name = 'send-mail'`;
      for (let waited = 0; waited < 2_500; waited += 100) {
        const [left] = await sql<
          { count: number }[]
        >`SELECT count(*)::int FROM mails WHERE sent_at IS NULL`;
        if (left!.count === 0) return true;
        await sleep(100);
      }
      // A hanging mail ends with its process.
      shop.kill();
      return null;
    });

    const faults = Object.entries(await brokenInvariants(sql)).map(
      ([name, rows]) => `${name}: ${JSON.stringify(rows)}`,
    );
    const expect = (isTrue: unknown, what: string) => void (isTrue || faults.push(what));
    const [order] = await sql`SELECT * FROM orders`;
    const captures = await sql`SELECT 1 FROM paypal_simulator.orders WHERE capture_id IS NOT NULL`;
    const refunds = await sql`SELECT 1 FROM paypal_simulator.refunds`;
    const keys = (await sql<{ key: string }[]>`SELECT key FROM mails WHERE key LIKE 'order-%'`).map(
      ({ key }) => `${key}.eml`,
    );
    const written = readdirSync(dataDir, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".eml"))
      .map((name) => basename(name))
      .filter((name) => name.startsWith("order-"));
    expect(areMailsSent, "some mails were not sent");
    expect(order?.["is_paid"], "the order is not paid");
    expect(order?.["is_shipped"], "the order is not delivered");
    const [shelf] = await sql`SELECT on_hand, held FROM stock WHERE product_id = ${product}`;
    expect(
      shelf?.["on_hand"] === 4 && shelf["held"] === 0,
      `on the shelf: ${JSON.stringify(shelf)}`,
    );
    const [sent] = await sql`SELECT count(*)::int AS parcels FROM parcels`;
    expect(sent?.["parcels"] === 1, `${sent?.["parcels"]} parcels`);
    expect(order?.["refunded_cents"] === 2_000, `refunded: ${order?.["refunded_cents"]}`);
    expect(captures.length === 1, `${captures.length} captures`);
    expect(refunds.length === 1, `${refunds.length} refunds at the provider`);
    expect(keys.length === 7, `${keys.length} mails instead of 7: ${keys.join(", ")}`);
    expect(
      keys.toSorted().join() === written.toSorted().join(),
      `mails written: ${written.join()}`,
    );
    if (plan) expect(points.includes(plan.point), UNREACHED);
    return { points, faults };
  } finally {
    shop.kill();
    await sql.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startFaultyShop(
  databaseUrl: string,
  dataDir: string,
  plan: Plan | null,
  points: string[],
) {
  const child: ChildProcess = fork(new URL("faulty-shop.ts", import.meta.url), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      // A hanging transaction releases its locks early; the shop's own timeout is ten seconds.
      // Always open.
      DEMO: "1",
      DATABASE_URL: `${databaseUrl}?idle_in_transaction_session_timeout=2500`,
      // Vite sets BASE_URL too.
      BASE_URL: "",
      DATA_DIR: dataDir,
      SESSION_SECRET: "x".repeat(64),
      RATE_LIMIT_FACTOR: "1000",
      FAULT: JSON.stringify(plan),
    },
  });
  let number = 0;
  const answers = new Map<number, (isDone: boolean) => void>();
  let hasEnded = false;
  child.on("exit", () => {
    hasEnded = true;
    for (const answer of answers.values()) answer(false);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error("the shop ended before it was open")));
    child.on("message", (report: Report) => {
      if ("url" in report) resolve(report.url);
      else if ("point" in report) points.push(report.point);
      else answers.get(report.done)?.(true);
    });
  });
  return {
    url,
    hasEnded: () => hasEnded,
    kill: () => void child.kill("SIGKILL"),
    ask: (ask: "arm" | "reconcile") =>
      new Promise<boolean>((resolve) => {
        answers.set(++number, resolve);
        if (hasEnded) resolve(false);
        else child.send({ number, ask });
      }),
  };
}

async function signUp(url: string, name: string): Promise<Browser> {
  const browser = new Browser(url);
  const password = "Mot-de-passe-1";
  const answer = await browser.post("/connexion?mode=inscription", {
    name,
    email: `${name}@exemple.fr`,
    password,
    confirmation: password,
    mode: "inscription",
  });
  if (answer.status !== 302) throw new Error(`sign-up answered ${answer.status}`);
  return browser;
}
