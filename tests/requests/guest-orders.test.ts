import { rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { closeGuestOrders } from "#app/accounts/guest-orders.server.ts";
import { deliverMails } from "#app/mail/deliver-mail.ts";
import { isEmailConfirmed } from "#app/orders/order-email.server.ts";
import { orderToken } from "#app/platform/order-token.server.ts";
import { orders } from "#db/schema/index.ts";
import { attachmentsOf } from "../../server/jobs.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { linkIn, writtenMails } from "../support/mail.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { approve, capture, payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* Orders without an account (decision 78; EDPB, Recommendations 2/2025). */
const shop = await openShop();
const { db, sql } = shop;
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true });

let people = 0;
const newEmail = () => `sans-compte-${++people}@exemple.fr`;
const rowOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
/** A visitor who has placed an order with this address. */
async function guest(wanted: Parameters<typeof placeOrder>[2] & { email?: string } = {}) {
  const { email = newEmail(), ...form } = wanted;
  const browser = shop.visitor();
  const orderId = await placeOrder(shop, browser, { ...form, email } as typeof form);
  return { browser, orderId, email };
}
/** The path of the signed link in the mail of this event. */
async function mailedLink(orderId: string, email: string, event: string): Promise<string> {
  const key = `order-${orderId.toLowerCase()}-${event}`;
  // Only this mail: all that are queued, at once, would wait for each other on a busy machine.
  const job = { id: key, data: { key }, retryCount: 0, retryLimit: 0 };
  await deliverMails(shop, attachmentsOf(shop), [job]);
  const [mail] = await writtenMails(shop.config.dataDir, email);
  await rm(join(shop.config.dataDir, "mail"), { recursive: true });
  return linkIn(mail!, "/commande\\?");
}
const tokenOf = async (orderId: string) => {
  const { guestLinkVersion: version } = await rowOf(orderId);
  return orderToken(shop.config.sessionSecret, { orderId, version: version! });
};
const linkTo = async (orderId: string, page = "") =>
  `/commande?lien=${await tokenOf(orderId)}${page && `&page=${page}`}`;
/** Another browser that has opened the link of the order. */
async function opened(orderId: string): Promise<Browser> {
  const browser = shop.visitor();
  expect((await browser.get(await linkTo(orderId))).status).toBe(302);
  return browser;
}

describe("the third way", () => {
  test("a visitor is sent to /connexion marking the cart, which offers to continue without an account", async () => {
    const visitor = shop.visitor();
    const id = await insertProduct(db, { name: "baume", price: 12 });
    const answer = await visitor.post("/panier", orderForm([{ id, qty: 1 }], 1200));
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/connexion?retour=panier");
    const page = await visitor.read("/connexion?retour=panier");
    expect(page).toContain('href="/panier?sans-compte"');
    expect(textOf(page)).toContain("Continuer sans compte");
    expect(await visitor.read("/connexion?retour=panier&mode=inscription")).toContain(
      "Continuer sans compte",
    );
    for (const other of ["/connexion", "/connexion?retour=favoris"])
      expect(await visitor.read(other)).not.toContain("sans compte");
    expect(await db.$count(orders)).toBe(0);
  });

  test.each([
    ["", "Indiquez votre adresse e-mail"],
    ["marie@", "adresse"],
    [`${"a".repeat(250)}@exemple.fr`, "trop longue"],
    ["a@b.fr\r\nBcc: c@d.fr", "adresse"],
  ])(
    "e-mail « %.20s » gets a sentence beside its field; nothing typed is lost",
    async (email, sentence) => {
      const id = await insertProduct(db, { name: "baume", price: 12 });
      const before = await db.$count(orders);
      const answer = await shop
        .visitor()
        .post("/panier.data", orderForm([{ id, qty: 1 }], 1200, { email, name: "Zoé Gardée" }));
      expect(answer.status).toBe(400);
      const text = await answer.text();
      expect(text).toContain(sentence);
      expect(text).toContain("Zoé Gardée");
      expect(await db.$count(orders)).toBe(before);
    },
  );
});

