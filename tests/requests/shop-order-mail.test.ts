import { afterAll, expect, test } from "vitest";
import { listMails } from "#app/mail-log/mail-log.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { openMailServer, sendAllMails, subjectOf } from "../support/mail.ts";
import { capture, payOrder, placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";

/* The shop's own mail for each order to prepare: paid, or to be paid on delivery. */
const server = await openMailServer();
afterAll(server.close);
const SHOP = "atelier@exemple.fr";
const shop = await openShop({ SMTP_URL: server.url, SHOP_EMAIL: SHOP, DEMO: "0" });
const CASH = { paymentMethod: "Paiement à la livraison" };

async function announced(of: string): Promise<string[]> {
  await sendAllMails(shop);
  return server.received
    .filter(({ recipients, text }) => recipients.includes(SHOP) && text.includes(of))
    .map(subjectOf);
}

test("a paid order is announced once, a cash order when it is placed, an unpaid one not", async () => {
  const customer = await shop.customer();
  const unpaid = await placeOrder(shop, customer);
  const { orderId, providerOrderId } = await payOrder(shop, customer);
  await capture(customer, orderId, providerOrderId);
  const cash = await placeOrder(shop, customer, CASH);
  const numbers = [orderId, cash].map(deliveryNumber);
  expect(await announced(numbers[0]!)).toEqual([`Nouvelle commande payée\u00a0: ${numbers[0]}`]);
  expect(await announced(numbers[1]!)).toEqual([
    `Nouvelle commande à la livraison\u00a0: ${numbers[1]}`,
  ]);
  expect(await announced(deliveryNumber(unpaid))).toEqual([]);
  const { mails } = await listMails(shop.db, { page: 1, state: "envoyes" });
  expect(mails.find(({ template }) => template === "shop-order")?.customerName).toBe("La boutique");
});

test("a guest's order is announced without the link that opens it", async () => {
  const id = await placeOrder(shop, shop.visitor(), { ...CASH, email: "une@exemple.fr" } as object);
  expect(await announced(deliveryNumber(id))).toHaveLength(1);
  const mail = server.received.find(
    ({ recipients, text }) => recipients.includes(SHOP) && text.includes(deliveryNumber(id)),
  );
  expect(mail!.text).toContain(`/admin/commandes?commande=${id}`);
  expect(mail!.text + mail!.html).not.toMatch(/lien=|preuve=/);
});

test("the mail doesn't repeat a link that was typed as the name", async () => {
  const name = "Gagnez sur exemple.com";
  const id = await placeOrder(shop, await shop.customer(), { ...CASH, name } as object);
  expect(await announced(deliveryNumber(id))).toHaveLength(1);
  const mail = server.received.find(({ text }) => text.includes(deliveryNumber(id)));
  expect(mail!.text).toContain(`la commande ${deliveryNumber(id)} est à préparer`);
  expect(mail!.text + mail!.html).not.toContain("Gagnez");
});

test("after twenty cash orders in an hour one mail says that there are others; paid orders are announced each", async () => {
  const before = server.received.length;
  const mailsNow = async () => {
    await sendAllMails(shop);
    return server.received.slice(before).filter(({ recipients }) => recipients.includes(SHOP));
  };
  for (let time = 0; time < 25; time++)
    await placeOrder(shop, shop.visitor(), { ...CASH, email: `m-${time}@exemple.fr` } as object);
  const mails = await mailsNow();
  expect(mails.length).toBeLessThanOrEqual(21);
  const [last, ...others] = mails.filter(({ text }) => text.includes("pas annoncées une à une"));
  expect(others).toHaveLength(0);
  expect(last!.text).toContain("/admin/commandes?etat=a-preparer");
  const { orderId } = await payOrder(shop, await shop.customer());
  expect(await announced(deliveryNumber(orderId))).toHaveLength(1);
});

test("none when the settings say so", async () => {
  const admin = await shop.customer({ isAdmin: true });
  const form = { version: "0", base: "", senderName: "", senderAddress: "", note: "" };
  const save = (fields: object) =>
    admin.post("/admin/reglages/courriels", { ...form, reminder: "", ...fields });
  expect((await save({ shopOrders: "sometimes" })).status).toBe(400);
  expect((await save({ shopOrders: "never" })).status).toBe(200);
  const id = await placeOrder(shop, await shop.customer(), CASH);
  expect(await announced(deliveryNumber(id))).toEqual([]);
});
