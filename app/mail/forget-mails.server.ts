import { and, inArray, isNull, like, lt, ne, notInArray, or, sql } from "drizzle-orm";
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

/** The templates of mails to an address that somebody typed and nobody confirmed: it may belong to another person. */
export const FOR_TYPED_ADDRESS = [
  "contact-receipt",
  "withdrawal-receipt",
  "withdrawal-closed",
  "confirm-address",
  "confirm-guest-orders",
  "address-taken",
  "report-receipt",
  "report-decided",
  "effect-receipt",
  "confirm-waiting",
] as const;

/**
 * Account deletion: deletes the unsent mails to the account's sign-in address (if it is unconfirmed, not those of
 * FOR_TYPED_ADDRESS), the mails whose key ends with the account's id, and the confirmation mails to the profile's address. The
 * profile's address is unconfirmed, so other mails to it may be for another person.
 */
export async function forgetRecipient(
  tx: Queryable,
  account: { userId: string; email: string; emailVerified: boolean; profileEmail: string },
): Promise<void> {
  const { userId, email, emailVerified, profileEmail } = account;
  await tx.delete(mails).where(
    or(
      and(
        sql`lower(${mails.recipient}) = ${email.toLowerCase()}`,
        // A safety warning still reaches its buyer.
        ne(mails.template, "product-recall"),
        emailVerified ? undefined : notInArray(mails.template, [...FOR_TYPED_ADDRESS]),
      ),
      like(mails.key, `%-${userId.toLowerCase()}`),
      // If the profile has the sign-in address, there is no confirmation mail.
      profileEmail.toLowerCase() === email
        ? undefined
        : and(
            sql`lower(${mails.recipient}) = ${profileEmail.toLowerCase()}`,
            inArray(mails.template, ["confirm-address", "address-taken"]),
          ),
    ),
  );
}

/** Erasure of a buyer without an account: deletes the unsent mails about these orders. */
export async function forgetOrderMails(tx: Queryable, orderIds: readonly string[]): Promise<void> {
  for (const id of orderIds)
    await tx
      .delete(mails)
      .where(and(isNull(mails.sentAt), like(mails.key, `order-${id.toLowerCase()}-%`)));
}
