import { describe, expect, test } from "vitest";
import { remindUnpaidOrders } from "#app/orders/remind-unpaid-orders.server.ts";
import { forgetOldData } from "../../server/retention.ts";
import { linkIn, sendAllMails, subjectOf, writtenMails } from "../support/mail.ts";
import { payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { sql } = shop;
const admin = await shop.customer({ isAdmin: true });
const MAILS = "/admin/reglages/courriels";
let version = 0;

async function turn(reminder: string): Promise<Response> {
  const form = { version: String(version), base: "", senderName: "", senderAddress: "", note: "" };
  const response = await admin.post(MAILS, { ...form, reminder });
  if (response.status === 200) version++;
  return response;
}
const placedAgo = (id: string, hours: number) =>
  sql`UPDATE orders SET created_at = created_at - make_interval(hours => ${hours}) WHERE id = ${id}`;
/** An unpaid order placed five hours ago, with its customer. */
async function unpaid(form: Parameters<typeof placeOrder>[2] = {}) {
  const customer = await shop.customer();
  const id = await placeOrder(shop, customer, form);
  await placedAgo(id, 5);
  return { customer, id };
}
async function remindersTo(email: string) {
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, email);
  return mails.filter((mail) => subjectOf(mail).includes("attend son paiement"));
}
/** A request of a mail provider's server: no cookie, no Origin. */
const oneClick = (url: string, method = "POST") =>
  fetch(url, {
    method,
    redirect: "manual",
    ...(method === "POST" && { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) }),
  });

test("nobody is reminded unless the settings ask for it, and then once, with the way to pay and to refuse", async () => {
  const { customer, id } = await unpaid();
  expect(await remindUnpaidOrders(shop)).toBe(0);
  expect((await turn("12")).status).toBe(400);
  expect((await turn("24")).status).toBe(200);
  expect(await remindUnpaidOrders(shop)).toBe(0);
  expect((await turn("3")).status).toBe(200);
  expect(await Promise.all([remindUnpaidOrders(shop), remindUnpaidOrders(shop)])).toContain(1);
  expect(await remindUnpaidOrders(shop)).toBe(0);
  const [mail, ...others] = await remindersTo(customer.email);
  expect(others).toEqual([]);
  expect(mail!.text).toContain(`/admin/my-orders/${id}`);
  // As the terms say: the order commits to pay until it ends.
  expect(mail!.text.replaceAll(/\s+/g, " ")).toMatch(
    /vous n’avez rien à faire : sans paiement, elle n’est pas préparée et prend fin le .+ ; vous ne devez alors plus rien\./,
  );
  expect(mail!.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(linkIn(mail!, "/sans-rappel")).toContain("lien=");
});

test("paid, cancelled, paid on delivery, being paid, released, older than three days or ordered again: no reminder", async () => {
  await turn("3");
  const paid = await shop.customer();
  const { orderId } = await payOrder(shop, paid);
  await placedAgo(orderId, 5);
  const cancelled = await unpaid();
  await cancelled.customer.post(`/admin/my-orders/${cancelled.id}/annuler`, {
    confirmed: "1",
    reason: "",
  });
  await unpaid({ paymentMethod: "Paiement à la livraison" });
  const capturing = await unpaid();
  await startPaying(capturing.customer, capturing.id);
  await sql`UPDATE payments SET state = 'unknown' WHERE order_id = ${capturing.id}`;
  const released = await unpaid();
  await sql`UPDATE orders SET hold_ended_at = now() WHERE id = ${released.id}`;
  const old = await unpaid();
  await placedAgo(old.id, 70);
  const young = await shop.customer();
  await placedAgo(await placeOrder(shop, young), 1);
  const again = await unpaid();
  await placedAgo(await placeOrder(shop, again.customer), 1);
  await remindUnpaidOrders(shop);
  expect(
    await sql`SELECT key FROM mails WHERE template = 'order-unpaid' AND sent_at IS NULL`,
  ).toEqual([]);
  const kinds =
    await sql`SELECT count(*)::integer AS count FROM orders WHERE cancelled_at IS NOT NULL`;
  expect(kinds[0]).toEqual({ count: 1 });
});

describe("an address refuses reminders", () => {
  test("by the page's button, which a GET does not press", async () => {
    await turn("3");
    const { customer } = await unpaid();
    expect(await remindUnpaidOrders(shop)).toBe(1);
    const link = linkIn((await remindersTo(customer.email))[0]!, "/sans-rappel");
    const page = await shop.visitor().get(link);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(await sql`SELECT FROM reminder_refusals`).toHaveLength(0);
    const pressed = await shop.visitor().post(link, {});
    expect([pressed.status, textOf(await pressed.text()).includes("C’est noté")]).toEqual([
      200,
      true,
    ]);
    expect((await shop.visitor().post(link, {})).status).toBe(200);
    await placedAgo(await placeOrder(shop, customer), 5);
    expect(await remindUnpaidOrders(shop)).toBe(0);
    expect(await remindersTo(customer.email)).toHaveLength(1);
    const data = await customer.read("/admin/parametre-compte/mes-donnees");
    expect(data).toContain("rappelsRefusesLe");
    await sql`UPDATE reminder_refusals SET refused_at = now() - interval '3 years 1 day'`;
    await forgetOldData(shop);
    expect(await sql`SELECT FROM reminder_refusals`).toHaveLength(0);
  });

  test("by a mail program's button (RFC 8058); a link that the shop has not signed does nothing", async () => {
    await turn("3");
    const { customer } = await unpaid();
    expect(await remindUnpaidOrders(shop)).toBe(1);
    const [mail] = await remindersTo(customer.email);
    const url = /<([^>]+)>/.exec(String(mail!.headers["list-unsubscribe"]))![1]!;
    const shown = await oneClick(url, "GET");
    expect([shown.status, shown.headers.get("location")]).toEqual([
      303,
      expect.stringContaining("/sans-rappel?lien="),
    ]);
    const forged = url.replace(/lien=./, (start) => (start.endsWith("a") ? "lien=b" : "lien=a"));
    expect((await oneClick(forged)).status).toBe(410);
    expect(
      (await shop.visitor().get(new URL(forged).search.replace(/^/, "/sans-rappel"))).status,
    ).toBe(410);
    expect(await sql`SELECT FROM reminder_refusals`).toHaveLength(0);
    expect((await oneClick(url)).status).toBe(200);
    expect((await oneClick(url)).status).toBe(200);
    expect(await sql`SELECT FROM reminder_refusals`).toHaveLength(1);
  });
});
