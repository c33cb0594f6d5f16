import { describe, expect, test } from "vitest";
import { exportDocuments } from "#app/documents/export.server.ts";
import { importDocuments } from "#app/documents/import.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openDocumentsFolder, readDocuments } from "../support/documents.ts";
import { moveClock } from "../support/moved-clock.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* From when the period of withdrawal counts at a relay point: the pick-up, or else the last day on which the point keeps the parcel. */

const shop = await openShop({}, { hasMovableClock: true });
const { db, sql } = shop;
await moveClock(sql, "2026-03-01 09:00");
const cream = await insertProduct(db, { name: "crème au lin", price: 34 });
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
const documents = openDocumentsFolder();
await sql`UPDATE sessions SET expires_at = '2100-01-01', updated_at = '2100-01-01'`;

/** An order of 1 March 2026, dropped off at its relay point on that day, with its parcels' numbers. */
async function dropped(numbers: string[] = [], shippingMethod = "Point de relais") {
  await moveClock(sql, "2026-03-01 09:00");
  const paymentMethod = "Paiement à la livraison";
  const placed = await customer.post(
    "/panier",
    orderForm([{ id: cream, qty: 1 }], 3_400, { shippingMethod, paymentMethod }),
  );
  const id = placed.headers.get("location")!.split("/").at(-1)!;
  for (const number of numbers)
    await sql`INSERT INTO parcels (id, order_id, carrier, tracking_number, handed_over_at)
      VALUES (${number.padEnd(26, "0")}, ${id}, 'Colissimo', ${number}, now())`;
  await sql`UPDATE orders SET is_shipped = true, shipped_at = now() WHERE id = ${id}`;
  return id;
}
const at = (day: string) => moveClock(sql, `${day} 12:00`);
const say = async (who: Browser, path: string, pickedUpOn: string) => {
  const answer = await who.post(path, { intent: "pick-up", pickedUpOn });
  return { status: answer.status, text: textOf(await answer.text()) };
};
const customerSays = (id: string, day: string) => say(customer, `/admin/my-orders/${id}`, day);
const shopSays = (id: string, day: string) => say(admin, `/admin/commandes/${id}/colis`, day);
const page = async (id: string) => textOf(await customer.read(`/admin/my-orders/${id}`));
/** The first day and the legal and the offered end of an order's period, by a statement of it. */
async function period(id: string) {
  const [row] = await sql<{ from: string | null }[]>`
    SELECT to_char(withdrawal_from, 'YYYY-MM-DD') AS from FROM orders WHERE id = ${id}`;
  const end = /va jusqu’au (\d+\S* \S+ \d{4})/.exec(await page(id))?.[1];
  return [row!.from, end];
}
async function file(rows: string[][]) {
  const body = new FormData();
  body.set("intent", "check");
  body.set("transporteur", "Colissimo");
  const lines = ["commande;suivi;retiré le", ...rows.map((row) => row.join(";"))];
  body.set("file", new File([lines.join("\n")], "retraits.csv", { type: "text/csv" }));
  const headers = { origin: admin.origin };
  const path = "/admin/preparation/numeros";
  const checked = await (await admin.fetch(path, { method: "POST", body, headers })).text();
  const lignes = /name="lignes" value="([^"]*)"/.exec(checked)![1]!.replaceAll("&quot;", '"');
  const form = { intent: "apply", transporteur: "Colissimo", lignes };
  const applied = lignes === "[]" ? "" : textOf(await (await admin.post(path, form)).text());
  return { checked: textOf(checked), applied };
}

test("without a day it counts from the last day of keeping, which is said; a home delivery from the delivery", async () => {
  const id = await dropped();
  expect(await page(id)).toContain(
    "Ce jour n’est pas connu : il est compté à partir du 15 mars 2026, 14 jours après le dépôt, et il va jusqu’au 14 avril 2026.",
  );
  await at("2026-04-14");
  expect(await page(id)).toContain("Renoncer au contrat ici");
  await customer.post("/retractation", {
    intent: "confirm",
    name: "Claire Aubry",
    number: deliveryNumber(id),
    email: customer.email,
  });
  expect(textOf(await admin.read("/admin/retractations?etat=toutes"))).toContain(
    "délai légal passé depuis le 30 mars 2026 Retrait non connu : compté 14 jours après le dépôt au point de relais",
  );
  await at("2026-04-15");
  expect(await page(id)).toContain("Le délai est passé depuis le 14 avril 2026.");

  const home = await dropped([], "Livraison à domicile");
  await at("2026-04-01");
  expect(await page(home)).toContain("Le délai est passé depuis le 31 mars 2026.");
  expect((await customerSays(home, "2026-03-02")).text).toContain("ne va pas à un point de relais");
});

