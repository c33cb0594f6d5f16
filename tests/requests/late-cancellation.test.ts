import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import { mailOverdueNotices } from "#app/orders/late-delivery.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { messages } from "#db/schema/index.ts";
import { lateOrders } from "../support/late-order.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { openReturns } from "../support/returning.ts";
import { textOf } from "../support/text-of.ts";

/* A late order that its customer cancels after a parcel has left (consumer code, L216-6, L216-7): recorded, then decided. */
const opened = await openReturns();
const { shop, customer, admin, orderOf, refundsOf, postExpected, receive } = opened;
const { db, sql } = shop;
const { path, post, makeOverdue } = lateOrders(shop);
const CASH = { paymentMethod: "Paiement à la livraison" };

const own = (id: string) => `/admin/my-orders/${id}`;
const read = async (address: string, who = customer) => textOf(await who.read(address));
const send = (id: string) =>
  admin.post("/admin/commandes/remise", { commandes: id, cle: ulid(), transporteur: "Colissimo" });
const deliver = (id: string) => admin.post("/admin/commandes", { intent: "deliver", id });
const cancel = (id: string, who = customer) => post(who, id, "cancel");
const statementsOf = (id: string) =>
  sql`SELECT id, name, email, articles FROM withdrawals WHERE order_id = ${id}`;
const lastDay = () => frenchLongDay(parisDay(new Date(), 14));
const refundRest = (id: string, intent = "rest") =>
  admin.post(`/admin/commandes/${id}/remboursement`, {
    intent,
    reason: "Livraison en retard",
    seen: "0",
    confirmed: "1",
  });

/** A paid order whose parcel has left and whose further date has passed. */
async function sentLate(who = customer): Promise<string> {
  const { orderId } = await payOrder(shop, who);
  await send(orderId);
  await makeOverdue(who, orderId);
  return orderId;
}
/** The same, cancelled by its customer. */
async function recorded(who = customer): Promise<string> {
  const id = await sentLate(who);
  expect((await cancel(id, who)).status).toBe(200);
  return id;
}

