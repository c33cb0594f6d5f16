import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { queueAgain } from "#app/mail/outbox.server.ts";
import type { Services } from "#app/request-context.ts";
import { MAIL_NAMES } from "./mail-names.ts";

/**
 * Sends a given-up mail again. « not-given-up »: nothing is done, because the mail is unknown, sent or has a job.
 */
export async function resendMail(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  admin: Admin,
  key: string,
): Promise<"queued" | "not-given-up"> {
  return asAdmin(db, admin, async (tx) => {
    const template = await queueAgain(tx, jobs, key);
    if (!template) return "not-given-up";
    const subject = { type: "access" as const, id: key, name: MAIL_NAMES[template] };
    await recordActs(tx, admin, [{ act: "mail-resent", subject }]);
    return "queued";
  });
}
