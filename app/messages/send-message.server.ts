import { createHmac } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { queueMail } from "#app/mail/outbox.server.ts";
import type { Caller } from "#app/platform/caller.ts";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { mailboxOf } from "#app/platform/limits.server.ts";
import { lockSubmission, RETRY_WINDOW_START } from "#app/platform/sent-again.server.ts";
import type { Services } from "#app/request-context.ts";
import { messages } from "#db/schema/index.ts";
import type { ContactForm } from "./contact-schema.ts";
import { addMessage } from "./messages.server.ts";

const HOUR_MS = 60 * 60 * 1_000;

/**
 * Stores a contact message, unread, for the administrators (specification §4), and mails a receipt to the sender.
 * Receipts are limited per caller, and to one per mailbox and hour; past that the message is stored without one.
 * « too-many »: the caller exceeded the message limit, and nothing is stored. An equal message within 10 minutes counts as a
 * retry: « sent », without a second row or receipt.
 */
export async function sendMessage(
  { db, jobs, limits, config }: Pick<Services, "db" | "jobs" | "limits" | "config">,
  caller: Caller,
  form: ContactForm,
): Promise<"sent" | "too-many"> {
  if (!(await limits.allow("contact", caller))) return "too-many";
  const sendsReceipt = await limits.allow("contact-receipt", caller);
  await db.transaction(async (tx) => {
    await lockSubmission(tx, "message", form.email);
    if (await isDuplicate(tx, form)) return;
    await addMessage(tx, form);
    if (!sendsReceipt) return;
    // After sending, the recipient is erased and the key stays for three years, so it contains an HMAC of the address, which
    // cannot be found by hashing guessed addresses.
    const address = createHmac("sha256", config.sessionSecret)
      .update(mailboxOf(form.email))
      .digest("hex")
      .slice(0, 32);
    const hour = Math.floor(databaseNow() / HOUR_MS);
    const key = `contact-receipt-${address}-${hour}`;
    await queueMail(tx, jobs, { to: form.email, template: "contact-receipt", props: {}, key });
  });
  return "sent";
}

async function isDuplicate(tx: Transaction, form: ContactForm): Promise<boolean> {
  const [sent] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        gt(messages.createdAt, RETRY_WINDOW_START),
        eq(messages.email, form.email),
        eq(messages.name, form.name),
        eq(messages.title, form.title),
        eq(messages.message, form.message),
      ),
    )
    .limit(1);
  return sent !== undefined;
}