describe("the customer", () => {
  test("names the day once, on their own order", async () => {
    const id = await dropped();
    await at("2026-03-05");
    const { status, text } = await customerSays(id, "2026-03-05");
    expect(status).toBe(200);
    expect(text).toContain("Le jour du retrait est enregistré.");
    expect(text).toContain("Retiré le 5 mars 2026, selon vous.");
    expect(await period(id)).toEqual(["2026-03-05", "4 avril 2026"]);
    expect((await customerSays(id, "2026-03-05")).status).toBe(200);
    expect((await customerSays(id, "2026-03-04")).text).toContain(
      "Vous avez déjà indiqué le 5 mars 2026.",
    );
    const other = await shop.customer();
    await sql`UPDATE sessions SET expires_at = '2100-01-01', updated_at = '2100-01-01'`;
    expect((await say(other, `/admin/my-orders/${id}`, "2026-03-05")).status).toBe(404);
    expect(textOf(await admin.read(`/admin/commandes?commande=${id}`))).toContain(
      "Retiré le 5 mars 2026, selon le client",
    );
    expect(textOf(await admin.read("/admin/historique"))).toMatch(
      /Client \w{16} Retrait au point de relais noté/,
    );
    const own = JSON.parse(await customer.read("/admin/parametre-compte/mes-donnees"));
    expect(own.commandes.find((one: { id: string }) => one.id === id)).toMatchObject({
      retireeLe: "2026-03-05",
      retraitIndiquePar: "customer",
    });
  });

  test.each([
    ["", "Indiquez le jour du retrait."],
    ["2026-02-30", "Cette date n’existe pas"],
    ["hier", "Cette date n’existe pas"],
    ["2026-02-28", "Indiquez un jour possible : du 1er au 15 mars 2026."],
    ["2026-03-16", "Indiquez un jour possible : du 1er au 15 mars 2026."],
  ])("the day « %s » gets a sentence, and nothing is written", async (day, sentence) => {
    const id = await dropped();
    await at("2026-03-20");
    const { status, text } = await customerSays(id, day);
    expect(status).toBe(400);
    expect(text).toContain(sentence);
    expect(await period(id)).toEqual([null, "14 avril 2026"]);
  });

  test("opens no period again that is over", async () => {
    const id = await dropped();
    await at("2026-03-02");
    await shopSays(id, "2026-03-02");
    await at("2026-04-02");
    const { status, text } = await customerSays(id, "2026-03-15");
    expect(status).toBe(400);
    expect(text).toContain("Le délai de rétractation est déjà passé. Une erreur ? Écrivez-nous.");
    expect(await page(id)).toContain("Le délai est passé depuis le 1er avril 2026.");
    // Of the shop, also later.
    expect((await shopSays(id, "2026-03-15")).status).toBe(200);
    expect(await period(id)).toEqual(["2026-03-15", "14 avril 2026"]);
  });
});

describe("no entry ends a period that the customer was told", () => {
  test.each([
    ["at once", "2026-03-02", "2026-03-02", "2026-03-02", "1 avril 2026"],
    ["some days later", "2026-03-09", "2026-03-02", "2026-03-09", "8 avril 2026"],
    ["after the keeping", "2026-04-10", "2026-03-02", "2026-03-15", "14 avril 2026"],
    ["of a pick-up after the keeping", "2026-03-22", "2026-03-20", "2026-03-20", "19 avril 2026"],
  ])("an administrator's, %s", async (_when, now, day, from, end) => {
    const id = await dropped();
    await at(now);
    expect((await shopSays(id, day)).status).toBe(200);
    expect(await period(id)).toEqual([from, end.replace("1 avril", "1er avril")]);
  });

  test("an administrator's against the customer's, and the history has both", async () => {
    const id = await dropped();
    await at("2026-03-10");
    await customerSays(id, "2026-03-10");
    await at("2026-04-08");
    expect((await shopSays(id, "2026-03-02")).text).toContain(
      "Retiré le 2 mars 2026, selon la boutique. Le délai de rétractation est compté à partir du 10 mars 2026, car ce jour n’a été connu qu’après",
    );
    expect(await period(id)).toEqual(["2026-03-10", "9 avril 2026"]);
    const [event] = await sql`SELECT actor_name, changes FROM audit_events
      WHERE subject_id = ${id} ORDER BY id DESC LIMIT 1`;
    expect(event).toEqual({
      actor_name: "Nora Lefèvre",
      changes: [
        {
          field: "retiré le",
          before: "2026-03-10, selon le client",
          after: "2026-03-02, selon la boutique",
        },
      ],
    });
    expect((await shopSays(id, "2026-04-09")).status).toBe(400);
    expect((await say(customer, `/admin/commandes/${id}/colis`, "2026-03-02")).status).toBe(302);
  });

  test("a statement that was timely stays so", async () => {
    const id = await dropped();
    await at("2026-03-26");
    await customer.post("/retractation", {
      intent: "confirm",
      name: "Claire Aubry",
      number: deliveryNumber(id),
      email: customer.email,
    });
    await at("2026-03-27");
    await shopSays(id, "2026-03-02");
    expect(textOf(await admin.read("/admin/retractations?etat=toutes"))).toMatch(
      new RegExp(`${deliveryNumber(id)}.{0,200}Délai légal, jusqu’au 30 mars 2026`),
    );
  });
});

