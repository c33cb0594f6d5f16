import type { JobResult, JobWithMetadata } from "pg-boss";
import { describeError } from "#app/platform/log.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { markSent, readQueuedMail } from "./outbox.server.ts";

type Needs = Pick<Services, "db" | "mailer" | "config" | "log">;

/** Works a batch of the queue « send-mail »: each mail leaves, or fails by itself and is tried again later. */
export function deliverMails(
  services: Needs,
  jobs: Pick<JobWithMetadata<{ key: string }>, "id" | "data" | "retryCount" | "retryLimit">[],
): Promise<JobResult[]> {
  return Promise.all(
    jobs.map(async ({ id, data, retryCount, retryLimit }): Promise<JobResult> => {
      try {
        await deliver(services, data.key);
        return { id, status: "completed" };
      } catch (error) {
        const isLast = retryCount >= retryLimit;
        services.log[isLast ? "error" : "warn"](
          { key: data.key, tries: retryCount + 1, error: describeError(error) },
          isLast ? "mail given up" : "mail not sent yet",
        );
        return { id, status: "failed" };
      }
    }),
  );
}

async function deliver({ db, mailer, config }: Needs, key: string): Promise<void> {
  const mail = await readQueuedMail(db, key);
  if (!mail) return;
  // Loaded with the first mail: React Email takes a second that the shop's start doesn't wait for.
  const { renderMail } = await import("./render-mail.tsx");
  await mailer.send({ key, to: mail.to, ...(await renderMail(config, mail)) });
  // A process that ends right here sends it twice; its Message-ID is the same, and mailboxes show it once.
  await markSent(db, key);
}
