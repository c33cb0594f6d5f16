import sharp from "sharp";
import { expect, test } from "vitest";
import { connect } from "#app/platform/db.server.ts";
import { createLimits } from "#app/platform/limits.server.ts";
import type { Browser } from "../support/browser.ts";
import { Caller } from "../support/caller.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { payOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";
import { sendPicture } from "../support/tus.ts";

/* Rate limits per account and IP address, stored in PostgreSQL: threat 12 of docs/threats.md. A tenth of each, for speed. */
const shop = await openShop(
  { RATE_LIMIT_FACTOR: "0.1", TRUST_PROXY: "1" },
  { cacheBytes: 8_000_000 },
);
const callerAt = (address: string) => new Caller(shop.url, address);
const PASSWORD = "Mot-de-passe-1";

async function signIn(address: string, email: string, password: string): Promise<number> {
  const answer = await callerAt(address).post("/connexion", { email, password });
  await answer.body?.cancel();
  return answer.status;
}

test("password guessing is limited, but the account's owner can still sign in from a known IP address", async () => {
  const email = "victime@exemple.fr";
  const form = { name: "Maud Léger", email, password: PASSWORD, confirmation: PASSWORD };
  const home = "203.0.113.1";
  expect((await callerAt(home).post("/connexion?mode=inscription", form)).status).toBe(302);

  const guesses: number[] = [];
  for (let index = 1; index <= 8; index++)
    guesses.push(await signIn(`192.0.2.${index}`, email, `au hasard ${index}`));
  expect(guesses).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
  // The right password is refused from another IP address, too.
  expect(await signIn("192.0.2.50", email, PASSWORD)).toBe(429);
  // The owner's IP address is not limited.
  expect(await signIn(home, email, PASSWORD)).toBe(302);

  // At a new IP address, a password link by mail lets the owner sign in.
  const away = callerAt("203.0.113.200");
  expect((await away.post("/mot-de-passe-oublie", { email })).status).toBe(200);
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, email);
  const mail = mails.find(({ text }) => text.includes("Choisissez un nouveau mot de passe"))!;
  const chosen = "Un-autre-mot-2";
  const link = linkIn(mail, "/nouveau-mot-de-passe");
  expect((await away.post(link, { password: chosen, confirmation: chosen })).status).toBe(200);
  expect(await signIn("192.0.2.60", email, chosen)).toBe(429);
  expect(await signIn("203.0.113.200", email, chosen)).toBe(302);
});

test("sign-in attempts for many accounts are limited per IP address, IPv6 /64 and /48", async () => {
  const statuses: number[] = [];
  for (let index = 1; index <= 12; index++)
    statuses.push(await signIn("192.0.2.77", `inconnue-${index}@exemple.fr`, PASSWORD));
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.slice(10)).toEqual([429, 429]);
  // An IPv6 /64 counts as one address.
  for (let index = 1; index <= 10; index++)
    await signIn(`2001:db8:1:2::${index}`, `autre-${index}@exemple.fr`, PASSWORD);
  expect(await signIn("2001:db8:1:2:ffff::1", "autre@exemple.fr", PASSWORD)).toBe(429);
  expect(await signIn("2001:db8:1:3::1", "autre@exemple.fr", PASSWORD)).toBe(401);
  // A /48 has ten times the tries of an address.
  const others: number[] = [];
  for (let index = 1; index <= 110; index++)
    others.push(await signIn(`2001:db8:4:${index}::1`, `voisine-${index}@exemple.fr`, PASSWORD));
  expect(others.filter((status) => status === 401)).toHaveLength(100);
  expect(others.slice(100)).not.toContain(401);
  expect(await signIn("2001:db8:5:1::1", "voisine@exemple.fr", PASSWORD)).toBe(401);
});

