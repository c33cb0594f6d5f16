import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { afterEach, describe, expect, test } from "vitest";
import { cancelShippingLabel, endCancellations } from "#app/parcels/cancel-label.server.ts";
import { auditEvents, orders, parcels, users } from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { openLabels } from "../support/labels.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { textOf } from "../support/text-of.ts";

const { fake, shop, customer, admin, place, pageOf, ask, labelsOf } = await openLabels();
const { db, sql } = shop;

const read = async (path: string) => textOf(await admin.read(path));
/** Cancels a label by the page's form; returns the text of the page. */
const cancel = async (id: string, labelId: string) =>
  textOf(await (await admin.post(pageOf(id), { etiquette: "1", annuler: labelId })).text());
/** An order with its label. */
async function labelled(who = customer) {
  const id = await place({ who });
  await ask(id);
  const [label] = await labelsOf(id);
  return { id, label: label! };
}
/** Hands an order over; without a number by default. */
async function send(id: string, number = "", carrier = "Mondial Relay") {
  const response = await admin.post("/admin/commandes/remise", {
    commandes: id,
    cle: ulid(),
    transporteur: carrier,
    [`suivi-${id}`]: number,
  });
  return textOf(await response.text());
}
const parcelsOf = (id: string) => db.select().from(parcels).where(eq(parcels.orderId, id));
const actsOf = async (id: string) =>
  (
    await db.select().from(auditEvents).where(eq(auditEvents.subjectId, id)).orderBy(auditEvents.id)
  ).map(({ act }) => act);
/** Answers the cancellation by this status; null: the connection breaks once it is done. */
function answerCancellation(status: number | null, body = "{}") {
  fake.answerWith = (request, response) => {
    const [, shipment] = /shipments\/([\w-]+)\/cancel$/.exec(request.url!) ?? [];
    if (!shipment) return false;
    if (status === null) {
      fake.cancelled.push(shipment);
      response.destroy();
    } else response.writeHead(status).end(body);
    return true;
  };
}
/** Holds the next cancellation at the provider; `release` lets it answer. */
function holdCancellation() {
  let release = () => {};
  const asked = new Promise<void>((resolve) => {
    fake.answerWith = (request, response) => {
      const [, shipment] = /shipments\/([\w-]+)\/cancel$/.exec(request.url!) ?? [];
      if (!shipment) return false;
      release = () => {
        fake.cancelled.push(shipment);
        response.end(JSON.stringify({ data: { status: "cancelled", message: "Cancelled." } }));
      };
      resolve();
      return true;
    };
  });
  return { asked, release: () => release() };
}
/** Moves the question so that its answer counts as lost. */
const loseAnswer =
  () => sql`UPDATE shipping_labels SET cancel_asked_at = now() - interval '3 minutes'
  WHERE cancel_asked_at IS NOT NULL`;
const UNDER_WAY = "En cours d’annulation";

afterEach(() => sql`DELETE FROM parcels`);

test("a label is cancelled at the provider and made again", async () => {
  const { id, label } = await labelled();
  expect(await read(pageOf(id))).toContain("Annuler l’étiquette MR12345678");
  expect(await cancel(id, label.id)).toContain("L’étiquette est annulée");
  expect(fake.cancelled).toEqual(["shipment-0"]);
  expect(await labelsOf(id)).toEqual([]);
  expect(await ask(id, "900")).toContain("MR12345679");
  // The same form again cancels nothing else.
  expect(await cancel(id, label.id)).toContain("L’étiquette est annulée");
  expect(fake.cancelled).toEqual(["shipment-0"]);
  expect(await labelsOf(id)).toMatchObject([{ state: "done", weightGrams: 900 }]);
  expect(await actsOf(id)).toEqual(["label-requested", "label-cancelled", "label-requested"]);
});

test("a label whose cancellation is refused stays valid, in the provider's words", async () => {
  const { id, label } = await labelled();
  answerCancellation(409, '{"data":{"status":"error","message":"Already at the carrier."}}');
  expect(await cancel(id, label.id)).toContain(
    "Already at the carrier. Annulez-la dans votre compte",
  );
  expect(await labelsOf(id)).toMatchObject([{ state: "done", cancelAskedAt: null }]);
});

