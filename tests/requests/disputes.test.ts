import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { orders, paymentMismatches, payments } from "#db/schema/index.ts";
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

const read = async (path: string) => textOf(await admin.read(path));
const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!;
const mismatchesOf = (id: string) =>
  db.select().from(paymentMismatches).where(eq(paymentMismatches.orderId, id));
/** The text of the « Paiement » cell in the order's row. */
async function tagOf(orderId: string): Promise<string> {
  const html = await admin.read("/admin/commandes");
  const row = html.split("<tr").find((part) => part.includes(`commande=${orderId}`))!;
  return textOf(row.match(/c-pay"[^>]*>(.*?)<\/td>/)![1]!).trim();
}
/** Sends a signed event to the webhook endpoint. */
async function sendEvent(type: string, resource: object): Promise<void> {
  const event = JSON.stringify({ id: `WH-${crypto.randomUUID()}`, event_type: type, resource });
  const headers = await simulator.sign(event);
  const sent = await fetch(`${shop.url}/webhooks/paypal`, { method: "POST", headers, body: event });
  expect(sent.status).toBe(200);
}
async function paidOrder(): Promise<{ orderId: string; captureId: string }> {
  const { orderId } = await payOrder(shop, customer);
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, orderId));
  return { orderId, captureId: payment!.captureId! };
}
const reverse = (captureId: string) =>
  sendEvent("PAYMENT.CAPTURE.REVERSED", {
    id: captureId,
    amount: { currency_code: "EUR", value: "34.00" },
  });
const dispute = (captureId: string, step: "CREATED" | "RESOLVED", more: object = {}) =>
  sendEvent(`CUSTOMER.DISPUTE.${step}`, {
    dispute_id: `PP-R-${captureId}`,
    reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
    dispute_amount: { currency_code: "EUR", value: "34.00" },
    disputed_transactions: [{ seller_transaction_id: captureId }],
    ...more,
  });
const resolved = (outcome: string) => ({ dispute_outcome: { outcome_code: outcome } });
const toSend = async () => Number((await read("/admin/commandes")).match(/(\d+) à livrer/)![1]);
const deliver = async (id: string, more: Record<string, string> = {}) =>
  textOf(await (await admin.post("/admin/commandes", { intent: "deliver", id, ...more })).text());

afterEach(async () => {
  await simulator.clear();
  expect(await brokenInvariants(shop.sql)).toEqual({});
});

describe("a chargeback", () => {
  test("shows « Litige » in list and drawer, an entry in the history and a warning before delivery; the order stays paid", async () => {
    const { orderId, captureId } = await paidOrder();
    expect(await tagOf(orderId)).toBe("Payée");
    const before = await toSend();
    await reverse(captureId);

    expect((await orderOf(orderId)).isPaid).toBe(true);
    expect(await tagOf(orderId)).toBe("Litige");
    // The order is on hold: it counts neither as to deliver nor as late.
    expect(await toSend()).toBe(before - 1);
    const drawer = await read(`/admin/commandes?commande=${orderId}`);
    expect(drawer).toContain("Ne l’envoyez pas avant d’avoir vu le compte PayPal");
    expect(drawer).toMatch(/Historique .*Litige PayPal a repris 34 € du montant encaissé/);
    expect(await read("/admin/historique")).toMatch(/PayPal \w{16} Litige/);
    expect(await read(`/admin/commandes?livrer=${orderId}`)).toMatch(
      /Voulez vous marqué comme livré\?.* en litige/,
    );
    expect(await read(`/admin/commandes/${orderId}/bon-de-livraison`)).toContain("LITIGE");
    expect(await read("/admin/commandes?recherche=litige")).toContain(orderId.slice(10));
    const csv = await admin.read(`/admin/commandes.csv?recherche=${orderId.slice(10)}`);
    expect(csv).toMatch(
      /;remboursé en euros;compte;facturée à;adresse de facturation;société;SIREN;numéro de TVA;à vérifier\r\n[^]*;0;;[^;]*;[^;]*;;;;litige\r\n$/,
    );
    // The customer's page does not mention the dispute.
    for (const path of ["", ".data"])
      expect(await (await customer.get(`/admin/my-orders/${orderId}${path}`)).text()).not.toMatch(
        /litige|dispute|reversed/i,
      );
  });

  test("a delivery requires confirmation of the warning", async () => {
    const { orderId, captureId } = await paidOrder();
    await reverse(captureId);
    expect(await deliver(orderId)).toContain("en litige");
    expect((await orderOf(orderId)).isDelivered).toBe(false);
    expect(await deliver(orderId, { litige: "lu" })).toContain("Livraison marquée avec succès!");
    expect((await orderOf(orderId)).isDelivered).toBe(true);
  });

  test("once resolved, the order can be delivered again, and the history names the administrator", async () => {
    const { orderId, captureId } = await paidOrder();
    await reverse(captureId);
    const before = await toSend();
    const [found] = await mismatchesOf(orderId);
    await admin.post("/admin/paiements", { intent: "resolve", id: found!.id });
    expect(await tagOf(orderId)).toBe("Payée");
    expect(await toSend()).toBe(before + 1);
    expect(await read(`/admin/commandes?commande=${orderId}`)).toMatch(
      /Historique .*Litige traité Marqué par Claire Aubry/,
    );
    expect(await read("/admin/historique")).toMatch(/Claire Aubry \w{16} Litige ou écart traité/);
    // Resolving twice writes one entry.
    await admin.post("/admin/paiements", { intent: "resolve", id: found!.id });
    expect((await read("/admin/historique")).split("Litige ou écart traité").length - 1).toBe(1);
  });

  test("a new dispute is sent to open pages over the live stream", async () => {
    const { orderId, captureId } = await paidOrder();
    const abort = new AbortController();
    const stream = await admin.fetch("/live", { signal: abort.signal });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await dispute(captureId, "CREATED");
    let received = "";
    let isOver = false;
    while (!isOver && !received.includes(`"topic":"order","id":"${orderId}"`)) {
      const { done, value } = await reader.read();
      isOver = done;
      received += value;
    }
    expect(isOver).toBe(false);
    abort.abort();
  });
});

