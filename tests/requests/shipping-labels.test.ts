import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { createShippingLabel, forgetOldLabels } from "#app/parcels/shipping-labels.server.ts";
import { auditEvents, orders, parcels, shippingLabels } from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { LABEL_PDF } from "../support/fake-sendcloud.ts";
import { openLabels } from "../support/labels.ts";
import { textOf } from "../support/text-of.ts";

const { fake, shop, customer, admin, place, placeHome, pageOf, ask, labelsOf } = await openLabels();
const { db } = shop;

describe("a label", () => {
  test("is made for the chosen point; its number and its PDF are kept", async () => {
    const id = await place();
    expect(textOf(await admin.read(pageOf(id)))).toContain("Mondial Relay, point nº 123");
    const page = await ask(id);
    expect(page).toContain("Mondial Relay MR12345678");
    expect(page).toContain("Télécharger l’étiquette (PDF)");
    const [label] = await labelsOf(id);
    expect(label).toMatchObject({
      state: "done",
      trackingNumber: "MR12345678",
      carrier: "mondial_relay",
      requestedBy: admin.userId,
    });
    expect(fake.shipments).toEqual([
      {
        external_reference_id: label!.id,
        order_number: deliveryNumber(id),
        to_address: {
          name: "Claire Aubry",
          address_line_1: "12 quai des Chartrons",
          postal_code: "33000",
          city: "BORDEAUX",
          country_code: "FR",
          phone_number: "+33612345678",
          email: customer.email,
        },
        to_service_point: { id: "123" },
        parcels: [{ weight: { value: "0.450", unit: "kg" } }],
        label_details: { mime_type: "application/pdf" },
        delivery_indicator: "mondial_relay",
      },
    ]);
    const file = await admin.get(`/admin/commandes/${id}/colis.pdf`);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.headers.get("cache-control")).toBe("private, no-store");
    expect(await file.text()).toBe(LABEL_PDF);
    const acts = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
    expect(acts.map(({ act, actorName }) => [act, actorName])).toEqual([
      ["label-requested", "Ada Admin"],
    ]);
  });

  test("is for administrators only", async () => {
    const id = await place();
    await ask(id);
    for (const person of [customer, shop.visitor()]) {
      expect((await person.get(`/admin/commandes/${id}/colis.pdf`)).status).toBe(302);
      expect((await person.post(pageOf(id), { etiquette: "1", poids: "450" })).status).toBe(302);
    }
    await expect(
      createShippingLabel(shop, adminOf(customer), { orderId: id, weightGrams: 450 }),
    ).rejects.toThrow("only an administrator");
  });

  test("asked for twice at once, or by two forms, is made once", async () => {
    const id = await place();
    await Promise.all([ask(id), ask(id), ask(id, "900")]);
    expect(fake.shipments).toHaveLength(1);
    expect(await labelsOf(id)).toMatchObject([{ state: "done", trackingNumber: "MR12345678" }]);
    await ask(id);
    expect(fake.shipments).toHaveLength(1);
  });

  test("whose answer was lost is found again, not made twice", async () => {
    const id = await place();
    fake.answerWith = (request, response, body) => {
      if (request.method !== "POST") return false;
      fake.shipments.push(JSON.parse(body));
      response.destroy();
      return true;
    };
    expect(await ask(id)).toContain("Sendcloud n’a pas répondu.");
    expect(await labelsOf(id)).toMatchObject([{ state: "unknown", weightGrams: 450 }]);
    expect(textOf(await admin.read(pageOf(id)))).toContain("elle ne sera pas faite deux fois");
    fake.answerWith = null;
    expect(await ask(id)).toContain("MR12345678");
    expect(fake.shipments).toHaveLength(1);
    expect(await labelsOf(id)).toMatchObject([{ state: "done" }]);
  });

  test("of a node that ended before the answer is found again", async () => {
    const id = await place();
    const [row] = await db
      .insert(shippingLabels)
      .values({ id: ulid(), orderId: id, state: "sending", weightGrams: 300 })
      .returning();
    fake.shipments.push({ external_reference_id: row!.id });
    expect(await ask(id)).toContain("MR12345678");
    expect(fake.shipments).toHaveLength(1);
  });

  test.each([
    ["an error", 500, "{}"],
    ["garbage", 201, "<html>"],
    ["a shipment without a parcel", 201, '{"data":{"parcels":[]}}'],
    ["refused credentials", 401, "{}"],
    ["a huge response", 201, `{"data":"${"a".repeat(5_100_000)}"}`],
  ])("answered with %s stays open, and is tried again", async (_what, status, body) => {
    const id = await place();
    fake.answerWith = (_request, response) => {
      response.writeHead(status).end(body);
      return true;
    };
    expect(await ask(id)).toContain("Sendcloud n’a pas répondu.");
    fake.answerWith = null;
    expect(await ask(id)).toContain("MR12345678");
    expect(await labelsOf(id)).toMatchObject([{ state: "done" }]);
  });

  test("that is refused says why in the provider's words, and can be asked for again", async () => {
    const id = await place();
    const errors = [
      { detail: "This field\n\u202eis required.", source: { pointer: "/ship_with" } },
    ];
    fake.answerWith = (_request, response) => {
      response.writeHead(400).end(JSON.stringify({ errors }));
      return true;
    };
    expect(await ask(id)).toContain("/ship_with: This field is required.");
    fake.answerWith = null;
    fake.announcementError = "<b>Carrier</b> said no.";
    const page = await admin.post(pageOf(id), { etiquette: "1", poids: "450" });
    expect(await page.text()).toContain("&lt;b&gt;Carrier&lt;/b&gt; said no.");
    fake.announcementError = null;
    expect(await ask(id)).toContain("MR12345678");
    expect((await labelsOf(id)).map(({ state }) => state)).toEqual(["failed", "failed", "done"]);
  });

  test("without its PDF is fetched later", async () => {
    const id = await place();
    fake.answerWith = (request, response) => {
      if (!request.url!.includes("/documents/")) return false;
      response.writeHead(200).end("<html>no PDF");
      return true;
    };
    expect(await ask(id)).toContain("n’a pas pu être téléchargée");
    expect((await admin.get(`/admin/commandes/${id}/colis.pdf`)).status).toBe(404);
    fake.answerWith = null;
    expect(await ask(id)).toContain("Télécharger l’étiquette");
    expect(fake.shipments).toHaveLength(1);
  });

  test.each(["", "0", "-5", "30001", "1e3", "lourd"])(
    "with the weight « %s » is not asked for",
    async (grams) => {
      const id = await place();
      expect(await ask(id, grams)).toContain("Indiquez le poids du colis en grammes");
      expect(await labelsOf(id)).toEqual([]);
    },
  );

  test("with a weight of two readings is not asked for, and a weight in kilograms is understood", async () => {
    const id = await place();
    expect(await ask(id, "1,500")).toContain("« 1,500 » se lit 1,5 ou 1 500");
    expect(await labelsOf(id)).toEqual([]);
    await ask(id, "1,5 kg");
    expect(await labelsOf(id)).toMatchObject([{ weightGrams: 1_500 }]);
  });

  test("for a home goes to the parts of the address, by the rules of its delivery method", async () => {
    const id = await placeHome();
    expect(textOf(await admin.read(pageOf(id)))).toContain("Livraison à domicile, à l’adresse");
    expect(await ask(id)).toContain("Colissimo MR12345678");
    expect(fake.shipments).toMatchObject([
      {
        to_address: {
          name: "Claire Aubry",
          address_line_1: "8 rue des Lices",
          address_line_2: "Bâtiment C",
          postal_code: "35000",
          city: "Rennes",
          country_code: "FR",
        },
        delivery_indicator: "Livraison à domicile",
      },
    ]);
    expect(fake.shipments[0]).not.toHaveProperty("to_service_point");
  });

  test("for a home whose address is one text is not offered", async () => {
    const id = await placeHome();
    await db.update(orders).set({ shippingStreet: null }).where(eq(orders.id, id));
    const page = textOf(await admin.read(pageOf(id)));
    expect(page).toContain("a été écrite d’un seul tenant");
    expect(page).not.toContain("Créer l’étiquette");
    expect(await ask(id)).toContain("Aucune étiquette n’est possible");
    expect(fake.shipments).toEqual([]);
  });

  test("of an unpaid order is refused with the reason, on the page and by the server", async () => {
    const id = await place({ isPaidOnDelivery: false });
    const page = textOf(await admin.read(pageOf(id)));
    expect(page).toContain(
      "Aucune étiquette n’est possible : cette commande n’est pas encore payée.",
    );
    expect(page).not.toContain("Créer l’étiquette");
    expect(await ask(id)).toContain(
      "n’est possible pour cette commande : elle n’est pas encore payée",
    );
    expect(await labelsOf(id)).toEqual([]);
  });

  test("is not made for a typed address, nor for a cancelled order", async () => {
    const typed = await place({ isChosen: false });
    expect(textOf(await admin.read(pageOf(typed)))).toContain("a été écrit à la main");
    const cancelled = await place();
    await db
      .update(orders)
      .set({ cancelledAt: new Date(), cancelReason: "Essai" })
      .where(eq(orders.id, cancelled));
    for (const id of [typed, cancelled]) {
      expect(await ask(id)).toContain("Aucune étiquette n’est possible");
      expect(await labelsOf(id)).toEqual([]);
    }
    expect(fake.shipments).toEqual([]);
  });
});

