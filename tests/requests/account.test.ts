import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { emailChanges, pictures, profiles, users } from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { linkIn, sendAllMails, subjectOf, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { sendPicture } from "../support/tus.ts";

const shop = await openShop();
const SETTINGS = "/admin/parametre-compte";

type Customer = Awaited<ReturnType<typeof shop.customer>>;
const profileOf = async ({ userId }: Customer) =>
  (await shop.db.select().from(profiles).where(eq(profiles.userId, userId)))[0]!;
const save = (browser: Customer, fields: Record<string, string> = {}) =>
  browser.post(SETTINGS, {
    name: "Claire Aubry",
    dateOfBirth: "",
    phone: "",
    email: browser.email,
    ...fields,
  });
const signIn = (email: string) =>
  shop.visitor().post("/connexion", { email, password: "Mot-de-passe-1" });

async function mailsTo(email: string, title: string) {
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, email);
  return mails.filter(({ text }) => text.includes(title));
}
async function confirmationLink(email: string): Promise<string> {
  const mails = await mailsTo(email, "Confirmez votre adresse");
  return linkIn(mails.at(-1)!, "/confirmer-adresse");
}
const confirm = (browser: Browser, link: string, password = "Mot-de-passe-1") =>
  browser.post(link, { password });
/** Changes the address one signs in with, and gives the link « Ce n’est pas moi » of the mail to the former one. */
async function move(customer: Customer, from: string, to: string): Promise<string> {
  await save(customer, { email: to });
  expect((await confirm(shop.visitor(), await confirmationLink(to))).status).toBe(200);
  const mails = await mailsTo(from, "Votre adresse a changé");
  return linkIn(mails.at(-1)!, "/ce-n-est-pas-moi");
}
const addressOf = async ({ userId }: Customer) =>
  (await shop.db.select().from(users).where(eq(users.id, userId)))[0]?.email;

test("at sign-up the profile has a name and an e-mail, and nothing else (§3)", async () => {
  const customer = await shop.customer({ name: "Inès Moreau" });
  expect(await profileOf(customer)).toMatchObject({
    name: "Inès Moreau",
    email: customer.email,
    phone: "",
    dateOfBirth: null,
    photo: null,
    isAdmin: false,
  });
  const page = await customer.read("/admin/account");
  expect(page).toContain("Inès Moreau");
  expect(page).toContain(customer.email);
  expect(page).toContain("Les informations de votre compte");
  expect(page.match(/(Date de naissance|Téléphone)|Non indiquée?/g)).toEqual([
    "Date de naissance",
    "Non indiquée",
    "Téléphone",
    "Non indiqué",
  ]);
});