describe("a dispute at the provider", () => {
  test("an opened dispute is recorded once; a ruling for the seller resolves it", async () => {
    const { orderId, captureId } = await paidOrder();
    await dispute(captureId, "CREATED");
    await dispute(captureId, "CREATED");
    expect(await mismatchesOf(orderId)).toMatchObject([{ kind: "reversed", resolvedAt: null }]);
    expect(await tagOf(orderId)).toBe("Litige");
    await dispute(captureId, "RESOLVED", resolved("RESOLVED_SELLER_FAVOUR"));
    expect(await mismatchesOf(orderId)).toMatchObject([{ resolvedAt: expect.any(Date) }]);
    expect(await tagOf(orderId)).toBe("Payée");
    expect(await read(`/admin/commandes?commande=${orderId}`)).toContain("Litige traité");
  });

  test("a ruling for the buyer stays open for an administrator", async () => {
    const { orderId, captureId } = await paidOrder();
    await dispute(captureId, "CREATED");
    await dispute(captureId, "RESOLVED", resolved("RESOLVED_BUYER_FAVOUR"));
    expect(await tagOf(orderId)).toBe("Litige");
    expect(await read("/admin/paiements")).toContain("tranché en faveur de l’acheteur");
  });

  test("a resolution that arrives before the opening leaves the dispute resolved", async () => {
    const { orderId, captureId } = await paidOrder();
    await dispute(captureId, "RESOLVED", resolved("CANCELED_BY_BUYER"));
    await dispute(captureId, "CREATED");
    expect(await mismatchesOf(orderId)).toMatchObject([{ resolvedAt: expect.any(Date) }]);
  });

  test("a dispute about an unknown payment is ignored", async () => {
    await dispute("AILLEURS", "CREATED");
    await dispute("AILLEURS", "CREATED", { disputed_transactions: [] });
    expect(await read("/admin/paiements")).not.toContain("AILLEURS");
  });
});

test("a payment with a wrong amount shows « Paiement à vérifier », not « Non payée »", async () => {
  const orderId = await placeOrder(shop, customer);
  expect(await tagOf(orderId)).toBe("Non payée");
  const { providerOrderId } = await startPaying(customer, orderId);
  await simulator.fault("webhook", "hold");
  await approve(customer, providerOrderId);
  await simulator.fault("capture", "amount", { value: 100 });
  expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "pending" });
  expect(await tagOf(orderId)).toBe("Paiement à vérifier");
  const drawer = await read(`/admin/commandes?commande=${orderId}`);
  expect(drawer).toContain("Le paiement ne correspond pas à la commande");
  expect(drawer).toMatch(/Historique .*Autre montant 1 € au lieu de 34 €/);
  expect(await read(`/admin/commandes?livrer=${orderId}`)).toContain(
    "Le paiement ne correspond pas à la commande",
  );
});
