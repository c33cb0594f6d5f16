import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { forgetOldTracking } from "#app/parcels/tracking-numbers.server.ts";
import { auditEvents, mails, parcelLines, parcels } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { payOrder } from "../support/paying.ts";
import { confirmAddresses, countProduct, holdsOf, stockOf } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

const { shop, customer, admin, orderOf } = await openMoneyShop();
const { db } = shop;
await confirmAddresses(shop.sql);
// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);

const PAGE = "/admin/commandes/remise";
/** The page with these orders ticked. */
const pageOf = (...ids: string[]) => `${PAGE}?commandes=${ids.join(",")}`;
const CASH = { paymentMethod: "Paiement à la livraison" };

/** An order paid on delivery of pieces of a new product, counted if `onHand` is given. */
async function place(qty = 1, { onHand }: { onHand?: number } = {}) {
  const product = await insertProduct(db, { name: "crème au lin", price: 34 });
  if (onHand !== undefined) await countProduct(shop.sql, product, onHand);
  const form = orderForm([{ id: product, qty }], qty * 3400, CASH);
  const placed = await customer.post("/panier", form);
  return { id: placed.headers.get("location")!.split("/").at(-1)!, product };
}
const formOf = (ids: string[], fields: Record<string, string> = {}) => ({
  commandes: ids.join(","),
  cle: ulid(),
  transporteur: "Colissimo",
  ...fields,
});
async function handOver(ids: string[], fields: Record<string, string> = {}) {
  const response = await admin.post(pageOf(...ids), formOf(ids, fields));
  return { status: response.status, text: textOf(await response.text()) };
}
const parcelsOf = (id: string) => db.select().from(parcels).where(eq(parcels.orderId, id));
const mailsOf = (id: string) =>
  shop.sql`SELECT key, props FROM mails WHERE template = 'parcel-sent' AND key LIKE ${`order-${id.toLowerCase()}-%`}`;
let last = 0;
const newNumber = () => `6A${String(++last).padStart(11, "0")}`;

