import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { orders } from "#db/schema/index.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { openSimulator } from "../support/simulator.ts";
import { textOf } from "../support/text-of.ts";

/* Which articles of orders are to be sent: those that are neither refunded, nor cancelled, nor awaiting payment. */
const shop = await openShop();
const simulator = openSimulator(shop.url);
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true });
const read = async (path: string) => textOf(await admin.read(path));
const slip = (id: string) => read(`/admin/commandes/${id}/bon-de-livraison`);
const onDelivery = { paymentMethod: "Paiement à la livraison" };

async function decide(orderId: string, fields: Record<string, string>): Promise<void> {
  const path = `/admin/commandes/${orderId}/remboursement`;
  const answer = await admin.post(path, { reason: "Flacon fendu", confirmed: "1", ...fields });
  expect(answer.status).toBe(200);
}
const refund = (orderId: string, pieces: number) =>
  decide(orderId, { intent: "lines", "quantity-0": String(pieces), seen: "0" });

describe("the packing slip", () => {
  test("prints the articles left to send, and lists the refunded ones", async () => {
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    await refund(orderId, 1);
    const text = await slip(orderId);
    expect(text).toContain("1 remboursée sur 3");
    expect(text).toMatch(/Total 2\b/);
    expect(text).toContain("REMBOURSÉE EN PARTIE");
    expect(text).toContain("Imprimer");
  });

  test("counts a refund that the provider has not confirmed yet, but not a refused one", async () => {
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    await simulator.fault("refund", "denied");
    await refund(orderId, 1);
    expect(await slip(orderId)).toMatch(/Total 3\b/);
    await simulator.fault("webhook", "hold");
    await simulator.fault("refund", "pending");
    await refund(orderId, 1);
    expect(await slip(orderId)).toMatch(/Total 2\b/);
  });

  test.each([
    ["ANNULÉE", { intent: "cancel" }],
    ["REMBOURSÉE", { intent: "rest", seen: "0" }],
  ])("shows %s and refuses delivery when nothing is to be sent", async (stamp, fields) => {
    const { orderId } = await payOrder(shop, customer);
    await decide(orderId, fields);
    const text = await slip(orderId);
    expect(text).toContain(stamp);
    expect(text).toContain("Rien n’est à envoyer");
    expect(text).not.toMatch(/Articles à préparer|Imprimer|Total/);
  });

  test("after a refund of a delivered order, a reprint shows the articles that were sent", async () => {
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    await refund(orderId, 1);
    expect(await slip(orderId)).toMatch(/Total 3\b/);
  });
});

describe("« À livrer »", () => {
  test("counts the orders that may be sent: in the list, its filter and the dashboard", async () => {
    await shop.sql`UPDATE orders SET is_shipped = true, shipped_at = now() WHERE cancelled_at IS NULL`;
    const unpaid = await placeOrder(shop, customer);
    const cash = await placeOrder(shop, customer, onDelivery);
    const { orderId: paid } = await payOrder(shop, customer);
    const { orderId: refunded } = await payOrder(shop, customer);
    await decide(refunded, { intent: "rest", seen: "0" });
    const { orderId: cancelled } = await payOrder(shop, customer);
    await decide(cancelled, { intent: "cancel" });
    // All orders are late.
    await shop.sql`UPDATE orders SET shipping_from = '2026-01-01', shipping_until = '2026-01-05' WHERE NOT is_shipped`;

    const list = await read("/admin/commandes?etat=a-livrer");
    for (const id of [cash, paid]) expect(list).toContain(deliveryNumber(id));
    for (const id of [unpaid, refunded, cancelled]) expect(list).not.toContain(deliveryNumber(id));
    expect(list).toMatch(/2 à livrer\s*, dont\s+2 en retard/);
    expect(list).toContain("À livrer 2 ");
    const late = await read("/admin/commandes?etat=en-retard");
    expect(late).not.toContain(deliveryNumber(refunded));
    // « Non livrées » keeps the specification's meaning.
    expect(await read("/admin/commandes?etat=non-livrees")).toContain(deliveryNumber(unpaid));

    const dashboard = await admin.read("/admin/tableau-de-bord");
    expect(textOf(dashboard)).toMatch(/À livrer 2 dont 2 en retard/);
    expect(textOf(dashboard)).toContain("Voir les 2");
    expect(dashboard).toContain("/admin/commandes?etat=a-livrer");
    const panel = dashboard.split('id="a-livrer"')[1]!.split("</section>")[0];
    expect(panel).not.toContain(refunded);
  });

  test("omits orders whose refund was requested, and shows that it is not confirmed", async () => {
    const { orderId } = await payOrder(shop, customer);
    await simulator.fault("webhook", "hold");
    await simulator.fault("refund", "pending");
    await decide(orderId, { intent: "rest", seen: "0" });
    expect(await read("/admin/commandes?etat=a-livrer")).not.toContain(deliveryNumber(orderId));
    expect(await read(`/admin/commandes?recherche=${orderId}`)).toContain("Remboursement en cours");
    expect(await read(`/admin/commandes?livrer=${orderId}`)).toContain("est en cours");
    expect(await read(`/admin/commandes/${orderId}/remboursement`)).toContain(
      "en cours de remboursement",
    );
  });

  test("an account whose order was fully refunded may be deleted", async () => {
    const leaving = await shop.customer();
    const { orderId } = await payOrder(shop, leaving);
    const page = async () => textOf(await leaving.read("/admin/parametre-compte/supprimer"));
    expect(await page()).toContain("en route");
    await decide(orderId, { intent: "rest", seen: "0" });
    expect(await page()).not.toContain("en route");
  });
});

