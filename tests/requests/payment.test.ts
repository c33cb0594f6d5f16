import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { settlePayment } from "#app/payments/settle-payment.server.ts";
import { messages, orders, paymentMismatches, payments } from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { openSimulator } from "../support/simulator.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const simulator = openSimulator(shop.url);

async function placed(customer: Browser, price = 34): Promise<string> {
  const id = await insertProduct(db, { name: "crème", price });
  const response = await customer.post("/panier", orderForm([{ id, qty: 1 }], price * 100));
  return response.headers.get("location")!.split("/").at(-1)!;
}

async function start(customer: Browser, orderId: string) {
  const response = await customer.postJson(`/payement/${orderId}/paypal`, { act: "create" });
  return (await response.json()) as { kind: string; providerOrderId: string };
}

const approve = (customer: Browser, providerOrderId: string) =>
  customer.postJson(`/simulateur-paypal/approve/${providerOrderId}`, {
    email: "payeur@exemple.fr",
  });
const capture = async (customer: Browser, orderId: string, providerOrderId: string) =>
  (await (
    await customer.postJson(`/payement/${orderId}/paypal`, { act: "capture", providerOrderId })
  ).json()) as { kind: string };

describe("pay an order", () => {
  test("create, approve, capture: paid, with the payer's e-mail and one message to the administrators", async () => {
    const customer = await shop.customer();
    const orderId = await placed(customer);
    const { providerOrderId } = await start(customer, orderId);
    await approve(customer, providerOrderId);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "paid" });
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
    expect(order).toMatchObject({
      isPaid: true,
      payerEmail: "payeur@exemple.fr",
      isDelivered: false,
    });
    expect(await db.select().from(messages).where(eq(messages.id, orderId))).toMatchObject([
      {
        title: "Nouvelle commande payée",
        isRead: false,
        email: "payeur@exemple.fr",
        name: "Claire Aubry",
        phoneNumber: "06 12 34 56 78",
      },
    ]);
    expect(await customer.read(`/payement/${orderId}`)).toContain("Paiement reçu");
    // Administrators see the payer's email in the order and in the notice.
    const admin = await shop.customer({ isAdmin: true });
    for (const path of [`/admin/commandes?commande=${orderId}`, "/admin/notifications"])
      expect(await admin.read(path), path).toContain('href="mailto:payeur@exemple.fr"');
    expect(await customer.read(`/admin/my-orders/${orderId}`)).not.toContain("payeur@");
    expect(await start(customer, orderId)).toEqual({ kind: "already-paid" });
  });

  test("the page shows delivery and payment read-only (§2)", async () => {
    const customer = await shop.customer();
    const orderId = await placed(customer);
    const html = await customer.read(`/payement/${orderId}`);
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect(textOf(main)).toMatch(
      /Livraison Point de relais Adresse 14 rue des Lilas, 69003 Lyon Période estimée du .* Paiement Paiement securisé en ligne/,
    );
    expect(main).not.toMatch(/<input|<select|<textarea/);
    const sent = await customer.post(`/payement/${orderId}`, {
      shippingMethod: "Livraison à domicile",
      paymentMethod: "Paiement à la livraison",
    });
    expect(sent.status).toBe(200);
    expect(await db.select().from(orders).where(eq(orders.id, orderId))).toMatchObject([
      { shippingMethod: "Point de relais", paymentMethod: "Paiement securisé en ligne" },
    ]);
  });

  test("without the payer's approval nothing is captured, and the order stays payable", async () => {
    const customer = await shop.customer();
    const orderId = await placed(customer);
    const { providerOrderId } = await start(customer, orderId);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "not-approved" });
    expect((await start(customer, orderId)).providerOrderId).toBe(providerOrderId);
    // The provider answers a repeated request id as before: this attempt needs a new one.
    await approve(customer, providerOrderId);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "paid" });
  });

  test("a payment may be attempted again after 32,767 refusals", async () => {
    const customer = await shop.customer();
    const orderId = await placed(customer);
    const { providerOrderId } = await start(customer, orderId);
    await shop.sql`UPDATE payments SET refusals = 32767 WHERE order_id = ${orderId}`;
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "not-approved" });
    await approve(customer, providerOrderId);
    expect(await capture(customer, orderId, providerOrderId)).toEqual({ kind: "paid" });
  });

  test("two tabs share one provider order and pay it once", async () => {
    const customer = await shop.customer();
    const orderId = await placed(customer);
    const [one, two] = await Promise.all([start(customer, orderId), start(customer, orderId)]);
    expect(one.providerOrderId).toBe(two.providerOrderId);
    // The provider does not ask for a shipping address.
    const [opened] = await shop.sql`
      SELECT body->'application_context' AS context FROM paypal_simulator.orders
      WHERE id = ${one.providerOrderId}`;
    expect(opened!["context"]).toMatchObject({ shipping_preference: "NO_SHIPPING" });
    await approve(customer, one.providerOrderId);
    const ends = await Promise.all(
      Array.from({ length: 5 }, () => capture(customer, orderId, one.providerOrderId)),
    );
    expect(new Set(ends.map(({ kind }) => kind))).toEqual(new Set(["paid"]));
    const captured = await db
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, orderId), eq(payments.state, "captured")));
    expect(captured).toHaveLength(1);
  });

  test("a delivery at home gives the provider its name and address; a refused address blocks no payment", async () => {
    const customer = await shop.customer();
    const home = { shippingMethod: "Livraison à domicile", address: "2 rue Labat\nBât. B" };
    const place = { postalCode: "97110", town: "Pointe-à-Pitre" };
    const id = await insertProduct(db, { name: "crème", price: 34 });
    const place34 = async () => {
      const form = orderForm([{ id, qty: 1 }], 3_400, { ...home, ...place });
      const answer = await customer.post("/panier", form);
      return answer.headers.get("location")!.split("/").at(-1)!;
    };
    const bodyOf = async (providerOrderId: string) => {
      const [row] = await shop.sql`
        SELECT body FROM paypal_simulator.orders WHERE id = ${providerOrderId}`;
      return row!["body"];
    };
    const orderId = await place34();
    const started = await start(customer, orderId);
    expect(await bodyOf(started.providerOrderId)).toMatchObject({
      application_context: { shipping_preference: "SET_PROVIDED_ADDRESS" },
      purchase_units: [
        {
          shipping: {
            name: { full_name: "Claire Aubry" },
            address: {
              address_line_1: "2 rue Labat",
              address_line_2: "Bât. B",
              admin_area_2: "Pointe-à-Pitre",
              postal_code: "97110",
              country_code: "GP",
            },
          },
        },
      ],
    });
    await approve(customer, started.providerOrderId);
    expect(await capture(customer, orderId, started.providerOrderId)).toEqual({ kind: "paid" });

    const refused = await place34();
    await simulator.fault("create", "forbidden");
    const again = await start(customer, refused);
    const body = await bodyOf(again.providerOrderId);
    expect(body.application_context).toMatchObject({ shipping_preference: "NO_SHIPPING" });
    expect(body.purchase_units[0].shipping).toBeUndefined();
    await approve(customer, again.providerOrderId);
    expect(await capture(customer, refused, again.providerOrderId)).toEqual({ kind: "paid" });

    // An attempt that failed later may have failed at its address: the next one goes without.
    const later = await place34();
    await start(customer, later);
    await shop.sql`UPDATE payments SET state = 'failed', detail = 'DECLINED' WHERE order_id = ${later}`;
    expect(await bodyOf((await start(customer, later)).providerOrderId)).toMatchObject({
      application_context: { shipping_preference: "NO_SHIPPING" },
    });
  });

  test("another order's provider order doesn't pay this one", async () => {
    const customer = await shop.customer();
    const cheap = await placed(customer, 5);
    const dear = await placed(customer, 500);
    const { providerOrderId } = await start(customer, cheap);
    await approve(customer, providerOrderId);
    const response = await customer.postJson(`/payement/${dear}/paypal`, {
      act: "capture",
      providerOrderId,
    });
    expect(response.status).toBe(404);
    const [order] = await db
      .select({ isPaid: orders.isPaid })
      .from(orders)
      .where(eq(orders.id, dear));
    expect(order?.isPaid).toBe(false);
  });

  test.each([
    ["amount", { amountCents: 1, currency: "EUR" }],
    ["currency", { amountCents: 3400, currency: "USD" }],
  ])(
    "a capture of another %s does not pay the order, and is shown to the administrators",
    async (kind, wrong) => {
      const customer = await shop.customer();
      const orderId = await placed(customer);
      const { providerOrderId } = await start(customer, orderId);
      const captureId = `C-${providerOrderId}`;
      const [opened] = await db.select().from(payments).where(eq(payments.orderId, orderId));
      const outcome = await settlePayment(shop, opened!, {
        kind: "captured",
        order: {
          id: providerOrderId,
          status: "COMPLETED",
          payerEmail: null,
          payee: null,
          refunds: [],
          capture: { id: captureId, status: "COMPLETED", ...wrong },
        },
      });
      expect(outcome).toEqual({ kind: "pending" });
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
      expect(order?.isPaid).toBe(false);
      const [payment] = await db.select().from(payments).where(eq(payments.orderId, orderId));
      expect(payment).toMatchObject({ state: "mismatch", captureId });
      const [found] = await db
        .select()
        .from(paymentMismatches)
        .where(eq(paymentMismatches.orderId, orderId));
      expect(found).toMatchObject({ kind, paymentId: payment!.id });
      expect(await db.$count(messages, eq(messages.id, `${orderId}-ecart-${found!.id}`))).toBe(1);
    },
  );
});

describe("database constraints refuse", () => {
  test.each([
    ["a paid order made unpaid", { isPaid: false }],
    ["a shipped order made unshipped", { isDelivered: false }],
  ])("%s", async (_what, back) => {
    const customer = await shop.customer();
    const orderId = await placed(customer);
    await db.update(orders).set({ isPaid: true, isDelivered: true }).where(eq(orders.id, orderId));
    await expect(db.update(orders).set(back).where(eq(orders.id, orderId))).rejects.toMatchObject({
      cause: { constraint: "order_not_reset" },
    });
  });

  test("an order whose total isn't its lines'", async () => {
    const customer = await shop.customer();
    const orderId = await placed(customer);
    await expect(
      db.update(orders).set({ totalCents: 1 }).where(eq(orders.id, orderId)),
    ).rejects.toMatchObject({
      cause: { constraint: "order_total" },
    });
  });
});