describe("an order without an account", () => {
  test("is paid, shows its invoice, and offers an account, without links that lead nowhere", async () => {
    const email = newEmail();
    const browser = shop.visitor();
    const { orderId } = await payOrder(shop, browser, { email: email.toUpperCase() } as object);
    expect(await rowOf(orderId)).toMatchObject({
      customerId: null,
      guestEmail: email,
      isPaid: true,
      guestLinkVersion: 1,
    });
    const thanks = await browser.read(`/payement/${orderId}`);
    const text = textOf(thanks);
    expect(text).toContain("Merci, Claire");
    expect(text).toContain(`envoyées à ${email}`);
    expect(text).toContain("Créer mon compte");
    const main = (page: string) => /<main[^]*<\/main>/.exec(page)![0];
    const signUp = /href="(\/connexion\?[^"]*inscription)"/.exec(thanks)![1]!;
    expect(await browser.read(signUp.replaceAll("&amp;", "&"))).toContain(`value="${email}"`);
    // Somebody else doesn't learn the address.
    expect(await shop.visitor().read(signUp.replaceAll("&amp;", "&"))).not.toContain(email);

    const invoice = /\/factures\/(F-[\d-]+)/.exec(thanks)![1]!;
    const file = await browser.get(`/factures/${invoice}`);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.headers.get("cache-control")).toBe("private, no-store");
    const own = await browser.get(`/admin/my-orders/${orderId}`);
    expect(own.headers.get("cache-control")).toBe("private, no-store");
    const page = await own.text();
    expect(textOf(page)).toContain("14 rue des Lilas");
    for (const shown of [main(page), main(thanks)])
      for (const href of ["/admin/my-orders", "/admin/account", "/favorite"])
        expect(shown).not.toContain(`href="${href}"`);

    expect((await shop.visitor().get(`/factures/${invoice}`)).status).toBe(302);
    expect((await customer.get(`/factures/${invoice}`)).status).toBe(404);
    const { browser: other } = await guest();
    expect((await other.get(`/factures/${invoice}`)).status).toBe(404);
    expect(await brokenInvariants(sql)).toEqual({});
  });

  test("is cancelled, and withdrawn from with its name and e-mail filled in", async () => {
    const { browser, orderId, email } = await guest();
    const number = orderId.slice(10).toUpperCase();
    const form = await browser.read(`/retractation?commande=${number}`);
    expect(form).toContain(`value="${email}"`);
    const fields = { name: "Claire Aubry", number, email, articles: "" };
    await browser.post("/retractation", { ...fields, intent: "confirm" });
    expect(
      await sql`SELECT order_id AS id FROM withdrawals WHERE order_number = ${number}`,
    ).toMatchObject([{ id: orderId }]);
    const second = await guest();
    await second.browser.post(`/admin/my-orders/${second.orderId}/annuler`, { confirmed: "1" });
    expect((await rowOf(second.orderId)).cancelledAt).not.toBeNull();
  });

  test("a stranger's statement with the number and its address finds it", async () => {
    const { orderId, email } = await guest();
    const number = orderId.slice(10).toUpperCase();
    const fields = { name: "Claire Aubry", number, email: email.toUpperCase(), articles: "" };
    await shop.visitor().post("/retractation", { ...fields, intent: "confirm" });
    const { matchWithdrawal } = await import("#app/returns/link-withdrawal.server.ts");
    const [stated] = await sql`SELECT id FROM withdrawals WHERE order_number = ${number}`;
    await matchWithdrawal(shop, String(stated!["id"]));
    expect(
      await sql`SELECT order_id AS id FROM withdrawals WHERE order_number = ${number}`,
    ).toMatchObject([{ id: orderId }]);
  });

  test("late, its buyer gives notice of it", async () => {
    const { browser, orderId } = await guest({ paymentMethod: "Paiement à la livraison" });
    await sql`UPDATE orders SET shipping_from = current_date - 9, shipping_until = current_date - 5 WHERE id = ${orderId}`;
    const answer = await browser.post(`/admin/my-orders/${orderId}/retard`, { intent: "notice" });
    expect(answer.status).toBe(200);
    expect((await rowOf(orderId)).lateUntil).not.toBeNull();
  });

  test("the same form twice is one order, also at once; both answers open it", async () => {
    const id = await insertProduct(db, { name: "baume", price: 12 });
    const email = newEmail();
    const form = orderForm([{ id, qty: 1 }], 1200, { email });
    const browser = shop.visitor();
    const answers = await Promise.all([1, 2, 3].map(() => browser.post("/panier", form)));
    const places = new Set(answers.map(({ headers }) => headers.get("location")));
    expect(places.size).toBe(1);
    expect(await db.$count(orders, eq(orders.guestEmail, email))).toBe(1);
    expect((await browser.get([...places][0]!)).status).toBe(200);
  });

  test("an equal order that is still unpaid is told to the browser that placed it, to nobody who types its address", async () => {
    const id = await insertProduct(db, { name: "baume", price: 12 });
    const email = newEmail();
    const form = () => orderForm([{ id, qty: 1 }], 1200, { email, again: "" });
    const browser = shop.visitor();
    expect((await browser.post("/panier", form())).status).toBe(302);
    expect((await browser.post("/panier", form())).status).toBe(409);
    expect((await shop.visitor().post("/panier", form())).status).toBe(302);
    expect(await db.$count(orders, eq(orders.guestEmail, email))).toBe(2);
    expect(textOf(await browser.read("/panier"))).toContain("Vous avez une commande à payer");
    expect(textOf(await shop.visitor().read("/panier"))).not.toContain("à payer");
  });

  test("with the address of an account tells nothing, and isn't the account's", async () => {
    const id = await insertProduct(db, { name: "baume", price: 12 });
    const answers = [];
    for (const email of [customer.email, newEmail()]) {
      const answer = await shop
        .visitor()
        .post("/panier", orderForm([{ id, qty: 1 }], 1200, { email }));
      answers.push([answer.status, answer.headers.get("location")!.length, await answer.text()]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await db.$count(orders, eq(orders.customerId, customer.userId))).toBe(0);
  });

  test("signing out forgets it in this browser", async () => {
    const { browser, orderId } = await guest();
    expect((await browser.get(`/admin/my-orders/${orderId}`)).status).toBe(200);
    const answer = await browser.post("/deconnexion", {});
    expect(answer.headers.getSetCookie()).toContain(closeGuestOrders(shop.config));
    expect((await browser.get(`/admin/my-orders/${orderId}`)).status).toBe(302);
  });
});

