import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { matchWithdrawal } from "#app/returns/link-withdrawal.server.ts";
import { affectedOrders } from "#app/safety/recall-orders.server.ts";
import { orders } from "#db/schema/index.ts";
import { forgetOldData } from "../../server/retention.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { sampleReduction } from "../support/reductions.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* Orders that a stranger placed with a customer's address, and that the customer's account took in (decision 99). */
const shop = await openShop();
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true });
const PASSWORD = "Mot-de-passe-1";

const rowOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const disown = (who: Browser, orderId: string) =>
  who.post(`/admin/my-orders/${orderId}`, { intent: "disown" });
const signIn = ({ email }: { email: string }) =>
  shop.visitor().post("/connexion", { email, password: PASSWORD });
const deleteAccount = (who: Browser) =>
  who.post("/admin/parametre-compte/supprimer", { password: PASSWORD });
/** A customer with a confirmed address. */
async function confirmedCustomer() {
  const customer = await shop.customer();
  await sql`UPDATE users SET email_verified = true WHERE id = ${customer.userId}`;
  return customer;
}
/** A paid order of a stranger that the customer's account has taken in. */
async function joinedOrder(customer: { email: string; userId: string }) {
  const { orderId } = await payOrder(shop, shop.visitor(), { email: customer.email } as object);
  await signIn(customer);
  expect((await rowOf(orderId)).customerId).toBe(customer.userId);
  return orderId;
}
const DETACHED = { customerId: null, guestEmail: null, guestLinkVersion: null, joinedFrom: null };

describe("« Ce n’est pas ma commande »", () => {
  test("asks, detaches the order for good, tells the administrators; nothing about it reaches the address", async () => {
    const customer = await confirmedCustomer();
    const orderId = await joinedOrder(customer);
    const page = `/admin/my-orders/${orderId}`;
    expect(textOf(await customer.read(page))).toContain("Ce n’est pas ma commande");
    expect(textOf(await customer.read(`${page}?pas-la-mienne=1`))).toContain(
      "Cette commande n’est pas la vôtre",
    );
    expect(await rowOf(orderId)).toMatchObject({ customerId: customer.userId, disownedAt: null });
    const mailed = () =>
      sql`SELECT key FROM mails WHERE sent_at IS NULL AND key LIKE ${`order-${orderId.toLowerCase()}-%`}`;
    expect(await mailed()).not.toEqual([]);
    // Sent twice: the first answer may have been lost.
    for (let count = 0; count < 2; count++) {
      const answer = await disown(customer, orderId);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/admin/my-orders"]);
    }
    const row = await rowOf(orderId);
    expect(row).toMatchObject({ ...DETACHED, customerName: "Claire Aubry" });
    expect(row.disownedAt).not.toBeNull();
    expect(textOf(await customer.read("/admin/my-orders"))).toContain("Aucune commande");
    expect((await customer.get(page)).status).toBe(404);
    await signIn(customer);
    expect(await rowOf(orderId)).toMatchObject(DETACHED);

    expect(await mailed()).toEqual([]);
    await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    expect((await rowOf(orderId)).isDelivered).toBe(true);
    expect(await mailed()).toEqual([]);
    const [{ id: productId }] =
      (await sql`SELECT product_id AS id FROM order_lines WHERE order_id = ${orderId}`) as [
        { id: string },
      ];
    const scope = { productId, lots: [], fromDay: "2020-01-01", untilDay: "2100-01-01" };
    // The payer's own address.
    expect(await affectedOrders(db, scope)).toMatchObject([
      { orderId, email: "payeur@exemple.fr" },
    ]);
    const number = orderId.slice(10).toUpperCase();
    const fields = { name: "Claire", number, email: customer.email, articles: "" };
    await customer.post("/retractation", { ...fields, intent: "confirm" });
    const [stated] = await sql`SELECT id FROM withdrawals WHERE order_number = ${number}`;
    await matchWithdrawal(shop, String(stated!["id"]));
    expect(
      await sql`SELECT order_id AS id FROM withdrawals WHERE order_number = ${number}`,
    ).toEqual([{ id: null }]);

    const notices = textOf(await admin.read("/admin/notifications"));
    expect(notices.match(/Commande sans adresse e-mail/g)).toHaveLength(1);
    expect(textOf(await admin.read("/admin/historique"))).toContain(
      "Commande détachée d’un compte",
    );
    const guestPage = `/admin/commandes/${orderId}/sans-compte`;
    expect(await admin.read(`/admin/commandes?commande=${orderId}`)).toContain(guestPage);
    expect(textOf(await admin.read(guestPage))).toContain("n’a plus d’adresse e-mail");
    expect((await admin.post(guestPage, { intent: "renew" })).status).toBe(409);
    expect(await brokenInvariants(sql)).toEqual({});
  });

  test("revokes the mailed links, in mails and browsers", async () => {
    const customer = await confirmedCustomer();
    const stranger = shop.visitor();
    const orderId = await placeOrder(shop, stranger, { email: customer.email } as object);
    await sendAllMails(shop);
    const mails = await writtenMails(shop.config.dataDir, customer.email);
    const link = linkIn(
      mails.find(({ text }) => text.includes("/commande?"))!,
      "/commande\\?",
    );
    await signIn(customer);
    await disown(customer, orderId);
    expect((await shop.visitor().get(link)).status).toBe(410);
    expect((await stranger.get(`/admin/my-orders/${orderId}`)).status).toBe(404);
  });

  test("only of an order that the account took in, and that its owner has not claimed", async () => {
    const customer = await confirmedCustomer();
    const own = await placeOrder(shop, customer);
    const claimed = await joinedOrder(customer);
    await customer.post(`/admin/my-orders/${claimed}`, { intent: "confirm-email" });
    const others = await joinedOrder(await confirmedCustomer());
    for (const orderId of [own, claimed]) {
      const before = await rowOf(orderId);
      expect((await disown(customer, orderId)).status).toBe(400);
      expect(
        textOf(await customer.read(`/admin/my-orders/${orderId}?pas-la-mienne=1`)),
      ).not.toContain("pas ma commande");
      expect(await rowOf(orderId)).toEqual(before);
    }
    const before = await rowOf(others);
    for (const who of [customer, shop.visitor(), admin])
      expect((await disown(who, others)).status).toBe(302);
    expect(await rowOf(others)).toEqual(before);
  });

  test("a code once per customer no longer counts it", async () => {
    const list = [sampleReduction({ code: "UNEFOIS", mostEach: "1" })];
    await admin.post("/admin/reglages/reductions", {
      list: JSON.stringify(list),
      version: String(shop.settings.current().versions.reductions),
    });
    const customer = await confirmedCustomer();
    const product = await insertProduct(db, { name: "baume", price: 10 });
    const buy = async (who: Browser, email?: string) => {
      const fields = { code: "UNEFOIS", ...(email && { email }) };
      return who.post("/panier", orderForm([{ id: product, qty: 1 }], 900, fields));
    };
    const placed = await buy(shop.visitor(), customer.email);
    const orderId = placed.headers.get("location")!.split("/").at(-1)!;
    await signIn(customer);
    expect((await buy(customer)).status).not.toBe(302);
    await disown(customer, orderId);
    expect((await buy(customer)).status).toBe(302);
  });
});

