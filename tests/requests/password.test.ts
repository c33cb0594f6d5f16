import { expect, test } from "vitest";
import type { Browser } from "../support/browser.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const strict = await openShop({ RATE_LIMIT_FACTOR: "1" });

const OLD = "Mot-de-passe-1";
const NEW = "Nouveau-mot-2";

async function mailsTo(email: string, title: string) {
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, email);
  return mails.filter(({ text }) => text.includes(title));
}

/** Requests a reset link. Returns the link of the mail. */
async function linkFor(email: string): Promise<string> {
  const answer = await shop.visitor().post("/mot-de-passe-oublie", { email });
  expect(answer.status).toBe(200);
  const mails = await mailsTo(email, "Choisissez un nouveau mot de passe");
  expect(mails).toHaveLength(1);
  return linkIn(mails[0]!, "/nouveau-mot-de-passe");
}

const choose = (browser: Browser, link: string, password = NEW, confirmation = password) =>
  browser.post(link, { password, confirmation });

async function signInStatus(email: string, password: string): Promise<number> {
  const answer = await shop.visitor().post("/connexion", { email, password });
  return answer.status;
}

test("a mailed link changes the password once and ends all sessions", async () => {
  const phone = await shop.customer();
  const { email } = phone;
  const link = await linkFor(email);
  const token = new URLSearchParams(link.split("?")[1]).get("lien")!;
  const kept = await shop.sql`SELECT to_jsonb(v)::text AS row FROM verifications v
    UNION ALL SELECT to_jsonb(m)::text FROM mails m`;
  expect(kept.map(({ row }) => row).join("\n")).not.toContain(token);

  const visitor = shop.visitor();
  const page = await visitor.get(link);
  expect(page.headers.get("cache-control")).toBe("private, no-store");
  expect(await page.text()).toContain(email);
  const changed = await choose(visitor, link);
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain("Votre mot de passe a changé");

  expect((await phone.get("/admin/my-orders")).headers.get("location")).toContain("/connexion");
  expect(await signInStatus(email, OLD)).toBe(401);
  expect(await signInStatus(email, NEW)).toBe(302);
  expect(await mailsTo(email, "Votre mot de passe a changé")).toHaveLength(1);

  const again = await choose(shop.visitor(), link, "Encore-un-autre-3");
  expect(again.status).toBe(410);
  expect(await again.text()).toContain("Ce lien ne sert plus");
  expect(await shop.visitor().read(link, 410)).toContain("Ce lien ne sert plus");
  expect(await signInStatus(email, NEW)).toBe(302);
});

test("of ten concurrent submissions of one link, one changes the password", async () => {
  const { email } = await shop.customer();
  const link = await linkFor(email);
  const passwords = Array.from({ length: 10 }, (_, index) => `Mot-de-passe-n-${index}`);
  const answers = await Promise.all(
    passwords.map((password) => choose(shop.visitor(), link, password)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(await signInStatus(email, passwords[statuses.indexOf(200)]!)).toBe(302);
});

test("an email without an account gets the same response, and no mail", async () => {
  const { email } = await shop.customer();
  const answerTo = async (address: string) => {
    const answer = await shop.visitor().post("/mot-de-passe-oublie", { email: address });
    return [answer.status, /<main[\s\S]*<\/main>/.exec(await answer.text())?.[0]];
  };
  const known = await answerTo(email);
  expect(known[1]).toContain("Si cette adresse a un compte");
  expect(await answerTo("inconnue@exemple.fr")).toEqual(known);
  await sendAllMails(shop);
  expect(await writtenMails(shop.config.dataDir, "inconnue@exemple.fr")).toEqual([]);
});

test("a link is valid for one hour after its mail was sent, and waits at most a day to be sent", async () => {
  const customer = await shop.customer();
  const link = await linkFor(customer.email);
  const age = (interval: string) => shop.sql`
    UPDATE mails SET sent_at = now() - ${interval}::interval
    WHERE key = (SELECT id FROM verifications WHERE value = ${customer.userId})`;
  // As if the link's mail had waited 20 hours for the mail server.
  await shop.sql`UPDATE verifications SET created_at = now() - interval '20 hours',
    expires_at = now() + interval '4 hours' WHERE value = ${customer.userId}`;
  await age("59 minutes");
  await shop.visitor().read(link);
  await age("61 minutes");
  expect((await choose(shop.visitor(), link)).status).toBe(410);
  expect(await signInStatus(customer.email, OLD)).toBe(302);
  await age("1 minute");
  await shop.sql`UPDATE verifications SET expires_at = now() WHERE value = ${customer.userId}`;
  expect((await choose(shop.visitor(), link)).status).toBe(410);
});

test.each([
  ["two different passwords", NEW, "Autre-mot-3", "Mot de passe non conforme"],
  ["a password that is too short", "court", "court", "8 caractères"],
  ["eight small letters: 38 bits", "brouette", "brouette", "trop simple"],
  ["no password", "", "", "Indiquez votre mot de passe."],
])("%s: refused, and the link stays valid", async (_what, password, confirmation, message) => {
  const { email } = await shop.customer();
  const link = await linkFor(email);
  const refused = await choose(shop.visitor(), link, password, confirmation);
  expect(refused.status).toBe(400);
  const text = await refused.text();
  expect(text).toContain(message);
  if (password) expect(text).not.toContain(password);
  expect((await choose(shop.visitor(), link, ` ${NEW} `)).status).toBe(200);
  expect(await signInStatus(email, NEW)).toBe(302);
});

test.each([
  ["no link", ""],
  ["an empty link", "?lien="],
  ["an unknown link", `?lien=${"x".repeat(32)}`],
  ["a null character", "?lien=%00"],
  ["a very long link", `?lien=${"x".repeat(5_000)}`],
])("%s is an invalid link", async (_what, query) => {
  const path = `/nouveau-mot-de-passe${query}`;
  expect(await shop.visitor().read(path, 410)).toContain("Ce lien ne sert plus");
  expect((await choose(shop.visitor(), path)).status).toBe(410);
});

test("a password link can only be requested for a valid e-mail address", async () => {
  for (const email of ["", "claire", "a@b.fr, c@d.fr", "a@b.fr\r\nBcc: c@d.fr"]) {
    const answer = await shop.visitor().post("/mot-de-passe-oublie", { email });
    expect(answer.status, email).toBe(400);
  }
});

test("six requests for one e-mail address within five minutes send one link", async () => {
  const { email } = await shop.customer();
  const asked = Array.from({ length: 5 }, () =>
    shop.visitor().post("/mot-de-passe-oublie", { email }),
  );
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await linkFor(email);
});

test("an IP address may request ten links, not eleven", async () => {
  const ask = (index: number) =>
    strict.visitor().post("/mot-de-passe-oublie", { email: `personne-${index}@exemple.fr` });
  for (let index = 0; index < 10; index++) expect((await ask(index)).status).toBe(200);
  const refused = await ask(10);
  expect(refused.status).toBe(429);
  const text = await refused.text();
  expect(text).toContain("Trop de demandes.");
  expect(text).toContain("personne-10@exemple.fr");
});
