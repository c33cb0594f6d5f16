import { setTimeout as sleep } from "node:timers/promises";
import type { Job, JobResult, JobWithMetadata } from "pg-boss";
import { sendPasswordLink, type PasswordLinkRequest } from "#app/accounts/password.server.ts";
import { runImport, runningImports } from "#app/catalogue/import/run-import.server.ts";
import { invoicePdf } from "#app/invoices/invoice-reading.server.ts";
import { termsPdf } from "#app/invoices/terms-file.server.ts";
import { deliverMails, type ResolveAttachment } from "#app/mail/deliver-mail.ts";
import { mailsWithoutJob, queueSendJob } from "#app/mail/outbox.server.ts";
import { removeFiles } from "#app/media/pictures.server.ts";
import { makeRenditions, picturesWaiting } from "#app/media/renditions.server.ts";
import { sweep } from "#app/media/sweep.server.ts";
import { checkPayments } from "#app/payments/check-payments.server.ts";
import { URGENT } from "#app/platform/jobs.server.ts";
import { describeError, type Logger } from "#app/platform/log.server.ts";
import { isAway } from "#app/platform/postgres.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { forgetOldData } from "./retention.ts";

/** What the shop does by itself: this process takes jobs from each queue, as any other node may. */
export async function startJobs(services: Services): Promise<void> {
  const { db, storage, log } = services;
  const { boss } = services.jobs;
  await untilDone(log, () => services.jobs.start());

  const inBatches = {
    batchSize: 10,
    pollingIntervalSeconds: 1,
    // While a fetch comes back full, the next follows at once.
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  /** Does the jobs of a batch one after the other; one that fails is tried again, and leaves the others as they end. */
  const each =
    <T extends object>(what: string, work: (data: T) => Promise<unknown>) =>
    async (batch: Job<T>[]): Promise<JobResult[]> => {
      const results: JobResult[] = [];
      for (const { id, data } of batch)
        results.push(
          await work(data).then(
            () => ({ id, status: "completed" as const }),
            (error: unknown) => {
              log.warn({ error: describeError(error) }, what);
              return { id, status: "failed" as const };
            },
          ),
        );
      return results;
    };
  await boss.work(
    "make-renditions",
    inBatches,
    each<{ path: string }>("renditions", ({ path }) => makeRenditions(db, storage, path)),
  );
  // The first takes urgent mails alone: they don't wait for a batch of slow ones either.
  for (const minPriority of [URGENT, undefined])
    await boss.work(
      "send-mail",
      { ...inBatches, includeMetadata: true, ...(minPriority && { minPriority }) },
      (batch: JobWithMetadata<{ key: string }>[]) =>
        deliverMails(services, attachmentsOf(services), batch),
    );
  await boss.work(
    "password-links",
    inBatches,
    each<PasswordLinkRequest>("link to a new password", (data) => sendPasswordLink(services, data)),
  );
  await boss.work(
    "remove-files",
    inBatches,
    each<{ paths: string[] }>("files to remove", async ({ paths }) => {
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
  await boss.work("forget-old-data", () => forgetOldData(services));
  await boss.work<{ importId: string }>(
    "import-products",
    { pollingIntervalSeconds: 1 },
    async ([job]) => {
      const { importId } = job!.data;
      try {
        await runImport(db, importId, job!.signal);
      } catch (error) {
        // It is tried again, and goes on where it was; so does a process that starts.
        if (!job!.signal.aborted) log.error({ importId, error: describeError(error) }, "import");
        throw error;
      }
    },
  );

  await boss.work("check-payments", async () => {
    const read = await checkPayments(services, { olderThanSeconds: 120 });
    if (read > 0) log.info({ read }, "payments checked with the provider");
  });

  await untilDone(log, async () => {
    await boss.schedule("sweep-files", "17 * * * *");
    await boss.schedule("forget-old-data", "41 2 * * *");
    await boss.schedule("check-payments", "*/5 * * * *");
    // Pictures that were stored without a job, such as the demo's.
    for (const path of await picturesWaiting(db, 1_000))
      await boss.send("make-renditions", { path }, { singletonKey: path });
    // A restored shop has its mails, and none of the jobs that were to send them.
    for (const mail of await mailsWithoutJob(db)) await queueSendJob(db, services.jobs, mail);
    // Whoever wrote them may be gone; two jobs of one import take turns.
    for (const importId of await runningImports(db))
      await boss.send("import-products", { importId });
  });
}

/** Does it again for as long as the database is away: the shop serves already, and isn't to end for that. */
async function untilDone(log: Logger, act: () => Promise<unknown>): Promise<void> {
  for (let pause = 200; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      await act();
      return;
    } catch (error) {
      if (!isAway(error)) throw error;
      log.warn({ error: describeError(error) }, "jobs wait for the database");
      await sleep(pause);
    }
  }
}

/** What mails take along, made by the rooms that know it. */
export function attachmentsOf({
  db,
  sql,
  settings,
}: Pick<Services, "db" | "sql" | "settings">): ResolveAttachment {
  return async (wanted) => {
    const file =
      "invoice" in wanted
        ? await invoicePdf(db, wanted.invoice)
        : await termsPdf(sql, wanted.terms, settings.current().shop);
    if (!file)
      throw new Error(
        "invoice" in wanted ? `no invoice ${wanted.invoice}` : `no terms ${wanted.terms}`,
      );
    return file;
  };
}