describe("handing over", () => {
  test("a parcel leaves the shelf, is in the history, and is mailed once", async () => {
    const { id, product } = await place(2, { onHand: 5 });
    const { status, text } = await handOver([id], { [`suivi-${id}`]: "6a 1234-5678 901" });
    expect(status).toBe(200);
    expect(text).toContain(`La commande ${deliveryNumber(id)} est remise à Colissimo.`);
    const [parcel] = await parcelsOf(id);
    expect(parcel).toMatchObject({
      carrier: "Colissimo",
      trackingNumber: "6A12345678901",
      handedOverBy: admin.userId,
    });
    expect((await orderOf(id)).handedOverAt).not.toBeNull();
    expect(await holdsOf(db, id)).toEqual([{ held: 0, missing: 0, gone: 2 }]);
    expect(await stockOf(db, product)).toMatchObject({ onHand: 3, held: 0 });
    const [mail] = await mailsOf(id);
    expect(mail!["props"]).toMatchObject({
      carrier: "Colissimo",
      trackingNumber: "6A12345678901",
      href: "https://www.laposte.fr/outils/suivre-vos-envois?code=6A12345678901",
      isPart: false,
      toCollectCents: 6800,
      sentLines: [{ name: "Crème au lin", quantity: 2 }],
    });
    expect(
      (await db.select().from(auditEvents).where(eq(auditEvents.subjectId, id))).map(
        ({ act, actorName }) => [act, actorName],
      ),
    ).toEqual([["order-handed-over", "Claire Aubry"]]);
    // Delivered afterwards: nothing leaves a second time.
    await admin.post("/admin/commandes", { intent: "deliver", id });
    expect(await stockOf(db, product)).toMatchObject({ onHand: 3, held: 0 });
  });

  test("the same form three times at once makes one parcel and one mail", async () => {
    const { id } = await place();
    const form = formOf([id]);
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(PAGE, form)));
    for (const answer of answers) expect(textOf(await answer.text())).toContain("est remise à");
    expect(await parcelsOf(id)).toHaveLength(1);
    expect(await mailsOf(id)).toHaveLength(1);
  });

  test("the same form with other data is refused: nothing changes", async () => {
    const { id } = await place(3);
    const form = formOf([id], { [`qte-${id}-0`]: "1", [`suivi-${id}`]: newNumber() });
    expect((await admin.post(PAGE, form)).status).toBe(200);
    for (const change of [
      { [`qte-${id}-0`]: "2" },
      { transporteur: "Chronopost" },
      { [`suivi-${id}`]: newNumber() },
    ]) {
      const again = textOf(await (await admin.post(PAGE, { ...form, ...change })).text());
      expect(again).toContain("déjà remise par ce formulaire");
      expect(again).not.toContain("est remise à");
    }
    expect(textOf(await (await admin.post(PAGE, form)).text())).toContain("est remise à Colissimo");
    expect(await parcelsOf(id)).toHaveLength(1);
  });

  test("the slip shows the reference and the EAN, and asks for cash once", async () => {
    const { id, product } = await place(2);
    const path = `/admin/commandes/${id}/bon-de-livraison`;
    expect(textOf(await admin.read(path))).toContain(product.slice(-8));
    await shop.sql`UPDATE products SET reference = 'LIN-7', ean = '4006381333931' WHERE id = ${product}`;
    const slip = textOf(await admin.read(path));
    expect(slip).toMatch(/LIN-7 ?4006381333931/);
    expect(slip).not.toContain(product.slice(-8));
    expect(slip).toContain("À encaisser : 68 €");
    await handOver([id], { [`qte-${id}-0`]: "1" });
    expect(textOf(await admin.read(path))).toContain(
      "Déjà demandé avec le premier colis : rien à encaisser",
    );
    const many = textOf(await admin.read(`/admin/commandes/bons?commandes=${id}`));
    expect(many).toContain("LIN-7");
  });

  test("the pages lead on: from no parcel to the hand-over, from there to the parcels; a delivered order has no checkbox", async () => {
    const { id } = await place();
    const box = new RegExp(`<input[^>]*name="commandes"[^>]*value="${id}"`);
    const link = `/admin/commandes/remise?commandes=${id}`;
    expect(await admin.read(`/admin/commandes/${id}/colis`)).toContain(link);
    expect(await admin.read("/admin/commandes")).toMatch(box);
    const response = await admin.post(pageOf(id), formOf([id]));
    const page = await response.text();
    expect(textOf(page)).not.toContain("Rien n’est à remettre.");
    expect(page).toContain(`href="/admin/commandes/${id}/colis"`);
    expect(await admin.read(`/admin/commandes/${id}/colis`)).not.toContain(link);
    await admin.post("/admin/commandes", { intent: "deliver", id });
    expect(await admin.read("/admin/commandes?etat=livrees")).not.toMatch(box);
  });

  test("two forms at once: the second one finds nothing to send", async () => {
    const { id } = await place();
    const answers = await Promise.all([handOver([id]), handOver([id])]);
    expect(answers.filter(({ text }) => text.includes("est remise à Colissimo."))).toHaveLength(1);
    expect(await parcelsOf(id)).toHaveLength(1);
  });

  test("an interrupted bulk form is sent again: the rest is handed over, nothing twice", async () => {
    const ids = [(await place()).id, (await place()).id, (await place()).id];
    const form = formOf(ids);
    // As if the first request had ended after one order.
    await admin.post(PAGE, { ...form, commandes: ids[0]! });
    const again = textOf(await (await admin.post(PAGE, form)).text());
    expect(again).toContain("3 commandes sont remises à Colissimo.");
    for (const id of ids) {
      expect(await parcelsOf(id)).toHaveLength(1);
      expect(await mailsOf(id)).toHaveLength(1);
    }
  });

  test("several parcels: each with its pieces; the order is under way with the last one", async () => {
    const { id, product } = await place(3, { onHand: 3 });
    await handOver([id], { [`qte-${id}-0`]: "1" });
    expect((await orderOf(id)).handedOverAt).toBeNull();
    expect(await holdsOf(db, id)).toEqual([{ held: 2, missing: 0, gone: 1 }]);
    expect(await admin.read(`/admin/commandes?commande=${id}`)).toContain("Envoyée en partie");
    const slip = textOf(await admin.read(`/admin/commandes/${id}/bon-de-livraison`));
    expect(slip).toContain("Bon de livraison, colis 2");
    expect(slip).toContain("Total 2");
    const tooMany = await handOver([id], { [`qte-${id}-0`]: "3" });
    expect(tooMany.status).toBe(409);
    expect(tooMany.text).toContain("Plus d’articles qu’il n’en reste à envoyer.");
    await handOver([id], { [`suivi-${id}`]: newNumber() });
    expect((await orderOf(id)).handedOverAt).not.toBeNull();
    expect(await stockOf(db, product)).toMatchObject({ onHand: 0, held: 0 });
    const mine = textOf(await customer.read(`/admin/my-orders/${id}`));
    expect(mine).toContain("Vos colis");
    expect(mine).toMatch(/1 × Crème au lin.*2 × Crème au lin/);
  });

  test("a refund of the rest ends the sending", async () => {
    const { orderId: id } = await payOrder(shop, customer, { quantity: 2 });
    await handOver([id], { [`qte-${id}-0`]: "1" });
    await admin.post(`/admin/commandes/${id}/remboursement`, {
      intent: "lines",
      "quantity-0": "1",
      seen: "0",
      reason: "Épuisé",
      confirmed: "1",
    });
    expect((await orderOf(id)).handedOverAt).not.toBeNull();
    expect((await handOver([id])).text).toContain("déjà remise au transporteur");
  });

  test("missing pieces are asked about, by name, before anything is written", async () => {
    const { id, product } = await place(2, { onHand: 2 });
    await shop.sql`SELECT move_stock(${product}, 'count', -1, '', NULL, NULL, NULL)`;
    expect(await admin.read(`/admin/commandes?commande=${id}`)).toContain("Pièces manquantes");
    const form = formOf([id]);
    const question = textOf(await (await admin.post(pageOf(id), form)).text());
    expect(question).toContain("Remettre quand même au transporteur ?");
    expect(question).toContain("Il manque en stock : 1 × Crème au lin.");
    expect(await parcelsOf(id)).toEqual([]);
    // A confirmation of other missing pieces is asked again.
    const stale = await admin.post(pageOf(id), { ...form, [`lu-${id}`]: "0:2" });
    expect(textOf(await stale.text())).toContain("Remettre quand même");
    expect(await parcelsOf(id)).toEqual([]);
    await admin.post(PAGE, { ...form, [`lu-${id}`]: "0:1" });
    expect(await parcelsOf(id)).toHaveLength(1);
    expect(await holdsOf(db, id)).toEqual([{ held: 0, missing: 0, gone: 2 }]);
  });

  test("a dispute is asked about", async () => {
    const { id } = await place();
    await shop.sql`INSERT INTO payment_breaks (id, order_id, kind, detail) VALUES (${ulid()}, ${id}, 'reversed', 'x')`;
    const form = formOf([id]);
    expect(textOf(await (await admin.post(pageOf(id), form)).text())).toContain(
      "Cette commande est en litige",
    );
    expect(await parcelsOf(id)).toEqual([]);
    await admin.post(PAGE, { ...form, [`lu-${id}`]: "dispute" });
    expect(await parcelsOf(id)).toHaveLength(1);
  });

  test("cancelled, delivered, unpaid and refunded orders are not handed over", async () => {
    const unpaid = await (async () => {
      const product = await insertProduct(db, { name: "crème", price: 34 });
      const placed = await customer.post("/panier", orderForm([{ id: product, qty: 1 }], 3400));
      return placed.headers.get("location")!.split("/").at(-1)!;
    })();
    const { id: delivered } = await place();
    await admin.post("/admin/commandes", { intent: "deliver", id: delivered });
    const { id: cancelled } = await place();
    await shop.sql`UPDATE orders SET cancelled_at = now(), cancel_reason = 'x' WHERE id = ${cancelled}`;
    const { orderId: refunded } = await payOrder(shop, customer);
    await admin.post(`/admin/commandes/${refunded}/remboursement`, {
      intent: "rest",
      seen: "0",
      reason: "x",
      confirmed: "1",
    });
    const cases = [
      [unpaid, "pas encore payée"],
      [delivered, "déjà livrée"],
      [cancelled, "annulée"],
      [refunded, "entièrement remboursée"],
    ] as const;
    for (const [id, reason] of cases) {
      expect((await handOver([id])).text).toContain(`${deliveryNumber(id)} ${reason}.`);
      expect(await parcelsOf(id)).toEqual([]);
    }
  });
});

