import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { describe, expect, test } from "vitest";
import { orderOfNumber } from "#app/orders/order-of-number.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { orderLines, orders, parcels } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { confirmAddresses, countProduct } from "../support/stock.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
await confirmAddresses(shop.sql);
const product = await insertProduct(db, { name: "crème au lin", price: 34 });
const PATH = "/admin/preparation/numeros";

async function place(of = product): Promise<string> {
  const form = orderForm([{ id: of, qty: 1 }], 3400, { paymentMethod: "Paiement à la livraison" });
  const placed = await customer.post("/panier", form);
  return placed.headers.get("location")!.split("/").at(-1)!;
}
const parcelsOf = (id: string) => db.select().from(parcels).where(eq(parcels.orderId, id));
const mailsOf = async (id: string) =>
  (await shop.sql`SELECT FROM mails WHERE key LIKE ${`order-${id.toLowerCase()}-parcel-sent-%`}`)
    .length;
let last = 0;
const newNumber = () => `8R${String(++last).padStart(11, "0")}`;

async function check(content: string | Uint8Array<ArrayBuffer>, carrier = "Colissimo") {
  const body = new FormData();
  body.set("intent", "check");
  body.set("transporteur", carrier);
  body.set("file", new File([content], "numeros.csv", { type: "text/csv" }));
  const headers = { origin: admin.origin };
  const response = await admin.fetch(PATH, { method: "POST", body, headers });
  const html = await response.text();
  const lines = /name="lignes" value="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
  return {
    status: response.status,
    text: textOf(html),
    lines,
    mayApply: html.includes("Confirmer"),
  };
}
async function apply(lines: string, carrier = "Colissimo") {
  const response = await admin.post(PATH, {
    intent: "apply",
    transporteur: carrier,
    lignes: lines,
  });
  return { status: response.status, text: textOf(await response.text()) };
}
const file = (rows: (readonly string[])[], head = "commande;suivi") =>
  [head, ...rows.map((row) => row.join(";"))].join("\r\n");

