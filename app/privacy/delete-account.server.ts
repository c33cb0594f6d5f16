import { eq, sql, type SQL } from "drizzle-orm";
import { checkPassword, isCurrentHash, REFUSED_CHECK } from "#app/accounts/credential.server.ts";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import {
  isLastAdministrator,
  lockAccount,
  removeAccount,
} from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { unusedAccounts } from "#app/accounts/unused-accounts.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { lockProductsOf } from "#app/catalogue/products-of-account.server.ts";
import {
  forgetImportedFields,
  forgetImportedOrderFields,
} from "#app/documents/forget-imported-fields.server.ts";
import { forgetOrderMails, forgetRecipient } from "#app/mail/forget-mails.server.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { removePictures } from "#app/media/pictures.server.ts";
import { forgetUploadsOf } from "#app/media/uploads.server.ts";
import { forgetSender } from "#app/messages/forget-sender.server.ts";
import { forgetReporter, lockReportsOf } from "#app/moderation/forget-reports.server.ts";
import { detachOrder, unclaimedOrders } from "#app/orders/disown-order.server.ts";
import { forgetCustomer, hasUndeliveredOrder } from "#app/orders/forget-customer.server.ts";
import { IS_UNCLAIMED } from "#app/orders/order-email.server.ts";
import { forgetLabelsOf } from "#app/parcels/shipping-labels.server.ts";
import { forgetTrackingOf } from "#app/parcels/tracking-numbers.server.ts";
import {
  cancelUnpaidOrders,
  hasPendingMoney,
  lockOrdersOf,
} from "#app/payments/account-deletion.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { forgetReturnsOf } from "#app/returns/forget-returns.server.ts";
import { hasOpenWithdrawal } from "#app/returns/retention.server.ts";
import { deleteCommentsOf, keepBought } from "#app/reviews/reviews.server.ts";
import { forgetEffectsOf } from "#app/safety/effects.server.ts";
import { keepSafetyContacts } from "#app/safety/safety-contacts.server.ts";
import { forgetWaiters } from "#app/stock/forget-waiters.server.ts";
import { orders } from "#db/schema/index.ts";

/** A reason why an account cannot be deleted yet. */
export type Obstacle =
  /** An order must still be delivered, so its address is needed. */
  | "order-on-its-way"
  /** A payment or refund has an unknown outcome or an open mismatch that an administrator must close. */
  | "money-under-way"
  /** A withdrawal's refund is due. */
  | "open-withdrawal"
  | "last-administrator";
export type DeletionOutcome =
  | { kind: "deleted" }
  | { kind: "wrong-password" }
  /** An imported account whose owner has not chosen a password yet. */
  | { kind: "no-password" }
  | { kind: "too-many" }
  | { kind: Obstacle };

/** The obstacle among these orders and their payments; null if there is none. `are`: a condition on `orders`. */
export async function orderObstacle(
  db: Queryable,
  are: SQL,
): Promise<Exclude<Obstacle, "last-administrator"> | null> {
  if (await hasUndeliveredOrder(db, are)) return "order-on-its-way";
  if (await hasPendingMoney(db, are)) return "money-under-way";
  return (await hasOpenWithdrawal(db, are)) ? "open-withdrawal" : null;
}

/**
 * The obstacle among the account's orders. Ignores orders that a stranger may have placed with its address: they are detached
 * (`detachOrder`).
 */
export const accountObstacle = (db: Queryable, customerId: string) =>
  orderObstacle(db, sql`${isOf({ customerId })} AND NOT ${IS_UNCLAIMED}`);

/**
 * Removes the buyer's data from the orders, and the messages and unsent mails about them. The caller holds the orders' locks.
 */
export async function forgetOrdersOf(tx: Transaction, buyer: Buyer): Promise<void> {
  const own = await tx.select({ id: orders.id }).from(orders).where(isOf(buyer));
  await forgetImportedOrderFields(tx, buyer);
  await keepSafetyContacts(tx, buyer);
  await forgetTrackingOf(tx, buyer);
  await forgetLabelsOf(tx, buyer);
  await forgetReturnsOf(tx, buyer);
  await forgetCustomer(tx, buyer);
  await forgetOrderMails(
    tx,
    own.map(({ id }) => id),
  );
}

