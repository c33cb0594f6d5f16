import { afterAll, expect, test } from "vitest";
import { linkIn, openMailServer, sendAllMails, subjectOf } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";

/* Security notices to an address that nobody has confirmed leave at once (decision 107). */
const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ SMTP_URL: server.url, RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "1" });

const subjectsTo = (email: string) =>
  server.received.filter(({ recipients }) => recipients[0] === email).map(subjectOf);
type Customer = Awaited<ReturnType<typeof shop.customer>>;
const passwordOf = new Map<Customer, string>();
/** Changes the password by the form, and sends the mails. */
async function changePassword(customer: Customer): Promise<void> {
  const formerPassword = passwordOf.get(customer) ?? "Mot-de-passe-1";
  const password = `${formerPassword}x`;
  const fields = { intent: "password", formerPassword, password, confirmation: password };
  expect((await customer.post("/admin/parametre-compte", fields)).status).toBe(200);
  passwordOf.set(customer, password);
  await sendAllMails(shop);
}
/** A customer whose mailbox a stranger has flooded for hours. */
async function flooded(): Promise<Customer> {
  const customer = await shop.customer();
  await sendAllMails(shop);
  for (let time = 0; time < 40; time++) await shop.limits.takeMailTurn(customer.email);
  return customer;
}

test("they leave at once from a flooded mailbox", async () => {
  const customer = await flooded();
  const { email } = customer;
  await changePassword(customer);
  const profile = { name: "Claire", dateOfBirth: "", phone: "", email: "autre@exemple.fr" };
  await customer.post("/admin/parametre-compte", profile);
  await sendAllMails(shop);
  const link = server.received.find(({ recipients }) => recipients[0] === profile.email)!;
  const password = passwordOf.get(customer)!;
  await customer.post(linkIn(link, "/confirmer-adresse"), { password });
  await sendAllMails(shop);
  expect(subjectsTo(email).slice(1)).toEqual([
    "Votre mot de passe a changé",
    "Changement de votre adresse de connexion",
    "Votre adresse de connexion a changé",
  ]);
  const notice = server.received.findLast(({ recipients }) => recipients[0] === email)!;
  await shop.visitor().post(linkIn(notice, "/ce-n-est-pas-moi"), {});
  await sendAllMails(shop);
  expect(subjectsTo(profile.email)).toHaveLength(2);
});

test("three a week for an account; further ones wait, and use nobody else's up", async () => {
  const [stranger, owner] = [await flooded(), await flooded()];
  for (let time = 0; time < 5; time++) await changePassword(stranger);
  expect(subjectsTo(stranger.email)).toHaveLength(1 + 3);
  await changePassword(owner);
  expect(subjectsTo(owner.email)).toHaveLength(1 + 1);
});

test("twenty an hour for a mailbox, over its accounts", async () => {
  const customer = await flooded();
  const mailbox = customer.email.replace("@", "+x@");
  for (let time = 0; time < 20; time++) await shop.limits.allow("mailbox-notices", { mailbox });
  await changePassword(customer);
  expect(subjectsTo(customer.email)).toHaveLength(1);
});
