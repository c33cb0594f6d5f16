import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { syncPayment } from "#app/payments/capture-payment.server.ts";
import { checkPayments, handleEvent } from "#app/payments/check-payments.server.ts";
import { concludePayment } from "#app/payments/conclude-payment.server.ts";
import { recordProviderRefunds } from "#app/payments/provider-refunds.server.ts";
import { refundOrder } from "#app/payments/refund-order.server.ts";
import { invoices, mails, orders, paymentBreaks, payments, refunds } from "#db/schema/index.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { approve, capture, payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { openSimulator } from "../support/simulator.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const simulator = openSimulator(shop.url);
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });

const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const paymentsOf = (id: string) => db.select().from(payments).where(eq(payments.orderId, id));
const refundsOf = (id: string) => db.select().from(refunds).where(eq(refunds.orderId, id));
const breaksOf = (id: string) =>
  db.select().from(paymentBreaks).where(eq(paymentBreaks.orderId, id));
const reconcile = () => checkPayments(shop, { olderThanSeconds: 0 });
/** What was paid is asked about once a day. */
async function aDayLater(orderId: string): Promise<void> {
  await shop.sql`
    UPDATE payments SET checked_at = NULL, updated_at = now() - interval '25 hours' WHERE order_id = ${orderId}`;
  await reconcile();
}
/** Orders whose money came in another way than by the provider: its books can't agree with ours. */
const paidElsewhere: string[] = [];
/** An order to be paid, its payer's yes said at the provider, which tells nobody. */
async function approved(): Promise<{ orderId: string; providerOrderId: string }> {
  const orderId = await placeOrder(shop, customer);
  const { providerOrderId } = await startPaying(customer, orderId);
  await simulator.fault("webhook", "hold", { times: 2 });
  await approve(customer, providerOrderId);
  return { orderId, providerOrderId };
}
/** Asks back first, as the page does, then does it. */
async function decide(orderId: string, fields: Record<string, string>): Promise<string> {
  const path = `/admin/commandes/${orderId}/remboursement`;
  const asked = await admin.post(path, fields);
  const question = textOf(await asked.text());
  if (asked.status !== 200) return question;
  expect(question).toContain("Voulez-vous vraiment");
  return textOf(await (await admin.post(path, { ...fields, confirmed: "1" })).text());
}

afterEach(async () => {
  await simulator.clear();
  await reconcile();
  shop.takeErrors();
  expect(await brokenInvariants(shop.sql, paidElsewhere)).toEqual({});
});

describe("webhooks", () => {
  test("the payer approves and closes the window: the webhook alone has the order paid", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await approve(customer, providerOrderId);
    await expect.poll(async () => (await orderOf(orderId)).isPaid).toBe(true);
  });

  test("every event five times, in any order, beside the browser: one capture, message, invoice and mail", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await approve(customer, providerOrderId);
    await Promise.all([
      ...Array.from({ length: 3 }, () => capture(customer, orderId, providerOrderId)),
      simulator.ringAgain(5),
    ]);
    await simulator.ringAgain(5);
    expect((await orderOf(orderId)).isPaid).toBe(true);
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "captured" }]);
  });

  test("forged, tampered, unsigned, no event: refused, and nothing changes", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await simulator.fault("webhook", "hold");
    await approve(customer, providerOrderId);
    const event = JSON.stringify({
      id: "WH-1",
      event_type: "CHECKOUT.ORDER.APPROVED",
      resource: { id: providerOrderId },
    });
    const signed = {
      "paypal-auth-algo": "HMAC",
      "paypal-cert-url": "https://ailleurs.example/cert",
      "paypal-transmission-id": "1",
      "paypal-transmission-time": "2026-11-21T10:00:00Z",
      "paypal-transmission-sig": "Zm9yZ2Vk",
    };
    const send = async (body: string, headers: Record<string, string>) =>
      (await fetch(`${shop.url}/webhooks/paypal`, { method: "POST", headers, body })).status;
    expect(await send(event, signed)).toBe(403);
    expect(await send(event, {})).toBe(403);
    // Signed by the provider, and changed on its way: the same event about the same payment, one letter more.
    const genuine = await simulator.sign(event.replace("APPROVED", "SAVED"));
    expect(await send(event, genuine)).toBe(403);
    expect(await send(event.replace("APPROVED", "SAVED"), genuine)).toBe(200);
    expect(await send(`${event},"webhook_id":"demonstration"`, signed)).toBe(400);
    expect(await send("{}", signed)).toBe(400);
    // More than once: letters of what was paid before may still come in, and are verified, too.
    await simulator.fault("verify", "error", { times: 9 });
    // About none of the shop's payments: the provider isn't asked.
    for (const id of ["AILLEURS", "a\u0000b"])
      expect(await send(JSON.stringify({ ...JSON.parse(event), resource: { id } }), signed)).toBe(
        200,
      );
    expect(await send(event, signed)).toBe(503);
  });

  test("money that the provider takes back (a dispute) is a break, once", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [payment] = await paymentsOf(orderId);
    const event = {
      id: "WH-reversed",
      type: "PAYMENT.CAPTURE.REVERSED",
      subject: { captureId: payment!.captureId! },
      amount: { amountCents: 1_250, currency: "EUR" },
      dispute: null,
    };
    await Promise.all([handleEvent(shop, event), handleEvent(shop, event)]);
    expect(await breaksOf(orderId)).toMatchObject([
      { kind: "reversed", detail: expect.stringContaining("12,50\u00a0€ du montant") },
    ]);
    expect((await orderOf(orderId)).isPaid).toBe(true);
  });
});