describe("a carrier's file", () => {
  test("is shown first, then hands over and adds numbers; the same file again writes nothing", async () => {
    const [fresh, sent] = [await place(), await place()];
    await admin.post(`/admin/commandes/remise?commandes=${sent}`, {
      commandes: sent,
      cle: ulid(),
      transporteur: "Colissimo",
    });
    const rows = [
      [deliveryNumber(fresh).toLowerCase(), newNumber()],
      [deliveryNumber(sent), ` ${newNumber().replace(/(.{4})/g, "$1 ")}`],
    ];
    const content = file(rows);
    const shown = await check(content);
    expect(shown.text).toContain("1 commande à remettre, 1 numéro à ajouter");
    expect(await parcelsOf(fresh)).toEqual([]);
    expect((await apply(shown.lines)).text).toContain(
      "1 commande remise au transporteur, 1 numéro ajouté.",
    );
    expect(await parcelsOf(fresh)).toMatchObject([{ trackingNumber: rows[0]![1] }]);
    expect(await parcelsOf(sent)).toMatchObject([
      { trackingNumber: rows[1]![1]!.replaceAll(" ", "") },
    ]);
    expect([await mailsOf(fresh), await mailsOf(sent)]).toEqual([1, 1]);

    const again = await check(content);
    expect(again.text).toContain("Ce fichier a déjà été importé : rien ne change.");
    expect(again.mayApply).toBe(false);
    // The confirmation sent twice.
    expect((await apply(shown.lines)).text).toContain("0 commande remise");
    expect([await mailsOf(fresh), await mailsOf(sent)]).toEqual([1, 1]);
  });

  test("confirmed twice at once, it hands each order over once", async () => {
    const ids = [await place(), await place(), await place()];
    const { lines } = await check(file(ids.map((id) => [deliveryNumber(id), newNumber()])));
    await Promise.all([apply(lines), apply(lines)]);
    for (const id of ids) {
      expect(await parcelsOf(id)).toHaveLength(1);
      expect(await mailsOf(id)).toBe(1);
    }
  });

  test("interrupted, it continues: what was applied counts as done", async () => {
    const ids = [await place(), await place()];
    const rows = ids.map((id) => [deliveryNumber(id), newNumber()]);
    const { lines } = await check(file(rows));
    await apply((await check(file(rows.slice(0, 1)))).lines);
    expect((await apply(lines)).text).toContain("1 commande remise au transporteur");
    for (const id of ids) expect(await parcelsOf(id)).toHaveLength(1);
  });

  test("columns by other names, commas, Windows-1252, and a carrier on each line", async () => {
    const id = await place();
    const number = newNumber();
    const head = "Référence client,N° de colis,Transporteur";
    const content = Buffer.from(`${head}\n${deliveryNumber(id)},${number},chronopost\n`, "latin1");
    const shown = await check(new Uint8Array(content));
    await apply(shown.lines);
    expect(await parcelsOf(id)).toMatchObject([{ carrier: "Chronopost", trackingNumber: number }]);
  });

  test.each([
    ["Colissimo", "Référence expéditeur;Numéro de colis;Poids", "CMD;NUM;0,4", "Colissimo"],
    ["Chronopost", "Numéro de LT;Référence destinataire;Code produit", "NUM;CMD;01", "Chronopost"],
    ["Mondial Relay", "N° expédition;Statut;Référence client", "NUM;Créée;CMD", "Mondial Relay"],
    ["DPD", '"Parcel number","Reference 1","Reference 2"', '"NUM","CMD",""', "Autre"],
    ["GLS", "Track ID\tCustomer reference\tUnit No", 'NUM\t="CMD"\t1', "Autre"],
    ["UPS", "Package Tracking Number,Package Reference No. 1", "NUM,CMD", "Autre"],
    [
      "Sendcloud",
      "sep=,\nOrder number,Tracking URL,Tracking number,Carrier",
      "#CMD,https://x/NUM,NUM,mondial_relay",
      "Mondial Relay",
    ],
    [
      "ShippyPro",
      "Date,Order ID,Carrier,Tracking number",
      "28/11/2026,CMD,DPD France,NUM",
      "Autre",
    ],
    [
      "Boxtal",
      "Référence externe;Transporteur;N° de suivi",
      "CMD;La Poste - Colissimo;NUM",
      "Colissimo",
    ],
  ])("of %s is read as it comes", async (from, head, row, carrier) => {
    const id = await place();
    const number = newNumber();
    const content = `${head}\n${row.replace("CMD", deliveryNumber(id)).replaceAll("NUM", number)}\n`;
    const named = ["Colissimo", "Chronopost", "Mondial Relay"].find((name) => name === from);
    const shown = await check(content, named ?? "Autre");
    await apply(shown.lines, named ?? "Autre");
    expect(await parcelsOf(id)).toMatchObject([{ carrier, trackingNumber: number }]);
  });

  test("is read with many wide columns", async () => {
    const id = await place();
    const number = newNumber();
    const lines = Array.from({ length: 499 }, () => `;;${"x".repeat(1_000)}`);
    const shown = await check(
      ["commande;suivi;adresse", `${deliveryNumber(id)};${number};x`, ...lines].join("\n"),
    );
    expect(shown.status).toBe(200);
    await apply(shown.lines);
    expect(await parcelsOf(id)).toMatchObject([{ trackingNumber: number }]);
  });

  test("a second number of an order is a second parcel, in any order of the lines", async () => {
    const [fresh, known] = [await place(), await place()];
    const numbers = [newNumber(), newNumber(), newNumber()];
    const first = [deliveryNumber(fresh), numbers[0]!];
    const shown = await check(file([first, [deliveryNumber(fresh), numbers[1]!]]));
    expect(shown.text).toContain("1 commande à remettre, 1 colis à ajouter, 0 numéro à ajouter");
    expect((await apply(shown.lines)).text).toContain("1 colis ajouté");
    const second = newNumber();
    await apply((await check(file([[deliveryNumber(known), second]]))).lines);
    // The carrier's list of the day, again, with the parcels of later.
    const rows = [
      [deliveryNumber(fresh), numbers[2]!],
      first,
      [deliveryNumber(known), newNumber()],
    ];
    const again = await check(file(rows));
    expect(again.text).toContain("Déjà remise au transporteur, avec un autre numéro.");
    await Promise.all([apply(again.lines), apply(again.lines)]);
    const parcelNumbers = (await parcelsOf(fresh)).map(({ trackingNumber }) => trackingNumber);
    expect(parcelNumbers.toSorted()).toEqual(numbers);
    expect(await parcelsOf(known)).toHaveLength(1);
    expect(await mailsOf(fresh)).toBe(3);
    const page = textOf(await customer.read(`/admin/my-orders/${fresh}`));
    expect(page).toContain("Vos colis");
    for (const number of numbers) expect(page).toContain(number);
    // Which pieces are in which parcel is not known.
    expect(page).not.toContain("1 × Crème Au Lin");
  });

  test("one faulty line does not stop the others; each says why", async () => {
    const [good, twice, sent, cancelled, same, other] = (await Promise.all(
      Array.from({ length: 6 }, () => place()),
    )) as [string, string, string, string, string, string];
    await admin.post(`/admin/commandes/remise?commandes=${sent}`, {
      commandes: sent,
      cle: ulid(),
      transporteur: "Colissimo",
      [`suivi-${sent}`]: newNumber(),
    });
    await shop.sql`UPDATE orders SET cancelled_at = now(), cancel_reason = 'x' WHERE id = ${cancelled}`;
    const number = newNumber();
    const [taken] = await parcelsOf(sent);
    const shown = await check(
      file([
        [deliveryNumber(good), newNumber()],
        ["3WPW70CHXNGD8NCM", newNumber()],
        [deliveryNumber(sent), newNumber()],
        [deliveryNumber(cancelled), newNumber()],
        [deliveryNumber(twice), newNumber()],
        [deliveryNumber(twice), newNumber()],
        [deliveryNumber(same), number],
        [deliveryNumber(other), number],
        [deliveryNumber(other), "<script>"],
        [deliveryNumber(other), ""],
        ["=1+1", newNumber()],
        ["1,23457E+15", newNumber()],
        [deliveryNumber(other), "2,50012E+13"],
        [deliveryNumber(other), taken!.trackingNumber!],
      ]),
    );
    for (const message of [
      "Aucune commande n’a ce numéro.",
      "Déjà remise au transporteur, avec un autre numéro.",
      "Cette commande est annulée.",
      "Ce numéro est deux fois dans le fichier.",
      "6 à 30 lettres et chiffres",
      "Le numéro de suivi manque.",
      "Ce n’est pas un numéro de livraison.",
      `Ce numéro est déjà celui d’un colis de la commande ${deliveryNumber(sent)}.`,
      "Le tableur a abrégé ce numéro",
      "10 lignes laissées de côté",
    ])
      expect(shown.text).toContain(message);
    expect(shown.text).toContain("3 commandes à remettre, 1 colis à ajouter");
    expect(await parcelsOf(good)).toEqual([]);
    await apply(shown.lines);
    expect(await parcelsOf(good)).toHaveLength(1);
    for (const id of [sent, same]) expect(await parcelsOf(id)).toHaveLength(1);
    for (const id of [cancelled, other]) expect(await parcelsOf(id)).toEqual([]);
  });

  test("an order that changes between the two steps stops the file", async () => {
    const counted = await insertProduct(db, { name: "baume", price: 34 });
    await countProduct(shop.sql, counted, 1);
    const [changed, other] = [await place(counted), await place()];
    const { lines } = await check(
      file([changed, other].map((id) => [deliveryNumber(id), newNumber()])),
    );
    await shop.sql`SELECT move_stock(${counted}, 'loss', -1, '', NULL, NULL, NULL)`;
    const refused = await apply(lines);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Des commandes ont changé depuis la vérification");
    expect(refused.text).toContain("Il manque en stock : 1 × Baume.");
    for (const id of [changed, other]) expect(await parcelsOf(id)).toEqual([]);
  });

  test("files that are none", async () => {
    expect((await check(new Uint8Array([80, 75, 3, 4, 0, 0]))).text).toContain("n’est pas un CSV");
    expect((await check("nom;prix\nx;1")).text).toContain(
      "Il faut les colonnes « commande » et « suivi ». Colonnes trouvées : nom, prix.",
    );
    expect((await check("commande;suivi\n")).text).toContain("ne contient aucune ligne");
    expect((await check("")).text).toContain("ne contient aucune ligne");
    const many = Array.from({ length: 501 }, () => ["A", "B"]);
    expect((await check(file(many))).text).toContain("500 lignes au plus par fichier.");
    expect((await check(file([["A", "B"]]), "DHL")).text).toContain("Choisissez un transporteur.");
    for (const lines of ["", "[]", "{}", "[[1]]", '[[1,"a","b","c","autre",""]]'])
      expect(
        (await admin.post(PATH, { intent: "apply", transporteur: "Colissimo", lignes: lines }))
          .status,
      ).toBe(400);
  });
});