describe("tracking numbers", () => {
  test.each([
    ["<script>alert(1)</script>", "6 à 30 lettres et chiffres"],
    ["12345", "6 à 30 lettres et chiffres"],
    ["A".repeat(31), "6 à 30 lettres et chiffres"],
    ["ßßßßßß", "6 à 30 lettres et chiffres"],
    ["6A 123?45678", "6 à 30 lettres et chiffres"],
  ])("« %s » is refused beside its field, and stays in it", async (typed, message) => {
    const { id } = await place();
    const response = await admin.post(pageOf(id), formOf([id], { [`suivi-${id}`]: typed }));
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html.includes(`id="suivi-${id}-error"`)).toBe(true);
    expect(textOf(html)).toContain(message);
    expect(html.includes("<script>alert(1)")).toBe(false);
    expect(await parcelsOf(id)).toEqual([]);
  });

  test("a number in use is refused with its order; of another carrier it is another number", async () => {
    const [one, other, third] = [await place(), await place(), await place()];
    const number = newNumber();
    await handOver([one.id], { [`suivi-${one.id}`]: number });
    const refused = await handOver([other.id, third.id], { [`suivi-${other.id}`]: number });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(
      `Ce numéro est déjà celui d’un colis de la commande ${deliveryNumber(one.id)}.`,
    );
    expect(await parcelsOf(other.id)).toEqual([]);
    // The other order of the form has left.
    expect(await parcelsOf(third.id)).toHaveLength(1);
    await handOver([other.id], { [`suivi-${other.id}`]: number, transporteur: "Chronopost" });
    expect(await parcelsOf(other.id)).toHaveLength(1);
  });

  test("the same number for two orders at once: one gets it", async () => {
    const [one, other] = [await place(), await place()];
    const number = newNumber();
    const answers = await Promise.all(
      [one, other].map(({ id }) => handOver([id], { [`suivi-${id}`]: number })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("a number is added and corrected later, without a second mail; refused when in use", async () => {
    const [one, other] = [await place(), await place()];
    const number = newNumber();
    await handOver([one.id]);
    await handOver([other.id], { [`suivi-${other.id}`]: number });
    const [parcel] = await parcelsOf(one.id);
    const path = `/admin/commandes/${one.id}/colis`;
    const form = { colis: parcel!.id, transporteur: "Mondial Relay", suivi: "12 34 56 78" };
    expect(textOf(await (await admin.post(path, form)).text())).toContain(
      "Le colis est enregistré.",
    );
    expect(await parcelsOf(one.id)).toMatchObject([
      { carrier: "Mondial Relay", trackingNumber: "12345678" },
    ]);
    expect(await mailsOf(one.id)).toHaveLength(1);
    const html = await customer.read(`/admin/my-orders/${one.id}`);
    expect(html).toContain("https://www.mondialrelay.fr/suivi-de-colis?numeroExpedition=12345678");
    expect(html).toContain('rel="noopener noreferrer"');
    const taken = await admin.post(path, { ...form, transporteur: "Colissimo", suivi: number });
    expect(taken.status).toBe(409);
    expect(textOf(await taken.text())).toContain(deliveryNumber(other.id));
    // A parcel of another order.
    const foreign = await admin.post(`/admin/commandes/${other.id}/colis`, form);
    expect(foreign.status).toBe(400);
  });

  test("numbers are forgotten a year after the hand-over", async () => {
    const { id } = await place();
    await handOver([id], { [`suivi-${id}`]: newNumber() });
    await forgetOldTracking(db);
    expect((await parcelsOf(id))[0]!.trackingNumber).not.toBeNull();
    await shop.sql`UPDATE parcels SET handed_over_at = now() - interval '366 days' WHERE order_id = ${id}`;
    await forgetOldTracking(db);
    expect(await parcelsOf(id)).toMatchObject([{ trackingNumber: null }]);
  });
});

describe("bad requests", () => {
  test("51 orders, none, unknown ids and missing fields", async () => {
    const many = Array.from({ length: 51 }, () => ulid());
    expect((await handOver(many)).status).toBe(400);
    expect((await handOver([])).status).toBe(400);
    expect((await handOver([ulid(), "%00", "'"])).status).toBe(400);
    expect((await admin.post(PAGE, { commandes: (await place()).id })).status).toBe(400);
    expect(textOf(await admin.read(`${PAGE}?commandes=${many.join(",")}`))).toContain(
      "50 commandes au plus à la fois.",
    );
    expect(textOf(await admin.read(`/admin/commandes/bons?commandes=${many.join(",")}`))).toContain(
      "50 commandes au plus à la fois.",
    );
    const { id } = await place();
    expect((await handOver([id], { transporteur: "DHL" })).text).toContain(
      "Choisissez un transporteur.",
    );
    for (const quantity of ["1.5", "-1", "", "1e1"])
      expect((await handOver([id], { [`qte-${id}-0`]: quantity })).status).toBe(400);
    expect((await handOver([id], { [`qte-${id}-0`]: "0" })).text).toContain("Ce colis est vide");
    expect(await parcelsOf(id)).toEqual([]);
  });

  test("customers and visitors cannot hand over", async () => {
    const { id } = await place();
    for (const browser of [customer, shop.visitor()]) await browser.post(PAGE, formOf([id]));
    expect(await parcelsOf(id)).toEqual([]);
  });
});

describe("beside a cancellation", () => {
  const act = (path: string, form: Record<string, string>) => async () =>
    textOf(await (await admin.post(path, form)).text());
  const holding = (id: string) => (holder: Parameters<Parameters<typeof queueBehind>[1]>[0]) =>
    holder`SELECT FROM orders WHERE id = ${id} FOR UPDATE`;
  const cancelling = (id: string) =>
    act(`/admin/commandes/${id}/remboursement`, {
      intent: "cancel",
      seen: "0",
      reason: "x",
      confirmed: "1",
    });

  test("cancelled first: nothing is sent", async () => {
    const { id, product } = await place(1, { onHand: 1 });
    const acts = [cancelling(id), act(PAGE, formOf([id]))];
    const [, sent] = await queueBehind(shop.sql, holding(id), acts);
    expect(sent).toContain(`${deliveryNumber(id)} annulée`);
    expect(await parcelsOf(id)).toEqual([]);
    expect(await stockOf(db, product)).toMatchObject({ onHand: 1, held: 0 });
  });

  test("handed over first: the cancellation is told that a parcel is under way", async () => {
    const { id, product } = await place(1, { onHand: 1 });
    const acts = [act(PAGE, formOf([id])), cancelling(id)];
    await queueBehind(shop.sql, holding(id), acts);
    expect(await parcelsOf(id)).toHaveLength(1);
    expect(await stockOf(db, product)).toMatchObject({ onHand: 0, held: 0 });
    expect((await orderOf(id)).cancelledAt).not.toBeNull();
    const { id: other } = await place();
    await handOver([other]);
    expect(textOf(await admin.read(`/admin/commandes/${other}/remboursement`))).toContain(
      "Un colis est en route",
    );
  });

  test("the customer's own cancellation of an unpaid order, and a hand-over: nothing is sent either way", async () => {
    for (const isFirst of [true, false]) {
      const product = await insertProduct(db, { name: "crème", price: 34 });
      const placed = await customer.post("/panier", orderForm([{ id: product, qty: 1 }], 3400));
      const id = placed.headers.get("location")!.split("/").at(-1)!;
      const cancel = async () =>
        textOf(
          await (await customer.post(`/admin/my-orders/${id}/annuler`, { confirmed: "1" })).text(),
        );
      const send = act(PAGE, formOf([id]));
      await queueBehind(shop.sql, holding(id), isFirst ? [cancel, send] : [send, cancel]);
      expect(await parcelsOf(id)).toEqual([]);
      expect((await orderOf(id)).cancelledAt).not.toBeNull();
    }
  });

  test("the customer's cancellation of a late order, and a hand-over, in both orders", async () => {
    for (const isFirst of [true, false]) {
      const { id } = await place();
      await shop.sql`UPDATE orders SET shipping_from = current_date - 20, shipping_until = current_date - 10,
        late_noticed_at = now() - interval '9 days', late_until = current_date - 1, late_mailed_at = now() WHERE id = ${id}`;
      const cancel = async () =>
        textOf(
          await (
            await customer.post(`/admin/my-orders/${id}/retard`, {
              intent: "cancel",
              confirmed: "1",
            })
          ).text(),
        );
      const send = act(PAGE, formOf([id]));
      await queueBehind(shop.sql, holding(id), isFirst ? [cancel, send] : [send, cancel]);
      // Once the parcel has left, an administrator decides.
      expect((await orderOf(id)).cancelledAt === null).toBe(!isFirst);
      expect(await parcelsOf(id)).toHaveLength(isFirst ? 0 : 1);
      const [notice] = await shop.sql`SELECT title FROM messages
        WHERE order_id = ${id} AND title LIKE '%annulée pour retard'`;
      expect(notice!["title"]).toBe(
        isFirst ? "Commande annulée pour retard" : "Commande en route annulée pour retard",
      );
    }
  });
});

describe("the lists", () => {
  test("« À préparer » and « En route » follow the hand-over; « À livrer » keeps both", async () => {
    const { id } = await place();
    const number = deliveryNumber(id);
    const shows = async (state: string) =>
      (await admin.read(`/admin/commandes?etat=${state}&recherche=${number}`)).includes(
        `commande=${id}`,
      );
    expect(await Promise.all(["a-preparer", "en-route", "a-livrer"].map(shows))).toEqual([
      true,
      false,
      true,
    ]);
    await handOver([id]);
    expect(await Promise.all(["a-preparer", "en-route", "a-livrer"].map(shows))).toEqual([
      false,
      true,
      true,
    ]);
    const list = textOf(await admin.read(`/admin/commandes?recherche=${number}`));
    expect(list).toContain("Non livré En route");
    const question = textOf(await admin.read(`/admin/commandes?livrer=${id}`));
    expect(question).not.toContain("remis au transporteur");
    await admin.post("/admin/commandes", { intent: "deliver", id });
    expect(await shows("en-route")).toBe(false);
  });

  test("the confirmation of a delivery says what was not handed over", async () => {
    const { id } = await place(3);
    expect(textOf(await admin.read(`/admin/commandes?livrer=${id}`))).toContain(
      "Rien n’a été remis au transporteur.",
    );
    await handOver([id], { [`qte-${id}-0`]: "1" });
    expect(textOf(await admin.read(`/admin/commandes?livrer=${id}`))).toContain(
      "2 articles n’ont pas été remis au transporteur",
    );
  });

  test("the whole list: the oldest promised first, only what may leave", async () => {
    const { id } = await place();
    const list = new URLSearchParams({ etat: "a-preparer", recherche: deliveryNumber(id) });
    const page = await admin.read(
      `${PAGE}?${new URLSearchParams({ toutes: "1", retour: String(list) })}`,
    );
    expect(page).toContain(`suivi-${id}`);
    expect(textOf(page)).toContain("1 commande.");
  });

  test("slips of many in one print: one a page, none where nothing is to be sent", async () => {
    const [one, other, sent] = [await place(), await place(2), await place()];
    await handOver([sent.id]);
    const path = `/admin/commandes/bons?commandes=${one.id}&commandes=${other.id},${sent.id}`;
    const html = await admin.read(path);
    expect(html.match(/class="slip"/g)).toHaveLength(2);
    for (const { id } of [one, other])
      expect(html).toContain(`aria-label="Code-barres ${deliveryNumber(id)}"`);
    expect(textOf(html)).toContain("2 bons de livraison");
    expect(textOf(html)).toContain("Une commande n’a pas de bon");
    expect((await customer.get(path)).status).toBe(302);
  });

  test("the customer's list and page show the parcel, its step, and still « Non livré »", async () => {
    const { id } = await place();
    const number = newNumber();
    expect(textOf(await customer.read(`/admin/my-orders/${id}`))).toContain(
      "Remise au transporteur",
    );
    await handOver([id], { [`suivi-${id}`]: number, transporteur: "Chronopost" });
    for (const path of ["/admin/my-orders", `/admin/my-orders/${id}`]) {
      const html = await customer.read(path);
      expect(textOf(html)).toContain(`En route, Chronopost ${number}`);
      expect(html).toContain(
        `https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT=${number}`,
      );
      expect(textOf(html)).toContain("Non livré");
    }
    const stranger = await shop.customer();
    expect((await stranger.get(`/admin/my-orders/${id}`)).status).toBe(404);
    const file = await customer.read("/admin/parametre-compte/mes-donnees");
    expect(file).toContain(`"suivi": "${number}"`);
  });
});

test("a parcel never contains more than was bought", async () => {
  const { id } = await place();
  await handOver([id]);
  const [parcel] = await parcelsOf(id);
  await expect(
    db.update(parcelLines).set({ quantity: 2 }).where(eq(parcelLines.parcelId, parcel!.id)),
  ).rejects.toMatchObject({ cause: { constraint: "parcel_lines_bought" } });
  expect(await db.$count(mails, eq(mails.template, "parcel-sent"))).toBeGreaterThan(0);
});
