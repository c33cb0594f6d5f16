import { afterAll, describe, expect, test } from "vitest";
import { openMailServer, sendAllMails, subjectOf } from "../support/mail.ts";
import { approve, capture, placeOrder, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* Mails to addresses that nobody has confirmed (decision 92). */
const server = await openMailServer();
afterAll(server.close);
/** A shop with the rate limits of production, which other tests raise. */
const shop = await openShop({ SMTP_URL: server.url, RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "1" });
const { sql } = shop;
const admin = await shop.customer({ isAdmin: true });

/** The subjects of the mails that arrived in a mailbox, whatever the tag. */
const subjectsIn = (mailbox: string) =>
  server.received
    .filter(({ recipients }) => /^[^+@]+/.exec(recipients[0]!.toLowerCase())?.[0] === mailbox)
    .map(subjectOf);
const order = (email: string, browser = shop.visitor()) =>
  placeOrder(shop, browser, { email } as object);
/** Lets so many hours pass for the mails that wait. */
async function pass(hours: number): Promise<void> {
  await sql`UPDATE limits SET ends_at = ends_at - make_interval(hours => ${hours}::int)`;
  await sql`UPDATE mails SET send_after = send_after - make_interval(hours => ${hours}::int)`;
  await sql`UPDATE jobs.job SET start_after = start_after - make_interval(hours => ${hours}::int) WHERE name = 'send-mail'`;
}

describe("an hour of a mailbox that nobody has confirmed", () => {
  test("has five mails over all templates and tags; the others wait, none is lost", async () => {
    for (const tag of ["", "+x", "+Y", "+z.z", "+a+b"]) await order(`une${tag}@exemple.fr`);
    const browser = shop.visitor();
    const cancelled = await order("UNE@exemple.fr", browser);
    await browser.post(`/admin/my-orders/${cancelled}/annuler`, { confirmed: "1" });
    await order("autre@exemple.fr");
    await sendAllMails(shop);
    await sendAllMails(shop);
    expect(subjectsIn("une")).toHaveLength(5);
    expect(subjectsIn("autre")).toHaveLength(1);
    expect(textOf(await admin.read("/admin/courriels?etat=en-attente"))).toMatch(
      /En attente jusqu’au \d.{3,20} \d\d:\d\d Adresse que personne n’a confirmée/,
    );
    expect(textOf(await admin.read("/admin/courriels"))).not.toContain("ne part pas");
    await pass(1);
    await sendAllMails(shop);
    expect(subjectsIn("une")).toHaveLength(7);
    expect(subjectsIn("une").filter((subject) => subject.includes("annulée"))).toHaveLength(1);
    // The limit keeps no address.
    const stored = await sql<{ row: string }[]>`SELECT l::text AS row FROM limits l`;
    expect(JSON.stringify(stored)).not.toContain("une");
  });

  test("also when mails are sent at once", async () => {
    await Promise.all(Array.from({ length: 8 }, (_one, n) => order(`ensemble+${n}@exemple.fr`)));
    await Promise.all([sendAllMails(shop), sendAllMails(shop), sendAllMails(shop)]);
    expect(subjectsIn("ensemble")).toHaveLength(5);
  });

  test("holds up neither a paid order's mail nor a password link", async () => {
    const { email } = await shop.customer();
    const [mailbox = ""] = email.split("@");
    for (let count = 0; count < 7; count++) await order(email);
    await sendAllMails(shop);
    expect(subjectsIn(mailbox)).toHaveLength(5);
    const browser = shop.visitor();
    const orderId = await order(email, browser);
    const { providerOrderId } = await startPaying(browser, orderId);
    await approve(browser, providerOrderId);
    await capture(browser, orderId, providerOrderId);
    await shop.visitor().post("/mot-de-passe-oublie", { email });
    await sendAllMails(shop);
    expect(subjectsIn(mailbox).slice(5).toSorted()).toEqual([
      expect.stringContaining("est payée"),
      expect.stringContaining("mot de passe"),
    ]);
  });

  test("does not count for an account with a confirmed address", async () => {
    const customer = await shop.customer();
    const [mailbox = ""] = customer.email.split("@");
    await sql`UPDATE users SET email_verified = true WHERE id = ${customer.userId}`;
    for (let count = 0; count < 7; count++) await placeOrder(shop, customer);
    await sendAllMails(shop);
    // With the welcome, from before the confirmation.
    expect(subjectsIn(mailbox)).toHaveLength(8);
    // It counts for somebody who only types the address.
    for (let count = 0; count < 7; count++) await order(customer.email);
    await sendAllMails(shop);
    expect(subjectsIn(mailbox)).toHaveLength(12);
  });

  test("with more than a day of waiting, mails are given up, and an administrator sends them again", async () => {
    await order("pleine@exemple.fr");
    await shop.limits.takeMailTurn("pleine@exemple.fr");
    await sql`UPDATE limits SET count = 5, ends_at = now() + interval '25 hours'`;
    await sendAllMails(shop);
    expect(subjectsIn("pleine")).toEqual([]);
    expect(textOf(await admin.read("/admin/courriels?etat=echecs"))).toContain(
      "Trop d’e-mails attendent déjà pour cette adresse",
    );
    await sql`DELETE FROM limits`;
    const [mail] = await sql`SELECT key FROM mails WHERE recipient = 'pleine@exemple.fr'`;
    await admin.post("/admin/courriels", { key: String(mail!["key"]) });
    await sendAllMails(shop);
    expect(subjectsIn("pleine")).toHaveLength(1);
  });
});