describe("the signed link", () => {
  test("of a mail opens the order in another browser, and leads to an address without a token", async () => {
    const { orderId, email } = await guest();
    const link = await mailedLink(orderId, email, "received");
    expect(link).toContain("page=payer");
    const browser = shop.visitor();
    const answer = await browser.get(link);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`/payement/${orderId}`);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^eclat\.guest_orders=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.get(`/payement/${orderId}`)).status).toBe(200);
    expect((await browser.get(`/admin/my-orders/${orderId}`)).status).toBe(200);
    // The outbox holds no token.
    const [{ found } = { found: 0 }] = await sql<{ found: number }[]>`
      SELECT count(*)::integer AS found FROM mails WHERE props::text LIKE ${`%${await tokenOf(orderId)}%`}`;
    expect(found).toBe(0);
  });

  test("altered, of another order or without order: a sentence, no cookie, nothing lost", async () => {
    const { orderId } = await guest();
    const { orderId: other } = await guest();
    const token = await tokenOf(orderId);
    const [id = "", version = "", mac = ""] = token.split(".");
    const stranger = orderToken("y".repeat(64), { orderId, version: 1 });
    for (const bad of [
      "",
      `${token}x`,
      `${id}.${version}.${mac.startsWith("A") ? "B" : "A"}${mac.slice(1)}`,
      `${id}.2.${mac}`,
      `${other}.${version}.${mac}`,
      `${id.toLowerCase()}.${version}.${mac}`,
      stranger,
      "é".repeat(200),
    ]) {
      const browser = shop.visitor();
      const answer = await browser.get(`/commande?lien=${encodeURIComponent(bad)}`);
      expect(answer.status, bad).toBe(410);
      expect(answer.headers.getSetCookie(), bad).toEqual([]);
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect(textOf(await answer.text())).toContain("Votre commande n’a pas changé");
      expect((await browser.get(`/admin/my-orders/${orderId}`)).status).toBe(302);
    }
    const page = `/commande?lien=${token}&page=${encodeURIComponent("//ailleurs.example")}`;
    const answer = await shop.visitor().get(page);
    expect(answer.headers.get("location")).toBe(`/admin/my-orders/${orderId}`);
  });

  test("is valid for a year, in mails and cookies", async () => {
    const { browser, orderId } = await guest();
    const age = (days: number) =>
      sql`UPDATE orders SET guest_link_at = now() - make_interval(days => ${days}::integer) WHERE id = ${orderId}`;
    await age(364);
    expect((await browser.get(`/admin/my-orders/${orderId}`)).status).toBe(200);
    await age(367);
    expect((await browser.get(`/admin/my-orders/${orderId}`)).status).toBe(404);
    expect((await shop.visitor().get(await linkTo(orderId))).status).toBe(410);
  });

  test("revoked by an administrator opens nothing any more; the new one does", async () => {
    const { browser, orderId, email } = await guest();
    const former = await linkTo(orderId);
    const key = (await rowOf(orderId)).idempotencyKey;
    const path = `/admin/commandes/${orderId}/sans-compte`;
    expect((await customer.post(path, { intent: "renew" })).headers.get("location")).toBe("/");
    const answer = await admin.post(path, { intent: "renew" });
    expect(textOf(await answer.text())).toContain("Un nouveau lien part par e-mail");
    expect((await shop.visitor().get(former)).status).toBe(410);
    expect((await browser.get(`/payement/${orderId}`)).status).toBe(404);
    expect(await startPaying(browser, orderId)).toEqual({ kind: "not-found" });
    const link = await mailedLink(orderId, email, "new-link-2");
    expect(link).not.toBe(former);
    expect((await shop.visitor().get(link)).status).toBe(302);
    expect((await rowOf(orderId)).idempotencyKey).not.toBe(key);
    expect(textOf(await admin.read("/admin/historique"))).toContain("Lien de commande renouvelé");
  });

  test("opens no other order: pages, provider and invoice of an order are closed to the cookie of another", async () => {
    const { orderId } = await guest();
    const { providerOrderId } = await startPaying(await opened(orderId), orderId);
    const { browser: other } = await guest();
    for (const stranger of [other, customer, shop.visitor()]) {
      const isKnown = stranger === customer;
      for (const path of [
        `/payement/${orderId}`,
        `/admin/my-orders/${orderId}`,
        `/admin/my-orders/${orderId}/annuler`,
      ])
        expect((await stranger.get(path)).status, path).toBe(isKnown ? 404 : 302);
      const create = await stranger.postJson(`/payement/${orderId}/paypal`, { act: "create" });
      expect(create.status).toBe(isKnown ? 404 : 302);
      const body = { act: "capture", providerOrderId };
      const captured = await stranger.postJson(`/payement/${orderId}/paypal`, body);
      expect(captured.status).toBe(isKnown ? 404 : 302);
      await stranger.post(`/admin/my-orders/${orderId}/annuler`, { confirmed: "1" });
    }
    expect(await rowOf(orderId)).toMatchObject({ cancelledAt: null, isPaid: false });
  });

  test("a cookie made by hand opens nothing", async () => {
    const { orderId } = await guest();
    for (const value of [
      `${orderId}.1.${"A".repeat(22)}`,
      `${orderId}.1`,
      "~~~",
      "%",
      "a".repeat(4_000),
    ]) {
      const answer = await shop.visitor().fetch(`/admin/my-orders/${orderId}`, {
        headers: { cookie: `eclat.guest_orders=${value}` },
      });
      expect(answer.status, value.slice(0, 40)).toBe(302);
    }
  });

  test("of a foreign site neither offers its order in the cart nor evicts the visitor's own", async () => {
    const browser = shop.visitor();
    const own = await placeOrder(shop, browser, { email: newEmail() } as object);
    const foreign = await guest();
    // As an attacker has it: from the own cookie, and from the own mail.
    const links = [
      `/commande?lien=${/guest_orders=([^;~]+)/.exec(foreign.browser.cookie)![1]}`,
      await mailedLink(foreign.orderId, foreign.email, "received"),
    ];
    for (const link of links) expect((await browser.get(link)).status).toBe(302);
    for (let count = 0; count < 13; count++)
      await browser.get(await linkTo((await guest()).orderId));
    const cart = textOf(await browser.read("/panier"));
    expect(cart).toContain(own.slice(10));
    expect(cart).not.toContain(foreign.orderId.slice(10));
    expect((await browser.get(`/payement/${own}`)).status).toBe(200);
    const signUp = `/connexion?retour=commande&id=${foreign.orderId}&mode=inscription`;
    expect(await browser.read(signUp)).not.toContain(foreign.email);
    // The link of its own mail leaves it an order of this browser.
    const second = await guest();
    await second.browser.get(await mailedLink(second.orderId, second.email, "received"));
    expect(textOf(await second.browser.read("/panier"))).toContain(second.orderId.slice(10));
  });

  test("a browser keeps the last twelve", async () => {
    const browser = shop.visitor();
    const ids = [];
    for (let count = 0; count < 14; count++) {
      const { orderId } = await guest();
      await browser.get(await linkTo(orderId));
      ids.push(orderId);
    }
    expect(browser.cookie.length).toBeLessThan(1_000);
    expect((await browser.get(`/admin/my-orders/${ids[13]}`)).status).toBe(200);
    expect((await browser.get(`/admin/my-orders/${ids[2]}`)).status).toBe(200);
    expect((await browser.get(`/admin/my-orders/${ids[1]}`)).status).toBe(302);
  });

  test("pays in another browser", async () => {
    const { orderId } = await guest();
    const browser = await opened(orderId);
    const { providerOrderId } = await startPaying(browser, orderId);
    await approve(browser, providerOrderId);
    expect(await capture(browser, orderId, providerOrderId)).toMatchObject({ kind: "paid" });
  });
});

