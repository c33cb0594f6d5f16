import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { credentials, profiles, sessions, users } from "#db/schema/index.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";

/* What may be written to an account beside a reset of its password, in forced order: threat 14 of docs/threats.md. */
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
const askFor = (browser: Customer, email: string) =>
  browser.post(SETTINGS, { name: "Claire", dateOfBirth: "", phone: "", email });
const signIn = (email: string, password: string) =>
  shop.visitor().post("/connexion", { email, password });
const userOf = async ({ userId }: Customer) =>
  (await shop.db.select().from(users).where(eq(users.id, userId)))[0]!;

/** Runs `acts` one after the other, each once the former waits for the account's row, then lets go of that row. */
const queueBehindAccount = <T>({ userId }: Customer, acts: (() => Promise<T>)[]) =>
  queueBehind(
    shop.sql,
    (holder) => holder`SELECT FROM users WHERE id = ${userId} FOR UPDATE`,
    acts,
  );

test("passwords are kept as scrypt's keys, each with a salt of its own", async () => {
  const people = [await shop.customer(), await shop.customer()];
  const kept = await shop.db.select({ password: credentials.password }).from(credentials);
  expect(kept).toHaveLength(people.length);
  for (const { password } of kept) expect(password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(new Set(kept.map(({ password }) => password))).toHaveProperty("size", people.length);
});

test("an address asked for while a reset hashes its password is not confirmed", async () => {
  const thief = await shop.customer();
  const { email } = await userOf(thief);
  const link = await resetLink(email);
  const ends: (() => void)[] = [];
  const busy = [1, 2].map(() =>
    shop.hashing.run("home", () => new Promise<void>((end) => void ends.push(end))),
  );
  const answer = reset(link);
  await expect.poll(shop.hashing.waiting).toBe(1);
  await askFor(thief, `voleur-${email}`);
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

test("a request that began before the reset and comes after it finds its session ended", async () => {
  const thief = await shop.customer();
  const { email } = await userOf(thief);
  const link = await resetLink(email);
  const [changed, asked] = await queueBehindAccount(thief, [
    () => reset(link),
    () => askFor(thief, `voleur-${email}`),
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

test("a link that was asked for before the last change of password is refused, though it is open", async () => {
  const thief = await shop.customer();
  const { email } = await userOf(thief);
  await askFor(thief, `voleur-${email}`);
  const mail = await mailTo(`voleur-${email}`, "Confirmez votre adresse");
  const confirmation = linkIn(mail!, "/confirmer-adresse");
  expect((await shop.visitor().get(confirmation)).status).toBe(200);
  await reset(await resetLink(email));
  // As a node of the former version would leave it.
  await shop.sql`UPDATE email_changes SET is_open = true WHERE user_id = ${thief.userId}`;
  expect((await shop.visitor().get(confirmation)).status).toBe(410);
  expect((await shop.visitor().post(confirmation, { password: NEW })).status).toBe(410);
});

test.each([
  ["before", [0, 1]],
  ["after", [1, 0]],
])("a sign-in checked beside a reset and written %s it opens nothing", async (_when, order) => {
  const customer = await shop.customer();
  const { email } = await userOf(customer);
  const link = await resetLink(email);
  const acts = [() => signIn(email, OLD), () => reset(link)];
  const answers = await queueBehindAccount(
    customer,
    order.map((index) => acts[index]!),
  );
  expect(answers[order.indexOf(1)]!.status).toBe(200);
  const left = await shop.db.select().from(sessions).where(eq(sessions.userId, customer.userId));
  expect(left).toEqual([]);
  expect((await signIn(email, NEW)).status).toBe(302);
});

test("an account is not deleted with a password that a reset has just replaced", async () => {
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

test("a reset gives the profile back the address one signs in with", async () => {
  const squatter = await shop.customer();
  const { email } = await userOf(squatter);
  await askFor(squatter, `a-moi-${email}`);
  await reset(await resetLink(email));
  const [profile] = await shop.db
    .select()
    .from(profiles)
    .where(eq(profiles.userId, squatter.userId));
  expect(profile?.email).toBe(email);
});

test("a password changed with the former one beside a reset: the reset's counts", async () => {
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

test("of four sign-ups with one address at once, one makes an account and three are refused", async () => {
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
