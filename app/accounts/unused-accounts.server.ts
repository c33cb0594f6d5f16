import { and, eq, isNull, not, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import { accountUses, profiles, users } from "#db/schema/accounts.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Services } from "#app/platform/request-context.ts";

/** Three years after the last contact (CNIL), and a month's notice before (docs/decisions/0031). */
const UNUSED = sql`interval '3 years'`;
const NOTICE = sql`interval '30 days'`;
/** A day: a shop that has many leaves its mail server time. */
const MOST_A_DAY = 500;

/** Administrators are the shop's own people: whoever runs it takes their rights away first. */
const isCustomer = not(profiles.isAdmin);

/** Tells the owners of accounts that nobody has signed in to for three years less a month, once, when these will end. */
export async function announceEnds({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select({
        id: users.id,
        email: users.email,
        on: sql<string>`to_char((now() + ${NOTICE}) AT TIME ZONE 'Europe/Paris', 'YYYY-MM-DD')`,
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
      const key = `account-ending-${newId()}`;
      await queueMail(tx, jobs, { to: email, template: "account-ending", props: { on }, key });
    }
  });
}

/** The accounts whose end was announced a month ago and that nobody has signed in to since; or of these, one. */
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