describe("an order of which nothing is to be sent", () => {
  const row = async (id: string) => {
    const page = await admin.read(`/admin/commandes?recherche=${deliveryNumber(id)}`);
    return textOf(page.split("<tbody")[1]!.split("</tbody>")[0]!);
  };
  const isDelivered = async (id: string) => {
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, id));
    return order!.isDelivered;
  };
  const withdraw = (id: string) =>
    customer.post("/retractation", {
      intent: "confirm",
      name: "Claire Aubry",
      number: deliveryNumber(id),
      email: customer.email,
    });

  test.each(["withdrawn", "refunded"])(
    "is neither counted nor offered, and delivered only when that was confirmed: %s",
    async (what) => {
      const { orderId } = await payOrder(shop, customer);
      expect(await row(orderId)).toContain("Livrer la commande");
      if (what === "refunded") await decide(orderId, { intent: "rest", seen: "0" });
      else await withdraw(orderId);
      for (const state of ["a-preparer", "a-livrer", "en-retard"])
        expect(await read(`/admin/commandes?etat=${state}`)).not.toContain(deliveryNumber(orderId));
      expect(await read("/admin/commandes?etat=non-livrees")).toContain(deliveryNumber(orderId));
      expect(await row(orderId)).toContain("Traiter la commande");
      expect(await row(orderId)).not.toContain("Livrer");
      const drawer = await read(`/admin/commandes?commande=${orderId}`);
      expect(drawer).not.toContain("Marquer comme livré");
      await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
      expect(await isDelivered(orderId)).toBe(false);
      const confirmation = await admin.read(`/admin/commandes?livrer=${orderId}`);
      expect(confirmation).toMatch(/name="rien" value="lu"/);
      await admin.post("/admin/commandes", { intent: "deliver", id: orderId, rien: "lu" });
      expect(await isDelivered(orderId)).toBe(true);
    },
  );

  test("is to be sent again once its withdrawal is closed, and handed over before only when that was confirmed", async () => {
    const { orderId } = await payOrder(shop, customer);
    await withdraw(orderId);
    const path = `/admin/commandes/remise?commandes=${orderId}`;
    const page = await admin.read(path);
    const key = /name="cle" value="([^"]+)"/.exec(page)![1]!;
    const form = { commandes: orderId, cle: key, transporteur: "Colissimo" };
    const asked = textOf(await (await admin.post(path, form)).text());
    expect(asked).toContain("Remettre quand même au transporteur");
    expect(asked).toContain("Le client s’est rétracté");
    expect(await row(orderId)).not.toContain("En route");
    await shop.sql`INSERT INTO withdrawal_endings (withdrawal_id, reason)
      SELECT id, 'Envoyée deux fois' FROM withdrawals WHERE order_id = ${orderId}`;
    expect(await read("/admin/commandes?etat=a-preparer")).toContain(deliveryNumber(orderId));
    expect(await row(orderId)).toContain("Livrer la commande");
  });

  test("that has left can be marked delivered", async () => {
    const { orderId } = await payOrder(shop, customer);
    const path = `/admin/commandes/remise?commandes=${orderId}`;
    const page = await admin.read(path);
    const key = /name="cle" value="([^"]+)"/.exec(page)![1]!;
    const form = { commandes: orderId, cle: key, transporteur: "Colissimo" };
    await admin.post(path, form);
    await withdraw(orderId);
    expect(await row(orderId)).toContain("Livrer la commande");
    await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    expect(await isDelivered(orderId)).toBe(true);
  });
});

describe("the confirmation page of a delivery shows that an order is", () => {
  const question = (id: string) => read(`/admin/commandes?livrer=${id}`);

  test("unpaid", async () => {
    expect(await question(await placeOrder(shop, customer))).toContain("n’est pas payée");
    const cash = await question(await placeOrder(shop, customer, onDelivery));
    expect(cash).not.toContain("n’est pas payée");
    expect(cash).toContain("34 € à encaisser");
  });

  test("refunded, fully or partly", async () => {
    const { orderId } = await payOrder(shop, customer, { price: 20, quantity: 3 });
    expect(await question(orderId)).not.toMatch(/remboursé|n’est pas payée/);
    await refund(orderId, 1);
    expect(await question(orderId)).toContain("2 articles sur 3 sont à envoyer");
    await decide(orderId, { intent: "rest", seen: "2000" });
    expect(await question(orderId)).toContain("entièrement remboursée");
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
    expect(order!.isDelivered).toBe(false);
  });
});