describe("a carrier's file", () => {
  test("with several parcels, the last one begins the period", async () => {
    const id = await dropped(["8R0000001", "8R0000002"]);
    const order = deliveryNumber(id);
    await at("2026-03-04");
    const first = await file([[order, "8R0000001", "03/03/2026"]]);
    expect(first.checked).toContain("1 retrait à noter");
    expect(first.applied).toContain("1 retrait noté");
    expect(await period(id)).toEqual([null, "14 avril 2026"]);
    await at("2026-03-06");
    const rows = [
      [order, "8R0000001", "2026-03-03"],
      [order, "8R0000002", "06/03/2026 10:12"],
    ];
    expect((await file(rows)).applied).toContain("1 retrait noté");
    expect(await period(id)).toEqual(["2026-03-06", "5 avril 2026"]);
    expect(await page(id)).toContain("Retiré le 6 mars 2026, selon le transporteur.");
    expect((await file(rows)).checked).toContain("Ce fichier a déjà été importé");
  });

  test("a line that says nothing possible is left aside with its reason", async () => {
    const id = await dropped(["8R0000003"]);
    const waiting = await dropped(["8R0000004"]);
    await sql`INSERT INTO parcels (id, order_id, carrier, tracking_number)
      SELECT 'HOME0000000000000000000000', id, 'Colissimo', '8R0000005' FROM orders
      WHERE id = ${await dropped([], "Livraison à domicile")}`;
    const [home] = await sql<{ id: string }[]>`
      SELECT order_id AS id FROM parcels WHERE tracking_number = '8R0000005'`;
    await at("2026-03-05");
    await sql`UPDATE parcels SET picked_up_on = NULL`;
    await sql`ALTER TABLE orders DISABLE TRIGGER USER`;
    await sql`UPDATE orders SET is_shipped = false, shipped_at = NULL WHERE id = ${waiting}`;
    await sql`ALTER TABLE orders ENABLE TRIGGER USER`;
    const { checked } = await file([
      [deliveryNumber(id), "8R0000003", "bientôt"],
      [deliveryNumber(id), "8R0000009", "04/03/2026"],
      [deliveryNumber(waiting), "8R0000004", "04/03/2026"],
      [deliveryNumber(home!.id), "8R0000005", "04/03/2026"],
    ]);
    for (const reason of [
      "« bientôt » n’est pas un jour, comme 04/12/2026.",
      "Ce colis n’est pas connu",
      "n’est pas encore marquée livrée",
      "ne va pas à un point de relais",
    ])
      expect(checked).toContain(reason);
  });
});

test("the documents keep it", async () => {
  const id = await dropped();
  await at("2026-03-09");
  await shopSays(id, "2026-03-05");
  await exportDocuments(db, shop.storage, documents.at("out"));
  const stored = readDocuments(documents.at("out/orders.jsonl")) as {
    id: string;
    eclat: { pickUp?: unknown };
  }[];
  const pickUp = { on: "2026-03-05", source: "administrator", periodFrom: "2026-03-09" };
  expect(stored.find((one) => one.id === id)!.eclat.pickUp).toEqual(pickUp);
  const copy = await openShop();
  await importDocuments(copy.db, copy.jobs, copy.storage, {
    ...documents.options,
    folder: documents.at("out"),
  });
  expect(
    await copy.sql`SELECT to_char(picked_up_on, 'YYYY-MM-DD') AS on, withdrawal_from::text AS "periodFrom",
      picked_up_source AS source FROM orders WHERE id = ${id}`,
  ).toEqual([pickUp]);
});
