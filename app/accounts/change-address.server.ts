import { and, eq, gte } from "drizzle-orm";
import { accountMailKey, queueMail } from "#app/mail/outbox.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import {
  emailChanges,
  formerAddresses,
  profiles,
  users,
  verifications,
} from "#db/schema/accounts.ts";
import { orders } from "#db/schema/orders.ts";
import { checkPassword, isCurrentHash, REFUSED_CHECK, setPassword } from "./credential.server.ts";
import {
  hasAccount,
  hashOf,
  maskedEmail,
  isOpenChange,
  isKeptAddress,
  newToken,
} from "./email-change.server.ts";
import { passwordLinkPath, writePasswordLink } from "./password.server.ts";

export type Confirmation =
  /** `isPresent`: the address was the account's already. `hasOrders`: orders placed with the address have joined the account. */
  | { kind: "confirmed"; email: string; isPresent: boolean; hasOrders: boolean }
  /** The link was used, replaced or is too old, the account was deleted, or another account has the new address now. */
  | { kind: "dead" }
  | { kind: "wrong-password" }
  /** An imported account without a password. */
  | { kind: "no-password" }
  | { kind: "too-many" };

/**
 * Makes the link's address the sign-in address, or confirms it if it already is. Requires the password, so that a stolen session is not
 * enough. Mails the former address a link to take the account back, and deletes the password links sent to it. Sessions stay.
 */
export async function confirmEmailChange(
  services: Pick<Services, "auth" | "hashing" | "db" | "jobs" | "limits">,
  { token, password }: { token: string; password: string },
): Promise<Confirmation> {
  const { db, jobs, limits } = services;
  const isLink = and(eq(emailChanges.tokenHash, hashOf(token)), isOpenChange);
  const [change] = await db
    .select({ userId: emailChanges.userId, email: emailChanges.email })
    .from(emailChanges)
    .where(isLink);
  if (!change) return { kind: "dead" };
  const { userId, email } = change;
  if (!(await limits.allow("own-password", { account: userId }))) return { kind: "too-many" };
  const check = await checkPassword(services, userId, password);
  if (check.kind !== "right") return { kind: REFUSED_CHECK[check.kind] };
  const formerToken = newToken();
  return db
    .transaction<Confirmation>(async (tx) => {
      const [before] = await tx
        .select({ email: users.email, isConfirmed: users.emailVerified })
        .from(users)
        .where(eq(users.id, userId))
        .for("update");
      if (!before) return { kind: "dead" };
      if (!(await isCurrentHash(tx, userId, check.hash))) return { kind: "wrong-password" };
      const [closed] = await tx
        .update(emailChanges)
        .set({ isOpen: false })
        .where(isLink)
        .returning({ userId: emailChanges.userId });
      if (!closed || (await hasAccount(tx, email, userId))) return { kind: "dead" };
      // Void the links that were mailed to the former address. First, because orders that join the account are locked later
      // (docs/locks.md).
      await tx.delete(verifications).where(eq(verifications.value, userId));
      const hasOrders = (await tx.$count(orders, eq(orders.guestEmail, email))) > 0;
      if (email === before.email) {
        await tx
          .update(users)
          .set({ emailVerified: true, updatedAt: new Date() })
          .where(eq(users.id, userId));
        return { kind: "confirmed", email, isPresent: true, hasOrders };
      }
      // If the new address is a former one of this account, its reservation ends.
      await tx
        .delete(formerAddresses)
        .where(and(eq(formerAddresses.userId, userId), eq(formerAddresses.email, email)));
      await tx.insert(formerAddresses).values({
        tokenHash: hashOf(formerToken),
        userId,
        email: before.email,
        wasConfirmed: before.isConfirmed,
      });
      await tx
        .update(users)
        .set({ email, emailVerified: true, updatedAt: new Date() })
        .where(eq(users.id, userId));
      const path = `/ce-n-est-pas-moi?${new URLSearchParams({ lien: formerToken })}`;
      await queueMail(tx, jobs, {
        to: before.email,
        template: "address-changed",
        props: { newAddress: maskedEmail(email, before), path },
        key: accountMailKey("address-changed", userId),
        isConfirmed: before.isConfirmed,
      });
      return { kind: "confirmed", email, isPresent: false, hasOrders };
    })
    .catch(deadWhenTaken);
}

/** The address that a link « Ce n’est pas moi » restores; null when the link is used, too old or void. */
export async function readFormerAddress(db: Queryable, token: string): Promise<string | null> {
  return (await findFormerAddress(db, token))?.email ?? null;
}

/**
 * Restores the link's address as the sign-in address. Removes the password, because the person who changed the address knew it, ends all
 * sessions, and deletes the links sent to later addresses. An unconfirmed address stays unconfirmed: a stranger may have signed up with
 * it, so the password link then asks what to do with the stored data (`isUnproved`).
 * @returns `passwordPath`: the path of the page that sets a new password, valid for an hour
 */
export async function restoreAddress(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  { token }: { token: string },
): Promise<{ kind: "restored"; email: string; passwordPath: string } | { kind: "dead" }> {
  const found = await findFormerAddress(db, token);
  if (!found) return { kind: "dead" };
  const { userId, email } = found;
  return db
    .transaction(async (tx) => {
      const [before] = await tx
        .select({ email: users.email })
        .from(users)
        .where(eq(users.id, userId))
        .for("update");
      const [used] = await tx.delete(formerAddresses).where(isKeptLink(token)).returning({
        changedAt: formerAddresses.changedAt,
        wasConfirmed: formerAddresses.wasConfirmed,
      });
      if (!before || !used) return { kind: "dead" } as const;
      await tx
        .delete(formerAddresses)
        .where(
          and(eq(formerAddresses.userId, userId), gte(formerAddresses.changedAt, used.changedAt)),
        );
      await setPassword(tx, userId, { hash: null });
      await tx.update(profiles).set({ email }).where(eq(profiles.userId, userId));
      await tx
        .update(users)
        .set({ email, emailVerified: used.wasConfirmed, updatedAt: new Date() })
        .where(eq(users.id, userId));
      const link = await writePasswordLink(tx, userId, { id: newId(), hours: 1 });
      await queueMail(tx, jobs, {
        to: before.email,
        template: "address-restored",
        props: { formerAddress: maskedEmail(email, { isConfirmed: true }) },
        key: accountMailKey("address-restored", userId),
        // Only a confirmed address replaces another.
        isConfirmed: true,
      });
      return { kind: "restored", email, passwordPath: passwordLinkPath(link) } as const;
    })
    .catch(deadWhenTaken);
}

async function findFormerAddress(db: Queryable, token: string) {
  const [found] = await db
    .select({ userId: formerAddresses.userId, email: formerAddresses.email })
    .from(formerAddresses)
    .where(isKeptLink(token));
  return found ?? null;
}

function isKeptLink(token: string) {
  return and(eq(formerAddresses.tokenHash, hashOf(token)), isKeptAddress);
}

/** A unique violation (23505): a concurrent sign-up took the address, so the link is dead. */
function deadWhenTaken(error: unknown): { kind: "dead" } {
  if ((error as { cause?: { code?: string } }).cause?.code === "23505") return { kind: "dead" };
  throw error;
}