test("a label is cancelled by nobody but an administrator", async () => {
  const { id, label } = await labelled();
  const form = { etiquette: "1", annuler: label.id };
  for (const person of [customer, shop.visitor()])
    expect((await person.post(pageOf(id), form)).status).toBe(302);
  await expect(
    cancelShippingLabel(shop, adminOf(customer), { orderId: id, labelId: label.id }),
  ).rejects.toThrow("only an administrator");
  expect(fake.cancelled).toEqual([]);
});

describe("a label whose parcel has left", () => {
  test.each(["", "MR12345678"])(
    "with the number « %s » is not cancelled, and the parcel knows it",
    async (number) => {
      const { id, label } = await labelled();
      await send(id, number);
      expect(await parcelsOf(id)).toMatchObject([{ labelId: label.id }]);
      expect(await read(pageOf(id))).not.toContain("Annuler l’étiquette");
      expect(await cancel(id, label.id)).toContain("elle ne s’annule plus");
      expect(fake.cancelled).toEqual([]);
      expect(await labelsOf(id)).toMatchObject([{ state: "done", cancelAskedAt: null }]);
    },
  );

  test("with another number is not cancelled either", async () => {
    const { id, label } = await labelled();
    await send(id, "6A12345678901", "Colissimo");
    expect(await parcelsOf(id)).toMatchObject([{ labelId: null }]);
    expect(await cancel(id, label.id)).toContain("elle ne s’annule plus");
    expect(fake.cancelled).toEqual([]);
  });

  test.each(["hand-over first", "cancellation first"])(
    "at the same moment, %s: it leaves or is cancelled",
    async (first) => {
      const { id, label } = await labelled();
      const acts = [() => send(id), () => cancel(id, label.id)];
      if (first === "cancellation first") acts.reverse();
      await queueBehind(
        sql,
        (holder) => holder`SELECT FROM orders WHERE id = ${id} FOR UPDATE`,
        acts,
      );
      const isFirst = first === "hand-over first";
      expect(await parcelsOf(id)).toMatchObject(isFirst ? [{ labelId: label.id }] : []);
      expect(fake.cancelled).toHaveLength(isFirst ? 0 : 1);
      expect(await labelsOf(id)).toHaveLength(isFirst ? 1 : 0);
    },
  );
});

describe("while the provider is asked", () => {
  test("the label is « En cours d’annulation »: nothing leaves with it, and nobody asks again", async () => {
    const { id, label } = await labelled();
    const held = holdCancellation();
    const answer = cancel(id, label.id);
    await held.asked;
    expect(await labelsOf(id)).toMatchObject([{ state: "done", cancelAskedAt: expect.any(Date) }]);
    const page = await read(pageOf(id));
    expect(page).toContain(UNDER_WAY);
    for (const offered of ["Télécharger l’étiquette", "Annuler l’étiquette", "Créer l’étiquette"])
      expect(page).not.toContain(offered);
    expect((await admin.get(`/admin/commandes/${id}/colis.pdf`)).status).toBe(404);
    expect(await admin.read(`/admin/commandes/remise?commandes=${id}`)).not.toContain("MR12345678");
    expect(await cancel(id, label.id)).toContain("n’a pas encore répondu");
    expect(await ask(id)).toContain("l’étiquette est en cours d’annulation");
    for (const number of ["", "MR12345678"])
      expect(await send(id, number)).toContain("son étiquette est en cours d’annulation");
    expect(await parcelsOf(id)).toEqual([]);
    expect(fake.cancelled).toEqual([]);
    held.release();
    expect(await answer).toContain("L’étiquette est annulée");
    expect(fake.cancelled).toHaveLength(1);
    expect(await labelsOf(id)).toEqual([]);
    fake.answerWith = null;
    expect(await send(id)).toContain("est remise à");
    expect(await parcelsOf(id)).toMatchObject([{ labelId: null }]);
  });

  test("a parcel leaves with another label", async () => {
    const { id, label } = await labelled();
    const held = holdCancellation();
    const answer = cancel(id, label.id);
    await held.asked;
    expect(await send(id, "6A12345678902", "Colissimo")).toContain("est remise à Colissimo");
    held.release();
    expect(await answer).toContain("L’étiquette est annulée");
    expect(await parcelsOf(id)).toMatchObject([{ labelId: null }]);
    expect(await labelsOf(id)).toEqual([]);
  });

  test("the order is cancelled, or refunded: the label is cancelled all the same", async () => {
    for (const intent of ["cancel", "rest"]) {
      const { id, label } = await labelled();
      if (intent === "rest")
        await db.update(orders).set({ isPaid: true, paidAt: new Date() }).where(eq(orders.id, id));
      const held = holdCancellation();
      const answer = cancel(id, label.id);
      await held.asked;
      const money = { intent, reason: "Épuisé", seen: "0", confirmed: "1" };
      await admin.post(`/admin/commandes/${id}/remboursement`, money);
      const [order] = await db.select().from(orders).where(eq(orders.id, id));
      expect(intent === "cancel" ? order!.cancelledAt : order!.refundedCents).toBeTruthy();
      held.release();
      expect(await answer).toContain("L’étiquette est annulée");
      expect(await labelsOf(id)).toEqual([]);
    }
  });

  test("the account is deleted: nothing personal stays, and the provider is asked to the end", async () => {
    const person = await shop.customer();
    const { id, label } = await labelled(person);
    answerCancellation(500);
    await cancel(id, label.id);
    await admin.post(`/admin/commandes/${id}/remboursement`, {
      intent: "cancel",
      reason: "Épuisé",
      seen: "0",
      confirmed: "1",
    });
    await person.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
    expect(await db.$count(users, eq(users.id, person.userId))).toBe(0);
    expect(await labelsOf(id)).toMatchObject([{ trackingNumber: null, pdf: null }]);
    fake.answerWith = null;
    await loseAnswer();
    expect(await endCancellations(shop)).toBe(1);
    expect(fake.cancelled).toHaveLength(1);
    expect(await labelsOf(id)).toEqual([]);
  });
});