describe("the provider fails", () => {
  test.each(["lost", "error", "reset"] as const)(
    "the answer to the capture is %s: the error is said, then « en cours de vérification »; paid once",
    async (kind) => {
      const orderId = await placeOrder(shop, customer);
      const { providerOrderId } = await startPaying(customer, orderId);
      await simulator.fault("webhook", "hold", { times: 2 });
      await approve(customer, providerOrderId);
      await simulator.fault("capture", kind);
      expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "pending" });
      expect(textOf(await customer.read(`/payement/${orderId}`))).toContain(
        "Une erreur s'est produite : paiement en cours de vérification Le prestataire",
      );
      expect(await startPaying(customer, orderId)).toEqual({ kind: "pending" });
      await reconcile();
      expect((await orderOf(orderId)).isPaid).toBe(true);
    },
  );

  test("the answer to the opening is lost: the next one opens the same", async () => {
    const orderId = await placeOrder(shop, customer);
    await simulator.fault("create", "lost");
    expect((await startPaying(customer, orderId)).kind).toBe("refused");
    const [one, two] = [await startPaying(customer, orderId), await startPaying(customer, orderId)];
    expect(one.providerOrderId).toBe(two.providerOrderId);
    expect(await paymentsOf(orderId)).toHaveLength(1);
  });

  test("the card is declined: never taken later behind her back; another may be chosen for the same try", async () => {
    const { orderId, providerOrderId } = await approved();
    await simulator.fault("capture", "declined");
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "declined" });
    await simulator.ringAgain(1);
    await reconcile();
    expect((await orderOf(orderId)).isPaid).toBe(false);
    expect((await startPaying(customer, orderId)).providerOrderId).toBe(providerOrderId);
    await simulator.fault("webhook", "hold");
    await approve(customer, providerOrderId);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "paid" });
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "captured", refusals: 1 }]);
  });

  test("the payer's window offers a card that is declined", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    const choose = (isDeclined: boolean) =>
      customer.postJson(`/simulateur-paypal/approve/${providerOrderId}`, {
        email: "payeur@exemple.fr",
        isDeclined,
      });
    await choose(true);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "declined" });
    await choose(false);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "paid" });
  });

  test.each(["denied"] as const)(
    "the capture is %s: never taken later behind her back; another may be tried at once",
    async (kind) => {
      const { orderId, providerOrderId } = await approved();
      await simulator.fault("capture", kind);
      expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "refused" });
      await simulator.ringAgain(1);
      await reconcile();
      expect((await orderOf(orderId)).isPaid).toBe(false);
      const next = await startPaying(customer, orderId);
      expect(next.providerOrderId).not.toBe(providerOrderId);
      await approve(customer, next.providerOrderId);
      expect(await capture(customer, orderId, next.providerOrderId)).toEqual({ kind: "paid" });
      expect(await paymentsOf(orderId)).toMatchObject([{ state: "failed" }, { state: "captured" }]);
    },
  );

  test("the shop isn't let look at the payment: nothing is concluded from that", async () => {
    const { orderId, providerOrderId } = await approved();
    await simulator.fault("capture", "lost");
    await capture(customer, orderId, providerOrderId);
    await simulator.fault("get", "forbidden");
    await reconcile();
    expect(await startPaying(customer, orderId)).toEqual({ kind: "pending" });
    await reconcile();
    expect((await orderOf(orderId)).isPaid).toBe(true);
  });

  test("captured already, under another request: looked for until it is found", async () => {
    const { orderId, providerOrderId } = await approved();
    await simulator.fault("capture", "lost");
    await capture(customer, orderId, providerOrderId);
    await shop.sql`UPDATE payments SET refusals = 1 WHERE order_id = ${orderId}`;
    await simulator.fault("get", "forbidden");
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "pending" });
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "paid" });
  });

  test("paid by a former try that we thought was over: that one is found, and nothing is taken again", async () => {
    const { orderId, providerOrderId } = await approved();
    await simulator.fault("capture", "lost");
    await capture(customer, orderId, providerOrderId);
    await shop.sql`UPDATE payments SET state = 'failed' WHERE order_id = ${orderId}`;
    const next = await startPaying(customer, orderId);
    await simulator.fault("webhook", "hold");
    await approve(customer, next.providerOrderId);
    await simulator.fault("capture", "once");
    await simulator.fault("get", "error");
    expect((await capture(customer, orderId, next.providerOrderId)).kind).toBe("pending");
    await simulator.fault("capture", "once", { times: 2 });
    await reconcile();
    expect(await paymentsOf(orderId)).toMatchObject([
      { providerOrderId, state: "captured" },
      { state: "failed" },
    ]);
  });

  test("a late answer about how it stood doesn't end a capture that is under way", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    const [payment] = await paymentsOf(orderId);
    const stale = {
      id: providerOrderId,
      status: "CREATED",
      payerEmail: null,
      payee: null,
      capture: null,
      refunds: [],
    };
    const ask = (askedAt: Date) =>
      concludePayment(shop, payment!.id, { of: "order", askedAt }, { kind: "ok", body: stale });
    await shop.sql`UPDATE payments SET state = 'capturing', updated_at = now() WHERE order_id = ${orderId}`;
    await ask(new Date());
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "capturing" }]);
    await ask(new Date(Date.now() + 60_000));
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "created" }]);
  });

  test("one payment that can't be written down keeps no other waiting", async () => {
    const other = await payOrder(shop, customer);
    const [taken] = await paymentsOf(other.orderId);
    const [bad, good] = [await approved(), await approved()];
    for (const { orderId, providerOrderId } of [bad, good]) {
      await simulator.fault("capture", "lost");
      await capture(customer, orderId, providerOrderId);
    }
    // Its capture goes by a number that is another's.
    const rename = (from: string, to: string) => shop.sql`
      UPDATE paypal_simulator.orders SET body = replace(body::text, ${from}, ${to})::jsonb
      WHERE id = ${bad.providerOrderId}`;
    const [{ own }] = await shop.sql<[{ own: string }]>`
      SELECT capture_id AS own FROM paypal_simulator.orders WHERE id = ${bad.providerOrderId}`;
    await rename(own, taken!.captureId!);
    await reconcile();
    expect(shop.takeErrors().join()).toContain("payment check");
    expect((await orderOf(good.orderId)).isPaid).toBe(true);
    await rename(taken!.captureId!, own);
  });

  test("the money is on its way: not paid before it has come, nor to be paid twice", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await simulator.fault("webhook", "hold");
    await approve(customer, providerOrderId);
    await simulator.fault("capture", "pending");
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "pending" });
    await reconcile();
    expect((await orderOf(orderId)).isPaid).toBe(false);
    expect(await startPaying(customer, orderId)).toEqual({ kind: "pending" });
    await simulator.finishCapture(providerOrderId, "COMPLETED");
    await expect.poll(async () => (await orderOf(orderId)).isPaid).toBe(true);
  });

  test.each([
    ["amount", { value: 100 }],
    ["currency", {}],
    ["payee", {}],
  ] as const)(
    "another %s: nothing is paid, administrators are told, and may let the customer pay again",
    async (kind, more) => {
      const orderId = await placeOrder(shop, customer, { price: kind === "currency" ? 35 : 34 });
      const { providerOrderId } = await startPaying(customer, orderId);
      await simulator.fault("webhook", "hold");
      await approve(customer, providerOrderId);
      await simulator.fault("capture", kind, more);
      expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "pending" });
      expect((await orderOf(orderId)).isPaid).toBe(false);
      const [found] = await breaksOf(orderId);
      expect(found).toMatchObject({ kind });
      expect(found!.detail).not.toContain(" EUR");
      expect(textOf(await admin.read("/admin/paiements"))).toContain(textOf(found!.detail));
      await admin.post("/admin/paiements", { intent: "resolve", id: found!.id });
      // To the provider the order is paid: it is paid again under another name.
      const next = await startPaying(customer, orderId);
      await simulator.fault("webhook", "hold");
      await approve(customer, next.providerOrderId);
      await simulator.fault("capture", "once");
      expect(await capture(customer, orderId, next.providerOrderId)).toEqual({ kind: "paid" });
    },
  );

  test("nobody pays for three hours: the attempt ends, and a new one is opened", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await shop.sql`UPDATE payments SET created_at = now() - interval '4 hours' WHERE order_id = ${orderId}`;
    await reconcile();
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "failed", detail: "expired" }]);
    const next = await startPaying(customer, orderId);
    expect(next.providerOrderId).not.toBe(providerOrderId);
    // The former one is approved after all: it takes nothing.
    await approve(customer, providerOrderId);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "refused" });
    await approve(customer, next.providerOrderId);
    expect((await capture(customer, orderId, next.providerOrderId)).kind).toBe("paid");
  });
});

