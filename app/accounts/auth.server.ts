import { eq } from "drizzle-orm";
import { queueMail } from "#app/mail/outbox.server.ts";
import type { Caller } from "#app/platform/caller.ts";
import { describeError } from "#app/platform/log.server.ts";
import { holdOpen } from "#app/platform/shop-open.server.ts";
import type { Services } from "#app/request-context.ts";
import * as schema from "#db/schema/index.ts";
import { noteAdminSignIn } from "./administrators.server.ts";
import { isCommonPassword } from "./common-password.server.ts";
import { ADDRESS_HEADER, type Auth } from "./create-auth.server.ts";
import { createAccount, findCredential, isCurrentHash } from "./credential.server.ts";
import { offerGuestOrders } from "./email-change.server.ts";
import { lockAccountShared } from "./remove-account.server.ts";
import { openSession } from "./session.server.ts";

export type SignedIn = { kind: "signed-in"; cookies: string[] };
export type SignInOutcome = SignedIn | { kind: "refused" } | { kind: "too-many" };
export type SignUpOutcome =
  | SignInOutcome
  | { kind: "common-password" }
  /** The shop is closed to the public. */
  | { kind: "closed" };

/** How long the network of a sign-in counts as known to the account, in seconds. */
export const KNOWN_NETWORK_SECONDS = 90 * 24 * 3_600;

/**
 * Signs in with e-mail and password. The transaction that writes the session reads the credential again: if the password was
 * changed meanwhile, the former one opens no session. `email` comes from a validated form: lower case.
 */
export async function signIn(
  services: Pick<Services, "auth" | "hashing" | "db" | "jobs" | "limits" | "log">,
  caller: Caller,
  form: { email: string; password: string },
): Promise<SignInOutcome> {
  const { auth, hashing, db, jobs, limits, log } = services;
  const who = { address: caller.address, account: form.email };
  if (!(await limits.allow("sign-in", who))) return { kind: "too-many" };
  const isKnownNetwork = await limits.isKnownNetwork(who);
  if (!isKnownNetwork && !(await limits.allow("sign-in-elsewhere", who)))
    return { kind: "too-many" };
  const { password } = await auth.$context;
  const found = await findCredential(db, form.email);
  const hash = found?.hash;
  const isRight = await hashing.run(isKnownNetwork ? "priority" : "normal", () =>
    // An unknown address costs the same hashing work: the response time does not reveal accounts.
    hash
      ? password.verify({ hash, password: form.password })
      : password.hash(form.password).then(() => false),
  );
  if (isRight === "too-many") return { kind: "too-many" };
  if (!isRight || !found || !hash) return { kind: "refused" };
  const cookie = await db.transaction(async (tx) => {
    // FOR KEY SHARE: a password reset or account deletion locks the row FOR UPDATE. Either it has committed, and the check below
    // refuses; or it waits for this transaction, then deletes this session too.
    await lockAccountShared(tx, found.userId);
    if (!(await isCurrentHash(tx, found.userId, hash))) return null;
    const opened = await openSession(tx, auth, caller, found.userId);
    await noteAdminSignIn(tx, found.userId);
    return opened;
  });
  if (!cookie) return { kind: "refused" };
  await limits.remember(who, KNOWN_NETWORK_SECONDS);
  // The session exists: if this mail fails, the sign-in still succeeds.
  await db
    .transaction((tx) => offerGuestOrders(tx, jobs, { id: found.userId, email: form.email }))
    .catch((error: unknown) => log.error({ error: describeError(error) }, "guest orders mail"));
  return { kind: "signed-in", cookies: [cookie] };
}

/**
 * Creates an account, queues its welcome mail and signs in. A taken address is refused like any other failure; a shop that
 * is closed to the public refuses everybody.
 */
export async function signUp(
  services: Pick<Services, "auth" | "hashing" | "db" | "jobs" | "limits" | "log" | "config">,
  caller: Caller,
  form: { name: string; email: string; password: string },
): Promise<SignUpOutcome> {
  const { auth, hashing, db, jobs, limits, log, config } = services;
  if (isCommonPassword(form.password, form)) return { kind: "common-password" };
  if (!(await limits.allow("sign-up", { ...caller, mailbox: form.email })))
    return { kind: "too-many" };
  const { password } = await auth.$context;
  const hash = await hashing.run("normal", () => password.hash(form.password));
  if (hash === "too-many") return { kind: "too-many" };
  const outcome = await db
    .transaction(async (tx): Promise<SignUpOutcome> => {
      if (!(await holdOpen(tx, config))) return { kind: "closed" };
      const userId = await createAccount(tx, { ...form, hash });
      if (!userId) return { kind: "refused" };
      return { kind: "signed-in", cookies: [await openSession(tx, auth, caller, userId)] };
    })
    .catch(refusedWhenTaken);
  if (outcome.kind === "signed-in") {
    await limits.remember({ address: caller.address, account: form.email }, KNOWN_NETWORK_SECONDS);
    // The account exists: if the welcome mail fails, the sign-up still succeeds.
    await queueWelcome({ db, jobs }, form.email).catch((error: unknown) =>
      log.error({ error: describeError(error) }, "welcome mail"),
    );
  }
  return outcome;
}

/** A unique violation (23505): the address is reserved for its former owner (keep_former_address). */
export function refusedWhenTaken(error: unknown): { kind: "refused" } {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  if ((code ?? cause?.code) === "23505") return { kind: "refused" };
  throw error;
}

/**
 * Queues the welcome mail, once per account, and the mail that offers its earlier orders without an account. `email` is validated and lower
 * case.
 */
async function queueWelcome(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  email: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: schema.users.id })
      .from(schema.users)
      .where(eq(schema.users.email, email));
    if (!user) throw new Error("an account was made, and no user has its address");
    const key = `welcome-${user.id.toLowerCase()}`;
    await queueMail(tx, jobs, { to: email, template: "welcome", props: {}, key });
    await offerGuestOrders(tx, jobs, { id: user.id, email });
  });
}

/**
 * Ends this session and returns the Set-Cookie values that remove it.
 * @throws when the session may still be alive
 */
export async function signOut(auth: Auth, caller: Caller): Promise<string[]> {
  const response = await callAuth(auth, caller, "/sign-out", {});
  if (!response.ok) throw new Error(`better-auth answered ${response.status}`);
  // better-auth answers with success even when the DELETE failed.
  const left =
    caller.cookie &&
    (await auth.api.getSession({ headers: new Headers({ cookie: caller.cookie }) }));
  if (left) throw new Error("the session could not be deleted");
  return response.headers.getSetCookie();
}

/** Calls a better-auth endpoint with this caller's cookie and address. */
function callAuth(auth: Auth, caller: Caller, path: `/${string}`, body: object): Promise<Response> {
  const origin = new URL(auth.options.baseURL).origin;
  const headers = new Headers({
    "content-type": "application/json",
    origin,
    [ADDRESS_HEADER]: caller.address,
  });
  if (caller.cookie) headers.set("cookie", caller.cookie);
  if (caller.userAgent) headers.set("user-agent", caller.userAgent);
  return auth.handler(
    new Request(`${origin}/api/auth${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    }),
  );
}
