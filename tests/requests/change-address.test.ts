import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { emailChanges, users } from "#db/schema/index.ts";
import { confirm, openAccountShop, SETTINGS } from "../support/account-shop.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";

const { shop, save, signIn, profileOf, mailsTo, confirmationLink } = await openAccountShop();

test("the sign-in address changes once it is confirmed by the link sent to the new address", async () => {
  const customer = await shop.customer();
  const [old, fresh] = [customer.email, `nouvelle-${customer.email}`];
  expect((await save(customer, { email: fresh.toUpperCase() })).status).toBe(200);
  expect((await profileOf(customer)).email).toBe(fresh);
  expect((await signIn(fresh)).status).toBe(401);
  expect((await signIn(old)).status).toBe(302);
  const settings = await customer.read(SETTINGS);
  expect(settings).toContain(`Vous vous connectez avec ${old}`);
  const [warning] = await mailsTo(old, "Une autre adresse est demandée");
  expect(warning?.text).toContain("n…@…");
  expect(warning?.text).not.toContain(fresh);

  const link = await confirmationLink(fresh);
  const visitor = shop.visitor();
  expect(await visitor.read(link)).toContain(fresh);
  // A GET request (a mail scanner) confirms nothing.
  expect((await signIn(fresh)).status).toBe(401);
  const confirmed = await confirm(visitor, link);
  expect(confirmed.status).toBe(200);
  expect(await confirmed.text()).toContain("Votre adresse est confirmée");
  expect((await signIn(fresh)).status).toBe(302);
  expect((await signIn(old)).status).toBe(401);
  expect((await customer.get("/admin/account")).status).toBe(200);
  expect(await mailsTo(old, "Votre adresse a changé")).toHaveLength(1);
  expect(await customer.read(SETTINGS)).not.toContain("Vous vous connectez avec");

  expect((await confirm(shop.visitor(), link)).status).toBe(410);
});

test("a confirmation requires the account's password, with at most ten attempts an hour", async () => {
  const strict = await openShop({ RATE_LIMIT_FACTOR: "1" });
  const customer = await strict.customer();
  const fresh = `mot-${customer.email}`;
  await customer.post(SETTINGS, { name: "Claire", dateOfBirth: "", phone: "", email: fresh });
  await sendAllMails(strict);
  const [mail] = await writtenMails(strict.config.dataDir, fresh);
  const link = linkIn(mail!, "/confirmer-adresse");
  const visitor = strict.visitor();
  expect(await visitor.read(link)).toContain('autoComplete="current-password"');
  const nothing = await visitor.post(link, {});
  expect([nothing.status, await nothing.text()]).toEqual([
    400,
    expect.stringContaining("Indiquez votre mot de passe."),
  ]);
  for (let tries = 0; tries < 10; tries++) {
    const wrong = await confirm(visitor, link, "au hasard");
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("Ce n’est pas votre mot de passe.");
  }
  expect((await confirm(visitor, link)).status).toBe(429);
  const [user] = await strict.db.select().from(users).where(eq(users.id, customer.userId));
  expect(user?.email).toBe(customer.email);
}, 30_000);

test("a sign-up and a confirmation with the same address, both concurrent with another sign-up, are refused", async () => {
  const customer = await shop.customer();
  const fresh = `course-${customer.email}`;
  await save(customer, { email: fresh });
  const link = await confirmationLink(fresh);
  const form = { name: "Autre", email: fresh, password: "Mot-de-passe-1" };
  const holder = await shop.sql.reserve();
  await holder`BEGIN`;
  await holder`INSERT INTO users (id, name, email) VALUES ('occupante', 'x', ${fresh})`;
  const answers = [
    confirm(shop.visitor(), link),
    shop.visitor().post("/connexion?mode=inscription", { ...form, confirmation: "Mot-de-passe-1" }),
  ];
  await expect
    .poll(async () => {
      const waiting = await shop.sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length;
    })
    .toBe(2);
  await holder`COMMIT`;
  holder.release();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([410, 401]);
});

test("a customer can cancel their own pending e-mail change, but not another's", async () => {
  const customer = await shop.customer();
  const neighbour = await shop.customer();
  const [old, fresh] = [customer.email, `autre-${customer.email}`];
  const answer = await save(customer, { email: fresh });
  expect(await answer.text()).toContain(`Ouvrez le lien reçu à ${fresh}`);
  const link = await confirmationLink(fresh);
  expect((await neighbour.post(SETTINGS, { intent: "call-off" })).status).toBe(200);
  expect((await shop.visitor().post(SETTINGS, { intent: "call-off" })).status).toBe(302);
  expect(await customer.read(SETTINGS)).toContain("Annuler le changement");
  const calledOff = await customer.post(SETTINGS, { intent: "call-off" });
  expect(await calledOff.text()).toContain(`vous vous connectez toujours avec ${old}`);
  expect((await profileOf(customer)).email).toBe(old);
  expect((await confirm(shop.visitor(), link)).status).toBe(410);
  expect((await signIn(old)).status).toBe(302);
  expect(await customer.read(SETTINGS)).not.toContain("Annuler le changement");
});

