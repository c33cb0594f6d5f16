import type { JobResult, JobWithMetadata } from "pg-boss";
import { drawnInThread } from "#app/platform/drawing-thread.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { OF_ACCOUNT, orderToken } from "#app/platform/order-token.server.ts";
import { statementToken } from "#app/platform/statement-token.server.ts";
import type { Services } from "#app/request-context.ts";
import type { WantedAttachment } from "#db/schema/mail.ts";
import { LOGO_ID, NOTICE_ID } from "./inline-ids.ts";
import { SendError, type Attachment } from "./mailer.server.ts";
import { awaitTurn, markSent, recordFailure, startMailAttempt } from "./outbox.server.ts";

/**
 * Creates an attachment. @throws if its invoice doesn't exist. Injected, because `mail` may not import `invoices`
 * (docs/map.md).
 */
export type ResolveAttachment = (wanted: WantedAttachment) => Promise<Attachment>;

type RenderMail = typeof import("./render-mail.tsx").renderMail;
type DeliveryServices = Pick<
  Services,
  "db" | "jobs" | "limits" | "mailer" | "config" | "settings" | "storage" | "log"
>;

const renderMail = drawnInThread("mail", async (...args: Parameters<RenderMail>) => {
  const { renderMail: render } = await import("./render-mail.tsx");
  return render(...args);
});

/**
 * The worker of the queue « send-mail »: sends a batch of mails. One failed mail does not fail the others; the queue retries
 * it.
 */
export function deliverMails(
  services: DeliveryServices,
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
        // If the database is unreachable, the failure is only logged.
        await recordFailure(services.db, data.key, reasonOf(error)).catch(() => undefined);
        return { id, status: "failed" };
      }
    }),
  );
}

const FULL_MAILBOX =
  "Trop d’e-mails attendent déjà pour cette adresse, que personne n’a confirmée.";

/** The reason for a failed attempt, in French, for administrators. It contains no personal data. */
function reasonOf(error: unknown): string {
  if (error instanceof SendError)
    return `Le serveur de messagerie a refusé, ou n’a pas répondu (${error.codes}).`;
  // Only the first line, because the next lines of a query error contain the query's parameters.
  const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `La boutique n’a pas pu préparer cet e-mail (${reason.slice(0, 200)}).`;
}

/**
 * The props of which a mail's signed link is made. It opens an order without an account (`linkVersion`) or a statement of withdrawal. For
 * an account's order with an unconfirmed address (`confirmUntil`) it opens nothing, but proves that address.
 */
type LinkedProps = {
  order?: { id: string; linkVersion?: number };
  confirmUntil?: string;
  statementId?: string;
};

/** The token of a mail's signed link; undefined without one. Made when the mail is sent, so that the outbox stores no token. */
function tokenOf(
  sessionSecret: string,
  { order, confirmUntil, statementId }: LinkedProps,
): string | undefined {
  if (statementId) return statementToken(sessionSecret, statementId);
  if (!order || (order.linkVersion === undefined && !confirmUntil)) return undefined;
  return orderToken(sessionSecret, {
    orderId: order.id,
    version: order.linkVersion ?? OF_ACCOUNT,
    from: "mail",
  });
}

async function deliver(
  services: DeliveryServices,
  resolveAttachment: ResolveAttachment,
  key: string,
): Promise<void> {
  const { db, mailer, config, settings, storage } = services;
  const mail = await startMailAttempt(db, key);
  if (!mail) return;
  const turn = await awaitTurn(services, mail);
  if (turn === "full") await recordFailure(db, key, FULL_MAILBOX);
  if (turn !== "now") return;
  const attachments = await Promise.all(mail.attach.map(resolveAttachment));
  const { shop, groups, pictures } = settings.current();
  /** Attaches a stored picture. Returns false if its file is missing: the mail then shows text instead. */
  const attach = async (path: string | undefined, filename: string, cid: string) => {
    const content = path && (await storage.read(path).catch(() => undefined));
    if (content) attachments.push({ filename, content: Buffer.from(content), cid });
    return Boolean(content);
  };
  const hasLogo = await attach(shop.look?.logo?.path, "logo.png", LOGO_ID);
  const picture = pictures.get(groups.legal.guaranteeNotice);
  const hasNotice =
    mail.template === "order-received" &&
    (await attach(picture?.path, "avis-garantie-legale.png", NOTICE_ID));
  const notice = hasNotice ? picture : undefined;
  const props = mail.props as { unsubscribePath?: string } & LinkedProps;
  const { unsubscribePath } = props;
  const token = tokenOf(config.sessionSecret, props);
  await mailer.send({
    key,
    ...(unsubscribePath && { unsubscribe: config.baseUrl + unsubscribePath }),
    to: mail.to,
    attachments,
    ...(await renderMail({ baseUrl: config.baseUrl, shop, hasLogo, notice, token }, mail)),
  });
  // At-least-once delivery: after a crash here the mail is sent again, with the same Message-ID, so that mailboxes can detect
  // the duplicate.
  await markSent(db, key);
}
