import { setTimeout as sleep } from "node:timers/promises";
import type { Job, JobResult, JobWithMetadata } from "pg-boss";
import { sendPasswordLink, type PasswordLinkRequest } from "#app/accounts/password.server.ts";
import { endPriceReductions } from "#app/catalogue/end-price-reductions.server.ts";
import { runningImports } from "#app/catalogue/import/import-state.server.ts";
import { runImport } from "#app/catalogue/import/run-import.server.ts";
import { applyPlannedPrices } from "#app/catalogue/prices/apply-planned-prices.server.ts";
import { closePeriods } from "#app/fiscal/fiscal-journal.server.ts";
import { reportMissingProducts } from "#app/home/missing-products.server.ts";
import { invoicePdf } from "#app/invoices/invoice-reading.server.ts";
import { termsPdf } from "#app/invoices/terms-file.server.ts";
import { deliverMails, type ResolveAttachment } from "#app/mail/deliver-mail.ts";
import { mailsWithoutJob, queueSendJob } from "#app/mail/outbox.server.ts";
import { removeFiles } from "#app/media/pictures.server.ts";
import { makeRenditions, picturesWithoutRenditions } from "#app/media/renditions.server.ts";
import { sweep } from "#app/media/sweep.server.ts";
import { holdConfirmedOrders } from "#app/orders/cash-holds.server.ts";
import { mailOverdueNotices } from "#app/orders/late-delivery.server.ts";
import { releaseUnpaidHolds } from "#app/orders/order-stock.server.ts";
import { remindUnpaidOrders } from "#app/orders/remind-unpaid-orders.server.ts";
import { endCancellations } from "#app/parcels/cancel-label.server.ts";
import { checkPayments } from "#app/payments/check-payments.server.ts";
import { endUnpaidOrders } from "#app/payments/end-unpaid-orders.server.ts";
import { readTransactions } from "#app/payouts/read-transactions.server.ts";
import { createGiveWay } from "#app/platform/give-way.server.ts";
import { URGENT } from "#app/platform/jobs.server.ts";
import { describeError, type Logger } from "#app/platform/log.server.ts";
import { isUnavailable } from "#app/platform/postgres.server.ts";
import type { Services } from "#app/request-context.ts";
import { matchWithdrawal, unmatchedIds } from "#app/returns/link-withdrawal.server.ts";
import { extendRecalls } from "#app/safety/recalls.server.ts";
import { mailStockDigest } from "#app/stock/stock-digest.server.ts";
import { tellWaiters } from "#app/stock/tell-waiters.server.ts";
import { addWaiter, type WaiterRequest } from "#app/stock/waiters.server.ts";
import { forgetOldData } from "./retention.ts";