describe("the proof that an order's address is its customer's", () => {
  const confirmEmail = (browser: Browser, orderId: string) =>
    browser.post(`/admin/my-orders/${orderId}`, { intent: "confirm-email" });
  const confirmed = (orderId: string) => isEmailConfirmed(db, orderId);
  const BUTTON = "Confirmer mon adresse";

  test("is a mailed link and a button: opening it alone proves nothing, nor does the browser that placed the order", async () => {
    const { browser, orderId, email } = await guest();
    const ownLink = `/commande?lien=${/guest_orders=([^;~]+)/.exec(browser.cookie)![1]}`;
    for (const placed of [browser, shop.visitor()]) {
      expect((await placed.get(ownLink)).status).toBe(302);
      expect(await placed.read(`/admin/my-orders/${orderId}`)).not.toContain(BUTTON);
      expect((await confirmEmail(placed, orderId)).status).toBe(400);
    }
    const reader = shop.visitor();
    await reader.get(await mailedLink(orderId, email, "received"));
    expect(await reader.read(`/admin/my-orders/${orderId}`)).toContain(BUTTON);
    expect(await confirmed(orderId)).toBe(false);
    // Another order's link proves nothing about this one.
    const other = await guest();
    expect((await confirmEmail(reader, other.orderId)).status).toBe(302);

    expect((await confirmEmail(reader, orderId)).status).toBe(200);
    expect(await confirmed(orderId)).toBe(true);
    expect(await reader.read(`/admin/my-orders/${orderId}`)).not.toContain(BUTTON);
    expect(await confirmed(other.orderId)).toBe(false);
    // In that browser the address is proved for the next order too; for no other address.
    const place = (to: string) => placeOrder(shop, reader, { email: to } as object);
    expect(await confirmed(await place(email.toUpperCase()))).toBe(true);
    expect(await confirmed(await place(newEmail()))).toBe(false);
    expect(await confirmed(await placeOrder(shop, browser, { email } as object))).toBe(false);
  });

  test("is an account with a confirmed address for its own orders, not for those that it took in", async () => {
    const account = await shop.customer();
    const own = await placeOrder(shop, account);
    expect(await confirmed(own)).toBe(false);
    const { orderId } = await guest({ email: account.email });
    await sql`UPDATE users SET email_verified = true WHERE id = ${account.userId}`;
    expect((await rowOf(orderId)).customerId).toBe(account.userId);
    expect(await confirmed(own)).toBe(true);
    expect(await confirmed(orderId)).toBe(false);

    expect(textOf(await account.read(`/admin/my-orders/${orderId}`))).toContain(
      "C’est ma commande",
    );
    expect((await confirmEmail(customer, orderId)).status).toBe(404);
    expect((await confirmEmail(account, orderId)).status).toBe(200);
    expect(await confirmed(orderId)).toBe(true);
    await account.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
    expect(await rowOf(orderId)).toMatchObject({ customerId: null, joinedFrom: null });
  });
});

describe("administrators", () => {
  test("see the address and « Sans compte » in list, drawer, CSV and notice", async () => {
    const { orderId, email } = await guest({ paymentMethod: "Paiement à la livraison" });
    expect(textOf(await admin.read("/admin/commandes"))).toContain("Sans compte");
    const drawer = await admin.read(`/admin/commandes?commande=${orderId}`);
    expect(drawer).toContain(email);
    expect(drawer).toContain(`/admin/commandes/${orderId}/sans-compte`);
    const csv = await admin.read("/admin/commandes.csv");
    expect(csv.split("\n").find((line) => line.includes(email))).toContain("sans compte");
    const notices = textOf(await admin.read("/admin/notifications"));
    expect(notices).toContain(email);
    expect(notices).toContain("Client sans compte");
    expect(textOf(await admin.read(`/admin/commandes?recherche=${email}`))).toContain("1 commande");
    expect(await admin.read(`/admin/commandes/${orderId}/sans-compte`)).toContain(email);
  });
});
