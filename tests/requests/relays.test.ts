import type { ServerResponse } from "node:http";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { CLOSED_RELAY } from "#app/checkout/order-answer.server.ts";
import type { FoundRelay } from "#app/relays/relay-schema.ts";
import { relayText } from "#app/relays/relay-text.ts";
import type { RelaySearch } from "#app/relays/relays-endpoint.ts";
import { orders } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openFakeSendcloud, servicePoint, SHOWN_POINT } from "../support/fake-sendcloud.ts";
import { sendAllMails, subjectOf, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const fake = await openFakeSendcloud();
const shop = await openShop({
  SENDCLOUD_PUBLIC_KEY: "publique",
  SENDCLOUD_SECRET_KEY: "secrete",
  SENDCLOUD_URL: fake.url,
});
const RELAY = { shippingMethod: "Point de relais" };

let searches = 0;
/** Searches around a place that was never searched for: no answer from memory. */
async function search(place = `${33_000 + ++searches}`, country?: string): Promise<RelaySearch> {
  const query = new URLSearchParams({ ou: place, ...(country && { pays: country }) });
  const response = await shop.visitor().get(`/panier/relais?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as RelaySearch;
}
async function found(): Promise<FoundRelay> {
  const { points } = await search();
  return points[0]!;
}

const chosen = (point: FoundRelay) => ({
  ...RELAY,
  address: relayText(point),
  relay: JSON.stringify(point),
});

async function deliverTo(countries: string) {
  const value = { ...shop.settings.current().groups.sales, countries };
  await shop.sql`INSERT INTO settings (name, value, version) VALUES ('sales', ${value}, 1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = settings.version + 1`;
  await shop.settings.load();
}

/** Answers every request to the provider alike. */
const answerOf =
  (status: number, body: string) => (_request: unknown, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
    return true;
  };

const initial = { points: fake.points };
afterEach(() => {
  Object.assign(fake, { ...initial, answerWith: null, requests: [] });
  fake.closed.clear();
});

describe("a search", () => {
  test("lists the points near a postal code with distance and hours, nearest first", async () => {
    fake.points = [
      servicePoint({ id: 2, name: "Loin", distance: 1_200 }),
      servicePoint(),
      servicePoint({ id: 3, name: "En congé", open_upcoming_week: false }),
    ];
    const { points, message } = await search("33300");
    expect(message).toBeNull();
    expect(points.map(({ name }) => name)).toEqual(["Tabac du Port", "Loin"]);
    expect(points[0]).toEqual({
      ...SHOWN_POINT,
      hours: ["09:00 - 12:00, 14:00 - 19:00", "", "", "", "", "09:00 - 12:00", ""],
      distance: 350,
    });
    expect(fake.requests).toEqual([
      "GET /api/v2/service-points?country=FR&address=33300&radius=20000",
    ]);
    expect(fake.authorization).toBe(`Basic ${btoa("publique:secrete")}`);
  });

  test("is answered from memory for a while, and apart for each country", async () => {
    await search("75011");
    await search("75011");
    expect(fake.requests).toHaveLength(1);
    await deliverTo("France, Belgique");
    await search("75011", "BE");
    expect(fake.requests).toHaveLength(2);
    await deliverTo("France");
  });

  test("in a country that the shop does not deliver to is answered without a request", async () => {
    for (const country of ["XX", "BE", "US"])
      expect(await search("75012", country)).toEqual({
        points: [],
        message: "Nous ne livrons pas dans ce pays.",
      });
    expect(fake.requests).toEqual([]);
  });

  test("that the provider refuses finds nothing, and does not open the circuit breaker", async () => {
    for (const status of [400, 404, 410, 422, 400, 404]) {
      fake.answerWith = answerOf(status, '{"detail": "Invalid address"}');
      const { points, message } = await search();
      expect(points).toEqual([]);
      expect(message).toContain("Aucun point de relais trouvé");
    }
    fake.answerWith = null;
    expect((await search()).points).toHaveLength(1);
  });

  test("without a place asks for one, without a request", async () => {
    for (const place of ["", " ", "\u200b\u200b\u200b", "x".repeat(201)])
      expect(await search(place)).toEqual({
        points: [],
        message: "Indiquez un code postal, ou une adresse.",
      });
    expect(fake.requests).toEqual([]);
  });

  test("cuts hostile texts, and leaves out what can't be shown", async () => {
    fake.points = [
      null,
      "texte",
      servicePoint({ id: "12; DROP TABLE orders" }),
      servicePoint({ id: 4, name: "\u202e\u0000\u200b" }),
      servicePoint({ id: 5, postal_code: null }),
      servicePoint({ id: 6, carrier: "<b>" }),
      servicePoint({
        id: 7,
        name: `<script>alert(1)</script>\u202e\u0007${"a".repeat(5_000)}`,
        street: "rue\n\ndes\tLilas",
        house_number: null,
        formatted_opening_times: {
          "0": ["<b>", 12, "09:00 - 12:00"],
          "9": ["09:00 - 12:00"],
          "1": null,
        },
        distance: -5,
      }),
      servicePoint({ id: 8, formatted_opening_times: "toujours", distance: "près" }),
    ];
    const { points } = await search();
    expect(points.map(({ id }) => id)).toEqual(["7", "8"]);
    expect(points[0]).toMatchObject({ street: "rue des Lilas", distance: null });
    expect(points[0]!.name).toMatch(/^<script>alert\(1\)<\/script>a{75}$/);
    expect(points[1]!.hours).toEqual(["", "", "", "", "", "", ""]);
  });
});

describe("a provider that fails", () => {
  test.each([
    ["an error", 500, "{}"],
    ["garbage", 200, "<html>"],
    ["another shape", 200, '{"points": 3}'],
    ["refused credentials", 401, "{}"],
    ["too many requests", 429, "{}"],
    ["a response without end", 200, `["${"a".repeat(2_100_000)}"]`],
  ])("with %s: a sentence, and the field remains", async (_what, status, body) => {
    await found(); // A success closes the circuit breaker.
    fake.answerWith = answerOf(status, body);
    const { points, message } = await search();
    expect(points).toEqual([]);
    expect(message).toContain("La liste des points de relais ne répond pas.");
  });

  test("does not let every customer wait: after five failures it is left alone", async () => {
    await found();
    fake.answerWith = (_request, response) => {
      response.destroy();
      return true;
    };
    const waited: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      fake.requests = [];
      await search();
      waited.push(fake.requests.length);
    }
    expect(waited).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
  });

  test("in searches still checks the points of orders", async () => {
    const own = await openRelayShop();
    const point = await own.found();
    fake.answerWith = ({ url = "" }, response) => {
      if (!url.includes("/service-points?")) return false;
      response.destroy();
      return true;
    };
    for (let attempt = 0; attempt < 6; attempt++)
      await own.shop.visitor().get(`/panier/relais?ou=${69_000 + attempt}`);
    fake.closed.add(123);
    expect((await own.order(chosen(point))).text).toContain(CLOSED_RELAY);
    // And a failure of the checks doesn't stop searches.
    fake.answerWith = ({ url = "" }, response) => {
      if (url.includes("/service-points?")) return false;
      response.destroy();
      return true;
    };
    const other = await openRelayShop();
    for (let attempt = 0; attempt < 3; attempt++) await other.order(chosen(point));
    expect(await other.found()).toMatchObject({ id: "123" });
  });
});

test("a search that takes too long is given up", { timeout: 20_000 }, async () => {
  const slow = await openFakeSendcloud();
  slow.answerWith = () => true;
  const other = await openShop({
    SENDCLOUD_PUBLIC_KEY: "publique",
    SENDCLOUD_SECRET_KEY: "secrete",
    SENDCLOUD_URL: slow.url,
  });
  const response = await other.visitor().get("/panier/relais?ou=33000");
  expect(((await response.json()) as RelaySearch).message).toContain("ne répond pas");
});

describe("an order", () => {
  // Another shop's breaker: that of the first one was opened above.
  test("to a chosen point keeps it as the provider has it now", async () => {
    const own = await openRelayShop();
    const point = await own.found();
    fake.points = [servicePoint({ name: "Tabac du Quai" })];
    const { stored, customer } = await own.order(chosen(point));
    expect(stored!.shippingAddress).toBe("Tabac du Quai\n12 quai des Chartrons\n33000 BORDEAUX");
    expect(stored!.relayPoint).toEqual({
      id: "123",
      carrier: "mondial_relay",
      name: "Tabac du Quai",
      street: "12 quai des Chartrons",
      postalCode: "33000",
      city: "BORDEAUX",
      country: "FR",
      hours: ["09:00 - 12:00, 14:00 - 19:00", "", "", "", "", "09:00 - 12:00", ""],
    });
    const page = textOf(await customer.read(`/admin/my-orders/${stored!.id}`));
    expect(page).toContain("Tabac du Quai");
    expect(page).toContain("Horaires");
    // The next order proposes it again.
    const cart = () => customer.read("/panier.data");
    expect(await cart()).toContain("Tabac du Quai");
    expect(await own.admin.read("/panier.data")).not.toContain("Tabac du Quai");
    await own.shop.db.update(orders).set({ joinedFrom: "inconnu@exemple.fr" });
    expect(await cart()).not.toContain("Tabac du Quai");
    await own.shop.db.update(orders).set({ joinedFrom: null });
    const slip = await own.admin.read(`/admin/commandes/${stored!.id}/bon-de-livraison`);
    expect(textOf(slip)).toContain("Mondial Relay, point nº 123");
    expect(await own.confirmation(customer)).toContain(
      "Votre point de relais Tabac du Quai 12 quai des Chartrons 33000 BORDEAUX",
    );
  });

  // The mail may reach a stranger whose address the customer typed: it has no text that is not the provider's.
  test("to a point that the provider does not confirm, or to a typed address, is mailed without it", async () => {
    const own = await openRelayShop();
    const point = { ...(await own.found()), name: "Vu sur exemple.fr" };
    const typed = await own.order({ ...chosen(point), address: `${relayText(point)} CEDEX` });
    fake.answerWith = (_request, response) => {
      response.writeHead(500).end();
      return true;
    };
    const shown = await own.order(chosen(point));
    expect(shown.stored!.shippingAddress).toBe(relayText(point));
    for (const { customer } of [typed, shown]) {
      const mail = await own.confirmation(customer);
      expect(mail).toContain("Votre commande est enregistrée");
      expect(mail).not.toMatch(/Votre point de relais|exemple\.fr/);
    }
  });

  test("to a point that could not be checked says so to who packs", async () => {
    const own = await openRelayShop();
    const point = await own.found();
    const checked = await own.order(chosen(point));
    fake.answerWith = answerOf(500, "");
    // The form of a customer can't call its point checked.
    const unchecked = await own.order({
      ...chosen(point),
      relay: JSON.stringify({ ...point, isUnchecked: false }),
    });
    expect(unchecked.stored!.relayPoint).toMatchObject({ id: "123", isUnchecked: true });
    expect(checked.stored!.relayPoint).not.toHaveProperty("isUnchecked");
    for (const { stored, customer } of [checked, unchecked]) {
      await own.shop
        .sql`UPDATE orders SET is_paid = true, paid_at = now() WHERE id = ${stored!.id}`;
      const isUnchecked = stored === unchecked.stored;
      for (const path of [
        `/admin/commandes?commande=${stored!.id}`,
        `/admin/commandes/${stored!.id}/bon-de-livraison`,
        `/admin/commandes/${stored!.id}/colis`,
        `/admin/preparation?commande=${stored!.id}`,
      ]) {
        const text = textOf(await own.admin.read(path));
        expect(text, path).toContain("Mondial Relay, point nº 123");
        expect(text.includes("non vérifié"), path).toBe(isUnchecked);
      }
      expect(textOf(await customer.read(`/admin/my-orders/${stored!.id}`))).not.toMatch(/vérifié/);
    }
  });

  test("to a point that closed meanwhile is refused beside the field, and nothing is lost", async () => {
    const own = await openRelayShop();
    const point = await own.found();
    const closings = [
      () => void fake.closed.add(123),
      () => void (fake.points = []),
      () => void (fake.answerWith = answerOf(400, "{}")),
      () => void (fake.points = [servicePoint({ open_upcoming_week: false })]),
    ];
    for (const close of closings) {
      close();
      const { status, text, stored } = await own.order({ ...chosen(point), name: "Ève Martin" });
      expect(status).toBe(400);
      expect(stored).toBeUndefined();
      expect(text).toContain(CLOSED_RELAY);
      expect(text).toContain("Ève Martin");
      expect(text).toContain("Tabac du Port");
      Object.assign(fake, { ...initial, answerWith: null });
      fake.closed.clear();
    }
  });

  test("with a text that was changed after the choice, or to the home, has no point", async () => {
    const own = await openRelayShop();
    const point = await own.found();
    fake.closed.add(123);
    const home = { ...chosen(point), shippingMethod: "Livraison à domicile" };
    const edited = { ...chosen(point), address: "Chez Léa\n3 rue Neuve\n33000 Bordeaux" };
    for (const fields of [home, edited]) {
      const { stored } = await own.order(fields);
      expect(stored).toMatchObject({ shippingAddress: fields.address, relayPoint: null });
    }
  });

  test.each([
    ["no JSON", "{"],
    ["another shape", '{"id":"1"}'],
    ["a long text", "x".repeat(5_000)],
    ["an id that is no number", JSON.stringify({ ...SHOWN_POINT, id: "../../v3/shipments" })],
  ])("with a forged point (%s) is an order to the typed address", async (_what, relay) => {
    const own = await openRelayShop();
    const { stored } = await own.order({ ...chosen(SHOWN_POINT), relay });
    expect(stored).toMatchObject({
      shippingAddress: relayText(SHOWN_POINT),
      relayPoint: null,
    });
  });

  test("sent again after its point has closed is answered with the same order", async () => {
    const own = await openRelayShop();
    const point = await own.found();
    const id = await insertProduct(own.shop.db, { name: "crème", price: 34 });
    const customer = await own.shop.customer();
    const form = orderForm([{ id, qty: 1 }], 3_400, chosen(point));
    const first = await customer.post("/panier", form);
    fake.closed.add(123);
    const second = await customer.post("/panier", form);
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
  });
});

test("without a provider there is no list, and a point in a form is ignored", async () => {
  const plain = await openShop();
  expect((await plain.visitor().get("/panier/relais?ou=33000")).status).toBe(404);
  const id = await insertProduct(plain.db, { name: "crème", price: 34 });
  const customer = await plain.customer();
  await customer.post("/panier", orderForm([{ id, qty: 1 }], 3_400, chosen(SHOWN_POINT)));
  expect(await plain.db.select().from(orders)).toMatchObject([
    { shippingAddress: relayText(SHOWN_POINT), relayPoint: null },
  ]);
});

/** A shop of one test with the fake provider. */
async function openRelayShop() {
  const own = await openShop({
    SENDCLOUD_PUBLIC_KEY: "publique",
    SENDCLOUD_SECRET_KEY: "secrete",
    SENDCLOUD_URL: fake.url,
  });
  return {
    shop: own,
    admin: await own.customer({ isAdmin: true }),
    async found(): Promise<FoundRelay> {
      const response = await own.visitor().get("/panier/relais?ou=33000");
      return ((await response.json()) as RelaySearch).points[0]!;
    },
    async order(fields: Record<string, string>) {
      const id = await insertProduct(own.db, { name: "crème", price: 34 });
      const customer = await own.customer();
      const form = orderForm([{ id, qty: 1 }], 3_400, fields);
      const answer = await customer.post("/panier.data", form);
      const [stored] = await own.db
        .select()
        .from(orders)
        .where(eq(orders.customerId, customer.userId));
      return { status: answer.status, text: await answer.text(), stored, customer };
    },
    /** The text of the customer's first mail about an order. */
    async confirmation({ email }: { email: string }): Promise<string> {
      await sendAllMails(own);
      const sent = await writtenMails(own.config.dataDir, email);
      return textOf(sent.find((mail) => subjectOf(mail).includes("est enregistrée"))!.html);
    },
  };
}
