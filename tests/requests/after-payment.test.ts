import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { profiles } from "#db/schema/index.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const customer = await shop.customer();

describe("the order confirmation page names the address for confirmation and invoice", () => {
  test("paid order: both are sent to the sign-in address, and the page links to the invoice", async () => {
    const { orderId } = await payOrder(shop, customer);
    await shop.db
      .update(profiles)
      .set({ email: "autre@exemple.fr" })
      .where(eq(profiles.userId, customer.userId));
    const html = await customer.read(`/payement/${orderId}`);
    expect(textOf(html)).toContain(
      `La confirmation et la facture sont envoyées à ${customer.email}`,
    );
    const [, invoice] = html.match(/href="(\/factures\/F[^"]+)"/)!;
    expect((await customer.get(invoice!)).headers.get("content-type")).toBe("application/pdf");
  });

  test("payment on delivery: the page says that the invoice follows with the delivery", async () => {
    const id = await placeOrder(shop, customer, { paymentMethod: "Paiement à la livraison" });
    const html = await customer.read(`/payement/${id}`);
    expect(textOf(html)).toContain(
      `La confirmation est envoyée à ${customer.email}, la facture suivra à la livraison`,
    );
    expect(html).not.toContain("/factures/");
  });
});

describe("« Signaler un probleme »", () => {
  test("prefills the contact form with the order's number", async () => {
    const orderId = await placeOrder(shop, customer);
    const number = deliveryNumber(orderId);
    for (const page of ["/admin/my-orders", `/admin/my-orders/${orderId}`])
      expect(await customer.read(page)).toContain(`href="/contact?commande=${number}"`);
    for (const browser of [customer, shop.visitor()]) {
      const html = await browser.read(`/contact?commande=${number}`);
      expect(html).toContain(`value="Problème avec la commande ${number}"`);
      expect(html).toMatch(
        new RegExp(`<textarea[^>]*>Bonjour,\\s+J’ai un problème avec ma commande ${number}`),
      );
    }
  });

  test.each(["", "abc", "3WPW70CHXNGD8NC", "3WPW70CHXNGD8NCM0", "<b>gras</b>", "3wpw70chxngd8ncm"])(
    "an invalid order number prefills nothing: %j",
    async (number) => {
      const html = await shop
        .visitor()
        .read(`/contact?${new URLSearchParams({ commande: number })}`);
      expect(html).not.toContain("Problème avec la commande");
      expect(html).not.toContain("gras");
    },
  );
});
