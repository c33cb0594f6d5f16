import { and, eq, isNotNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orderToken } from "#app/platform/order-token.server.ts";
import { eraseGuest } from "#app/privacy/erase-guest.server.ts";
import { orders } from "#db/schema/index.ts";
import { forgetOldData } from "../../server/retention.ts";
import { adminOf } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { sampleReduction } from "../support/reductions.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* Orders without an account: into an account, their erasure, and reductions per customer (decision 78). */
const shop = await openShop();
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true });
const PASSWORD = "Mot-de-passe-1";

let people = 0;
const newEmail = () => `sans-compte-${++people}@exemple.fr`;
const rowOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const order = (browser: Browser, email: string, form: object = {}) =>
  placeOrder(shop, browser, { email, ...form } as object);
async function signUp(browser: Browser, email: string, path = "/connexion?mode=inscription") {
  const fields = { name: "Zoé", email, password: PASSWORD, confirmation: PASSWORD };
  const answer = await browser.post(path, fields);
  expect(answer.status).toBe(302);
  const [user] = await sql`SELECT id FROM users WHERE email = ${email}`;
  return { id: String(user!["id"]), location: answer.headers.get("location") };
}
const signIn = (email: string) => shop.visitor().post("/connexion", { email, password: PASSWORD });
const confirm = (id: string) => sql`UPDATE users SET email_verified = true WHERE id = ${id}`;

describe("« Créer mon compte »", () => {
  test("leads back to the order, and takes it in once the mailed link confirms the address", async () => {
    const email = newEmail();
    const browser = shop.visitor();
    const { orderId } = await payOrder(shop, browser, { email } as object);
    const second = await order(browser, email);
    const path = `/connexion?retour=commande&id=${orderId}&mode=inscription`;
    const linked = shop.visitor();
    const token = { orderId, version: 1, from: "mail" } as const;
    await linked.get(`/commande?lien=${orderToken(shop.config.sessionSecret, token)}`);
    for (const [who, url] of [
      [browser, path],
      [browser, path.replace("&mode=inscription", "")],
      [linked, path],
    ] as const) {
      const asked = textOf(await who.read(url));
      expect(asked).toContain("Votre commande rejoindra le compte de la même adresse e-mail");
      expect(asked).not.toContain("est dans votre compte");
    }
    const { id, location } = await signUp(browser, email, path);
    expect(location).toBe(`/admin/my-orders/${orderId}`);
    // Never an unconfirmed address.
    expect((await rowOf(orderId)).customerId).toBeNull();
    expect(textOf(await browser.read("/admin/my-orders"))).toContain("Aucune commande");
    // The browser that placed it still opens it.
    expect((await browser.get(`/admin/my-orders/${orderId}`)).status).toBe(200);

    await sendAllMails(shop);
    const mails = await writtenMails(shop.config.dataDir, email);
    const mail = mails.find(({ text }) => text.includes("Retrouvez vos commandes"))!;
    const link = linkIn(mail, "/confirmer-adresse");
    expect((await rowOf(orderId)).customerId).toBeNull();
    expect(textOf(await browser.read(link))).toContain(
      `Confirmer que ${email} est bien votre adresse`,
    );
    const answer = await browser.post(link, { password: PASSWORD });
    expect(textOf(await answer.text())).toContain(
      "Votre adresse est confirmée Vos commandes passées avec elle sont dans « Mes commandes ».",
    );
    for (const one of [orderId, second])
      expect(await rowOf(one)).toMatchObject({
        customerId: id,
        guestEmail: null,
        guestLinkVersion: null,
        guestLinkAt: null,
      });
    expect(textOf(await browser.read("/admin/my-orders"))).toContain("2 commandes");
    expect(await browser.read("/admin/parametre-compte/mes-donnees")).toContain(orderId);
    // No former address, no other sign-in address.
    expect(await sql`SELECT FROM former_addresses WHERE user_id = ${id}`).toHaveLength(0);
    expect((await browser.post(link, { password: PASSWORD })).status).toBe(410);
    // The mail's link leads to the account now.
    const former = linkIn(
      mails.find(({ text }) => text.includes("est payée"))!,
      "/commande\\?",
    );
    const dead = await shop.visitor().get(former);
    expect(dead.status).toBe(410);
    expect(textOf(await dead.text())).toContain("Cette commande est dans votre compte");
    expect(await brokenInvariants(sql)).toEqual({});
  });

  test("an address without orders gets no such mail", async () => {
    const email = newEmail();
    await signUp(shop.visitor(), email);
    expect(
      await sql`SELECT FROM mails WHERE template = 'confirm-guest-orders' AND recipient = ${email}`,
    ).toHaveLength(0);
    expect(
      await sql`SELECT FROM mails WHERE template = 'welcome' AND recipient = ${email}`,
    ).toHaveLength(1);
  });
});

