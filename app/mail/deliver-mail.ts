import type { JobResult, JobWithMetadata } from "pg-boss";
import type { WantedAttachment } from "#db/schema/mail.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { SendError, type Attachment } from "./mailer.server.ts";
import { markSent, noteFailure, takeMail } from "./outbox.server.ts";

/** Makes what a mail takes along; it throws when there is no such thing. The mail room knows nothing of invoices. */
export type ResolveAttachment = (wanted: WantedAttachment) => Promise<Attachment>;

type Needs = Pick<Services, "db" | "mailer" | "config" | "log">;

/** Works a batch of the queue « send-mail »: each mail leaves, or fails by itself and is tried again later. */
export function deliverMails(
  services: Needs,
  resolveAttachment: ResolveAttachment,
  jobs: Pick<JobWithMetadata<{ key: string }>, "id" | "data" | "retryCount" | "retryLimit">[],
): Promise<JobResult[]> {
  return Promise.all(
    jobs.map(async ({ id, data, retryCount, retryLimit }): Promise<JobResult> => {
      try {
        await deliver(services, resolveAttachment, data.key);
        return { id, status: "completed" };
      } catch (error) {
        const isLast = retryCount >= retryLimit;
        services.log[isLast ? "error" : "warn"](
          { key: data.key, tries: retryCount + 1, error: describeError(error) },
          isLast ? "mail given up" : "mail not sent yet",
        );
        // Without a database the job fails all the same.
        await noteFailure(services.db, data.key, reasonOf(error)).catch(() => undefined);
        return { id, status: "failed" };
      }
    }),
  );
}

/** What administrators are told of a failed try. */
function reasonOf(error: unknown): string {
  if (error instanceof SendError)
    return `Le serveur de messagerie a refusé, ou n’a pas répondu (${error.facts}).`;
  // Its first line: a query's values stand on the next ones.
  const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `La boutique n’a pas pu préparer cet e-mail (${reason.slice(0, 200)}).`;
}

async function deliver(
  { db, mailer, config }: Needs,
  resolveAttachment: ResolveAttachment,
  key: string,
): Promise<void> {
  const mail = await takeMail(db, key);
  if (!mail) return;
  const attachments = await Promise.all(mail.attach.map(resolveAttachment));
  // Loaded with the first mail: React Email takes a second that the shop's start doesn't wait for.
  const { renderMail } = await import("./render-mail.tsx");
  await mailer.send({ key, to: mail.to, attachments, ...(await renderMail(config, mail)) });
  // A process that ends right here sends it twice; its Message-ID is the same, and mailboxes show it once.
  await markSent(db, key);
}
