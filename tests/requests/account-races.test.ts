import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { credentials, profiles, sessions, users } from "#db/schema/index.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";

/* Concurrent writes to an account during a password reset, in a forced order: threat 14 of docs/threats.md. */
const shop = await openShop({}, { hashesForReal: true });
const OLD = "Mot-de-passe-1";
const NEW = "Nouveau-mot-2";
const SETTINGS = "/admin/parametre-compte";
type Customer = Awaited<ReturnType<typeof shop.customer>>;

async function mailTo(email: string, title: string) {
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, email);
  return mails.find(({ text }) => text.includes(title));
}
async function resetLink(email: string): Promise<string> {
  await shop.visitor().post("/mot-de-passe-oublie", { email });
  const mail = await mailTo(email, "Choisissez un nouveau mot de passe");
  return linkIn(mail!, "/nouveau-mot-de-passe");
}
const reset = (link: string) => shop.visitor().post(link, { password: NEW, confirmation: NEW });
const requestEmailChange = (browser: Customer, email: string) =>
  browser.post(SETTINGS, { name: "Claire", dateOfBirth: "", phone: "", email });
const signIn = (email: string, password: string) =>
  shop.visitor().post("/connexion", { email, password });
const userOf = async ({ userId }: Customer) =>
  (await shop.db.select().from(users).where(eq(users.id, userId)))[0]!;

/** Starts `acts` in order behind a lock on the account's row: each starts once the one before waits for the lock. */
const queueBehindAccount = <T>({ userId }: Customer, acts: (() => Promise<T>)[]) =>
  queueBehind(
    shop.sql,
    (holder) => holder`SELECT FROM users WHERE id = ${userId} FOR UPDATE`,
    acts,
  );

test("passwords are stored as scrypt hashes, each with its own salt", async () => {
  const people = [await shop.customer(), await shop.customer()];
  const stored = await shop.db.select({ password: credentials.password }).from(credentials);
  expect(stored).toHaveLength(people.length);
  for (const { password } of stored) expect(password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(new Set(stored.map(({ password }) => password))).toHaveProperty("size", people.length);
});

test("an e-mail change requested while a reset hashes its password cannot be confirmed", async () => {
  const thief = await shop.customer();
  const { email } = await userOf(thief);
  const link = await resetLink(email);
  const ends: (() => void)[] = [];
  const busy = [1, 2].map(() =>
    shop.hashing.run("priority", () => new Promise<void>((end) => void ends.push(end))),
  );
  const answer = reset(link);
  await expect.poll(shop.hashing.waiting).toBe(1);
  await requestEmailChange(thief, `voleur-${email}`);
  for (const end of ends) end();
  await Promise.all(busy);
  expect((await answer).status).toBe(200);

  const mail = await mailTo(`voleur-${email}`, "Confirmez votre adresse");
  const confirmation = linkIn(mail!, "/confirmer-adresse");
  expect((await shop.visitor().get(confirmation)).status).toBe(410);
  for (const password of [OLD, NEW])
    expect((await shop.visitor().post(confirmation, { password })).status).toBe(410);
  expect(await userOf(thief)).toMatchObject({ email });
});

test("an e-mail change that starts before a reset and locks the account after it is redirected to sign-in", async () => {
  const thief = await shop.customer();
  const { email } = await userOf(thief);
  const link = await resetLink(email);
  const [changed, asked] = await queueBehindAccount(thief, [
    () => reset(link),
    () => requestEmailChange(thief, `voleur-${email}`),
  ]);
  expect(changed!.status).toBe(200);
  expect([asked!.status, asked!.headers.get("location")]).toEqual([
    302,
    "/connexion?retour=parametres",
  ]);
  const [profile] = await shop.db.select().from(profiles).where(eq(profiles.userId, thief.userId));
  expect(profile?.email).toBe(email);
  expect(await mailTo(`voleur-${email}`, "Confirmez votre adresse")).toBeUndefined();
});

test("a confirmation link older than the last password change is refused, even if it is still marked open", async () => {
  const thief = await shop.customer();
  const { email } = await userOf(thief);
  await requestEmailChange(thief, `voleur-${email}`);
  const mail = await mailTo(`voleur-${email}`, "Confirmez votre adresse");
  const confirmation = linkIn(mail!, "/confirmer-adresse");
  expect((await shop.visitor().get(confirmation)).status).toBe(200);
  await reset(await resetLink(email));
  // A node of the previous version would leave the row like this.
  await shop.sql`UPDATE email_changes SET is_open = true WHERE user_id = ${thief.userId}`;
  expect((await shop.visitor().get(confirmation)).status).toBe(410);
  expect((await shop.visitor().post(confirmation, { password: NEW })).status).toBe(410);
});

test.each([
  ["before", [0, 1]],
  ["after", [1, 0]],
])(
  "a sign-in with the old password, concurrent with a reset and written %s it, leaves no session",
  async (_when, order) => {
    const customer = await shop.customer();
    const { email } = await userOf(customer);
    const link = await resetLink(email);
    const acts = [() => signIn(email, OLD), () => reset(link)];
    const answers = await queueBehindAccount(
      customer,
      order.map((index) => acts[index]!),
    );
    expect(answers[order.indexOf(1)]!.status).toBe(200);
    const remaining = await shop.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, customer.userId));
    expect(remaining).toEqual([]);
    expect((await signIn(email, NEW)).status).toBe(302);
  },
);

test("account deletion with a password that a concurrent reset has replaced is refused", async () => {
  const thief = await shop.customer();
  const { email } = await userOf(thief);
  const link = await resetLink(email);
  const [, refused] = await queueBehindAccount(thief, [
    () => reset(link),
    () => thief.post(`${SETTINGS}/supprimer`, { password: OLD }),
  ]);
  expect(refused!.status).toBe(400);
  expect(await userOf(thief)).toMatchObject({ email });
});

test("a password reset sets the profile's e-mail back to the sign-in address", async () => {
  const squatter = await shop.customer();
  const { email } = await userOf(squatter);
  await requestEmailChange(squatter, `a-moi-${email}`);
  await reset(await resetLink(email));
  const [profile] = await shop.db
    .select()
    .from(profiles)
    .where(eq(profiles.userId, squatter.userId));
  expect(profile?.email).toBe(email);
});

test("a password change concurrent with a reset is refused; the password of the reset stays", async () => {
  const thief = await shop.customer();
  const { email } = await userOf(thief);
  const link = await resetLink(email);
  const change = { formerPassword: OLD, password: "Voleur-mot-3", confirmation: "Voleur-mot-3" };
  const [, refused] = await queueBehindAccount(thief, [
    () => reset(link),
    () => thief.post(SETTINGS, { intent: "password", ...change }),
  ]);
  expect(refused!.status).toBe(302);
  expect((await signIn(email, NEW)).status).toBe(302);
});

test("of four concurrent sign-ups with one address, one creates an account and three are refused", async () => {
  for (let round = 0; round < 3; round++) {
    const form = { name: "Claire", email: `quatre-${round}@exemple.fr` };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        shop
          .visitor()
          .post("/connexion?mode=inscription", { ...form, password: OLD, confirmation: OLD }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 401, 401, 401]);
  }
});