describe("an account takes in the orders of its address", () => {
  test("at the sign-in after them, if the address is confirmed; never otherwise, never another's", async () => {
    const [email, other] = [newEmail(), newEmail()];
    const { id } = await signUp(shop.visitor(), email);
    const mine = await order(shop.visitor(), email.toUpperCase());
    const theirs = await order(shop.visitor(), other);
    await signIn(email);
    expect((await rowOf(mine)).customerId).toBeNull();
    await confirm(id);
    expect((await rowOf(mine)).customerId).toBe(id);
    const later = await order(shop.visitor(), email);
    expect((await rowOf(later)).customerId).toBeNull();
    await Promise.all([signIn(email), signIn(email)]);
    expect((await rowOf(later)).customerId).toBe(id);
    expect((await rowOf(theirs)).customerId).toBeNull();
  });

  test("that is signed in: by a button on the order's page instead of the offer of an account", async () => {
    const email = newEmail();
    const browser = shop.visitor();
    const { id } = await signUp(browser, email);
    const orderId = await order(shop.visitor(), email);
    const theirs = await order(shop.visitor(), newEmail());
    const page = `/admin/my-orders/${orderId}`;
    for (const one of [orderId, theirs]) {
      const link = { orderId: one, version: 1, from: "mail" } as const;
      await browser.get(`/commande?lien=${orderToken(shop.config.sessionSecret, link)}`);
    }
    const join = async () => textOf(await (await browser.post(page, { intent: "join" })).text());
    const offered = textOf(await browser.read(page));
    expect(offered).toContain("Ajouter à mon compte");
    expect(offered).not.toContain("Créer mon compte");
    expect(textOf(await browser.read(`/admin/my-orders/${theirs}`))).not.toMatch(
      /Ajouter à mon compte|Créer mon compte/,
    );
    // An unconfirmed address gets the link that confirms it.
    const asked = await join();
    expect(asked).toContain(
      `Ouvrez notre e-mail « Retrouvez vos commandes dans votre compte », envoyé à ${email}`,
    );
    expect(asked).not.toContain("Confirmez votre adresse e-mail.");
    expect((await rowOf(orderId)).customerId).toBeNull();
    await join();
    // Another one than a sign-in's of this week, whose link may be dead; once a day.
    await signIn(email);
    expect(
      await sql`SELECT FROM mails WHERE template = 'confirm-guest-orders' AND recipient = ${email}`,
    ).toHaveLength(2);
    await sql`UPDATE users SET email_verified = true WHERE id = ${id}`;
    const later = await order(shop.visitor(), email);
    await browser.post(`/admin/my-orders/${theirs}`, { intent: "join" });
    expect((await rowOf(later)).customerId).toBe(id);
    expect((await rowOf(theirs)).customerId).toBeNull();
    const joined = await join();
    expect(joined).toContain("Cette commande est dans votre compte.");
    expect(joined).toContain("Ce n’est pas ma commande");
  });

  test("whose address is not confirmed: the sign-in after them mails the link that takes them in, once", async () => {
    const email = newEmail();
    const { id } = await signUp(shop.visitor(), email);
    await signIn(email);
    const first = await order(shop.visitor(), email);
    const mailed = () =>
      sql`SELECT FROM mails WHERE template = 'confirm-guest-orders' AND recipient = ${email}`;
    expect(await mailed()).toHaveLength(0);
    await Promise.all([signIn(email), signIn(email)]);
    await signIn(email);
    expect(await mailed()).toHaveLength(1);
    const second = await order(shop.visitor(), email);
    await signIn(email);
    expect(await mailed()).toHaveLength(2);
    await sendAllMails(shop);
    const mail = (await writtenMails(shop.config.dataDir, email)).findLast(({ text }) =>
      text.includes("Retrouvez vos commandes"),
    )!;
    expect(await rowOf(first)).toMatchObject({ customerId: null });
    await shop.visitor().post(linkIn(mail, "/confirmer-adresse"), { password: PASSWORD });
    for (const one of [first, second]) expect((await rowOf(one)).customerId).toBe(id);
    // Confirmed, the account needs no link.
    await order(shop.visitor(), email);
    await signIn(email);
    // Those that were sent have no recipient any more.
    expect(await mailed()).toHaveLength(0);
  });

  test("that link's mail goes with the account", async () => {
    const [email, customer] = [newEmail(), shop.visitor()];
    const { id } = await signUp(customer, email);
    await order(shop.visitor(), email);
    await signIn(email);
    const mailed = () =>
      sql`SELECT FROM mails WHERE template = 'confirm-guest-orders' AND key LIKE ${`%${id.toLowerCase()}%`}`;
    expect(await mailed()).toHaveLength(1);
    await customer.post("/admin/parametre-compte/supprimer", { password: PASSWORD });
    expect(await sql`SELECT FROM users WHERE id = ${id}`).toHaveLength(0);
    expect(await mailed()).toHaveLength(0);
  });

  test("a change of address that waits for its link is not replaced", async () => {
    const email = newEmail();
    const { id } = await signUp(shop.visitor(), email);
    await order(shop.visitor(), email);
    await sql`INSERT INTO email_changes (token_hash, user_id, email) VALUES (${email}, ${id}, ${`autre-${email}`})`;
    expect((await signIn(email)).status).toBe(302);
    expect(await sql`SELECT email FROM email_changes WHERE user_id = ${id} AND is_open`).toEqual([
      { email: `autre-${email}` },
    ]);
    expect(
      await sql`SELECT FROM mails WHERE template = 'confirm-guest-orders' AND recipient = ${email}`,
    ).toHaveLength(0);
  });

  test("an order of the account with the same key stays apart", async () => {
    const email = newEmail();
    const browser = shop.visitor();
    const { id } = await signUp(browser, email);
    const product = await insertProduct(db, { name: "baume", price: 12 });
    const form = orderForm([{ id: product, qty: 1 }], 1200, { email });
    await shop.visitor().post("/panier", form);
    await browser.post("/panier", form);
    await confirm(id);
    const own = await db.select().from(orders).where(eq(orders.customerId, id));
    expect(own).toHaveLength(2);
    expect(new Set(own.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  test("while orders are being placed: each is in or out, once, and in at the next sign-in", async () => {
    const email = newEmail();
    const { id } = await signUp(shop.visitor(), email);
    const placed = await Promise.all([
      ...[1, 2, 3, 4, 5, 6].map(() => order(shop.visitor(), email)),
      confirm(id).then(() => ""),
      signIn(email).then(() => ""),
    ]);
    await signIn(email);
    const ids = placed.filter(Boolean);
    expect(await db.$count(orders, eq(orders.customerId, id))).toBe(ids.length);
    const received =
      await sql`SELECT key FROM mails WHERE recipient = ${email} AND template = 'order-received'`;
    expect(received).toHaveLength(ids.length);
  });
});

describe("an administrator erases the buyer", () => {
  const erase = async (who: Browser, orderId: string) =>
    who.post(`/admin/commandes/${orderId}/sans-compte`, { intent: "erase" });

  test("from all orders of the address; invoices and contracts stay, the browser loses them", async () => {
    const email = newEmail();
    const browser = shop.visitor();
    const { orderId } = await payOrder(shop, browser, { email, price: 130 } as object);
    const unpaid = await order(browser, email);
    const early = await erase(admin, orderId);
    expect(early.status).toBe(409);
    expect(textOf(await early.text())).toContain("reste à livrer");
    await admin.post(`/admin/commandes`, { livrer: orderId });
    await sql`UPDATE orders SET is_shipped = true, shipped_at = now() WHERE id = ${orderId}`;
    const dialog = await admin.read(`/admin/commandes/${orderId}/sans-compte?effacer=1`);
    expect(textOf(dialog)).toContain("Effacer les données de ce client");

    const answer = await erase(admin, orderId);
    expect(answer.status).toBe(200);
    expect(textOf(await answer.text())).toContain("effacées de toutes ses commandes");
    for (const one of [orderId, unpaid])
      expect(await rowOf(one)).toMatchObject({
        customerId: null,
        guestEmail: null,
        customerName: "Client supprimé",
        phoneNumber: "Effacé",
        shippingAddress: "Effacée",
        payerEmail: null,
      });
    expect((await rowOf(unpaid)).cancelledAt).not.toBeNull();
    expect(
      await sql`SELECT contract->>'email' AS email FROM archived_contracts WHERE order_id = ${orderId}`,
    ).toMatchObject([{ email }]);
    expect(await sql`SELECT FROM invoices WHERE order_id = ${orderId}`).toHaveLength(1);
    expect(await sql`SELECT FROM mails WHERE recipient = ${email}`).toHaveLength(0);
    expect(await sql`SELECT FROM messages WHERE email = ${email}`).toHaveLength(0);
    expect((await browser.get(`/admin/my-orders/${orderId}`)).status).toBe(404);
    expect((await erase(admin, orderId)).status).toBe(409);
    expect(textOf(await admin.read("/admin/historique"))).toContain("Client sans compte effacé");
    expect(await brokenInvariants(sql)).toEqual({});
  });

  test("nobody else does", async () => {
    const email = newEmail();
    const orderId = await order(shop.visitor(), email);
    const customer = await shop.customer();
    for (const who of [customer, shop.visitor()])
      expect((await erase(who, orderId)).status).toBe(302);
    expect((await rowOf(orderId)).guestEmail).toBe(email);
  });

  test("beside an order of the same address: it is erased with the others, or stays whole", async () => {
    const email = newEmail();
    await order(shop.visitor(), email);
    const [placed] = await Promise.all([
      order(shop.visitor(), email),
      eraseGuest(shop, adminOf(admin, "Claire"), { guestEmail: email }),
    ]);
    const { guestEmail, customerName } = await rowOf(placed);
    expect([
      [email, "Claire Aubry"],
      [null, "Client supprimé"],
    ]).toContainEqual([guestEmail, customerName]);
  });

  test("a job does it three years after the last order", async () => {
    const [old, young] = [newEmail(), newEmail()];
    const oldOrders = [await order(shop.visitor(), old), await order(shop.visitor(), old)];
    const both = [await order(shop.visitor(), young), await order(shop.visitor(), young)];
    const age = (id: string, time: string) =>
      sql`UPDATE orders SET is_shipped = true, shipped_at = now() - ${time}::interval, created_at = now() - ${time}::interval WHERE id = ${id}`;
    for (const id of oldOrders) await age(id, "3 years 1 day");
    await age(both[0]!, "3 years 1 day");
    await age(both[1]!, "2 years");
    await forgetOldData(shop);
    for (const id of oldOrders) expect((await rowOf(id)).customerName).toBe("Client supprimé");
    expect(
      await db.$count(orders, and(eq(orders.guestEmail, young), isNotNull(orders.guestEmail))),
    ).toBe(2);
  });
});

test("a code once per customer counts an address, and the account that has confirmed it, together", async () => {
  const list = [sampleReduction({ code: "UNEFOIS", mostEach: "1" })];
  await admin.post("/admin/reglages/reductions", {
    list: JSON.stringify(list),
    version: String(shop.settings.current().versions.reductions),
  });
  const product = await insertProduct(db, { name: "baume", price: 10 });
  const buy = async (who: Browser, email?: string) => {
    const fields = { code: "UNEFOIS", ...(email && { email }) };
    const answer = await who.post(
      "/panier.data",
      orderForm([{ id: product, qty: 1 }], 900, fields),
    );
    return (await answer.text()).includes("déjà utilisé ce code") ? "used" : answer.status;
  };
  const email = newEmail();
  expect(await buy(shop.visitor(), email)).toBe(202);
  expect(await buy(shop.visitor(), email)).toBe("used");
  expect(await buy(shop.visitor(), newEmail())).toBe(202);
  // An account of the same address: only once that is confirmed.
  const account = shop.visitor();
  const { id } = await signUp(account, email);
  await confirm(id);
  expect(await buy(account)).toBe("used");
  expect(await buy(shop.visitor(), email)).toBe("used");
  const both = newEmail();
  const answers = await Promise.all([buy(shop.visitor(), both), buy(shop.visitor(), both)]);
  expect(answers.toSorted()).toEqual([202, "used"]);
});