describe("refunds", () => {
  test("by line, then the rest: order, ledger, credit notes, mails and history agree", async () => {
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    expect(
      await decide(orderId, {
        intent: "lines",
        "quantity-0": "1",
        seen: "0",
        reason: "Flacon fendu",
      }),
    ).toContain("20 € remboursés");
    expect((await orderOf(orderId)).refundedCents).toBe(2_000);
    expect(
      await decide(orderId, { intent: "rest", seen: "2000", reason: "Tout est revenu" }),
    ).toContain("40 € remboursés");
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ refundedCents: 6_000, isPaid: true });
    const notes = await db.select().from(invoices).where(eq(invoices.orderId, orderId));
    expect(notes.map(({ kind }) => kind).toSorted()).toEqual([
      "credit-note",
      "credit-note",
      "invoice",
    ]);
    const refunded = [{ name: "Crème", unitPriceCents: 2_000, quantity: 1 }];
    for (const { id, amountCents } of await refundsOf(orderId))
      expect(
        await db
          .select({ props: mails.props })
          .from(mails)
          .where(eq(mails.key, `order-${orderId.toLowerCase()}-refunded-${id.toLowerCase()}`)),
      ).toMatchObject([{ props: { refundedLines: amountCents === 2_000 ? refunded : null } }]);
    const mine = textOf(await customer.read(`/admin/my-orders/${orderId}`));
    expect(mine).toContain("Remboursement, 20 €");
    expect(textOf(await admin.read("/admin/historique"))).toContain("Flacon fendu");
  });

  test("pressed twice, or by two administrators at once: given back once", async () => {
    const { orderId } = await payOrder(shop, customer);
    const path = `/admin/commandes/${orderId}/remboursement`;
    const fields = { intent: "rest", seen: "0", reason: "Erreur", confirmed: "1" };
    await Promise.all(Array.from({ length: 5 }, () => admin.post(path, fields)));
    expect(await refundsOf(orderId)).toHaveLength(1);
    expect((await orderOf(orderId)).refundedCents).toBe(3_400);
  });

  test.each(["lost", "error", "pending"] as const)(
    "the provider's answer is %s: on its way, then done once",
    async (kind) => {
      const { orderId, providerOrderId } = await payOrder(shop, customer);
      await simulator.fault("webhook", "hold");
      await simulator.fault("refund", kind);
      expect(await decide(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
        "pas encore confirmé",
      );
      if (kind === "pending") {
        // The provider has it: it is asked about, not sent again.
        const refundCapture = vi.fn<typeof shop.paypal.refundCapture>(shop.paypal.refundCapture);
        const watched = { ...shop, paypal: { ...shop.paypal, refundCapture } };
        await checkPayments(watched, { olderThanSeconds: 0 });
        expect(refundCapture).not.toHaveBeenCalled();
        expect(await refundsOf(orderId)).toMatchObject([{ state: "unknown", detail: "PENDING" }]);
        await simulator.fault("webhook", "hold");
        await simulator.finishRefunds("COMPLETED");
      }
      // The provider's books may leave our mark out.
      if (kind === "lost")
        await shop.sql`
          UPDATE paypal_simulator.orders SET body = body #- '{purchase_units,0,payments,refunds,0,custom_id}'
          WHERE id = ${providerOrderId}`;
      await reconcile();
      expect(await refundsOf(orderId)).toMatchObject([{ state: "done", amountCents: 3_400 }]);
      expect(await breaksOf(orderId)).toEqual([]);
    },
  );

  test("refused by the provider: said, and may be asked for again", async () => {
    const { orderId } = await payOrder(shop, customer);
    await simulator.fault("refund", "denied");
    expect(await decide(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
      "PayPal refuse",
    );
    expect((await orderOf(orderId)).refundedCents).toBe(0);
    expect(await breaksOf(orderId)).toEqual([]);
    expect(await decide(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
      "34 € remboursés",
    );
    expect((await orderOf(orderId)).refundedCents).toBe(3_400);
    // The history tells each demand, and what became of it.
    const told = textOf(await admin.read("/admin/historique"));
    const number = deliveryNumber(orderId);
    const said = [...told.matchAll(new RegExp(`(PayPal|Claire Aubry) ${number} (\\S+ \\S+)`, "g"))];
    expect(said.map(([, who, what]) => `${who}: ${what}`)).toEqual([
      "PayPal: Commande remboursée",
      "Claire Aubry: Remboursement demandé",
      "PayPal: Remboursement refusé",
      "Claire Aubry: Remboursement demandé",
    ]);
  });

  /** Gives an order back, which the provider refuses; `meanwhile` comes before its answer does. */
  function refuse(orderId: string, meanwhile: () => Promise<unknown>) {
    const refundCapture: typeof shop.paypal.refundCapture = async (...asked) => {
      const answer = await shop.paypal.refundCapture(...asked);
      await meanwhile();
      return answer;
    };
    const { userId: id, email } = admin;
    const who = { id, email, sessionId: "", name: "Claire Aubry", phone: "", photo: null };
    return refundOrder(
      { ...shop, paypal: { ...shop.paypal, refundCapture } },
      { ...who, isAdmin: true },
      orderId,
      { reason: "Retour", lines: "rest", seenCents: 0 },
    );
  }

  test("refused, and the event overtakes the answer: whoever asked reads it, nobody else is told", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [payment] = await paymentsOf(orderId);
    await simulator.fault("webhook", "hold");
    await simulator.fault("refund", "denied");
    const outcome = await refuse(orderId, () => syncPayment(shop, payment!));
    expect(outcome).toMatchObject({ kind: "refused" });
    expect(await refundsOf(orderId)).toMatchObject([{ state: "failed" }]);
    expect(await breaksOf(orderId)).toEqual([]);
  });

  test("refused, and the process ends before the answer: asked again, administrators are told", async () => {
    const { orderId } = await payOrder(shop, customer);
    await simulator.fault("webhook", "hold");
    await simulator.fault("refund", "denied");
    const ended = refuse(orderId, () => Promise.reject(new Error("the process ends")));
    await expect(ended).rejects.toThrow("the process ends");
    await reconcile();
    expect(await refundsOf(orderId)).toMatchObject([{ state: "failed" }]);
    expect(await breaksOf(orderId)).toMatchObject([{ kind: "refund" }]);
  });

  test("refused: reason and quantities stay in the form, and French says why", async () => {
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    paidElsewhere.push(orderId);
    // The provider doesn't know the payment.
    await shop.sql`UPDATE payments SET capture_id = 'AILLEURS' || order_id WHERE order_id = ${orderId}`;
    // An event of the payment may still be on its way, and ask too.
    await simulator.fault("get", "error", { times: 3 });
    const path = `/admin/commandes/${orderId}/remboursement`;
    const answer = await admin.post(path, {
      intent: "lines",
      "quantity-0": "2",
      seen: "0",
      reason: "Deux flacons fendus",
      confirmed: "1",
    });
    const html = await answer.text();
    expect(textOf(html)).toContain("PayPal ne connaît pas ce paiement");
    expect(html).not.toContain("RESOURCE_NOT_FOUND");
    expect(html).toMatch(/<textarea[^>]*>Deux flacons fendus<\/textarea>/);
    expect(html).toMatch(/name="quantity-0"[^>]*value="2"|value="2"[^>]*name="quantity-0"/);
  });

  test("on its way, then refused: administrators are told, it stays in the order's history", async () => {
    const { orderId } = await payOrder(shop, customer);
    await simulator.fault("refund", "pending");
    await decide(orderId, { intent: "rest", seen: "0", reason: "Retour" });
    await simulator.finishRefunds("FAILED");
    await expect.poll(async () => (await refundsOf(orderId))[0]?.state).toBe("failed");
    const [refund] = await refundsOf(orderId);
    expect(await breaksOf(orderId)).toMatchObject([{ kind: "refund", id: `echec-${refund!.id}` }]);
    expect(textOf(await admin.read("/admin/paiements"))).toContain("n’a pas abouti chez PayPal");
    expect(textOf(await admin.read("/admin/notifications"))).toMatch(
      /Remboursement à vérifier\. Commande \w+, le remboursement de 34\s€ n’a pas abouti chez PayPal\s: PayPal n’a pas pu/,
    );
    expect(textOf(await customer.read(`/admin/my-orders/${orderId}`))).toContain(
      "Remboursement non abouti, 34 €",
    );
    expect(await decide(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
      "34 € remboursés",
    );
  });

  test("made in the provider's own pages, and nobody told us: found within a day", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [payment] = await paymentsOf(orderId);
    await simulator.fault("webhook", "hold");
    await simulator.refundAtProvider(payment!.captureId!, "10.00");
    await reconcile();
    expect((await orderOf(orderId)).refundedCents).toBe(0);
    await aDayLater(orderId);
    expect((await orderOf(orderId)).refundedCents).toBe(1_000);
  });

  test("made in the provider's own pages, and asked for here: looked up before anything is said", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [payment] = await paymentsOf(orderId);
    await simulator.fault("webhook", "hold");
    await simulator.refundAtProvider(payment!.captureId!, "34.00");
    expect(await decide(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
      "a été fait entre-temps",
    );
    expect((await orderOf(orderId)).refundedCents).toBe(3_400);
  });

  test("taken back by the provider, which told nobody: a break, once", async () => {
    const { orderId, providerOrderId } = await payOrder(shop, customer);
    await shop.sql`
      UPDATE paypal_simulator.orders
      SET body = jsonb_set(body, '{purchase_units,0,payments,captures,0,status}', '"REFUNDED"')
      WHERE id = ${providerOrderId}`;
    await aDayLater(orderId);
    await aDayLater(orderId);
    expect(await breaksOf(orderId)).toMatchObject([{ kind: "reversed" }]);
  });

  test("two of the provider's bear the mark of one of ours: each counts once", async () => {
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    paidElsewhere.push(orderId);
    await simulator.fault("refund", "reset");
    await decide(orderId, { intent: "lines", "quantity-0": "1", seen: "0", reason: "Retour" });
    const [ours] = await refundsOf(orderId);
    const told = (id: string) => ({
      id,
      customId: ours!.id,
      status: "COMPLETED",
      amountCents: 2_000,
      currency: "EUR",
    });
    const both = [told("R1"), told("R2")];
    for (let times = 0; times < 2; times++)
      await recordProviderRefunds(shop, ours!.paymentId!, both);
    expect((await orderOf(orderId)).refundedCents).toBe(4_000);
    expect(await refundsOf(orderId)).toMatchObject([
      { providerRefundId: "R1" },
      { providerRefundId: "R2", requestedBy: null },
    ]);
  });

  test("an order that came here paid: to be handed back, and nobody says that money moved", async () => {
    const orderId = await placeOrder(shop, customer);
    paidElsewhere.push(orderId);
    await shop.sql`UPDATE orders SET is_paid = true, paid_at = now() WHERE id = ${orderId}`;
    const path = `/admin/commandes/${orderId}/remboursement`;
    const fields = { intent: "rest", seen: "0", reason: "Retour" };
    const asked = textOf(await (await admin.post(path, fields)).text());
    expect(asked).toContain("à rendre vous-même (34 €)");
    expect(await decide(orderId, fields)).toContain("34 € à rendre vous-même");
    const [refund] = await refundsOf(orderId);
    expect(refund).toMatchObject({ paymentId: null, state: "done" });
    const key = `order-${orderId.toLowerCase()}-refunded-${refund!.id.toLowerCase()}`;
    const [mail] = await db.select().from(mails).where(eq(mails.key, key));
    expect(mail!.props).toMatchObject({ isByProvider: false });
  });

  test("made in the provider's own pages: entered by itself", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [payment] = await paymentsOf(orderId);
    await simulator.refundAtProvider(payment!.captureId!, "10.00");
    await expect.poll(async () => (await orderOf(orderId)).refundedCents).toBe(1_000);
    expect(await refundsOf(orderId)).toMatchObject([{ requestedBy: null, state: "done" }]);
  });

  test.each([
    [{ intent: "rest", seen: "0", reason: "" }, "Indiquez le motif"],
    [{ intent: "lines", seen: "0", reason: "Retour", "quantity-0": "2" }, "Crème : de 0 à 1"],
    [{ intent: "lines", seen: "0", reason: "Retour", "quantity-0": "-1" }, "Crème : de 0 à 1"],
    [{ intent: "lines", seen: "0", reason: "Retour", "quantity-0": "0,5" }, "Crème : de 0 à 1"],
    [{ intent: "lines", seen: "0", reason: "Retour" }, "Choisissez au moins un article"],
    [{ intent: "rest", seen: "0", reason: "x".repeat(501) }, "500 caractères au plus"],
  ])("what is asked badly is refused beside its field: %j", async (fields, message) => {
    const { orderId } = await payOrder(shop, customer);
    expect(await decide(orderId, fields as Record<string, string>)).toContain(message);
    expect(await refundsOf(orderId)).toEqual([]);
  });

  test("paid on delivery: by hand once delivered, with its credit note", async () => {
    const orderId = await placeOrder(shop, customer, { paymentMethod: "Paiement à la livraison" });
    await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    expect(await decide(orderId, { intent: "rest", seen: "0", reason: "Retour" })).toContain(
      "à rendre vous-même",
    );
    expect(await refundsOf(orderId)).toMatchObject([{ paymentId: null, state: "done" }]);
  });
});

