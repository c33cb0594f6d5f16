import sharp from "sharp";
import { expect, test } from "vitest";
import { holdConfirmedOrders } from "#app/orders/cash-holds.server.ts";
import { SETTINGS } from "../support/account-shop.ts";
import type { Browser } from "../support/browser.ts";
import { Caller } from "../support/caller.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { SHOWN_POINT } from "../support/fake-sendcloud.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { countProduct } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";
import { sendPicture } from "../support/tus.ts";

/* What somebody stored in an account before the owner of its address chose a password by a mailed link (decision 99). */
const shop = await openShop({ TRUST_PROXY: "1", RELAY_SIMULATOR: "1" });
const { db, sql } = shop;
const PASSWORD = "Mot-de-passe-1";
const CASH = { paymentMethod: "Paiement à la livraison" };
const QUESTION = "Garder ce qui est enregistré dans ce compte";
const ADDRESS = {
  kind: "delivery",
  name: "Claire Aubry",
  phone: "06 12 34 56 78",
  street: "66 rue du Voleur",
  postalCode: "69003",
  town: "Lyon",
  country: "FR",
};

let people = 0;
/** Somebody at this IP address has signed up and stored something of every kind. */
async function fullAccount(ip: string) {
  const browser = new Caller(shop.url, ip);
  const email = `inscrite-${++people}@exemple.fr`;
  const fields = { name: "Claire Aubry", email, password: PASSWORD, confirmation: PASSWORD };
  expect((await browser.post("/connexion?mode=inscription", fields)).status).toBe(302);
  const [user] = await sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`;
  const { id } = user!;
  const productId = await insertProduct(db, { name: "baume", price: 12 });
  await browser.post("/admin/mes-adresses?adresse=nouvelle", ADDRESS);
  await browser.post(`/favoris/${productId}.data`, { favori: "1" });
  const photo = await sharp({
    create: { width: 600, height: 400, channels: 3, background: "#a58" },
  })
    .jpeg()
    .toBuffer();
  const { id: upload } = await sendPicture(browser, "avatar", photo);
  await browser.post(SETTINGS, { intent: "photo", upload });
  await sql`UPDATE profiles SET phone = '33612345678', date_of_birth = '1991-03-14' WHERE user_id = ${id}`;
  await sql`INSERT INTO comments (id, product_id, author_id, rate, text) VALUES (${id}, ${productId}, ${id}, 4, 'Bien.')`;
  return { id, email, browser };
}

const FULL = {
  phone: "33612345678",
  birth: "1991-03-14",
  photo: 1,
  book: 1,
  hearts: 1,
  comments: 1,
};
const EMPTY = { phone: "", birth: null, photo: 0, book: 0, hearts: 0, comments: 0 };
const storedBy = async (id: string) =>
  (
    await sql`SELECT phone, date_of_birth::text AS birth, num_nonnulls(photo) AS photo,
      (SELECT count(*)::integer FROM addresses WHERE customer_id = ${id}) AS book,
      (SELECT count(*)::integer FROM favourites WHERE customer_id = ${id}) AS hearts,
      (SELECT count(*)::integer FROM comments WHERE author_id = ${id}) AS comments
      FROM profiles WHERE user_id = ${id}`
  )[0];

async function linkFor(email: string): Promise<string> {
  await sql`DELETE FROM jobs.job WHERE name = 'password-links'`;
  await shop.visitor().post("/mot-de-passe-oublie", { email });
  return mailedLink(email, "/nouveau-mot-de-passe");
}
async function mailedLink(email: string, path: string): Promise<string> {
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, email);
  return linkIn(
    mails.findLast(({ text }) => text.includes(path))!,
    path,
  );
}
/** The account's sign-in address changes to another one; then the owner of the former one takes the account back. Its password link. */
async function takenBack(browser: Browser, owner: Browser, email: string): Promise<string> {
  const another = `voleuse-${email}`;
  const profile = { name: "Claire Aubry", dateOfBirth: "1991-03-14", phone: "06 12 34 56 78" };
  await browser.post(SETTINGS, { ...profile, email: another });
  const confirmation = await mailedLink(another, "/confirmer-adresse");
  expect((await browser.post(confirmation, { password: PASSWORD })).status).toBe(200);
  const restored = await owner.post(await mailedLink(email, "/ce-n-est-pas-moi"), {});
  return /href="(\/nouveau-mot-de-passe[^"]*)"/.exec(await restored.text())![1]!;
}
/** Submits the form of a password link as a browser does, with its box as proposed unless `keeps` says otherwise; its question. */
async function choose(who: Browser, link: string, keeps?: boolean) {
  const page = await who.read(link);
  const asks = page.includes(QUESTION);
  const isTicked = /<input[^>]*type="checkbox"[^>]*name="stored"[^>]*checked/.test(page);
  const stored = asks && { stored: (keeps ?? isTicked) ? "keep" : "forget" };
  const password = "Nouveau-mot-2";
  const answer = await who.post(link, { password, confirmation: password, ...stored });
  expect(textOf(await answer.text())).toContain("Votre mot de passe a changé");
  return { asks, isTicked };
}

test("the owner of the address takes the account over: what a stranger stored is gone, the comments have no author", async () => {
  const { id, email } = await fullAccount("203.0.113.1");
  expect(await storedBy(id)).toEqual(FULL);
  const [{ photo }] = (await sql`SELECT photo FROM profiles WHERE user_id = ${id}`) as [
    { photo: string },
  ];
  const guest = shop.visitor();
  const orderId = await placeOrder(shop, guest, { email } as object);
  const owner = new Caller(shop.url, "198.51.100.7");
  expect(await choose(owner, await linkFor(email))).toEqual({ asks: true, isTicked: false });
  expect(await storedBy(id)).toEqual(EMPTY);
  expect(await sql`SELECT author_id FROM comments WHERE id = ${id}`).toEqual([{ author_id: null }]);
  expect(await sql`SELECT FROM pictures WHERE path = ${photo}`).toHaveLength(0);
  expect(await sql`SELECT customer_id AS id FROM orders WHERE id = ${orderId}`).toEqual([{ id }]);
  await owner.post("/connexion", { email, password: "Nouveau-mot-2" });
  expect(textOf(await owner.read("/admin/mes-adresses"))).not.toContain("Voleur");
});

test("orders of the time before are not confirmed by the new owner, who claims or detaches them", async () => {
  const email = "commandes@exemple.fr";
  const stranger = new Caller(shop.url, "203.0.113.8");
  const fields = { name: "Claire Aubry", email, password: PASSWORD, confirmation: PASSWORD };
  await stranger.post("/connexion?mode=inscription", fields);
  const product = await insertProduct(db, { name: "baume", price: 12 });
  await countProduct(sql, product, 10);
  const cash = async () => {
    const form = orderForm([{ id: product, qty: 2 }], 2_400, CASH);
    const answer = await stranger.post("/panier", form);
    return answer.headers.get("location")!.split("/").at(-1)!;
  };
  const [foreign, own] = [await cash(), await cash()];
  const unpaid = await placeOrder(shop, stranger);
  await sql`UPDATE orders SET relay_point = ${JSON.stringify(SHOWN_POINT)}::jsonb WHERE id = ${unpaid}`;
  const owner = new Caller(shop.url, "198.51.100.12");
  const link = await linkFor(email);
  // Beside the job, and twice.
  await Promise.all([
    choose(owner, link, false),
    ...Array.from({ length: 4 }, () => holdConfirmedOrders(shop)),
  ]);
  await owner.post(link, { password: PASSWORD, confirmation: PASSWORD, stored: "keep" });
  const announced = async () =>
    (
      await sql`SELECT order_id AS id FROM messages
      WHERE order_id IN (${foreign}, ${own}) AND title LIKE 'Nouvelle commande%'`
    ).map(({ id }) => id as string);
  await owner.post("/connexion", { email, password: "Nouveau-mot-2" });
  expect(await holdConfirmedOrders(shop)).toBe(0);
  expect(await announced()).toEqual([]);
  const cart = await owner.read("/panier.data");
  expect(cart).not.toContain(unpaid);
  expect(cart).not.toContain(SHOWN_POINT.name);

  await owner.post(`/admin/my-orders/${own}`, { intent: "confirm-email" });
  await owner.post(`/admin/my-orders/${foreign}`, { intent: "disown" });
  expect(await announced()).toEqual([own]);
  expect((await owner.get(`/admin/my-orders/${foreign}`)).status).toBe(404);
});

test("who keeps everything confirms the orders of the time before", async () => {
  const { id, email, browser } = await fullAccount("203.0.113.9");
  const orderId = await placeOrder(shop, browser, CASH);
  await choose(browser, await linkFor(email), true);
  const [order] = await sql`SELECT customer_id AS buyer, joined_from AS joined FROM orders
    WHERE id = ${orderId}`;
  expect(order).toEqual({ buyer: id, joined: null });
});

test("who forgot the password before confirming the address keeps everything: proposed on a known network, chosen elsewhere", async () => {
  const first = await fullAccount("203.0.113.2");
  const home = new Caller(shop.url, "203.0.113.2");
  expect(await choose(home, await linkFor(first.email))).toEqual({ asks: true, isTicked: true });
  expect(await storedBy(first.id)).toEqual(FULL);
  const second = await fullAccount("203.0.113.3");
  const elsewhere = new Caller(shop.url, "198.51.100.8");
  expect((await choose(elsewhere, await linkFor(second.email), true)).asks).toBe(true);
  expect(await storedBy(second.id)).toEqual(FULL);
});

test("neither a confirmed account nor an imported one without a password loses anything, whatever is sent", async () => {
  const confirmed = await fullAccount("203.0.113.4");
  await sql`UPDATE users SET email_verified = true WHERE id = ${confirmed.id}`;
  const imported = await fullAccount("203.0.113.5");
  await sql`DELETE FROM credentials WHERE user_id = ${imported.id}`;
  for (const { id, email } of [confirmed, imported]) {
    const link = await linkFor(email);
    const stranger = new Caller(shop.url, "198.51.100.9");
    expect(await stranger.read(link)).not.toContain(QUESTION);
    const form = { password: "Nouveau-mot-2", confirmation: "Nouveau-mot-2", stored: "forget" };
    expect((await stranger.post(link, form)).status).toBe(200);
    expect(await storedBy(id)).toEqual(FULL);
  }
  // Without an answer, as from a page of the previous version, everything stays.
  const { id, email } = await fullAccount("203.0.113.6");
  const owner = new Caller(shop.url, "198.51.100.10");
  await owner.post(await linkFor(email), {
    password: "Nouveau-mot-2",
    confirmation: "Nouveau-mot-2",
  });
  expect(await storedBy(id)).toEqual(FULL);
});

test("« Ce n’est pas moi » leaves an address as confirmed as it was: what a stranger stored in the account may be removed", async () => {
  const isVerified = async (id: string) =>
    (await sql`SELECT email_verified AS is FROM users WHERE id = ${id}`)[0]!["is"];
  const stranger = await fullAccount("203.0.113.7");
  const product = await insertProduct(db, { name: "baume", price: 12 });
  await countProduct(sql, product, 10);
  await stranger.browser.post("/panier", orderForm([{ id: product, qty: 2 }], 2_400, CASH));
  const owner = new Caller(shop.url, "198.51.100.12");
  const link = await takenBack(stranger.browser, owner, stranger.email);
  expect(await isVerified(stranger.id)).toBe(false);
  expect(await holdConfirmedOrders(shop)).toBe(0);
  expect(await choose(owner, link)).toEqual({ asks: true, isTicked: false });
  expect(await storedBy(stranger.id)).toEqual(EMPTY);
  expect(await isVerified(stranger.id)).toBe(true);
  // The stranger's cash order still waits: for the owner to claim it.
  expect(await holdConfirmedOrders(shop)).toBe(0);

  const confirmed = await fullAccount("203.0.113.8");
  await sql`UPDATE users SET email_verified = true WHERE id = ${confirmed.id}`;
  const safeLink = await takenBack(confirmed.browser, owner, confirmed.email);
  expect(await isVerified(confirmed.id)).toBe(true);
  expect((await choose(owner, safeLink)).asks).toBe(false);
  expect(await storedBy(confirmed.id)).toEqual(FULL);
});

test("an account with nothing stored asks nothing", async () => {
  const { email } = await shop.customer();
  const owner = new Caller(shop.url, "198.51.100.11");
  expect((await choose(owner, await linkFor(email))).asks).toBe(false);
});