test("with a parcel under way the cancellation is recorded, once: nothing is refunded before an administrator decides", async () => {
  const id = await sentLate();
  expect(await read(path(id))).toContain("Un colis est déjà parti");
  const answers = await Promise.all([cancel(id), cancel(id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(textOf(await answers[0]!.text())).toContain("Votre annulation est enregistrée");
  expect((await cancel(id)).status).toBe(200);

  expect(await orderOf(id)).toMatchObject({ cancelledAt: null, refundedCents: 0 });
  expect(await refundsOf(id)).toEqual([]);
  expect(await statementsOf(id)).toMatchObject([
    { name: "Claire Aubry", email: customer.email, articles: "" },
  ]);
  // The customer reads it with its last day, has its receipt, and is not asked to cancel again.
  expect(await read(own(id))).toMatch(
    new RegExp(`Annulation Enregistrée le .* remboursé.* au plus tard le ${lastDay()}`),
  );
  expect(await customer.read(own(id))).not.toContain(path(id));
  expect(await read(path(id))).toContain(`au plus tard le ${lastDay()}`);
  const mails = await sql`SELECT template, recipient, props->>'refundDueOn' AS due FROM mails
    WHERE key = ${`order-${id.toLowerCase()}-late-cancelled`}`;
  expect(mails).toEqual([
    { template: "order-late-cancelled", recipient: customer.email, due: parisDay(new Date(), 14) },
  ]);
  expect(await mailOverdueNotices(shop)).toBe(0);

  // Administrators: a message, the list, the order, the history, and the refund page filled in.
  const [message] = await db
    .select()
    .from(messages)
    .where(eq(messages.title, "Commande en route annulée pour retard"));
  expect(message).toMatchObject({ isRead: false, message: expect.stringContaining(lastDay()) });
  const html = await admin.read("/admin/retractations");
  expect(textOf(html)).toMatch(/Annulation pour retard .*Attendre le retour.*Rembourser/);
  expect(await read(`/admin/commandes?commande=${id}`, admin)).toContain(
    "Le client a annulé, faute de livraison",
  );
  expect(await read("/admin/historique", admin)).toContain("Annulation pour retard reçue");
  const href = new RegExp(`"(/admin/commandes/${id}/remboursement[^"]*)"`).exec(html)![1]!;
  const form = await admin.read(href.replaceAll("&amp;", "&"));
  expect(form).toMatch(/name="quantity-0"[^>]*value="1"/);
  expect(form).toContain("Annulation pour retard du");

  await refundRest(id);
  expect(await orderOf(id)).toMatchObject({ refundedCents: 3_400 });
  expect(await read(own(id))).toMatch(/Annulation Enregistrée le .* Remboursée/);
  expect(await read("/admin/retractations", admin)).not.toContain(deliveryNumber(id));
  expect(await read("/admin/produits", admin)).not.toContain("en demeure");
});

test("an administrator waits for the parcel: its return is at the shop's cost, and does not move the last day", async () => {
  const id = await recorded();
  const [{ id: stated } = {}] = await statementsOf(id);
  await sql`UPDATE orders SET created_at = now() - interval '20 days' WHERE id = ${id}`;
  const response = await postExpected(id, { "expected-0": "1" }, `?retractation=${stated}`);
  const back = response.headers.get("location")!.split("/").at(-1)!;
  expect(await read(own(id))).toContain("les frais de renvoi sont à notre charge");
  expect(await read(own(id))).not.toContain("Les frais directs de renvoi sont à votre charge");
  await receive(back, 1);
  expect(await read(`/admin/retours/${back}`, admin)).toContain(`Au plus tard le ${lastDay()}`);
});

test("an order paid on delivery: recorded, and the administrator cancels it", async () => {
  const id = await placeOrder(shop, customer, CASH);
  await send(id);
  await makeOverdue(customer, id);
  expect(textOf(await (await cancel(id)).text())).toContain("refusez-le");
  expect(await orderOf(id)).toMatchObject({ cancelledAt: null });
  expect(await read(own(id))).toContain("Vous n’avez rien payé");
  expect(await read("/admin/retractations", admin)).toContain("Non payée, à annuler");
  await refundRest(id, "cancel");
  expect((await orderOf(id)).cancelledAt).not.toBeNull();
  expect(await read(own(id))).toContain("Rien n’est à rembourser");
});

test("not closed without a refund; once the parcel has arrived, the customer keeps it, and reads so in the order and by mail", async () => {
  const id = await recorded();
  const [{ id: stated } = {}] = await statementsOf(id);
  const reason = "Vous avez préféré garder le colis.";
  const closing = await admin.post("/admin/retractations", {
    intent: "close",
    id: String(stated),
    order: id,
    reason,
    confirmed: "1",
  });
  expect(textOf(await closing.text())).toContain("Cette déclaration oblige à rembourser");
  expect(await read(own(id))).not.toContain(reason);
  const keep = () => customer.post("/retractation", { intent: "take-back", id: String(stated) });
  expect((await keep()).status).toBe(409);
  await deliver(id);
  expect((await keep()).status).toBe(200);
  expect(await read(own(id))).toContain("Retirée par son auteur, qui garde les articles.");
  const mail = await sql`SELECT props->>'kind' AS kind FROM mails
    WHERE key = ${`withdrawal-${String(stated).toLowerCase()}-closed`}`;
  expect(mail).toEqual([{ kind: "annulation" }]);
  expect((await cancel(id)).status).toBe(200);
  expect(await statementsOf(id)).toHaveLength(1);
});

test("the account stays until the recorded cancellation is decided, also when the parcel has arrived", async () => {
  const person = await shop.customer();
  const id = await recorded(person);
  const page = "/admin/parametre-compte/supprimer";
  const erase = () => person.post(page, { password: "Mot-de-passe-1" });
  expect((await erase()).status).toBe(409);
  await deliver(id);
  expect(await read(page, person)).toContain("une annulation n’est pas terminée");
  expect((await erase()).status).toBe(409);
  expect((await person.get("/admin/account")).status).toBe(200);
  await refundRest(id);
  expect((await erase()).headers.get("location")).toContain("compte-supprime");
});

test("the customer's own cancellation is refused for an order whose parcel has left, paid or to be paid on delivery", async () => {
  const { orderId: paid } = await payOrder(shop, customer);
  const cash = await placeOrder(shop, customer, CASH);
  for (const id of [paid, cash]) {
    await send(id);
    expect((await customer.post(`${own(id)}/annuler`, { confirmed: "1" })).status).toBe(409);
    expect(await orderOf(id)).toMatchObject({ cancelledAt: null, refundedCents: 0 });
  }
});

describe("at the same moment", () => {
  const inTurn = (id: string, acts: (() => Promise<unknown>)[], isFirst: boolean) =>
    queueBehind(
      sql,
      (holder) => holder`SELECT FROM orders WHERE id = ${id} FOR UPDATE`,
      isFirst ? acts : acts.toReversed(),
    );

  test.each([true, false])("the cancellation (first: %s) and the hand-over", async (isFirst) => {
    const { orderId: id } = await payOrder(shop, customer);
    await makeOverdue(customer, id);
    await inTurn(id, [() => cancel(id), () => send(id)], isFirst);
    const [{ parcels } = {}] =
      await sql`SELECT count(*)::integer AS parcels FROM parcels WHERE order_id = ${id}`;
    const { cancelledAt, refundedCents } = await orderOf(id);
    expect({ parcels, isCancelled: cancelledAt !== null, refundedCents }).toEqual(
      isFirst
        ? { parcels: 0, isCancelled: true, refundedCents: 3_400 }
        : { parcels: 1, isCancelled: false, refundedCents: 0 },
    );
    expect(await statementsOf(id)).toHaveLength(isFirst ? 0 : 1);
  });

  test.each([true, false])("the cancellation (first: %s) and a refund", async (isFirst) => {
    const id = await sentLate();
    await inTurn(id, [() => cancel(id), () => refundRest(id)], isFirst);
    expect(await orderOf(id)).toMatchObject({ cancelledAt: null, refundedCents: 3_400 });
    expect(await refundsOf(id)).toHaveLength(1);
    expect(await read("/admin/retractations", admin)).not.toContain(deliveryNumber(id));
  });

  test.each([true, false])("the cancellation (first: %s) and the delivery", async (isFirst) => {
    const id = await sentLate();
    await inTurn(id, [() => cancel(id), () => deliver(id)], isFirst);
    expect(await orderOf(id)).toMatchObject({ isDelivered: true, refundedCents: 0 });
    expect(await statementsOf(id)).toHaveLength(isFirst ? 1 : 0);
  });
});
