import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { exportDocuments } from "#app/documents/export.server.ts";
import { importDocuments } from "#app/documents/import.server.ts";
import { orders } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openDocumentsFolder, readDocuments } from "../support/documents.ts";
import { openMailServer, sendAllMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* Samples are given on request only (Code de l'environnement, L541-15-10 V). */
const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ SMTP_URL: server.url });
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true });
const documents = openDocumentsFolder();

const PROMISE = "Oui, sur demande, dans le panier, selon les stocks";
const ASKED = { samples: "1", paymentMethod: "Paiement à la livraison" };

beforeEach(async () => {
  await sql`DELETE FROM settings WHERE name IN ('sales', 'pages')`;
  await shop.settings.load();
});
async function save(group: "sales" | "pages", form: Record<string, string>) {
  const path = group === "sales" ? "vente" : "pages";
  return admin.post(`/admin/reglages/${path}`, { version: "0", ...form });
}
const choose = async (samples: string) =>
  expect((await save("sales", { countries: "France", samples })).status).toBe(200);
const questions = (answer: string) => ({
  about: "",
  clauses: "",
  questions: JSON.stringify([{ id: "a", question: "Et des échantillons ?", answer }]),
});
const faqs = async () => textOf(await shop.visitor().read("/faqs"));
const isOffered = async () =>
  (await shop.visitor().read("/panier.data")).includes("Gratuits, selon les stocks.");

const mailsTo = ({ email }: { email: string }) =>
  server.received
    .filter(({ recipients }) => recipients.includes(email))
    .map(({ text }) => text.replaceAll(/\s+/g, " "))
    .join(" ");

async function order(fields: Record<string, string>) {
  const customer = await shop.customer();
  const product = await insertProduct(db, { name: "crème", price: 34 });
  const form = orderForm([{ id: product, qty: 1 }], 3_400, fields);
  const answer = await customer.post("/panier", form);
  expect(answer.status).toBe(302);
  const id = answer.headers.get("location")!.split("/").at(-1)!;
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  return { id, customer, form, samples: row!.samples };
}

describe("the shop's choice", () => {
  test("without one, they are offered as long as the delivered answer promises them", async () => {
    expect(await faqs()).toContain(PROMISE);
    expect(await isOffered()).toBe(true);
    expect((await save("pages", questions("Jamais."))).status).toBe(200);
    expect(await faqs()).not.toContain(PROMISE);
    expect(await isOffered()).toBe(false);
  });

  test("the answer that promised two samples with each order is nowhere any more, also not in stored questions", async () => {
    const former =
      "Oui, deux échantillons accompagnent chaque commande, dans la limite des stocks.";
    expect(await faqs()).not.toContain("chaque commande, dans la limite");
    expect((await save("pages", questions(former))).status).toBe(200);
    expect(await faqs()).toContain(PROMISE);
    expect(await isOffered()).toBe(true);
  });

  test("« Oui »: also beside the shop's own questions", async () => {
    expect((await save("pages", questions("Au comptoir."))).status).toBe(200);
    await choose("yes");
    expect(await isOffered()).toBe(true);
    expect(await faqs()).toContain("Au comptoir.");
  });

  test("« Non »: no box, and the delivered answer says so", async () => {
    await choose("no");
    expect(await isOffered()).toBe(false);
    expect(await faqs()).toContain("La boutique n’en propose pas pour le moment.");
    expect(await faqs()).not.toContain(PROMISE);
  });

  test("an unknown choice is refused", async () => {
    expect((await save("sales", { countries: "France", samples: "toujours" })).status).toBe(400);
  });
});

describe("an order", () => {
  test("without the tick has no samples, and no page, mail or slip names them", async () => {
    const { id, customer, samples } = await order({ ...ASKED, samples: "" });
    expect(samples).toBeNull();
    for (const path of [`/admin/my-orders/${id}`, `/payement/${id}`])
      expect(await customer.read(path)).not.toMatch(/échantillon/i);
    expect(await admin.read(`/admin/commandes/${id}/bon-de-livraison`)).not.toMatch(/échantillon/i);
  });

  test("with the tick keeps it: its pages, mail, slip, preparation, export, data file and documents", async () => {
    const { id, customer, form, samples } = await order(ASKED);
    expect(samples).toBe("requested");
    // The same form sent again is the same order.
    await customer.post("/panier", { ...form, samples: "" });
    expect(await db.$count(orders, eq(orders.samples, "requested"))).toBe(1);
    for (const path of [`/admin/my-orders/${id}`, `/payement/${id}`])
      expect(textOf(await customer.read(path)), path).toContain(
        "Échantillons Demandés, selon les stocks",
      );
    for (const path of [
      `/admin/commandes/${id}/bon-de-livraison`,
      `/admin/preparation?commande=${id}`,
    ])
      expect(textOf(await admin.read(path)), path).toContain("Échantillons demandés");
    expect(textOf(await admin.read(`/admin/commandes?commande=${id}`))).toContain(
      "Échantillons Demandés, selon les stocks",
    );
    expect(await admin.read("/admin/commandes.csv")).toMatch(
      /;échantillons;[^]*;Demandés, selon les stocks;/,
    );
    expect(await customer.read("/admin/parametre-compte/mes-donnees")).toContain(
      '"echantillonsDemandes": true',
    );
    await sendAllMails(shop);
    expect(mailsTo(customer)).toContain("Échantillons Demandés, selon les stocks");

    await exportDocuments(db, shop.storage, documents.at("out"));
    const stored = readDocuments(documents.at("out/orders.jsonl"));
    expect(stored.find((document) => document["id"] === id)!["eclat"].samples).toBe("requested");
    const copy = await openShop();
    const folder = documents.at("out");
    const options = { ...documents.options, folder };
    expect(await importDocuments(copy.db, copy.jobs, copy.storage, options)).toMatchObject({
      kind: "imported",
    });
    const [row] = await copy.db.select().from(orders).where(eq(orders.id, id));
    expect(row!.samples).toBe("requested");
  });

  test("of a second parcel names them no more", async () => {
    const { id } = await order(ASKED);
    expect(textOf(await admin.read(`/admin/commandes/${id}/bon-de-livraison`))).toContain(
      "Échantillons demandés",
    );
    await sql`INSERT INTO parcels (id, order_id, carrier) VALUES (${id}, ${id}, 'Colissimo')`;
    expect(textOf(await admin.read(`/admin/commandes/${id}/bon-de-livraison`))).not.toContain(
      "Échantillons demandés",
    );
  });

  test("ticked after the shop has stopped offering them: placed without, and the customer is told", async () => {
    await choose("no");
    const { id, customer, samples } = await order(ASKED);
    expect(samples).toBe("unavailable");
    const told = "Échantillons Demandés, mais la boutique n’en propose plus pour le moment";
    for (const path of [`/admin/my-orders/${id}`, `/payement/${id}`])
      expect(textOf(await customer.read(path)), path).toContain(told);
    await sendAllMails(shop);
    expect(mailsTo(customer)).toContain(told);
    expect(textOf(await admin.read(`/admin/commandes/${id}/bon-de-livraison`))).not.toContain(
      "Échantillons demandés",
    );
  });

  test("anything but a tick asks for nothing", async () => {
    expect((await order({ ...ASKED, samples: "oui" })).samples).toBeNull();
  });
});