test("invoices for who has no account are limited per IP address, IPv6 /64 too", async () => {
  const buyer = callerAt("2001:db8:6:1::1");
  const { orderId } = await payOrder(shop, buyer, { email: "acheteuse@exemple.fr" } as object);
  const [invoice] = await shop.sql`SELECT number FROM invoices WHERE order_id = ${orderId}`;
  const statuses: number[] = [];
  for (let index = 1; index <= 13; index++) {
    buyer.address = `2001:db8:6:1::${index}`;
    const answer = await buyer.get(`/factures/${String(invoice!["number"])}`);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
});

test("sign-ups, password links and messages are limited per IP address", async () => {
  const caller = callerAt("192.0.2.88");
  const statusesOf = async (times: number, ask: (time: number) => Promise<Response>) => {
    const statuses = [];
    for (let time = 0; time < times; time++) statuses.push((await ask(time)).status);
    return statuses;
  };
  const signUp = (who: Browser, email: string) =>
    who.post("/connexion?mode=inscription", {
      name: "Inès",
      email,
      password: PASSWORD,
      confirmation: PASSWORD,
    });
  // A new client each time: after the first sign-up the client is signed in.
  const accounts = await statusesOf(3, (time) =>
    signUp(callerAt("192.0.2.88"), `compte-${time}@exemple.fr`),
  );
  expect(accounts).toEqual([302, 302, 429]);
  expect((await signUp(callerAt("192.0.2.89"), "compte-3@exemple.fr")).status).toBe(302);

  const links = await statusesOf(2, (time) =>
    caller.post("/mot-de-passe-oublie", { email: `lien-${time}@exemple.fr` }),
  );
  expect(links).toEqual([200, 429]);

  const message = {
    name: "Inès",
    email: "ines@exemple.fr",
    title: "Bonjour",
    message: "Une question",
  };
  expect(await statusesOf(3, () => caller.post("/contact", message))).toEqual([200, 200, 429]);
  const refused = await caller.post("/contact", message);
  expect(await refused.text()).toContain("Une question");
  expect((await callerAt("192.0.2.89").post("/contact", message)).status).toBe(200);
});

test("profile changes are limited to ten an hour, and the refused form keeps its input", async () => {
  const customer = await shop.customer();
  const rename = (name: string) =>
    customer.post("/admin/parametre-compte", {
      name,
      dateOfBirth: "",
      phone: "",
      email: customer.email,
    });
  expect((await rename("Claire Un")).status).toBe(200);
  const refused = await rename("Claire Deux");
  expect(refused.status).toBe(429);
  expect(await refused.text()).toMatch(/value="Claire Deux"[^]*Dix changements par heure au plus/);
  const [profile] = await shop.sql`SELECT name FROM profiles WHERE user_id = ${customer.userId}`;
  expect(profile?.["name"]).toBe("Claire Un");
  const photo = await customer.post("/admin/parametre-compte", { intent: "remove-photo" });
  expect(photo.status).toBe(429);
});

test("a new photo counts as one of the ten profile changes an hour; a refused photo leaves the previous one", async () => {
  const customer = callerAt("203.0.113.60");
  const email = "photos@exemple.fr";
  const account = { name: "Claire", email, password: PASSWORD, confirmation: PASSWORD };
  await customer.post("/connexion?mode=inscription", account);
  const create = { width: 60, height: 60, channels: 3, background: "#a58" } as const;
  const picture = await sharp({ create }).jpeg().toBuffer();
  const showNewPhoto = async () => {
    const { id, picture: sent } = await sendPicture(customer, "avatar", picture);
    const fields = { intent: "photo", upload: id };
    const { status } = await customer.post("/admin/parametre-compte", fields);
    return { status, path: sent?.path };
  };
  const photoOf = async () =>
    (await shop.sql`SELECT photo FROM profiles WHERE email = ${email}`)[0]!["photo"];
  const first = await showNewPhoto();
  expect(first).toEqual({ status: 200, path: await photoOf() });
  expect((await showNewPhoto()).status).toBe(429);
  expect(await photoOf()).toBe(first.path);
  const form = { name: "Claire Trois", dateOfBirth: "", phone: "", email };
  expect((await customer.post("/admin/parametre-compte", form)).status).toBe(429);
});

test("confirmation links to one e-mail address are limited across accounts, and the response does not reveal it", async () => {
  const email = "cible@exemple.fr";
  const answers: string[] = [];
  for (const [index, name] of ["Une", "Autre"].entries()) {
    const customer = callerAt(`203.0.113.${70 + index}`);
    const account = { name, email: `demande-${index}@exemple.fr`, password: PASSWORD };
    await customer.post("/connexion?mode=inscription", { ...account, confirmation: PASSWORD });
    const profile = { name, dateOfBirth: "", phone: "", email };
    const answer = await customer.post("/admin/parametre-compte", profile);
    expect(answer.status).toBe(200);
    answers.push((await answer.text()).includes("enregistr") ? "saved" : "refused");
    const again = await customer.post("/admin/parametre-compte", { intent: "confirm-again" });
    // No link has left for it: nothing may say so.
    const text = textOf(await again.text());
    expect(text).not.toContain("Le lien est parti");
    expect(text).toContain("une adresse reçoit au plus trois liens par heure");
  }
  expect(answers).toEqual(["saved", "saved"]);
  await sendAllMails(shop);
  expect(await writtenMails(shop.config.dataDir, email)).toHaveLength(1);
});

test("nodes share exact counters, and the table contains no personal data", async () => {
  const config = { ...shop.config, rateLimitFactor: 1 };
  const nodes = [1, 2, 3].map(() => connect(shop.databaseUrl, { max: 4 }));
  const limits = nodes.map(({ sql }) => createLimits(sql, config));
  const client = { address: "203.0.113.42", account: "tous@exemple.fr" };
  const tries = await Promise.all(
    Array.from({ length: 60 }, (_one, index) => limits[index % 3]!.allow("sign-in", client)),
  );
  expect(tries.filter(Boolean)).toHaveLength(10);
  // When a rate limit's window has ended, a new window begins.
  await shop.sql`UPDATE limits SET ends_at = now() - interval '1 second' WHERE ends_at < now() + interval '1 day'`;
  expect(await limits[0]!.allow("sign-in", client)).toBe(true);
  await limits[0]!.sweep();
  const stored = await shop.sql<{ row: string }[]>`SELECT l::text AS row FROM limits l`;
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.map(({ row }) => row).join("\n")).not.toMatch(/@|203\.|exemple|sign/);
  await Promise.all(nodes.map(({ sql }) => sql.end()));
});

test("a reached limit is logged once, without the account or IP address", async () => {
  const logged: string[] = [];
  const log = {
    info: (...entry: unknown[]) => void logged.push(JSON.stringify(entry)),
  } as unknown as Pick<typeof shop.log, "info">;
  const limits = createLimits(shop.sql, { ...shop.config, rateLimitFactor: 1 }, log);
  const client = { address: "203.0.113.77", account: "curieux@exemple.fr" };
  for (let time = 0; time < 14; time++) await limits.allow("sign-in", client);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(
    /^\[\{"act":"sign-in","by":"both","key":"[\w-]{32}"\},"limit reached"\]$/,
  );
});
