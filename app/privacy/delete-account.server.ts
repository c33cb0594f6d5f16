import { newId } from "#app/platform/database-clock.server.ts";
import { checkPassword, isCurrentHash, REFUSED_CHECK } from "#app/accounts/credential.server.ts";
import {
  isLastAdministrator,
  lockAccount,
  removeAccount,
} from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { unusedAccounts } from "#app/accounts/unused-accounts.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { lockProductsOf } from "#app/catalogue/products-of-account.server.ts";
import { forgetKept } from "#app/documents/forget-kept.server.ts";
import { forgetRecipient, queueMail } from "#app/mail/outbox.server.ts";
import { removePictures } from "#app/media/pictures.server.ts";
import { forgetUploadsOf } from "#app/media/uploads.server.ts";
import { forgetSender } from "#app/messages/forget-sender.server.ts";
import { forgetCustomer, hasOrderOnItsWay } from "#app/orders/forget-customer.server.ts";
import {
  cancelUnpaidOrders,
  hasMoneyUnderWay,
  lockOrdersOf,
} from "#app/payments/account-deletion.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { deleteCommentsOf } from "#app/reviews/reviews.server.ts";

/** What keeps an account for now. */
export type Obstacle =
  /** An order is to be delivered: its address is needed. */
  | "order-on-its-way"
  /** A payment or refund whose end isn't known yet, or that an administrator has to look at. */
  | "money-under-way"
  | "last-administrator";
export type DeletionOutcome =
  | { kind: "deleted" }
  | { kind: "wrong-password" }
  /** An imported account that never chose one. */
  | { kind: "no-password" }
  | { kind: "too-many" }
  | { kind: Obstacle };

/** What keeps this person's account for now, of what can be told beforehand. */
export async function orderObstacle(
  db: Queryable,
  { id }: { id: string },
): Promise<Obstacle | null> {
  if (await hasOrderOnItsWay(db, id)) return "order-on-its-way";
  return (await hasMoneyUnderWay(db, id)) ? "money-under-way" : null;
}

/** Deletes the viewer's own account, for its password: `endAccount`. Ten tries an hour. */
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
  // Gone already, by another tab.
  return { kind: kind === "no-account" ? "deleted" : kind };
}

/** Who deletes their own account isn't anybody any more when it is written down. */
const FORMER_OWNER = { id: null, name: "Client supprimé" };

/**
 * Deletes an account in one transaction (docs/decisions/0027): orders and invoices stay for the books, the former without
 * anybody's name; comments stay without their author, or go too. Every session ends, and a last mail says so. An order
 * that is placed meanwhile is seen here, or finds no account. `actor` is null for a command of the machine. With `isUnused`
 * it ends if nobody has used it, or else counts as none; with `hash` it ends if its password is still that one.
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
    // Changed since it was compared: whoever gave the former one may be the reason.
    if (hash && !(await isCurrentHash(tx, id, hash))) return { kind: "wrong-password" } as const;
    // Somebody may have signed in until the account was held.
    if (isUnused && !(await unusedAccounts(tx, id)).includes(id))
      return { kind: "no-account" } as const;
    if (account.isAdmin && (await isLastAdministrator(tx, id)))
      return { kind: "last-administrator" } as const;
    await lockProductsOf(tx, id);
    // The payments are looked at under the orders' locks: one that begins meanwhile waits, or is seen.
    await lockOrdersOf(tx, id);
    const obstacle = await orderObstacle(tx, { id });
    if (obstacle) return { kind: obstacle };

    const { email, emailVerified, profileEmail, photo } = account;
    await cancelUnpaidOrders(tx, id);
    await forgetSender(tx, { customerId: id, email: account.emailVerified ? email : null });
    await forgetKept(tx, id);
    await forgetCustomer(tx, id);
    if (withComments) await deleteCommentsOf(tx, id);
    await forgetRecipient(tx, { userId: id, email, emailVerified, profileEmail });
    const pictures = await forgetUploadsOf(tx, id);
    await removeAccount(tx, { id, email });
    await removePictures(tx, jobs, photo ? [photo, ...pictures] : pictures);
    const subject = { type: "role", id, name: "Compte" } as const;
    await recordActs(tx, actor, [{ act: "account-deleted", subject }]);
    const key = `account-deleted-${newId()}`;
    await queueMail(tx, jobs, { to: email, template: "account-deleted", props: { isUnused }, key });
    return { kind: "deleted" } as const;
  });
  // A restored backup brings the account back: this says which (docs/operations.md).
  if (outcome.kind === "deleted") log.info({ account: id }, "account deleted");
  return outcome;
}