/** Starts the workers and schedules of all job queues. Every node runs them; pg-boss gives each job to one node. */
export async function startJobs(services: Services): Promise<void> {
  const { db, storage, log } = services;
  const { boss } = services.jobs;
  await retryUntilReachable(log, () => services.jobs.start());
  // Apply planned prices that began or ended while every node was down, before the first visitors come.
  await retryUntilReachable(log, () => applyPlannedPrices(db));

  const inBatches = {
    batchSize: 10,
    pollingIntervalSeconds: 1,
    // After a full batch, fetches the next one without waiting for the polling interval.
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  /** Runs the jobs of a batch one after the other. A failed job is retried by itself, without the rest of the batch. */
  const each =
    <T extends object>(failure: string, work: (data: T) => Promise<unknown>) =>
    async (batch: Job<T>[]): Promise<JobResult[]> => {
      const results: JobResult[] = [];
      for (const { id, data } of batch)
        results.push(
          await work(data).then(
            () => ({ id, status: "completed" as const }),
            (error: unknown) => {
              log.warn({ error: describeError(error) }, failure);
              return { id, status: "failed" as const };
            },
          ),
        );
      return results;
    };
  await boss.work(
    "make-renditions",
    inBatches,
    each<{ path: string }>("could not make renditions", ({ path }) =>
      makeRenditions(db, storage, path),
    ),
  );
  // Two workers, the first for urgent mails only: these never wait for a batch of other mails, nor for requests.
  const giveWay = createGiveWay({ longestMs: 2_000 });
  for (const minPriority of [URGENT, undefined])
    await boss.work(
      "send-mail",
      { ...inBatches, includeMetadata: true, ...(minPriority && { minPriority }) },
      async (batch: JobWithMetadata<{ key: string }>[]) => {
        if (minPriority === undefined) await giveWay();
        return deliverMails(services, attachmentsOf(services), batch);
      },
    );
  await boss.work(
    "password-links",
    inBatches,
    each<PasswordLinkRequest>("could not send a password link", (data) =>
      sendPasswordLink(services, data),
    ),
  );
  await boss.work(
    "add-waiters",
    inBatches,
    each<WaiterRequest>("could not add a waiter", (data) => addWaiter(services, data)),
  );
  await boss.work("tell-waiters", async () => {
    const told = await tellWaiters(services);
    if (told > 0) log.info({ told }, "waiters told of a product's return");
  });
  await boss.work(
    "match-withdrawals",
    inBatches,
    each<{ id: string }>("could not match a withdrawal", ({ id }) => matchWithdrawal(services, id)),
  );
  await boss.work(
    "remove-files",
    inBatches,
    each<{ paths: string[] }>("could not remove files", async ({ paths }) => {
      const outcome = await removeFiles(services, paths);
      if (outcome.kind === "postponed") throw new Error("a backup is being made");
      if (outcome.kind === "failed")
        throw new Error(`could not remove ${outcome.paths.join(", ")}`);
    }),
  );
  await boss.work("sweep-files", async () => {
    await sweep(services);
    await services.limits.sweep();
  });
  await boss.work("release-holds", async () => {
    const released = await releaseUnpaidHolds(services);
    if (released > 0) log.info({ released }, "pieces of unpaid orders released");
    const held = await holdConfirmedOrders(services);
    if (held > 0) log.info({ held }, "pieces of confirmed cash orders held");
  });
  await boss.work("remind-unpaid-orders", async () => {
    const mailed = await remindUnpaidOrders(services);
    if (mailed > 0) log.info({ mailed }, "reminders of unpaid orders mailed");
  });
  await boss.work("end-unpaid-orders", async () => {
    const ended = await endUnpaidOrders(services);
    if (ended > 0) log.info({ ended }, "unpaid orders ended");
  });
  await boss.work("end-reductions", () => endPriceReductions(db));
  await boss.work("planned-prices", { pollingIntervalSeconds: 1 }, async () => {
    const changed = await applyPlannedPrices(db);
    if (changed > 0) log.info({ changed }, "planned prices began or ended");
  });
  await boss.work("stock-digest", async () => {
    const mailed = await mailStockDigest(services);
    if (mailed > 0) log.info({ mailed }, "stock digest mailed");
  });
  await boss.work("late-deliveries", () => mailOverdueNotices(services));
  await boss.work("extend-recalls", async () => {
    const added = await extendRecalls(services);
    if (added > 0) log.info({ added }, "orders added to open recalls");
  });
  await boss.work("close-periods", async () => {
    const closed = await closePeriods(db);
    if (closed > 0) log.info({ closed }, "fiscal periods closed");
  });
  await boss.work("read-transactions", async () => {
    const { kind } = await readTransactions(services);
    if (kind === "failed") log.warn({}, "the provider's transactions could not be read");
  });
  await boss.work("check-slides", () => reportMissingProducts(services));
  await boss.work("forget-old-data", () => forgetOldData(services));
  await boss.work<{ importId: string }>(
    "import-products",
    { pollingIntervalSeconds: 1 },
    async ([job]) => {
      const { importId } = job!.data;
      try {
        const interruption = await runImport(db, importId, job!.signal);
        if (interruption)
          log.error({ importId, error: describeError(interruption.error) }, "import interrupted");
      } catch (error) {
        // pg-boss retries the job, or the next start queues it again. Both continue after the last written line.
        if (!job!.signal.aborted)
          log.error({ importId, error: describeError(error) }, "import failed");
        throw error;
      }
    },
  );

  await boss.work("check-payments", async () => {
    const read = await checkPayments(services, { olderThanSeconds: 120 });
    if (read > 0) log.info({ read }, "payments checked with the provider");
  });

  await boss.work("end-cancellations", async () => {
    const ended = await endCancellations(services);
    if (ended > 0) log.info({ ended }, "cancellations of labels ended with the provider");
  });

  await retryUntilReachable(log, async () => {
    await boss.schedule("sweep-files", "17 * * * *");
    await boss.schedule("stock-digest", "0 7 * * *", null, { tz: "Europe/Paris" });
    await boss.schedule("late-deliveries", "12 * * * *");
    await boss.schedule("extend-recalls", "22 * * * *");
    await boss.schedule("close-periods", "7 * * * *");
    await boss.schedule("read-transactions", "23 5 * * *", null, { tz: "Europe/Paris" });
    await boss.schedule("forget-old-data", "41 2 * * *");
    await boss.schedule("check-payments", "*/5 * * * *");
    await boss.schedule("check-slides", "* * * * *");
    await boss.schedule("end-cancellations", "* * * * *");
    // Cached pages show an ended reduction until this job drops them.
    await boss.schedule("end-reductions", "* * * * *");
    // A plan queues a job for its beginning and its end. This one covers what they missed.
    await boss.schedule("planned-prices", "* * * * *");
    await boss.schedule("release-holds", "* * * * *");
    await boss.schedule("remind-unpaid-orders", "*/10 * * * *");
    await boss.schedule("end-unpaid-orders", "*/10 * * * *");
    await boss.schedule("tell-waiters", "* * * * *");
    // Pictures stored without a job, for example the demo's.
    for (const path of await picturesWithoutRenditions(db, 1_000))
      await boss.send("make-renditions", { path }, { singletonKey: path });
    // A restored backup contains mails, but no jobs.
    for (const mail of await mailsWithoutJob(db)) await queueSendJob(db, services.jobs, mail);
    for (const id of await unmatchedIds(db)) await boss.send("match-withdrawals", { id });
    // Continues imports whose process ended. If a job of the same import still exists, they run one after the other.
    for (const importId of await runningImports(db))
      await boss.send("import-products", { importId });
  });
}

/** Retries `act` while the database is unreachable: the shop already serves pages, so it must not exit. */
async function retryUntilReachable(log: Logger, act: () => Promise<unknown>): Promise<void> {
  for (let pause = 200; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      await act();
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ error: describeError(error) }, "jobs wait for the database");
      await sleep(pause);
    }
  }
}

/** Generates mail attachments as PDF: invoices and terms of sale. */
export function attachmentsOf({
  db,
  sql,
  settings,
  config,
}: Pick<Services, "db" | "sql" | "settings" | "config">): ResolveAttachment {
  return async (wanted) => {
    const file =
      "invoice" in wanted
        ? await invoicePdf(db, wanted.invoice, settings.current().shop)
        : await termsPdf(sql, wanted.terms, settings.current().shop, config.baseUrl);
    if (!file)
      throw new Error(
        "invoice" in wanted ? `no invoice ${wanted.invoice}` : `no terms ${wanted.terms}`,
      );
    return file;
  };
}