const chosen = (page: string) =>
  /<input[^>]*type="radio"[^>]*name="transporteur"[^>]*checked=""[^>]*value="([^"]+)"|<input[^>]*type="radio"[^>]*name="transporteur"[^>]*value="([^"]+)"[^>]*checked=""/
    .exec(page)
    ?.slice(1)
    .find(Boolean);

test.each(["/admin/commandes/remise?commandes=", "/admin/preparation?commande="])(
  "%s has the order's own carrier before its label, then the label's with its number",
  async (path) => {
    const relay = await place();
    expect(chosen(await admin.read(path + relay))).toBe("Mondial Relay");
    await ask(relay);
    const page = await admin.read(path + relay);
    expect(chosen(page)).toBe("Mondial Relay");
    expect(page).toMatch(/value="MR12345678"/);
    const home = await placeHome();
    expect(chosen(await admin.read(path + home))).toBe("Colissimo");
    await db.update(orders).set({ deliveryName: "Chronopost express" }).where(eq(orders.id, home));
    expect(chosen(await admin.read(path + home))).toBe("Chronopost");
  },
);

test("orders of several carriers are not handed over by one form without a word", async () => {
  const [relay, home] = [await place(), await placeHome()];
  await db.update(orders).set({ deliveryName: "Chronopost" }).where(eq(orders.id, home));
  const both = textOf(await admin.read(`/admin/commandes/remise?commandes=${relay},${home}`));
  expect(both).toContain("Ces commandes partent par Mondial Relay, Chronopost");
});

test("the page of a guest's parcels does not speak of an account", async () => {
  const id = await place();
  expect(textOf(await admin.read(pageOf(id)))).toContain("dans le compte du client");
  await db
    .update(orders)
    .set({
      customerId: null,
      guestEmail: "claire@example.org",
      guestLinkVersion: 1,
      guestLinkAt: new Date(),
    })
    .where(eq(orders.id, id));
  const page = textOf(await admin.read(pageOf(id)));
  expect(page).toContain("sur la page que le client ouvre par le lien de ses e-mails");
  expect(page).not.toContain("compte du client");
});

test("the form that hands an order over has the label's carrier and number", async () => {
  const id = await place();
  await ask(id);
  const page = await admin.read(`/admin/commandes/remise?commandes=${id}`);
  expect(page).toMatch(/value="MR12345678"/);
  expect(page).toMatch(/checked=""[^>]*value="Mondial Relay"|value="Mondial Relay"[^>]*checked=""/);
  expect(await db.select().from(parcels).where(eq(parcels.orderId, id))).toEqual([]);
});

test("labels are deleted after a year, and with their customer's account", async () => {
  const id = await place();
  await ask(id);
  await forgetOldLabels(db);
  expect(await labelsOf(id)).toHaveLength(1);
  await db.update(shippingLabels).set({ createdAt: new Date(Date.now() - 367 * 86_400_000) });
  await forgetOldLabels(db);
  expect(await labelsOf(id)).toEqual([]);
});
