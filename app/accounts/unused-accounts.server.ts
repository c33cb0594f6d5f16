import { and, eq, isNull, not, sql } from "drizzle-orm";
import { accountMailKey, queueMail } from "#app/mail/outbox.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { dayText } from "#app/platform/paris-time.server.ts";
import type { Services } from "#app/request-context.ts";
import { accountUses, profiles, users } from "#db/schema/accounts.ts";

/** Three years after the last contact (CNIL), with a month's notice (decision 31). */
const UNUSED = sql`interval '3 years'`;
const NOTICE = sql`interval '30 days'`;
/** Maximal number of notices and of deletions per run: a first run on a large shop would overload the mail server. */
const MOST_A_DAY = 500;

/** Only customers' accounts expire, not administrators'. */
const isCustomer = not(profiles.isAdmin);

/** Mails a notice, once, to accounts without a sign-in for three years less a month. */
export async function mailDeletionNotices({
  db,
  jobs,
}: Pick<Services, "db" | "jobs">): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select({
        id: users.id,
        email: users.email,
        on: dayText(sql`now() + ${NOTICE}`),
      })
      .from(accountUses)
      .innerJoin(users, eq(users.id, accountUses.userId))
      .innerJoin(profiles, eq(profiles.userId, accountUses.userId))
      .where(
        and(
          isCustomer,
          isNull(accountUses.endAnnouncedAt),
          sql`${accountUses.lastUsedAt} < now() - ${UNUSED} + ${NOTICE}`,
        ),
      )
      .orderBy(accountUses.lastUsedAt)
      .limit(MOST_A_DAY)
      .for("update", { of: accountUses });
    for (const { id, email, on } of due) {
      await tx
        .update(accountUses)
        .set({ endAnnouncedAt: sql`now()` })
        .where(eq(accountUses.userId, id));
      const key = accountMailKey("account-ending", id);
      await queueMail(tx, jobs, { to: email, template: "account-ending", props: { on }, key });
    }
  });
}

/** Ids of accounts that were notified a month ago and have had no sign-in since, at most 500; with `id`, only that one. */
export async function unusedAccounts(db: Queryable, id?: string): Promise<string[]> {
  const rows = await db
    .select({ id: accountUses.userId })
    .from(accountUses)
    .innerJoin(profiles, eq(profiles.userId, accountUses.userId))
    .where(
      and(
        isCustomer,
        sql`${accountUses.endAnnouncedAt} < now() - ${NOTICE}`,
        sql`${accountUses.lastUsedAt} < now() - ${UNUSED}`,
        id ? eq(accountUses.userId, id) : undefined,
      ),
    )
    .orderBy(accountUses.lastUsedAt)
    .limit(MOST_A_DAY);
  return rows.map((row) => row.id);
}