describe("the preparation", () => {
  const next = async (browser = admin, query = "") => {
    const response = await browser.get(`/admin/preparation${query}`);
    return new URL(response.headers.get("location") ?? "/", shop.url).searchParams.get("commande");
  };

  test("shows the oldest promise first, then the next one", async () => {
    const [late, soon] = [await place(), await place()];
    await shop.sql`UPDATE orders SET shipping_from = current_date - 20, shipping_until = current_date - 10 WHERE id = ${late}`;
    await shop.sql`UPDATE orders SET shipping_from = current_date - 20, shipping_until = current_date - 9 WHERE id = ${soon}`;
    await shop.sql`UPDATE products SET reference = 'ECL-007' WHERE id = ${product}`;
    expect(await next()).toBe(late);
    expect(await next(admin, `?apres=${late}`)).toBe(soon);
    const text = textOf(await admin.read(`/admin/preparation?commande=${late}`));
    for (const expected of [
      "À encaisser : 34 €",
      "ECL-007",
      deliveryNumber(late),
      "14 rue des Lilas",
    ])
      expect(text).toContain(expected);
    const form = {
      commandes: late,
      cle: ulid(),
      transporteur: "Mondial Relay",
      [`suivi-${late}`]: newNumber(),
    };
    const path = `/admin/preparation?commande=${late}`;
    const bad = await admin.post(path, { ...form, [`suivi-${late}`]: "1" });
    expect(bad.status).toBe(400);
    expect(textOf(await bad.text())).toContain("6 à 30 lettres et chiffres");
    const answer = await admin.post(path, form);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toContain(`fait=${late}`);
    expect(await next()).toBe(soon);
    expect(textOf(await admin.read(path))).toContain("déjà remise au transporteur");
  });

  test("a scanned slip opens its order; another text does not", async () => {
    const id = await place();
    const scanned = deliveryNumber(id)
      .toLowerCase()
      .replace(/(.{4})/g, "$1 ");
    expect(await next(admin, `?bon=${encodeURIComponent(scanned)}`)).toBe(id);
    for (const text of ["<script>", "0000", "%00", "A".repeat(100)])
      expect(
        textOf(await admin.read(`/admin/preparation?bon=${encodeURIComponent(text)}`)),
      ).toContain("Aucune commande n’a ce numéro de livraison.");
    await admin.read("/admin/preparation?commande=inconnue", 404);
  });

  test("a second packer learns that the order has left", async () => {
    const id = await place();
    const path = `/admin/preparation?commande=${id}`;
    const form = () => ({ commandes: id, cle: ulid(), transporteur: "Colissimo" });
    const answers = await Promise.all([admin.post(path, form()), admin.post(path, form())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect(await parcelsOf(id)).toHaveLength(1);
  });
});

test("of two orders with one delivery number, the newest is scanned, linked and sent", async () => {
  const insert = (id: string, customerName: string) =>
    db.transaction(async (tx) => {
      await tx.insert(orders).values({
        id,
        customerName,
        idempotencyKey: id,
        totalCents: 3400,
        shippingMethod: "Point de relais",
        paymentMethod: "Paiement à la livraison",
        shippingAddress: "14 rue des Lilas, 69003 Lyon",
        phoneNumber: "06 12 34 56 78",
        shippingFrom: "2026-11-20",
        shippingUntil: "2026-11-24",
        termsVersion: "2024-02-19",
      });
      const line = { orderId: id, position: 0, productId: product, name: "crème au lin" };
      await tx.insert(orderLines).values({ ...line, unitPriceCents: 3400, quantity: 1 });
    });
  for (const names of [
    ["Ancienne", "Nouvelle"],
    ["Nouvelle", "Ancienne"],
  ]) {
    const newest = ulid();
    const number = deliveryNumber(newest);
    for (const name of names)
      await insert(name === "Nouvelle" ? newest : `0000000000${number}`, name);
    const scanned = await admin.get(`/admin/preparation?bon=${number}`);
    expect(scanned.headers.get("location")).toContain(newest);
    expect((await orderOfNumber(db, number))?.id).toBe(newest);
    expect((await check(file([[number, newNumber()]]))).text).toContain("Nouvelle");
  }
});
