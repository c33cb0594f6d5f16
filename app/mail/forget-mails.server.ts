import { and, inArray, isNull, like, lt, ne, or, sql } from "drizzle-orm";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { mails } from "#db/schema/mail.ts";

/**
 * Retention: deletes unsent mails after 90 days, because they contain personal data, and sent ones after three years. Until
 * then the key of a sent mail prevents a second mail about the same event.
 */
export async function forgetOldMails(db: Database): Promise<void> {
  const old = db
    .select({ key: mails.key })
    .from(mails)
    .where(
      or(
        and(isNull(mails.sentAt), lt(mails.queuedAt, sql`now() - interval '90 days'`)),
        lt(mails.sentAt, sql`now() - interval '3 years'`),
      ),
    )
    .for("update", { skipLocked: true });
  await db.delete(mails).where(inArray(mails.key, old));
}

/** SQL condition on a row of `mails`: it is about this account, by its key (`accountMailKey`). */
export const isAboutAccount = (userId: string) =>
  sql<boolean>`strpos(mails.key, ${`-${userId.toLowerCase()}-`}) > 0`;

/**
 * Account deletion: deletes the unsent mails to the account's sign-in address, and its links that were to be mailed to another address. For
 * an unconfirmed address, which may be somebody else's, deletes only the mails about this account. `forgetOrderMails` deletes those about
 * its orders.
 */
export async function forgetRecipient(
  tx: Queryable,
  { userId, email, emailVerified }: { userId: string; email: string; emailVerified: boolean },
): Promise<void> {
  const isAbout = isAboutAccount(userId);
  await tx.delete(mails).where(
    or(
      and(
        sql`lower(${mails.recipient}) = ${email.toLowerCase()}`,
        // Keep recall mails: a safety warning must still reach the buyer.
        ne(mails.template, "product-recall"),
        emailVerified ? undefined : isAbout,
      ),
      like(mails.key, `%-${userId.toLowerCase()}`),
      and(
        isNull(mails.sentAt),
        isAbout,
        inArray(mails.template, ["confirm-address", "address-taken"]),
      ),
    ),
  );
}

/** Deletes the unsent mails about these orders, when their buyer is forgotten. */
export async function forgetOrderMails(tx: Queryable, orderIds: readonly string[]): Promise<void> {
  const ids = sql.param(orderIds.map((id) => id.toLowerCase()));
  const isAboutOne = sql`EXISTS (
    SELECT FROM unnest(${ids}::text[]) AS id WHERE starts_with(${mails.key}, 'order-' || id || '-'))`;
  await tx.delete(mails).where(and(isNull(mails.sentAt), like(mails.key, "order-%"), isAboutOne));
}
