import { afterAll, describe, expect, test } from "vitest";
import { exportDocuments } from "#app/documents/export.server.ts";
import { importDocuments } from "#app/documents/import.server.ts";
import { addDays, isWorkingDay } from "#app/platform/working-days.ts";
import { openDocumentsFolder, readDocuments } from "../support/documents.ts";
import { openMailServer, sendAllMails } from "../support/mail.ts";
import { payOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* The shop's own period of returns: a setting, 30 days as specified (§9). An order keeps the one that it was placed with. */

const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ SMTP_URL: server.url });
const { sql, settings } = shop;
const admin = await shop.customer({ isAdmin: true });
const documents = openDocumentsFolder();

const save = (returnDays: string) =>
  admin.post("/admin/reglages/vente", {
    countries: "France",
    returnDays,
    version: String(settings.current().versions.sales),
    base: "",
  });
const read = async (path: string) =>
  textOf(await shop.visitor().read(path)).replace(/ ?\d+ jours (au plus|précédent)/g, "");
const productPage = async () => {
  const [product] = await sql<{ id: string }[]>`SELECT id FROM products LIMIT 1`;
  return `/produit/${product!.id}`;
};
/** A paid order and its pages and mails, as text. */
async function order() {
  const customer = await shop.customer();
  const home = { shippingMethod: "Livraison à domicile" };
  const { orderId: id } = await payOrder(shop, customer, home);
  await sendAllMails(shop);
  const mails = server.received.filter(({ recipients }) => recipients.includes(customer.email));
  return {
    id,
    mails: mails.map(({ text }) => text.replaceAll(/\s+/g, " ")).join(" "),
    confirmation: textOf(await customer.read(`/payement/${id}`)),
    slip: async () => textOf(await admin.read(`/admin/commandes/${id}/bon-de-livraison`)),
    page: async () => textOf(await customer.read(`/admin/my-orders/${id}`)),
  };
}
const deliver = (id: string, on: string) => sql`
  UPDATE orders SET is_shipped = true, shipped_at = ${`${on}T12:00:00Z`}::timestamptz WHERE id = ${id}`;

test("is 30 days as specified, and any number of days from 14 to 365", async () => {
  expect(settings.current().groups.sales.returnDays).toBe(30);
  const before = settings.current().versions.sales;
  for (const wrong of ["13", "366", "30,5", "un mois"]) {
    const answer = await save(wrong);
    expect([wrong, answer.status]).toEqual([wrong, 400]);
    expect(textOf(await answer.text())).toContain("Un nombre de jours entier, de 14 à 365.");
  }
  expect(settings.current().versions.sales).toBe(before);
});

describe("of 20 days", () => {
  test("is said on every page, in the terms, the mails and on the slip, instead of 30", async () => {
    const former = await order();
    expect((await save("20")).status).toBe(200);
    const now = await order();
    const said = {
      [await productPage()]:
        "20 jours pour changer d’avis 14 jours selon la loi, 6 de plus offerts",
      "/condition-generale-de-vente":
        "14 jours pour vous rétracter (loi) + 6 jours offerts : 20 jours en tout",
      "/retractation": "14 jours pour vous rétracter (loi) + 6 jours offerts : 20 jours en tout",
      "/faqs": "Nous en offrons 6 de plus, soit 20 jours en tout.",
      "/": "",
    };
    for (const [path, text] of Object.entries(said)) {
      const page = await read(path);
      expect(page, path).toContain(text);
      expect(page.replaceAll(/trente jours|30 derniers jours/g, ""), path).not.toMatch(
        /30 ?jours|16 (jours )?(de plus|offerts)/,
      );
    }
    for (const path of Object.keys(said)) {
      const head = (await shop.visitor().read(path)).split("</head>")[0]!;
      expect(head, path).not.toContain("30 jours");
    }
    expect(await read("/condition-generale-de-vente")).toContain(
      "Une fois le délai légal écoulé et jusqu’au 20e jour",
    );
    expect(now.mails).toContain("14 jours pour vous rétracter (loi) + 6 jours offerts");
    expect(now.mails).toContain("20 jours après la réception");
    expect(now.mails).toContain("(14 jours prévus par la loi, 6 offerts)");
    expect(now.mails).not.toMatch(/30 jours|16 offerts/);
    expect(now.confirmation).toContain("Pendant 20 jours");
    expect(await now.slip()).toContain(
      "Vous avez 20 jours pour changer d’avis : 14 prévus par la loi, 6 offerts par Éclat.",
    );

    // What was promised with an order stays.
    expect(former.mails).toContain("(14 jours prévus par la loi, 16 offerts)");
    expect(await former.slip()).toContain("Vous avez 30 jours pour changer d’avis");
    const day = addDays(new Date().toISOString().slice(0, 10), -25);
    for (const { id } of [former, now]) await deliver(id, day);
    expect(await former.page()).toContain("Renoncer au contrat ici");
    expect(await now.page()).toContain("Le délai est passé depuis le");
  });

  test("is kept by the documents of an order", async () => {
    await exportDocuments(shop.db, shop.storage, documents.at("out"));
    const stored = readDocuments(documents.at("out/orders.jsonl")) as {
      eclat: { returnDays?: number };
    }[];
    expect(stored.map(({ eclat }) => eclat.returnDays)).toEqual([undefined, 20]);
    const copy = await openShop();
    const outcome = await importDocuments(copy.db, copy.jobs, copy.storage, {
      ...documents.options,
      folder: documents.at("out"),
    });
    expect(outcome).toMatchObject({ kind: "imported" });
    expect(await copy.sql`SELECT return_days FROM orders ORDER BY id`).toEqual([
      { return_days: 30 },
      { return_days: 20 },
    ]);
  });
});

