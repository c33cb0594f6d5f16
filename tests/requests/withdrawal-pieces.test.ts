import { expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { sendAllMails } from "../support/mail.ts";
import { payOrder } from "../support/paying.ts";
import { textOf } from "../support/text-of.ts";
import { openWithdrawals, state } from "../support/withdrawing.ts";

const { shop, admin, deliver, rowsFor, matchAll } = await openWithdrawals({
  RATE_LIMIT_FACTOR: "1",
});
const { sql } = shop;

/** A paid and delivered order of three creams, and what its customer and an administrator do with it. */
async function bought() {
  const customer = await shop.customer();
  const { orderId } = await payOrder(shop, customer, { quantity: 3 });
  await deliver(orderId, 2);
  const number = deliveryNumber(orderId);
  const fields = { number, email: customer.email };
  let refunded = 0;
  return {
    orderId,
    number,
    customer,
    form: () => customer.read(`/retractation?commande=${number}`),
    /** States so many creams, as the form that has shown `repeat` statements posts it. */
    state: (quantity: number, repeat: number) =>
      state(customer, { ...fields, "line-0": String(quantity), repeat: String(repeat) }),
    stateText: (articles: string) =>
      state(shop.visitor(), { ...fields, articles }).then(() => matchAll()),
    async refund(quantity: number) {
      await admin.post(`/admin/commandes/${orderId}/remboursement`, {
        intent: "lines",
        "quantity-0": String(quantity),
        seen: String(refunded),
        reason: "Rétractation",
        confirmed: "1",
      });
      refunded += quantity * 3_400;
    },
    /** The states of the statements on the customer's page, oldest first. */
    async states() {
      const text = textOf(await customer.read(`/admin/my-orders/${orderId}`));
      return [...text.matchAll(/Remboursée\.|Remboursement au plus tard/g)].map(([found]) =>
        found === "Remboursée." ? "refunded" : "due",
      );
    },
    /** The quantities in the administrators' links to the refund. */
    async prefilled() {
      const html = await admin.read("/admin/retractations");
      const links = html.matchAll(
        new RegExp(`/${orderId}/remboursement\\?(?:quantity-0=(\\d+))?`, "g"),
      );
      return [...links].map(([, quantity]) => Number(quantity ?? 0));
    },
  };
}

test("a second piece of the same article is a second statement; sent twice it is one", async () => {
  const order = await bought();
  await order.state(1, 0);
  await order.state(1, 0);
  expect(await rowsFor(order.number)).toHaveLength(1);
  await order.refund(1);
  const form = await order.form();
  expect(form).toContain('name="repeat" value="1"');
  expect(textOf(form)).toContain("Déjà remboursé : 1 sur 3");
  expect(form).toContain('<option value="2" selected="">');
  expect(textOf(form)).toContain("J’y renonce : 2 sur 3");
  await Promise.all([order.state(1, 1), order.state(1, 1)]);
  expect(await rowsFor(order.number)).toHaveLength(2);
  expect(await order.states()).toEqual(["refunded", "due"]);
  expect(
    await sql`SELECT count(*)::int FROM mails WHERE template = 'withdrawal-receipt' AND recipient = ${order.customer.email}`,
  ).toEqual([{ count: 2 }]);
  await order.state(1, 9_999);
  expect(await rowsFor(order.number)).toHaveLength(3);
});

test("a refund settles one statement of an article, not all of them", async () => {
  const order = await bought();
  await order.state(1, 0);
  await order.state(1, 1);
  expect(await order.prefilled()).toEqual([1, 1]);
  await order.refund(1);
  expect(await order.states()).toEqual(["refunded", "due"]);
  expect(await order.prefilled()).toEqual([1]);
  await order.refund(1);
  expect(await order.states()).toEqual(["refunded", "refunded"]);
});

test("a refund settles one statement by text", async () => {
  const order = await bought();
  await order.stateText("La première crème");
  await order.stateText("La deuxième crème");
  await order.refund(1);
  expect(await order.states()).toEqual(["refunded", "due"]);
  await order.refund(1);
  expect(await order.states()).toEqual(["refunded", "refunded"]);
});

test("pieces refunded before a statement are neither offered nor awaited", async () => {
  const order = await bought();
  await order.refund(1);
  const answer = await order.state(3, 0);
  expect(answer.status).toBe(400);
  expect(textOf(await answer.text())).toContain("Choisissez une quantité de 0 à 2.");
  await order.state(2, 0);
  expect(await order.states()).toEqual(["due"]);
  await order.refund(1);
  expect(await order.states()).toEqual(["due"]);
  expect(await order.prefilled()).toEqual([1]);
  await order.refund(1);
  expect(await order.states()).toEqual(["refunded"]);
});

test("strangers can't suppress the receipt of the customer's own statement", async () => {
  const order = await bought();
  const { email } = order.customer;
  for (let index = 0; index < 6; index++)
    await state(shop.visitor(), { number: `XXXXXXXXXXXXXXX${index}`, email });
  const sent = async () => {
    await matchAll();
    await sendAllMails(shop);
    const [counted] = await sql<{ sent: number }[]>`SELECT count(sent_at)::int AS sent FROM mails
      JOIN withdrawals ON mails.key = 'withdrawal-' || lower(withdrawals.id) WHERE withdrawals.email = ${email}`;
    return counted!.sent;
  };
  // With the account's other mails, these are the five of the hour (decision 92).
  const before = await sent();
  expect(before).toBeLessThan(6);
  await order.state(1, 0);
  expect(await sent()).toBe(before + 1);
  // Without signing in: the job that finds the paid order queues the receipt.
  await order.stateText("Les deux autres crèmes");
  expect(await sent()).toBe(before + 2);
});

test("a deleted account's notices keep no name, also of a statement linked later", async () => {
  const order = await bought();
  await state(shop.visitor(), { number: order.number, email: "autre@exemple.fr" });
  await matchAll();
  const [row] = await rowsFor(order.number);
  const linked = await admin.post("/admin/retractations", {
    id: row!.id,
    number: order.number,
    confirmed: "1",
  });
  expect(linked.status).toBeLessThan(400);
  await order.refund(3);
  const deleted = await order.customer.post("/admin/parametre-compte/supprimer", {
    password: "Mot-de-passe-1",
  });
  expect(deleted.status).toBe(302);
  expect(
    await sql`SELECT name, email FROM messages WHERE id = ${`retractation-${row!.id}`}`,
  ).toEqual([{ name: "Client supprimé", email: "" }]);
});
