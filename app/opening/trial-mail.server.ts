import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { areSentMailsReadable } from "#app/mail/mailer.server.ts";
import { accountMailKey, queueMail } from "#app/mail/outbox.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { Services } from "#app/request-context.ts";
import { recordProof } from "./proofs.server.ts";
import { isGoodLink, makeLink, takeLink } from "./shop-links.server.ts";

/** What the trial proves: another mail server must be proven again. */
export const mailServerOf = ({ smtpUrl }: Pick<Config, "smtpUrl">): string =>
  smtpUrl ? new URL(smtpUrl).host : "files";

/**
 * Sends the administrator a mail whose link proves that it arrived. Without a mail server it would become a file that only a
 * demo shows: `no-server`.
 */
export async function sendTrialMail(
  { db, jobs, limits, config }: Pick<Services, "db" | "jobs" | "limits" | "config">,
  admin: Admin,
): Promise<"sent" | "too-many" | "no-server"> {
  if (!config.smtpUrl && !areSentMailsReadable(config)) return "no-server";
  if (!(await limits.allow("trial-mail", { account: admin.id }))) return "too-many";
  await asAdmin(db, admin, async (tx) => {
    const token = await makeLink(tx, "trial-mail", { hours: 24, detail: mailServerOf(config) });
    await queueMail(tx, jobs, {
      to: admin.email,
      template: "trial",
      props: { path: `/courriel-recu?${new URLSearchParams({ lien: token })}` },
      key: accountMailKey("trial", admin.id),
    });
  });
  return "sent";
}

export const isTrialLink = ({ db }: Pick<Services, "db">, token: string): Promise<boolean> =>
  isGoodLink(db, "trial-mail", token);

/** Records that the shop's mails arrive, because the trial mail's link was opened. @returns false for a used, old or void link */
export async function noteTrialArrived(
  { db }: Pick<Services, "db">,
  token: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const server = await takeLink(tx, "trial-mail", token);
    if (server !== null) await recordProof(tx, "mail", server);
    return server !== null;
  });
}
