import { afterAll, expect, test } from "vitest";
import { messages } from "#db/schema/index.ts";
import { openMailServer, sendAllMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";

const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ SMTP_URL: server.url });
/** A shop with the rate limits of production, which other tests raise. */
const strict = await openShop({ SMTP_URL: server.url, RATE_LIMIT_FACTOR: "1" });

const receivedBy = (email: string) =>
  server.received.filter(({ recipients }) => recipients.includes(email));
const contact = (fields: Record<string, string> = {}) => ({
  name: "Inès Moreau",
  email: "ines@exemple.fr",
  phoneNumber: "",
  company: "",
  title: "Un colis rose",
  message: "Êtes-vous ouverts le lundi ?",
  ...fields,
});
const send = (to: typeof shop, fields: Record<string, string> = {}) =>
  to.visitor().post("/contact", contact(fields));

test("a new account gets one welcome mail, without the name from the form", async () => {
  const customer = await shop.customer({ name: "Gagnez 1000 euros sur pub.exemple" });
  await sendAllMails(shop);
  const [mail, ...others] = receivedBy(customer.email);
  expect(others).toEqual([]);
  expect(mail?.headers["message-id"]).toBe(`<welcome-${customer.userId.toLowerCase()}@localhost>`);
  for (const content of [mail!.html, mail!.text]) {
    expect(content).toContain("Bienvenue chez Éclat");
    expect(content).not.toContain("Gagnez");
  }
});

test("a sign-up with an existing account's address sends no mail", async () => {
  const customer = await shop.customer();
  await sendAllMails(shop);
  await shop.visitor().post("/connexion?mode=inscription", {
    name: "Autre",
    email: customer.email,
    password: "Mot-de-passe-2",
    confirmation: "Mot-de-passe-2",
    mode: "inscription",
  });
  await sendAllMails(shop);
  expect(receivedBy(customer.email)).toHaveLength(1);
});

test("a message from /contact gets one receipt per hour and address, without its contents", async () => {
  await send(shop);
  await send(shop, { email: "INES@exemple.fr", title: "Encore" });
  await sendAllMails(shop);
  const [mail, ...others] = [...receivedBy("ines@exemple.fr"), ...receivedBy("INES@exemple.fr")];
  expect(others).toEqual([]);
  expect(mail?.headers["message-id"]).not.toContain("ines");
  for (const content of [mail!.html, mail!.text, mail!.headers["subject"]!])
    expect(content).not.toMatch(/Inès|Moreau|colis|Encore|lundi/);
  expect(await shop.db.$count(messages)).toBe(2);
});

test("messages from one IP address for many e-mail addresses are all stored; five get a receipt", async () => {
  for (let n = 0; n < 8; n++) await send(strict, { email: `inconnu-${n}@exemple.fr` });
  await sendAllMails(strict);
  expect(await strict.db.$count(messages)).toBe(8);
  const answered = server.received.filter(({ recipients }) =>
    recipients[0]?.startsWith("inconnu-"),
  );
  expect(answered).toHaveLength(5);
});

test("line breaks in form fields add no mail header and no recipient", async () => {
  const header = "Inès\r\nBcc: autre@exemple.fr";
  const before = server.received.length;
  const refused = await send(shop, { email: "maud@exemple.fr\r\nBcc: autre@exemple.fr" });
  expect(refused.status).toBe(400);
  expect((await send(shop, { email: "maud@exemple.fr,autre@exemple.fr" })).status).toBe(400);
  await send(shop, { email: "maud@exemple.fr", name: header, title: header, company: header });
  await sendAllMails(shop);
  const [mail, ...others] = server.received.slice(before);
  expect(others).toEqual([]);
  expect(mail?.recipients).toEqual(["maud@exemple.fr"]);
  expect(mail?.headers["bcc"]).toBeUndefined();
  expect(mail?.headers["to"]).toBe("maud@exemple.fr");
});