describe("the deletion of an account", () => {
  test("is blocked by its own and its claimed orders, not by a stranger's, which it detaches", async () => {
    const customer = await confirmedCustomer();
    const strangers = await joinedOrder(customer);
    const delivered = await joinedOrder(customer);
    await sql`UPDATE orders SET is_shipped = true, shipped_at = now() WHERE id = ${delivered}`;
    const { orderId: own } = await payOrder(shop, customer);
    expect((await deleteAccount(customer)).status).toBe(409);
    expect(await rowOf(strangers)).toMatchObject({ customerId: customer.userId, disownedAt: null });
    await sql`UPDATE orders SET is_shipped = true, shipped_at = now() WHERE id = ${own}`;
    const page = textOf(await customer.read("/admin/parametre-compte/supprimer"));
    expect(page).not.toContain("Pas encore");
    expect(page).toContain("que vous n’avez pas reconnue comme la vôtre");
    expect((await deleteAccount(customer)).status).toBe(302);
    expect(await sql`SELECT FROM users WHERE id = ${customer.userId}`).toHaveLength(0);
    expect(await rowOf(strangers)).toMatchObject({ ...DETACHED, customerName: "Claire Aubry" });
    for (const orderId of [own, delivered])
      expect(await rowOf(orderId)).toMatchObject({
        customerName: "Client supprimé",
        disownedAt: null,
      });
    expect(await brokenInvariants(sql)).toEqual({});

    const second = await confirmedCustomer();
    const claimed = await joinedOrder(second);
    await second.post(`/admin/my-orders/${claimed}`, { intent: "confirm-email" });
    expect((await deleteAccount(second)).status).toBe(409);
  });
});

test("a detached order's data is erased by an administrator, or three years later", async () => {
  const customer = await confirmedCustomer();
  const [asked, old, young] = [
    await joinedOrder(customer),
    await joinedOrder(customer),
    await joinedOrder(customer),
  ];
  for (const orderId of [asked, old, young]) {
    await disown(customer, orderId);
    await sql`UPDATE orders SET is_shipped = true, shipped_at = now() WHERE id = ${orderId}`;
  }
  const erase = () => admin.post(`/admin/commandes/${asked}/sans-compte`, { intent: "erase" });
  expect([(await erase()).status, (await erase()).status]).toEqual([200, 409]);
  await sql`UPDATE orders SET created_at = now() - interval '3 years 1 day' WHERE id = ${old}`;
  await forgetOldData(shop);
  for (const orderId of [asked, old])
    expect(await rowOf(orderId)).toMatchObject({
      customerName: "Client supprimé",
      phoneNumber: "Effacé",
      disownedAt: null,
    });
  expect((await rowOf(young)).customerName).toBe("Claire Aubry");
});