/** Deletes the viewer's own account (`endAccount`) after checking its password. Ten attempts an hour. */
export async function deleteAccount(
  services: Pick<Services, "auth" | "hashing" | "db" | "jobs" | "limits" | "log">,
  viewer: Viewer,
  { password, withComments }: { password: string; withComments: boolean },
): Promise<DeletionOutcome> {
  if (!(await services.limits.allow("account-deletion", { account: viewer.id })))
    return { kind: "too-many" };
  const check = await checkPassword(services, viewer.id, password);
  if (check.kind !== "right") return { kind: REFUSED_CHECK[check.kind] };
  const { hash } = check;
  const { kind } = await endAccount(services, FORMER_OWNER, viewer, { withComments, hash });
  // « no-account »: another tab has deleted the account already.
  return { kind: kind === "no-account" ? "deleted" : kind };
}

/** The actor in the audit trail of customers who delete their own account. The trail must not name them. */
const FORMER_OWNER = { id: null, name: "Client supprimé" };

/**
 * Deletes an account in one transaction (decision 27). Orders are anonymized and invoices kept, for accounting. Comments
 * lose their author or are deleted (`withComments`). A last mail confirms the deletion. `actor`: null for the script and the
 * daily job. `isUnused`: returns « no-account » unless the account is still unused. `hash`: the checked password's hash;
 * returns « wrong-password » if the password was changed after the check.
 */
export async function endAccount(
  { db, jobs, log }: Pick<Services, "db" | "jobs" | "log">,
  actor: typeof FORMER_OWNER | null,
  { id }: { id: string },
  options: { withComments: boolean; isUnused?: boolean; hash?: string },
): Promise<{ kind: "deleted" | "no-account" | "wrong-password" | Obstacle }> {
  const { withComments, isUnused = false, hash } = options;
  const outcome = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, id);
    if (!account) return { kind: "no-account" } as const;
    // The password was changed after the check, perhaps because it had been stolen.
    if (hash && !(await isCurrentHash(tx, id, hash))) return { kind: "wrong-password" } as const;
    // The owner may have signed in before the lock was taken.
    if (isUnused && !(await unusedAccounts(tx, id)).includes(id))
      return { kind: "no-account" } as const;
    if (account.isAdmin && (await isLastAdministrator(tx, id)))
      return { kind: "last-administrator" } as const;
    await lockProductsOf(tx, id);
    const buyer = { customerId: id };
    const sender = { buyer, customerId: id, email: account.emailVerified ? account.email : null };
    await lockReportsOf(tx, sender);
    // Read payments only under the orders' locks: a concurrent payment then waits or is visible here.
    await lockOrdersOf(tx, id);
    const obstacle = await accountObstacle(tx, id);
    if (obstacle) return { kind: obstacle };
    for (const order of await unclaimedOrders(tx, id))
      if (await orderObstacle(tx, eq(orders.id, order.id))) await detachOrder(tx, order);

    const { email, emailVerified, photo } = account;
    await cancelUnpaidOrders(tx, buyer);
    if (emailVerified) await forgetWaiters(tx, email);
    await forgetReporter(tx, sender);
    if (withComments) await deleteCommentsOf(tx, id);
    else await keepBought(tx, id);
    await forgetSender(tx, sender);
    await forgetEffectsOf(tx, sender);
    await forgetImportedFields(tx, id);
    await forgetOrdersOf(tx, buyer);
    await forgetRecipient(tx, { userId: id, email, emailVerified });
    const pictures = await forgetUploadsOf(tx, id);
    await removeAccount(tx, { id, email });
    await removePictures(tx, jobs, photo ? [photo, ...pictures] : pictures);
    const subject = { type: "role", id, name: "Compte" } as const;
    await recordActs(tx, actor, [{ act: "account-deleted", subject }]);
    const key = `account-deleted-${newId()}`;
    await queueMail(tx, jobs, {
      to: email,
      template: "account-deleted",
      props: { isUnused },
      key,
      isConfirmed: emailVerified,
    });
    return { kind: "deleted" } as const;
  });
  // After restoring a backup, the log shows which accounts to delete again (docs/operations.md).
  if (outcome.kind === "deleted") log.info({ account: id }, "account deleted");
  return outcome;
}