test("name, birth date and phone are edited, and shown", async () => {
  const customer = await shop.customer();
  const answer = await save(customer, {
    name: "  Claire   Aubry-Petit ",
    dateOfBirth: "1991-03-14",
    phone: "06 12 34 56 78",
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("Modifications enregistrées");
  expect(await profileOf(customer)).toMatchObject({
    name: "Claire Aubry-Petit",
    dateOfBirth: "1991-03-14",
    phone: "33612345678",
    email: customer.email,
  });
  const [user] = await shop.db.select().from(users).where(eq(users.id, customer.userId));
  expect(user?.name).toBe("Claire Aubry-Petit");
  const page = await customer.read("/admin/account");
  expect(page).toContain("14 mars 1991");
  expect(page).toContain("+33 6 12 34 56 78");
  await save(customer);
  expect(await profileOf(customer)).toMatchObject({ dateOfBirth: null, phone: "" });
});

test.each([
  ["no name", { name: " " }, "Indiquez votre nom."],
  ["a name too long", { name: "x".repeat(201) }, "200 caractères au plus."],
  ["a day that isn't", { dateOfBirth: "1991-02-30" }, "Cette date ne semble pas juste"],
  ["a birth to come", { dateOfBirth: "2191-03-14" }, "Cette date ne semble pas juste"],
  ["a phone cut short", { phone: "+33 6 39" }, "Ce numéro ne semble pas complet"],
  ["a phone too long", { phone: "0".repeat(30) }, "Ce numéro ne semble pas complet"],
  ["no e-mail", { email: "" }, "Indiquez votre adresse e-mail."],
  ["two e-mails", { email: "a@b.fr, c@d.fr" }, "Cette adresse ne semble pas complète"],
])("%s: 'Erreur de mise a jour', and nothing is written", async (_what, fields, message) => {
  const customer = await shop.customer();
  const before = await profileOf(customer);
  const answer = await save(customer, { phone: "06 12 34 56 78", ...fields });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain("Erreur de mise a jour");
  expect(text).toContain(message);
  if (!("phone" in fields)) expect(text).toContain("06 12 34 56 78");
  expect(await profileOf(customer)).toEqual(before);
});

test("no field makes an administrator, and nobody edits another's profile", async () => {
  const [customer, other] = [await shop.customer(), await shop.customer()];
  const before = await profileOf(other);
  const forged = { isAdmin: "true", is_admin: "true", userId: other.userId, id: other.userId };
  expect((await save(customer, { ...forged, name: "Ruse" })).status).toBe(200);
  expect(await profileOf(customer)).toMatchObject({ name: "Ruse", isAdmin: false });
  expect(await profileOf(other)).toEqual(before);
  for (const path of [SETTINGS, `${SETTINGS}.data`]) {
    const answer = await shop.visitor().post(path, { name: "Personne", email: other.email });
    expect([202, 302]).toContain(answer.status);
  }
});

test("an update that fails says 'Erreur de mise a jour', and loses nothing that was typed", async () => {
  const customer = await shop.customer();
  await shop.sql`ALTER TABLE profiles ADD CONSTRAINT broken CHECK (name <> 'Panne')`;
  const answer = await save(customer, { name: "Panne", phone: "06 12 34 56 78" });
  await shop.sql`ALTER TABLE profiles DROP CONSTRAINT broken`;
  expect(answer.status).toBe(503);
  const text = await answer.text();
  expect(text).toContain("Erreur de mise a jour");
  expect(text).toContain("06 12 34 56 78");
  expect(shop.takeErrors().join("")).toContain("profile update");
});

test("the address to sign in with changes once it is confirmed through the new one", async () => {
  const customer = await shop.customer();
  const [old, fresh] = [customer.email, `nouvelle-${customer.email}`];
  expect((await save(customer, { email: fresh.toUpperCase() })).status).toBe(200);
  expect((await profileOf(customer)).email).toBe(fresh);
  expect((await signIn(fresh)).status).toBe(401);
  expect((await signIn(old)).status).toBe(302);
  const settings = await customer.read(SETTINGS);
  expect(settings).toContain(`Vous vous connectez avec ${old}`);
  const [warning] = await mailsTo(old, "Une autre adresse est demandée");
  expect(warning?.text).toContain("n…@exemple.fr");
  expect(warning?.text).not.toContain(fresh);

  const link = await confirmationLink(fresh);
  const visitor = shop.visitor();
  expect(await visitor.read(link)).toContain(fresh);
  // A program that follows the mail's link has confirmed nothing.
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

test("a confirmation asks for the account's password, ten times an hour", async () => {
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

test("« Ce n’est pas moi » gives the account back, once: address, sessions, password", async () => {
  const thief = await shop.customer();
  const [old, stolen] = [thief.email, `vol-${thief.email}`];
  const link = await move(thief, old, stolen);
  const victim = shop.visitor();
  expect(await victim.read(link)).toContain(old);
  // A program that follows the mail's link has changed nothing.
  expect(await addressOf(thief)).toBe(stolen);
  // Asked for by the thief, at his address: void with the rest.
  await shop.visitor().post("/mot-de-passe-oublie", { email: stolen });
  const [mail] = await mailsTo(stolen, "Choisissez un nouveau mot de passe");
  const thiefsLink = linkIn(mail!, "/nouveau-mot-de-passe");
  const restored = await victim.post(link, {});
  const text = await restored.text();
  expect([restored.status, text]).toEqual([
    200,
    expect.stringContaining("Votre adresse est rétablie"),
  ]);
  expect(await addressOf(thief)).toBe(old);
  expect((await profileOf(thief)).email).toBe(old);
  expect((await thief.get("/admin/account")).status).toBe(302);
  for (const address of [old, stolen]) expect((await signIn(address)).status).toBe(401);
  expect((await shop.visitor().get(thiefsLink)).status).toBe(410);
  const [told, ...more] = await mailsTo(stolen, "L’ancienne adresse est rétablie");
  expect(more).toEqual([]);
  expect(subjectOf(told!)).toBe("Votre adresse de connexion est de nouveau l’ancienne");
  expect(told!.text.replaceAll(/\s+/g, " ")).toContain(
    `Bonjour, à l’adresse ${old[0]}…@exemple.fr, on nous a dit que le changement pour celle-ci n’était pas voulu. Le compte Éclat s’ouvre de nouveau avec l’ancienne, toutes ses sessions sont fermées et son mot de passe ne sert plus.`,
  );
  // A way to object. Its reader is no longer the owner: no way into the account, nor the address in full.
  expect(told!.text).not.toContain(old);
  expect(linkIn(told!, "/contact")).toBe("/contact");
  expect(told!.text).not.toMatch(/nouveau-mot-de-passe|ce-n-est-pas-moi/);
  const passwordPath = /href="(\/nouveau-mot-de-passe[^"]*)"/.exec(text)![1]!;
  const chosen = { password: "Nouveau-mot-2", confirmation: "Nouveau-mot-2" };
  expect((await victim.post(passwordPath, chosen)).status).toBe(200);
  const again = await shop.visitor().post("/connexion", { email: old, password: chosen.password });
  expect(again.status).toBe(302);
  expect(await shop.visitor().read(link, 410)).toContain("Ce lien ne sert plus");
  expect((await shop.visitor().post(link, {})).status).toBe(410);
  // The session of after stays.
  expect(await addressOf(thief)).toBe(old);
});

test("« Ce n’est pas moi » undoes further changes, and those links with them", async () => {
  const thief = await shop.customer();
  const [old, second, third] = [thief.email, `b-${thief.email}`, `c-${thief.email}`];
  const link = await move(thief, old, second);
  const thiefsLink = await move(thief, second, third);
  const chosen = { password: "Voleur-mot-3", confirmation: "Voleur-mot-3" };
  await shop.visitor().post("/mot-de-passe-oublie", { email: third });
  const [mail] = await mailsTo(third, "Choisissez un nouveau mot de passe");
  await shop.visitor().post(linkIn(mail!, "/nouveau-mot-de-passe"), chosen);
  expect((await shop.visitor().post(link, {})).status).toBe(200);
  expect(await addressOf(thief)).toBe(old);
  expect((await shop.visitor().post(thiefsLink, {})).status).toBe(410);
  expect(await addressOf(thief)).toBe(old);
});

test("« Ce n’est pas moi » is good for seven days, and ends with the account", async () => {
  const [late, gone] = [await shop.customer(), await shop.customer()];
  const lateLink = await move(late, late.email, `tard-${late.email}`);
  await shop.sql`UPDATE former_addresses SET changed_at = now() - interval '7 days'
    WHERE user_id = ${late.userId}`;
  expect((await shop.visitor().post(lateLink, {})).status).toBe(410);
  const goneLink = await move(gone, gone.email, `parti-${gone.email}`);
  const deleted = await gone.post(`${SETTINGS}/supprimer`, { password: "Mot-de-passe-1" });
  expect(deleted.status).toBe(302);
  expect((await shop.visitor().get(goneLink)).status).toBe(410);
  expect((await shop.visitor().post(goneLink, {})).status).toBe(410);
});

test("of ten « Ce n’est pas moi » at once, one counts", async () => {
  const customer = await shop.customer();
  const link = await move(customer, customer.email, `onze-${customer.email}`);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => shop.visitor().post(link, {})),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(410)]);
});

test("a former address is nobody else's for seven days, and its account may return to it", async () => {
  const customer = await shop.customer();
  const [old, fresh] = [customer.email, `ici-${customer.email}`];
  const link = await move(customer, old, fresh);
  const form = { name: "Autre", email: old, password: "Mot-de-passe-1" };
  const signUp = () =>
    shop.visitor().post("/connexion?mode=inscription", { ...form, confirmation: "Mot-de-passe-1" });
  expect((await signUp()).status).toBe(401);
  const other = await shop.customer();
  await save(other, { email: old });
  expect(await mailsTo(old, "Cette adresse a déjà un compte")).toHaveLength(1);
  await move(customer, fresh, old);
  expect((await shop.visitor().get(link)).status).toBe(410);
  await move(customer, old, `la-${old}`);
  await shop.sql`UPDATE former_addresses SET changed_at = now() - interval '7 days'
    WHERE email = ${old}`;
  expect((await signUp()).status).toBe(302);
});

test("a sign-up with the address at the very moment of its confirmation: one of them is refused", async () => {
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

test("a signed-in customer changes the password with the former one: other sessions end, this one stays", async () => {
  const customer = await shop.customer();
  const { email } = customer;
  const other = shop.visitor();
  await other.post("/connexion", { email, password: "Mot-de-passe-1" });
  await save(customer, { email: `attend-${email}` });
  const waiting = await confirmationLink(`attend-${email}`);
  const change = (fields: Record<string, string>) =>
    customer.post(SETTINGS, {
      intent: "password",
      formerPassword: "Mot-de-passe-1",
      password: "Nouveau-mot-2",
      confirmation: "Nouveau-mot-2",
      ...fields,
    });
  for (const [fields, message] of [
    [{ formerPassword: "au hasard" }, "Ce n’est pas votre mot de passe."],
    [{ formerPassword: "" }, "Indiquez votre mot de passe actuel."],
    [{ confirmation: "Autre-mot-3" }, "Mot de passe non conforme"],
    [{ password: "court", confirmation: "court" }, "8 caractères"],
    [{ password: "password1", confirmation: "password1" }, "trop courant"],
  ] as const) {
    const refused = await change(fields);
    expect(refused.status, message).toBe(400);
    const text = await refused.text();
    expect(text).toContain(message);
    expect(text).not.toContain("Nouveau-mot-2");
  }
  expect((await other.get("/admin/account")).status).toBe(200);

  const changed = await change({});
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain("Mot de passe changé.");
  expect((await customer.get("/admin/account")).status).toBe(200);
  expect((await other.get("/admin/account")).status).toBe(302);
  expect((await signIn(email)).status).toBe(401);
  const again = await shop.visitor().post("/connexion", { email, password: "Nouveau-mot-2" });
  expect(again.status).toBe(302);
  expect((await shop.visitor().get(waiting)).status).toBe(410);
  const [told] = await mailsTo(email, "Votre mot de passe a changé");
  expect(told?.text).toContain("toutes les autres sessions");
  expect((await shop.visitor().post(SETTINGS, { intent: "password" })).status).toBe(302);
});

test("the former password is asked for ten times an hour", async () => {
  const strict = await openShop({ RATE_LIMIT_FACTOR: "1" });
  const customer = await strict.customer();
  const change = (formerPassword: string) =>
    customer.post(SETTINGS, {
      intent: "password",
      formerPassword,
      password: "Nouveau-mot-2",
      confirmation: "Nouveau-mot-2",
    });
  for (let tries = 0; tries < 10; tries++) expect((await change("au hasard")).status).toBe(400);
  const refused = await change("Mot-de-passe-1");
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("Attendez une heure");
}, 30_000);

test("a change of address is called off: by its owner, for themselves only", async () => {
  const customer = await shop.customer();
  const neighbour = await shop.customer();
  const [old, fresh] = [customer.email, `autre-${customer.email}`];
  const answer = await save(customer, { email: fresh });
  expect(await answer.text()).toContain(`Ouvrez le lien envoyé à ${fresh}`);
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

test("who is signed in finds their address where a new password is asked for", async () => {
  const customer = await shop.customer();
  const address = "/mot-de-passe-oublie";
  expect(await customer.read(address)).toContain(`value="${customer.email}"`);
  expect(await shop.visitor().read(address)).not.toContain('@exemple.fr"');
  // The one that a link is sent to, not another in the profile.
  await save(customer, { email: `profil-${customer.email}` });
  expect(await customer.read(address)).toContain(`value="${customer.email}"`);
});

test("of ten confirmations at once, one counts", async () => {
  const customer = await shop.customer();
  await save(customer, { email: `dix-${customer.email}` });
  const link = await confirmationLink(`dix-${customer.email}`);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => confirm(shop.visitor(), link)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(410)]);
  expect(await mailsTo(customer.email, "Votre adresse a changé")).toHaveLength(1);
});

test("another request replaces the link; the old address calls it off", async () => {
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

test("a link to confirm lives for a day", async () => {
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

test("an address that has an account is asked for in the same words, and told so by mail alone", async () => {
  const [customer, owner] = [await shop.customer(), await shop.customer()];
  const free = await save(customer, { email: `libre-${customer.email}` });
  const taken = await save(customer, { email: owner.email });
  expect([taken.status, free.status]).toEqual([200, 200]);
  expect(await customer.read(SETTINGS)).toContain(`Un lien attend à ${owner.email}`);
  expect(await mailsTo(owner.email, "Cette adresse a déjà un compte")).toHaveLength(1);
  expect(await mailsTo(owner.email, "Confirmez votre adresse")).toEqual([]);
});

test("an address that got an account meanwhile is not confirmed", async () => {
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

test("five links a day, and saving the rest of the profile asks for none", async () => {
  const customer = await shop.customer();
  for (let index = 0; index < 5; index++)
    expect((await save(customer, { email: `${index}-${customer.email}` })).status).toBe(200);
  const unchanged = { email: `4-${customer.email}`, name: "Claire" };
  expect((await save(customer, unchanged)).status).toBe(200);
  const refused = await save(customer, { email: `5-${customer.email}`, name: "Autre" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Cinq changements d’adresse par jour");
  expect(await profileOf(customer)).toMatchObject(unchanged);
  // The way back stays open.
  expect((await save(customer)).status).toBe(200);
});

test("a new password calls a change of address off", async () => {
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

test("a new address ends the password links of the old one", async () => {
  const customer = await shop.customer();
  await shop.visitor().post("/mot-de-passe-oublie", { email: customer.email });
  const [mail] = await mailsTo(customer.email, "Choisissez un nouveau mot de passe");
  const passwordLink = linkIn(mail!, "/nouveau-mot-de-passe");
  await save(customer, { email: `neuve-${customer.email}` });
  await confirm(shop.visitor(), await confirmationLink(`neuve-${customer.email}`));
  expect((await shop.visitor().get(passwordLink)).status).toBe(410);
  const kept = await shop.db
    .select()
    .from(emailChanges)
    .where(eq(emailChanges.userId, customer.userId));
  expect(kept.every(({ isOpen }) => !isOpen)).toBe(true);
});

const portrait = (background: string) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
const usePhoto = (browser: Customer, upload: string) =>
  browser.post(SETTINGS, { intent: "photo", upload });

test("a photo is sent, shown, replaced and taken back", async () => {
  const customer = await shop.customer();
  const first = await sendPicture(customer, "avatar", await portrait("#a58"));
  expect((await usePhoto(customer, first.id)).status).toBe(200);
  const shown = (await profileOf(customer)).photo!;
  expect(shown).toBe(first.picture?.path);
  expect(shown).toMatch(new RegExp(`^profil/${(await profileOf(customer)).storageId}/`));
  expect(await customer.read("/admin/account")).toContain(`/media/${shown}`);
  expect((await customer.get(`/media/${shown}`)).status).toBe(200);

  const second = await sendPicture(customer, "avatar", await portrait("#58a"));
  await usePhoto(customer, second.id);
  expect((await profileOf(customer)).photo).toBe(second.picture?.path);
  const rowsOf = (path: string) => shop.db.select().from(pictures).where(eq(pictures.path, path));
  expect(await rowsOf(shown)).toEqual([]);

  expect((await customer.post(SETTINGS, { intent: "remove-photo" })).status).toBe(200);
  expect((await profileOf(customer)).photo).toBeNull();
  expect(await rowsOf(second.picture!.path)).toEqual([]);
  expect((await customer.post(SETTINGS, { intent: "remove-photo" })).status).toBe(200);
});

test("a photo is one's own finished upload, once", async () => {
  const [customer, other] = [await shop.customer(), await shop.customer()];
  const theirs = await sendPicture(other, "avatar", await portrait("#a58"));
  const notAPicture = await sendPicture(customer, "avatar", Buffer.from("du texte"), "photo.jpg");
  const used = await sendPicture(customer, "avatar", await portrait("#a58"));
  expect((await usePhoto(customer, used.id)).status).toBe(200);
  for (const id of [theirs.id, notAPicture.id, used.id, "", "inconnu"]) {
    const refused = await usePhoto(customer, id);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("choisissez la photo à nouveau");
  }
  expect((await profileOf(customer)).photo).toBe(used.picture?.path);
  expect((await usePhoto(other, theirs.id)).status).toBe(200);
  expect((await shop.visitor().post(SETTINGS, { intent: "remove-photo" })).status).toBe(302);
});
