import { queueMail } from "#app/mail/outbox.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import type { withdrawals } from "#db/schema/index.ts";
import { factsOf, hourOf, SENTENCE } from "./statement.ts";

/** Queues the receipt of a statement (Code de la consommation, L221-21), once. */
export function queueReceipt(
  tx: Queryable,
  jobs: Jobs,
  row: typeof withdrawals.$inferSelect,
): Promise<void> {
  return queueMail(tx, jobs, {
    to: row.email,
    key: receiptKey(row),
    template: "withdrawal-receipt",
    props: {
      at: hourOf(row.createdAt),
      sentence: SENTENCE,
      facts: factsOf({ ...row, number: row.orderNumber }),
    },
  });
}

/** The receipt's `mails.key`. */
export const receiptKey = ({ id }: { id: string }) => `withdrawal-${id.toLowerCase()}`;