describe("cancellation", () => {
  test("an unpaid order: no longer payable, nor deliverable", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    expect(await decide(orderId, { intent: "cancel", reason: "Produit épuisé" })).toContain(
      "est annulée",
    );
    await approve(customer, providerOrderId);
    expect((await capture(customer, orderId, providerOrderId)).kind).toBe("cancelled");
    expect(await startPaying(customer, orderId)).toEqual({ kind: "cancelled" });
    const delivered = await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    expect(textOf(await delivered.text())).toContain("annulée");
    expect((await orderOf(orderId)).isShipped).toBe(false);
  });

  test("a paid order: given back whole, seen by its customer", async () => {
    const { orderId } = await payOrder(shop, customer);
    await decide(orderId, { intent: "cancel", reason: "Produit épuisé" });
    expect(await orderOf(orderId)).toMatchObject({
      refundedCents: 3_400,
      cancelReason: "Produit épuisé",
    });
    const mine = textOf(await customer.read(`/admin/my-orders/${orderId}`));
    expect(mine).toContain("Annulée");
    expect(mine).toContain("Remboursement, 34 €");
  });

  test("a paid order whose refund the provider refuses: still owed, which administrators are told", async () => {
    const { orderId } = await payOrder(shop, customer);
    await simulator.fault("refund", "denied");
    expect(await decide(orderId, { intent: "cancel", reason: "Produit épuisé" })).toContain(
      "PayPal refuse le remboursement",
    );
    expect(await breaksOf(orderId)).toMatchObject([{ kind: "refund" }]);
  });

  test("a delivered order isn't cancelled", async () => {
    const { orderId } = await payOrder(shop, customer);
    await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    expect(await decide(orderId, { intent: "cancel", reason: "Trop tard" })).toContain(
      "elle ne s’annule plus",
    );
    expect((await orderOf(orderId)).cancelledAt).toBeNull();
  });

  test("not while a payment's end is unknown", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await simulator.fault("webhook", "hold", { times: 2 });
    await approve(customer, providerOrderId);
    await simulator.fault("capture", "lost");
    await capture(customer, orderId, providerOrderId);
    expect(await decide(orderId, { intent: "cancel", reason: "Épuisé" })).toContain(
      "en cours de vérification",
    );
  });
});
