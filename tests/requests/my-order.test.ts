import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { frenchDate, frenchDay } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { orders, products } from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { payOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const cream = await insertProduct(db, { name: "crème au lin", price: 34 });
const balm = await insertProduct(db, { name: "baume à lèvres", price: 12 });

async function place(customer: Browser, fields: Record<string, string> = {}) {
  const items = [
    { id: cream, qty: 2 },
    { id: balm, qty: 1 },
  ];
  const placed = await customer.post("/panier", orderForm(items, 8000, fields));
  const id = placed.headers.get("location")!.split("/").at(-1)!;
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  return order!;
}

describe("my orders (specification §2)", () => {
  test("shows 3 orders a page, each with its details and a link to its own page", async () => {
    const customer = await shop.customer();
    const placed = [];
    for (let index = 0; index < 4; index++) placed.push(await place(customer));
    const newest = placed.at(-1)!;
    await db.update(orders).set({ isDelivered: true }).where(eq(orders.id, newest.id));

    const html = await customer.read("/admin/my-orders");
    const details = [...html.matchAll(/<a class="link"[^>]* href="\/admin\/my-orders\/(\w{26})"/g)];
    expect(details.map(([, id]) => id)).toEqual(
      placed
        .slice(1)
        .toReversed()
        .map(({ id }) => id),
    );
    const [first = "", second = ""] = html
      .split("<article")
      .slice(1)
      .map((card) => textOf(card));
    for (const fact of [
      frenchDate(newest.createdAt),
      "Livré",
      deliveryNumber(newest.id),
      "Point de relais",
      frenchPeriod(newest.shippingFrom, newest.shippingUntil),
      "80\u00a0€",
      "Signaler un probleme",
    ])
      expect(first).toContain(fact.replaceAll("\u00a0", " "));
    expect(first).not.toContain("Non livré");
    expect(second).toContain("Non livré");
    expect(html.split("<article")[1]).toContain(`/media/images/essai/${cream.toLowerCase()}.jpg`);
    expect(html.split("<article")[1]).toContain(
      `href="/contact?commande=${deliveryNumber(newest.id)}"`,
    );
    expect(textOf(html)).toContain("4 commandes, page 1 sur 2");
    const last = await customer.read("/admin/my-orders?page=2");
    expect(last.split("<article")).toHaveLength(2);
    expect(last).toContain(placed[0]!.id);
  });

  test("a card has one chip, what its customer must know first, and always « Livré » or « Non livré »", async () => {
    const customer = await shop.customer();
    const { sql } = shop;
    const cash = { paymentMethod: "Paiement à la livraison" };
    const placed = async (fields: Record<string, string> = cash) =>
      (await place(customer, fields)).id;
    const ship = (id: string) =>
      sql`UPDATE orders SET is_shipped = true, shipped_at = now() WHERE id = ${id}`;
    const send = (id: string) =>
      sql`INSERT INTO parcels (id, order_id, carrier) VALUES (${id}, ${id}, 'Colissimo')`;
    const state = (
      id: string,
    ) => sql`INSERT INTO withdrawals (id, order_id, order_number, name, email)
      VALUES (${id}, ${id}, ${deliveryNumber(id)}, 'Claire Aubry', 'claire@exemple.fr')`;
    const expectBack = async (id: string) => {
      await sql`INSERT INTO returns (id, order_id) VALUES (${id}, ${id})`;
      await sql`INSERT INTO return_lines (return_id, order_id, position, expected) VALUES (${id}, ${id}, 0, 1)`;
    };
    const acts: [string, string, ((id: string) => Promise<unknown>)[], Record<string, string>?][] =
      [
        ["À payer", "Non livré", [], {}],
        ["À payer", "Livré", [ship], {}],
        ["", "Non livré", []],
        ["", "Livré", [ship]],
        [
          "En route",
          "Non livré",
          [send, (id) => sql`UPDATE orders SET handed_over_at = now() WHERE id = ${id}`],
        ],
        ["Envoyée en partie", "Non livré", [send]],
        [
          "Livraison en retard",
          "Non livré",
          [
            send,
            (id) =>
              sql`UPDATE orders SET shipping_from = '2026-01-05', shipping_until = '2026-01-09' WHERE id = ${id}`,
          ],
        ],
        ["Rétractation", "Non livré", [state]],
        ["Rétractation", "Livré", [ship, state]],
        ["Retour attendu", "Livré", [ship, state, expectBack]],
        [
          "Annulée",
          "Non livré",
          [
            (id) =>
              sql`UPDATE orders SET cancelled_at = now(), cancel_reason = 'Essai' WHERE id = ${id}`,
          ],
        ],
      ];
    const wanted = new Map<string, { chip: string; delivery: string }>();
    for (const [chip, delivery, steps, fields] of acts) {
      const id = await placed(fields);
      for (const step of steps) await step(id);
      wanted.set(deliveryNumber(id), { chip: chip || delivery, delivery });
    }
    for (let page = 1; page <= Math.ceil(acts.length / 3); page++)
      for (const card of (await customer.read(`/admin/my-orders?page=${page}`))
        .split("<article")
        .slice(1)) {
        const [number = "", { chip, delivery }] = [...wanted].find(([one]) => card.includes(one))!;
        wanted.delete(number);
        const chips = [...card.matchAll(/<span class="tag .*?<span>([^<]*)<\/span><\/span>/g)];
        expect(chips.map(([, text]) => text)).toEqual([chip]);
        expect(textOf(card).match(/Non livré|Livré/g)).toEqual([delivery]);
      }
    expect(wanted.size).toBe(0);
    await sql`DELETE FROM parcels`;
  });

  test("shows a message when there are none", async () => {
    const text = textOf(await (await shop.customer()).read("/admin/my-orders"));
    expect(text).toContain("Aucune commande pour l’instant");
  });

  test("does not list another customer's orders", async () => {
    const [owner, other] = [await shop.customer(), await shop.customer()];
    const order = await place(owner);
    await place(other);
    expect(await other.read("/admin/my-orders")).not.toContain(order.id);
  });
});

describe("an order's own page", () => {
  test("shows steps, lines, sums, address and payment", async () => {
    const customer = await shop.customer();
    const order = await place(customer, { address: "14 rue des Lilas\n69003 Lyon" });
    const html = await customer.read(`/admin/my-orders/${order.id}`);
    const text = textOf(html);
    for (const expected of [
      `Commande du ${frenchDay(order.createdAt)}`,
      `Numéro de livraison ${deliveryNumber(order.id)}`,
      "Commande passée",
      "Paiement attendu",
      `Non livré Attendue ${frenchPeriod(order.shippingFrom, order.shippingUntil)}`,
      "3 articles",
      "Crème au lin 2 × 34 € 68 €",
      "Baume à lèvres 1 × 12 € 12 €",
      "Sous-total 80 € Reduction -0 € Livraison Offerte Total TTC 80 €",
      "Point de relais Claire Aubry 14 rue des Lilas 69003 Lyon +33 6 12 34 56 78",
      "Paiement securisé en ligne À payer",
      "Signaler un probleme",
      "Payer 80 €",
    ])
      expect(text).toContain(expected.replaceAll("\u00a0", " "));
    expect(html).toContain(`href="/payement/${order.id}"`);
    expect(html).toContain(`href="/produit/${cream}"`);
  });

  test("the printed page has the shop's address and the invoice's number", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer);
    const html = await customer.read(`/admin/my-orders/${orderId}`);
    const [, number = ""] = html.match(/href="\/factures\/(F[^"]+)"/)!;
    const onPaper = html.split("print-only").slice(1).map(textOf);
    expect(onPaper[0]).toContain(shop.settings.current().shop.address);
    expect(onPaper[1]).toContain(`Facture ${number}`);
  });

  test("a paid and delivered order has no payment link", async () => {
    const customer = await shop.customer();
    const order = await place(customer);
    const now = new Date();
    await db
      .update(orders)
      .set({ isPaid: true, paidAt: now, isDelivered: true, deliveredAt: now })
      .where(eq(orders.id, order.id));
    const text = textOf(await customer.read(`/admin/my-orders/${order.id}`));
    expect(text).toMatch(/Commande passée .* Paiement reçu .* Livré /);
    expect(text).not.toMatch(/Payer|Paiement attendu|Non livré/);
  });

  test("an order paid on delivery shows « À régler », then « Réglé à la livraison »", async () => {
    const customer = await shop.customer();
    const order = await place(customer, { paymentMethod: "Paiement à la livraison" });
    const read = async () => textOf(await customer.read(`/admin/my-orders/${order.id}`));
    expect(await read()).toContain("Paiement à la livraison À régler à la livraison");
    expect(await read()).not.toMatch(/Payer|Paiement attendu/);
    await db.update(orders).set({ isDelivered: true }).where(eq(orders.id, order.id));
    expect(await read()).toContain("Paiement à la livraison Réglé à la livraison");
  });

  test("shows a deleted product's name without a link", async () => {
    const customer = await shop.customer();
    const order = await place(customer);
    const deleted = await insertProduct(db, { name: "parfum éphémère", price: 60 });
    const placed = await customer.post("/panier", orderForm([{ id: deleted, qty: 1 }], 6000));
    await db.delete(products).where(eq(products.id, deleted));
    const html = await customer.read(
      placed.headers.get("location")!.replace("/payement", "/admin/my-orders"),
    );
    expect(textOf(html)).toContain("Parfum éphémère 1 × 60 € 60 €");
    expect(html).not.toContain(`/produit/${deleted}`);
    expect(await customer.read(`/admin/my-orders/${order.id}`)).toContain(`/produit/${cream}`);
  });

  test.each(["", ".data"])(
    "/admin/my-orders/:id%s is not found for other customers and administrators",
    async (twin) => {
      const order = await place(await shop.customer());
      for (const browser of [await shop.customer(), await shop.customer({ isAdmin: true })]) {
        for (const id of [order.id, order.id.toLowerCase(), "inconnu", "%00"]) {
          const answer = await browser.get(`/admin/my-orders/${id}${twin}`);
          const text = await answer.text();
          expect(answer.status).toBe(404);
          expect(text).toContain("Document not found");
          expect(text).not.toContain("Lilas");
        }
      }
    },
  );

  test("a visitor is redirected to sign-in, with the order as return address", async () => {
    const order = await place(await shop.customer());
    const answer = await shop.visitor().get(`/admin/my-orders/${order.id}`);
    expect(answer.headers.get("location")).toBe(`/connexion?retour=commande&id=${order.id}`);
  });
});