test("of ten concurrent confirmations, one succeeds", async () => {
  const customer = await shop.customer();
  await save(customer, { email: `dix-${customer.email}` });
  const link = await confirmationLink(`dix-${customer.email}`);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => confirm(shop.visitor(), link)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(410)]);
  expect(await mailsTo(customer.email, "Votre adresse a changé")).toHaveLength(1);
});

test("a further e-mail change revokes the previous link; saving the sign-in address cancels the change", async () => {
  const customer = await shop.customer();
  const [first, second] = [`un-${customer.email}`, `deux-${customer.email}`];
  await save(customer, { email: first });
  const firstLink = await confirmationLink(first);
  await save(customer, { email: second });
  const secondLink = await confirmationLink(second);
  expect((await confirm(shop.visitor(), firstLink)).status).toBe(410);
  await save(customer, { email: customer.email });
  expect((await confirm(shop.visitor(), secondLink)).status).toBe(410);
  expect((await signIn(customer.email)).status).toBe(302);
});

test("a confirmation link expires after a day, and a new one can be requested", async () => {
  const customer = await shop.customer();
  await save(customer, { email: `tard-${customer.email}` });
  const link = await confirmationLink(`tard-${customer.email}`);
  await shop.sql`UPDATE email_changes SET asked_at = now() - interval '25 hours'
    WHERE user_id = ${customer.userId}`;
  expect(await shop.visitor().read(link, 410)).toContain("Ce lien ne sert plus");
  expect((await confirm(shop.visitor(), link)).status).toBe(410);
  const again = await customer.post(SETTINGS, { intent: "confirm-again" });
  expect(again.status).toBe(200);
  const anotherLink = await confirmationLink(`tard-${customer.email}`);
  expect((await confirm(shop.visitor(), anotherLink)).status).toBe(200);
});

test("the page does not reveal that a requested address has an account; its owner is informed by mail", async () => {
  const [customer, owner] = [await shop.customer(), await shop.customer()];
  const free = await save(customer, { email: `libre-${customer.email}` });
  const taken = await save(customer, { email: owner.email });
  expect([taken.status, free.status]).toEqual([200, 200]);
  expect(await customer.read(SETTINGS)).toContain(`Un lien attend à ${owner.email}`);
  expect(await mailsTo(owner.email, "Cette adresse a déjà un compte")).toHaveLength(1);
  expect(await mailsTo(owner.email, "Confirmez votre adresse")).toEqual([]);
});

test("an address that another account has taken meanwhile cannot be confirmed", async () => {
  const customer = await shop.customer();
  const fresh = `prise-${customer.email}`;
  await save(customer, { email: fresh });
  const link = await confirmationLink(fresh);
  const form = { name: "Autre", email: fresh, password: "Mot-de-passe-1" };
  await shop
    .visitor()
    .post("/connexion?mode=inscription", { ...form, confirmation: "Mot-de-passe-1" });
  expect((await confirm(shop.visitor(), link)).status).toBe(410);
  const [user] = await shop.db.select().from(users).where(eq(users.id, customer.userId));
  expect(user?.email).toBe(customer.email);
});

test("at most five e-mail changes a day; saving other fields doesn't count", async () => {
  const customer = await shop.customer();
  for (let index = 0; index < 5; index++)
    expect((await save(customer, { email: `${index}-${customer.email}` })).status).toBe(200);
  const unchanged = { email: `4-${customer.email}`, name: "Claire" };
  expect((await save(customer, unchanged)).status).toBe(200);
  const refused = await save(customer, { email: `5-${customer.email}`, name: "Autre" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Cinq changements d’adresse par jour");
  expect(await profileOf(customer)).toMatchObject(unchanged);
  // Saving the sign-in address again is still allowed.
  expect((await save(customer)).status).toBe(200);
});

test("a password reset cancels a pending e-mail change", async () => {
  const customer = await shop.customer();
  await save(customer, { email: `vol-${customer.email}` });
  const link = await confirmationLink(`vol-${customer.email}`);
  await shop.visitor().post("/mot-de-passe-oublie", { email: customer.email });
  const [mail] = await mailsTo(customer.email, "Choisissez un nouveau mot de passe");
  const passwordLink = linkIn(mail!, "/nouveau-mot-de-passe");
  const chosen = { password: "Nouveau-mot-2", confirmation: "Nouveau-mot-2" };
  expect((await shop.visitor().post(passwordLink, chosen)).status).toBe(200);
  expect((await confirm(shop.visitor(), link)).status).toBe(410);
});

test("an e-mail change revokes the password links sent to the former address", async () => {
  const customer = await shop.customer();
  await shop.visitor().post("/mot-de-passe-oublie", { email: customer.email });
  const [mail] = await mailsTo(customer.email, "Choisissez un nouveau mot de passe");
  const passwordLink = linkIn(mail!, "/nouveau-mot-de-passe");
  await save(customer, { email: `neuve-${customer.email}` });
  await confirm(shop.visitor(), await confirmationLink(`neuve-${customer.email}`));
  expect((await shop.visitor().get(passwordLink)).status).toBe(410);
  const stored = await shop.db
    .select()
    .from(emailChanges)
    .where(eq(emailChanges.userId, customer.userId));
  expect(stored.every(({ isOpen }) => !isOpen)).toBe(true);
});
