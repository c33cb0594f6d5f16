import { eq } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import type { Services } from "#app/request-context.ts";
import { credentials, profiles, users } from "#db/schema/accounts.ts";
import {
  cancelEmailChanges,
  readSignInAddress,
  requestEmailChange,
} from "./email-change.server.ts";
import type { ProfileForm } from "./profile-schema.ts";
import { lockViewer, type Viewer } from "./session.server.ts";

/** The account as its owner sees it. */
export type Account = {
  name: string;
  /** « 1991-03-14 » */
  dateOfBirth: string | null;
  /** Digits with the country code, without +. */
  phone: string;
  /** The profile's contact address, possibly unconfirmed. */
  email: string;
  photo: string | null;
  isAdmin: boolean;
  createdAt: Date;
  passwordChosenAt: Date | null;
  /** Whether a mailed link has confirmed the sign-in address. */
  isAddressConfirmed: boolean;
  /** The sign-in address, and the one that waits for confirmation. */
  signIn: { email: string; waiting: string | null };
};

/** Null when the account was deleted after the session was read. */
export async function readAccount(db: Queryable, viewer: { id: string }): Promise<Account | null> {
  const [[row], signIn] = await Promise.all([
    db
      .select({
        name: profiles.name,
        dateOfBirth: profiles.dateOfBirth,
        phone: profiles.phone,
        email: profiles.email,
        photo: profiles.photo,
        isAdmin: profiles.isAdmin,
        createdAt: users.createdAt,
        passwordChosenAt: credentials.updatedAt,
        isAddressConfirmed: users.emailVerified,
      })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .leftJoin(credentials, eq(credentials.userId, profiles.userId))
      .where(eq(profiles.userId, viewer.id)),
    readSignInAddress(db, viewer),
  ]);
  return row && signIn ? { ...row, email: shownEmail(row.email), signIn } : null;
}

export type ProfileUpdate =
  | { kind: "updated" }
  /** More than five links a day: nothing was written. */
  | { kind: "too-many-addresses" }
  /** The session ended before the lock was taken: nothing was written. */
  | { kind: "signed-out" };

type Session = Pick<Viewer, "id" | "sessionId">;

/** Saves the profile. The profile's e-mail changes at once; the sign-in address changes once the new one is confirmed. */
export async function updateProfile(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  viewer: Session,
  form: ProfileForm,
): Promise<ProfileUpdate> {
  const { name, dateOfBirth, phone, email } = form;
  const isNew = email !== (await readProfileEmail(db, viewer));
  const isMailed = isNew && (await limits.allow("address-link", { mailbox: email }));
  return db.transaction(async (tx) => {
    const account = await lockViewer(tx, viewer);
    if (!account) return { kind: "signed-out" };
    if (email !== (await readProfileEmail(tx, viewer))) {
      const asked = await requestEmailChange(tx, jobs, account, { email, isMailed });
      if (asked.kind === "too-many") return { kind: "too-many-addresses" };
    }
    await tx
      .update(profiles)
      .set({ name, dateOfBirth, phone, email })
      .where(eq(profiles.userId, viewer.id));
    await tx.update(users).set({ name, updatedAt: new Date() }).where(eq(users.id, viewer.id));
    return { kind: "updated" };
  });
}

/** Cancels a pending address change: the profile's e-mail becomes the sign-in address again. */
export function cancelAddressChange(
  { db }: Pick<Services, "db">,
  viewer: Session,
): Promise<ProfileUpdate> {
  return db.transaction(async (tx) => {
    const account = await lockViewer(tx, viewer);
    if (!account) return { kind: "signed-out" };
    await cancelEmailChanges(tx, viewer.id);
    await tx.update(profiles).set({ email: account.email }).where(eq(profiles.userId, viewer.id));
    return { kind: "updated" };
  });
}

/** Requests the profile's e-mail as sign-in address again: mails a new confirmation link. */
export async function resendConfirmationLink(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  viewer: Session,
): Promise<ProfileUpdate> {
  const recipient = await readProfileEmail(db, viewer);
  const isMailed = await limits.allow("address-link", { mailbox: recipient });
  return db.transaction(async (tx) => {
    const account = await lockViewer(tx, viewer);
    if (!account) return { kind: "signed-out" };
    const email = await readProfileEmail(tx, viewer);
    // A concurrent update changed the address: its rate limit was not checked, so no mail is sent.
    const asked = await requestEmailChange(tx, jobs, account, {
      email,
      isMailed: isMailed && email === recipient,
    });
    return { kind: asked.kind === "too-many" ? "too-many-addresses" : "updated" };
  });
}

async function readProfileEmail(tx: Queryable, { id }: Session): Promise<string> {
  const [profile] = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(eq(profiles.userId, id));
  return profile!.email;
}
