import { describe, expect, test } from "vitest";
import { openMoneyShop } from "../support/money-shop.ts";
import { approve, capture, payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { textOf } from "../support/text-of.ts";

const { shop, simulator, customer, admin, orderOf, mismatchesOf, submitRefund } =
  await openMoneyShop();

describe("cancellation by an administrator", () => {
  test("a cancelled unpaid order can be neither paid nor delivered", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    expect(await submitRefund(orderId, { intent: "cancel", reason: "Produit épuisé" })).toContain(
      "est annulée",
    );
    await approve(customer, providerOrderId);
    expect((await capture(customer, orderId, providerOrderId)).kind).toBe("cancelled");
    expect(await startPaying(customer, orderId)).toEqual({ kind: "cancelled" });
    const delivered = await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    expect(textOf(await delivered.text())).toContain("annulée");
    expect((await orderOf(orderId)).isDelivered).toBe(false);
  });

  test("cancelling a paid order refunds it completely, and its customer sees both", async () => {
    const { orderId } = await payOrder(shop, customer);
    await submitRefund(orderId, { intent: "cancel", reason: "Produit épuisé" });
    expect(await orderOf(orderId)).toMatchObject({
      refundedCents: 3_400,
      cancelReason: "Produit épuisé",
    });
    const orderPage = textOf(await customer.read(`/admin/my-orders/${orderId}`));
    expect(orderPage).toContain("Annulée");
    expect(orderPage).toContain("Remboursement, 34 €");
  });

  test("cancelling a paid order whose refund the provider refuses records a payment break", async () => {
    const { orderId } = await payOrder(shop, customer);
    await simulator.fault("refund", "denied");
    expect(await submitRefund(orderId, { intent: "cancel", reason: "Produit épuisé" })).toContain(
      "PayPal refuse le remboursement",
    );
    expect(await mismatchesOf(orderId)).toMatchObject([{ kind: "refund" }]);
  });

  test("a delivered order cannot be cancelled", async () => {
    const { orderId } = await payOrder(shop, customer);
    await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    expect(await submitRefund(orderId, { intent: "cancel", reason: "Trop tard" })).toContain(
      "elle ne s’annule plus",
    );
    expect((await orderOf(orderId)).cancelledAt).toBeNull();
  });

  test("an order cannot be cancelled while a payment's outcome is unknown; list, drawer and page say so", async () => {
    const orderId = await placeOrder(shop, customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await simulator.fault("webhook", "hold", { times: 2 });
    await approve(customer, providerOrderId);
    await simulator.fault("capture", "lost");
    await capture(customer, orderId, providerOrderId);
    const list = textOf(await admin.read(`/admin/commandes?commande=${orderId}`));
    // In the row, and as tag and note in the drawer, which is there twice: with and without scripts.
    expect(list.match(/Paiement en vérification/g)).toHaveLength(5);
    const path = `/admin/commandes/${orderId}/remboursement`;
    const page = await admin.read(path);
    expect(page).not.toContain('value="cancel"');
    expect(textOf(page)).toContain("Annulez-la quand son issue sera connue.");
    const form = { intent: "cancel", reason: "Épuisé", confirmed: "1" };
    expect(textOf(await (await admin.post(path, form)).text())).toContain(
      "en cours de vérification",
    );
    expect((await orderOf(orderId)).cancelledAt).toBeNull();
  });
});