describe("a lost answer", () => {
  test("of a cancellation that was made: its state at the provider ends it", async () => {
    const { id, label } = await labelled();
    answerCancellation(null);
    expect(await cancel(id, label.id)).toContain("n’a pas encore répondu");
    expect(await read(pageOf(id))).toContain(UNDER_WAY);
    // A fresh question may still be answered.
    expect(await endCancellations(shop)).toBe(0);
    await loseAnswer();
    fake.requests.length = 0;
    const heard: string[] = [];
    const { unlisten } = await sql.listen("live", {
      onNotify: (change) => void (change.includes(id) && heard.push(change)),
      onListen: () => {},
    });
    expect(await endCancellations(shop)).toBe(1);
    expect(fake.requests.some((request) => request.startsWith("POST"))).toBe(false);
    // The administrators' pages follow: it is asked, then gone.
    await expect.poll(() => heard).toHaveLength(2);
    await unlisten();
    expect(await labelsOf(id)).toEqual([]);
    expect(await actsOf(id)).toEqual(["label-requested", "label-cancelled"]);
    expect(await endCancellations(shop)).toBe(0);
  });

  test("of a cancellation that was not made: it is asked for again", async () => {
    const { id, label } = await labelled();
    answerCancellation(500);
    await cancel(id, label.id);
    await loseAnswer();
    // Still no answer: it stays.
    expect(await endCancellations(shop)).toBe(0);
    expect(await read(pageOf(id))).toContain(UNDER_WAY);
    await loseAnswer();
    fake.answerWith = null;
    expect(await endCancellations(shop)).toBe(1);
    expect(fake.cancelled).toHaveLength(1);
    expect(await labelsOf(id)).toEqual([]);
  });

  test("of a refusal: the label is valid again, and the page says why", async () => {
    const { id, label } = await labelled();
    answerCancellation(500);
    await cancel(id, label.id);
    await loseAnswer();
    answerCancellation(409, '{"data":{"status":"error","message":"Already at the carrier."}}');
    expect(await endCancellations(shop)).toBe(1);
    expect(await labelsOf(id)).toMatchObject([{ state: "done", cancelAskedAt: null }]);
    const page = await read(pageOf(id));
    expect(page).toContain("Sendcloud n’a pas annulé l’étiquette : Already at the carrier.");
    expect(page).toContain("Télécharger l’étiquette");
    await send(id);
    expect(await parcelsOf(id)).toMatchObject([{ labelId: label.id }]);
  });
});