test("of 15 days offers one day, in the singular", async () => {
  expect((await save("15")).status).toBe(200);
  const { mails } = await order();
  expect(mails).toContain("Le jour offert vaut pour les produits ni ouverts ni utilisés.");
});

test("of 14 days is the legal one, without words about an offer", async () => {
  expect((await save("14")).status).toBe(200);
  const { mails, slip, confirmation } = await order();
  const pages = await Promise.all(
    [await productPage(), "/condition-generale-de-vente", "/retractation", "/faqs"].map(read),
  );
  for (const text of [mails, await slip(), confirmation, ...pages])
    expect(text).not.toMatch(/jours offerts|offerts par|de plus|\b0 jours|\b0 offerts/i);
  expect(pages[0]).toContain("14 jours pour changer d’avis");
  expect(pages[3]).toContain(
    "La loi vous donne 14 jours à partir de la réception pour vous rétracter. Le remboursement",
  );
  expect(await slip()).toContain("Vous avez 14 jours pour changer d’avis.");
});

describe("never ends before the legal one", async () => {
  test("which ends on a working day (L221-19)", async () => {
    const { rows } = await shop.db.execute<{ delivered: string; until: string }>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS delivered, to_char(legal_end(day::date), 'YYYY-MM-DD') AS until
       FROM generate_series('2020-01-01'::date, '2060-12-31', interval '1 day') AS day`,
    );
    expect(rows).toHaveLength(14_976);
    for (const { delivered, until } of rows) {
      let end = addDays(delivered, 14);
      while (!isWorkingDay(end)) end = addDays(end, 1);
      if (until !== end) expect({ delivered, until }).toEqual({ delivered, until: end });
    }
  });

  test.each([
    [14, "2026-11-02", "2026-11-16"],
    [14, "2026-11-07", "2026-11-23"],
    [14, "2026-11-08", "2026-11-23"],
    [14, "2026-10-18", "2026-11-02"],
    [14, "2026-10-28", "2026-11-12"],
    [14, "2026-12-18", "2027-01-04"],
    [14, "2026-03-23", "2026-04-07"],
    [14, "2026-04-30", "2026-05-15"],
    [14, "2028-02-15", "2028-02-29"],
    [15, "2026-11-07", "2026-11-23"],
    [17, "2026-11-07", "2026-11-24"],
    [14, "2026-12-11", "2026-12-28"],
    [30, "2026-11-07", "2026-12-07"],
  ])("%i days from %s: until %s", async (days, delivered, until) => {
    const [row] = await sql`
      SELECT to_char(withdrawal_end(${delivered}::date, ${days}), 'YYYY-MM-DD') AS until`;
    expect(row).toEqual({ until });
  });
});
