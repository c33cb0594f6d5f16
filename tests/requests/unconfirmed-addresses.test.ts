import { like } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { orderToken } from "#app/platform/order-token.server.ts";
import { orders } from "#db/schema/index.ts";
import { Caller } from "../support/caller.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { waitingForLocks } from "../support/lock-queue.ts";
import { linkIn, openMailServer, sendAllMails, subjectOf } from "../support/mail.ts";
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

test("strangers who type an address don't use up the orders of who has proved it", async () => {
  const email = "prouvee@exemple.fr";
  const product = await insertProduct(shop.db, { name: "crème", price: 10 });
  const post = (who: Caller) =>
    who.post("/panier", orderForm([{ id: product, qty: 1 }], 1_000, { email, again: "1" }));
  const owner = new Caller(shop.url, "203.0.113.90");
  const orderId = await order(email, owner);
  const link = { orderId, version: 1, from: "mail" } as const;
  await owner.get(`/commande?lien=${orderToken(shop.config.sessionSecret, link)}`);
  await owner.post(`/admin/my-orders/${orderId}`, { intent: "confirm-email" });
  for (let time = 0; time < 31; time++) await post(new Caller(shop.url, `203.0.113.${time}`));
  expect((await post(owner)).status).toBe(302);
});

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

  test("is one for all spellings that Gmail delivers there", async () => {
    for (const email of ["u.ne@gmail.com", "un.e@googlemail.com", "U.N.E+x@gmail.com"])
      for (let time = 0; time < 2; time++) await order(email);
    await order("u.ne@exemple.fr");
    await sendAllMails(shop);
    const recipients = server.received.flatMap((mail) => mail.recipients);
    expect(recipients.filter((email) => /g(?:oogle)?mail\.com$/.test(email))).toHaveLength(5);
    expect(recipients).toContain("u.ne@exemple.fr");
  });

  test("has five password links besides, over all its accounts; a confirmed address has as many as it asks for", async () => {
    const emails = ["perdue@exemple.fr", "perdue+x@exemple.fr", "perdue+y@exemple.fr"];
    const typed = { name: "Inès", password: "Mot-de-passe-1", confirmation: "Mot-de-passe-1" };
    for (const email of emails)
      await shop.visitor().post("/connexion?mode=inscription", { ...typed, email });
    const links = () => subjectsIn("perdue").filter((subject) => subject.includes("mot de passe"));
    const ask = async (asked: string[]) => {
      for (const email of asked) {
        await sql`DELETE FROM jobs.job WHERE name = 'password-links'`;
        const browser = new Caller(shop.url, "203.0.113.77");
        expect((await browser.post("/mot-de-passe-oublie", { email })).status).toBe(200);
        await sendAllMails(shop);
      }
    };
    await ask([emails[0]!, emails[0]!, emails[0]!, emails[1]!, emails[2]!]);
    expect(links()).toHaveLength(5);
    await ask(emails);
    expect(links()).toHaveLength(5);
    await sql`UPDATE users SET email_verified = true WHERE email = ${emails[0]!}`;
    await ask([emails[0]!]);
    expect(links()).toHaveLength(6);
  });

  test("also when mails are sent at once", async () => {
    await Promise.all(Array.from({ length: 8 }, (_one, n) => order(`ensemble+${n}@exemple.fr`)));
    await Promise.all([sendAllMails(shop), sendAllMails(shop), sendAllMails(shop)]);
    expect(subjectsIn("ensemble")).toHaveLength(5);
  });

  test("leaves at once what began before a mail that it waited for", async () => {
    const mailbox = "attendue@exemple.fr";
    await shop.limits.takeMailTurn(mailbox);
    const other = await sql.reserve();
    await other`BEGIN`;
    await other`SELECT FROM limits FOR UPDATE`;
    const turn = shop.limits.takeMailTurn(mailbox);
    await expect.poll(() => waitingForLocks(sql)).toBe(1);
    await other`UPDATE limits SET ends_at = clock_timestamp() + interval '1 hour'`;
    await other`COMMIT`;
    other.release();
    expect(await turn).toBe(0);
  });

  test("is not said to be over: a cash order's page says that its mail will come", async () => {
    const confirmation = async () => {
      const browser = shop.visitor();
      const form = { email: "sixieme@exemple.fr", paymentMethod: "Paiement à la livraison" };
      const orderId = await placeOrder(shop, browser, form as object);
      return async () => textOf(await browser.read(`/payement/${orderId}`));
    };
    const first = await confirmation();
    const sent = "La confirmation est envoyée à sixieme@exemple.fr, la facture suivra";
    expect(await first()).toContain(sent);
    for (let count = 0; count < 4; count++) await confirmation();
    await sendAllMails(shop);
    const sixth = await confirmation();
    const late = "La confirmation vous parviendra à sixieme@exemple.fr, la facture suivra";
    expect(await sixth()).toContain(late);
    await sendAllMails(shop);
    expect([await first(), await sixth()]).toEqual([
      expect.stringContaining(sent),
      expect.stringContaining(late),
    ]);
    await pass(1);
    await sendAllMails(shop);
    expect(await sixth()).toContain(sent);
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

describe("typed words and files", () => {
  const mailsTo = (email: string) =>
    server.received.filter(({ recipients }) => recipients[0] === email);

  test("the terms of sale are attached once, then linked; again once the order is paid", async () => {
    const email = "conditions@exemple.fr";
    const browser = shop.visitor();
    await order(email, browser);
    await sendAllMails(shop);
    const second = await order(email, browser);
    await sendAllMails(shop);
    const [first, later] = mailsTo(email);
    const terms = (mail: typeof first) =>
      mail!.attachments.filter(({ filename }) => filename.includes("conditions")).length;
    expect([terms(first), terms(later)]).toEqual([1, 0]);
    expect(textOf(first!.html)).toContain("jointes à ce message");
    expect(textOf(later!.html)).toContain(
      "que notre premier message à cette adresse avait jointes",
    );
    expect(later!.html).toContain(
      `/condition-generale-de-vente/${shop.settings.current().terms!.inForce.hash}`,
    );
    const { providerOrderId } = await startPaying(browser, second);
    await approve(browser, providerOrderId);
    await capture(browser, second, providerOrderId);
    await sendAllMails(shop);
    const paid = mailsTo(email).at(-1);
    expect(terms(paid)).toBe(1);
    expect(textOf(paid!.html)).toContain("avec les conditions générales de la vente");
    // An account with a confirmed address has them with each order.
    const customer = await shop.customer();
    await sql`UPDATE users SET email_verified = true WHERE id = ${customer.userId}`;
    await sendAllMails(shop);
    for (let count = 0; count < 2; count++) {
      await placeOrder(shop, customer);
      await sendAllMails(shop);
    }
    expect(mailsTo(customer.email).map(terms)).toEqual([0, 1, 1]);
  });

  test("a hidden review and a new address are repeated to a confirmed address only", async () => {
    const author = await shop.customer();
    const id = await insertProduct(shop.db, { name: "baume", price: 12 });
    await author.post(`/produit/${id}`, { rate: "1", text: "Gagnez au casino" });
    const [review] = await sql`SELECT id FROM comments`;
    await shop.visitor().post(`/signaler-avis/${String(review!["id"])}`, {
      reason: "fake",
      explanation: "x",
      name: "Zoé",
      email: "zoe@exemple.fr",
      faith: "1",
    });
    const [report] = await sql`SELECT id FROM review_reports`;
    const decide = (decision: string) =>
      admin.post("/admin/avis", {
        id: String(report!["id"]),
        decision,
        reason: "Hors sujet",
        seen: "",
        confirmed: "1",
      });
    await decide("hide");
    await author.post("/admin/parametre-compte", {
      name: "Claire Aubry",
      dateOfBirth: "",
      phone: "",
      email: "moi@casino.exemple",
    });
    await sendAllMails(shop);
    const texts = mailsTo(author.email).map(({ text }) => text);
    expect(texts.join()).toContain("Hors sujet");
    expect(texts.join()).toContain("m…@…");
    expect(texts.join()).not.toContain("casino");
    await sql`UPDATE users SET email_verified = true WHERE id = ${author.userId}`;
    await decide("restore");
    await sendAllMails(shop);
    expect(mailsTo(author.email).at(-1)!.text).toContain("Gagnez au casino");
  });
});

describe("acts that mail it", () => {
  test("ten orders an hour under one mailbox, whatever the tag and the network; then a sentence", async () => {
    const id = await insertProduct(shop.db, { name: "baume", price: 12 });
    const place = (time: number) =>
      new Caller(shop.url, `192.0.2.${time}`).post(
        "/panier.data",
        orderForm([{ id, qty: 1 }], 1200, { email: `flot+${time}@exemple.fr` }),
      );
    for (let time = 0; time < 10; time++) expect((await place(time)).status).toBe(202);
    const refused = await place(10);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain("Confirmez-la par le lien d’un de nos e-mails");
    expect(await shop.db.$count(orders, like(orders.guestEmail, "flot%"))).toBe(10);
    // Who has confirmed one of them orders on.
    await sendAllMails(shop);
    const mail = server.received.find(({ recipients }) => recipients[0]!.startsWith("flot+"));
    const owner = shop.visitor();
    await owner.get(linkIn(mail!, "/commande\\?"));
    const form = orderForm([{ id, qty: 2 }], 2400, { email: mail!.recipients[0]! });
    expect((await owner.post("/panier.data", form)).status).toBe(202);
  });

  test("also with an account, unless its address is confirmed", async () => {
    const customer = await shop.customer();
    const id = await insertProduct(shop.db, { name: "baume", price: 12 });
    const place = async () =>
      (await customer.post("/panier.data", orderForm([{ id, qty: 1 }], 1200))).status;
    const statuses = [];
    for (let time = 0; time < 12; time++) statuses.push(await place());
    expect(statuses.filter((status) => status === 202)).toHaveLength(10);
    await sql`UPDATE users SET email_verified = true WHERE id = ${customer.userId}`;
    expect(await place()).toBe(202);
  });

  test("none while its mails would leave in more than three hours", async () => {
    await order("occupee@exemple.fr");
    for (let time = 0; time < 25; time++) await shop.limits.takeMailTurn("occupee@exemple.fr");
    const id = await insertProduct(shop.db, { name: "baume", price: 12 });
    const form = orderForm([{ id, qty: 1 }], 1200, { email: "occupee@exemple.fr" });
    expect((await shop.visitor().post("/panier.data", form)).status).toBe(429);
  });

  test("five accounts an hour under one mailbox, and one password link for its tags", async () => {
    const signUp = (tag: string) =>
      shop.visitor().post("/connexion?mode=inscription", {
        name: "Zoé",
        email: `comptes${tag}@exemple.fr`,
        password: "Mot-de-passe-1",
        confirmation: "Mot-de-passe-1",
      });
    for (const tag of ["", "+1", "+2", "+3", "+4"]) expect((await signUp(tag)).status).toBe(302);
    expect((await signUp("+5")).status).not.toBe(302);
    await sendAllMails(shop);
    const before = subjectsIn("comptes").length;
    for (const tag of ["+1", "+2", "+3", ""])
      await shop.visitor().post("/mot-de-passe-oublie", { email: `comptes${tag}@exemple.fr` });
    await sendAllMails(shop);
    expect(subjectsIn("comptes").slice(before)).toHaveLength(2);
  });
});
