import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountMailKey, queueMail } from "#app/mail/outbox.server.ts";
import { endAccount } from "#app/privacy/delete-account.server.ts";
import { orders, profiles, users } from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { capture, placeOrder, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { createUpload } from "../support/tus.ts";

const shop = await openShop({ RATE_LIMIT_FACTOR: "10" });
const { db } = shop;
const DELETE = "/admin/parametre-compte/supprimer";
const PASSWORD = "Mot-de-passe-1";
type Customer = Awaited<ReturnType<typeof shop.customer>>;

const productId = await insertProduct(db, { name: "sérum au lin", price: 34 });
const erase = (browser: Browser, fields: Record<string, string> = {}) =>
  browser.post(DELETE, { password: PASSWORD, ...fields });
const order = (browser: Browser, fields: Record<string, string> = {}) =>
  browser.post("/panier", orderForm([{ id: productId, qty: 1 }], 3400, fields));
const isAlive = async ({ userId }: Customer) =>
  (await db.$count(users, eq(users.id, userId))) === 1;
const signIn = (email: string) =>
  shop.visitor().post("/connexion", { email, password: PASSWORD, mode: "connexion" });

test("account deletion ends every session, and a new account can be created with the e-mail address", async () => {
  const customer = await shop.customer();
  const { email } = customer;
  const elsewhere = shop.visitor();
  await elsewhere.post("/connexion", { email, password: PASSWORD, mode: "connexion" });
  expect((await elsewhere.get("/admin/account")).status).toBe(200);
  await erase(customer);
  for (const browser of [customer, elsewhere])
    expect((await browser.get("/admin/account")).headers.get("location")).toContain("/connexion");
  expect((await signIn(email)).status).not.toBe(302);
  const again = await shop.visitor().post("/connexion?mode=inscription", {
    name: "Zoé",
    email,
    password: PASSWORD,
    confirmation: PASSWORD,
    mode: "inscription",
  });
  expect(again.status).toBe(302);
});

test("comments are deleted on request, and the average rating is updated", async () => {
  const customer = await shop.customer();
  await customer.post(`/produit/${productId}`, { rate: "1", text: "Déçue." });
  const before = await shop.sql`SELECT rating_count AS count FROM products WHERE id = ${productId}`;
  await erase(customer, { comments: "1" });
  expect(await shop.sql`SELECT 1 FROM comments WHERE text = 'Déçue.'`).toEqual([]);
  const after = await shop.sql`SELECT rating_count AS count FROM products WHERE id = ${productId}`;
  expect(after[0]!["count"]).toBe((before[0]!["count"] as number) - 1);
});

test("account deletion requires the password, and deletes only the account of the session", async () => {
  const [customer, other] = [await shop.customer(), await shop.customer()];
  expect((await erase(customer, { password: "" })).status).toBe(400);
  const wrong = await erase(customer, { password: "Autre-mot-de-passe-1", user: other.userId });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("Ce n’est pas votre mot de passe.");
  expect((await erase(shop.visitor())).headers.get("location")).toContain("/connexion");
  expect(await isAlive(customer)).toBe(true);
  await erase(customer, { id: other.userId, user: other.userId });
  expect([await isAlive(customer), await isAlive(other)]).toEqual([false, true]);
  await shop.sql`DELETE FROM credentials WHERE user_id = ${other.userId}`;
  expect(await (await erase(other)).text()).toContain("Choisir un mot de passe");
  expect(await isAlive(other)).toBe(true);
});

test("account deletion is refused while an order is to be delivered or a payment's outcome is unknown, not for an open payment", async () => {
  const customer = await shop.customer();
  await order(customer, { paymentMethod: "Paiement à la livraison" });
  expect(await customer.read(DELETE)).toContain("Une commande est en route");
  expect((await erase(customer)).status).toBe(409);
  await db.update(orders).set({ isDelivered: true }).where(eq(orders.customerId, customer.userId));
  await order(customer, {});
  const [unpaid] =
    await shop.sql`SELECT id FROM orders WHERE customer_id = ${customer.userId} ORDER BY id DESC LIMIT 1`;
  await shop.sql`INSERT INTO payments (id, order_id, attempt, amount_cents, state) VALUES ('essai', ${unpaid!["id"]}, 1, 3400, 'unknown')`;
  expect(await (await erase(customer)).text()).toContain("n’est pas terminé");
  expect(await isAlive(customer)).toBe(true);
  await shop.sql`UPDATE payments SET state = 'created' WHERE id = 'essai'`;
  expect((await erase(customer)).status).toBe(302);
  expect(await shop.sql`SELECT state FROM payments WHERE id = 'essai'`).toEqual([
    { state: "failed" },
  ]);
});

test("account deletion waits for a capture that locked the order first, and is then refused", async () => {
  const customer = await shop.customer();
  const orderId = await placeOrder(shop, customer);
  const { providerOrderId } = await startPaying(customer, orderId);
  // Approved, without the webhook that would capture it.
  await shop.sql`UPDATE paypal_simulator.orders SET body = body || '{"status": "APPROVED"}' WHERE id = ${providerOrderId}`;
  const waiting = () =>
    shop.sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const isWaiting = (count: number) =>
    expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(count);
  const asked = await shop.sql.begin(async (tx) => {
    await tx`SELECT FROM orders WHERE id = ${orderId} FOR UPDATE`;
    const captured = capture(customer, orderId, providerOrderId);
    await isWaiting(1);
    // The payment waits for the lock, and the deletion waits behind it.
    const erased = erase(customer);
    await isWaiting(2);
    return { captured, erased };
  });
  expect(await asked.captured).toEqual({ kind: "paid" });
  expect((await asked.erased).status).toBe(409);
  expect(await shop.sql`SELECT FROM payment_breaks WHERE order_id = ${orderId}`).toEqual([]);
  expect(await isAlive(customer)).toBe(true);
});

test("the last administrator cannot be deleted, not even when two delete their accounts at once", async () => {
  await db.update(profiles).set({ isAdmin: false });
  const [one, two] = [
    await shop.customer({ isAdmin: true }),
    await shop.customer({ isAdmin: true }),
  ];
  const statuses = (await Promise.all([erase(one), erase(two)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([302, 409]);
  expect(await db.$count(profiles, eq(profiles.isAdmin, true))).toBe(1);
});

test("a concurrent order either prevents the account deletion, or is refused because the account is deleted", async () => {
  for (let round = 0; round < 4; round++) {
    const customer = await shop.customer();
    const [placed, erased] = await Promise.all([
      order(customer, { paymentMethod: "Paiement à la livraison" }),
      erase(customer),
    ]);
    expect([302, 202]).toContain(placed.status);
    const isPlaced = placed.headers.get("location")!.includes("/payement/");
    expect(erased.status).toBe(isPlaced ? 409 : 302);
    expect(await isAlive(customer)).toBe(isPlaced);
    expect(await db.$count(orders, eq(orders.customerId, customer.userId))).toBe(isPlaced ? 1 : 0);
  }
  expect(
    await db.execute(
      sql`SELECT 1 FROM orders WHERE customer_id IS NULL AND customer_name <> 'Client supprimé'`,
    ),
  ).toMatchObject({ rows: [] });
});

test("requests that waited for the account deletion are redirected to sign-in or get 401, and publish no comment", async () => {
  const customer = await shop.customer();
  const acts = () => [
    customer.post(`/produit/${productId}`, { rate: "1", text: "Trop tard." }),
    customer.post(`/favoris/${productId}`, {}),
    order(customer),
    createUpload(customer, { kind: "avatar", size: 100 }),
    signIn(customer.email),
    customer.post("/admin/parametre-compte", { intent: "remove-photo" }),
    customer.post("/admin/parametre-compte", { intent: "photo", upload: "x" }),
  ];
  let asked: Promise<Response>[] = [];
  await shop.sql.begin(async (tx) => {
    await tx`DELETE FROM users WHERE id = ${customer.userId}`;
    asked = acts();
    const waiting = () =>
      shop.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(7);
  });
  const answers = await Promise.all(asked);
  const toSignIn = (query: string) => [302, `/connexion?retour=${query}`];
  expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual([
    toSignIn(`avis&id=${productId}`),
    toSignIn(`favori&id=${productId}`),
    toSignIn("panier"),
    [401, null],
    [401, null],
    toSignIn("parametres"),
    toSignIn("parametres"),
  ]);
  expect(await shop.sql`SELECT 1 FROM comments WHERE text = 'Trop tard.'`).toEqual([]);
});

test("a photo that is set while the account deletion waits for the account's row is deleted too", async () => {
  const customer = await shop.customer();
  const path = `profil/essai/${customer.userId.toLowerCase()}.jpg`;
  let deletion: ReturnType<typeof endAccount> | undefined;
  await shop.sql.begin(async (tx) => {
    await tx`SELECT FROM users WHERE id = ${customer.userId} FOR UPDATE`;
    deletion = endAccount(shop, null, { id: customer.userId }, { withComments: false });
    const waiting = () =>
      shop.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await tx`INSERT INTO pictures (path, width, height) VALUES (${path}, 9, 9)`;
    await tx`UPDATE profiles SET photo = ${path} WHERE user_id = ${customer.userId}`;
  });
  expect(await deletion).toEqual({ kind: "deleted" });
  expect(await shop.sql`SELECT path FROM pictures WHERE path = ${path}`).toEqual([]);
});

test("the command deletes an account without its password; the history names the command, a second run finds no account", async () => {
  const customer = await shop.customer();
  const end = () => endAccount(shop, null, { id: customer.userId }, { withComments: false });
  expect(await end()).toEqual({ kind: "deleted" });
  expect(await end()).toEqual({ kind: "no-account" });
  const [act] =
    await shop.sql`SELECT actor_name AS name FROM audit_events WHERE subject_id = ${customer.userId}`;
  expect(act).toEqual({ name: "Commande de la machine" });
});

test("of the queued mails to another account's address in the deleted profile, only the deleted account's address confirmation is deleted", async () => {
  const [customer, other] = [await shop.customer(), await shop.customer()];
  await db.update(profiles).set({ email: other.email }).where(eq(profiles.userId, customer.userId));
  await shop.sql`DELETE FROM mails`;
  const queue = (template: "password-changed" | "confirm-address", userId: string) =>
    queueMail(db, shop.jobs, {
      to: other.email,
      template,
      props: { path: "" },
      key: accountMailKey(template, userId),
    });
  await queue("password-changed", other.userId);
  await queue("confirm-address", other.userId);
  await queue("confirm-address", customer.userId);
  await erase(customer);
  const kept = await shop.sql`SELECT key FROM mails WHERE recipient = ${other.email} ORDER BY key`;
  expect(kept.map(({ key }) => key.slice(0, -27))).toEqual(
    ["confirm-address", "password-changed"].map((name) => `${name}-${other.userId.toLowerCase()}`),
  );
});
