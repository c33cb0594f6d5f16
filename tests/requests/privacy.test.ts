import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { accountMailKey, queueMail } from "#app/mail/outbox.server.ts";
import { orders, profiles, users } from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { invoiceFor } from "../support/invoice-for.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { sendPicture } from "../support/tus.ts";

const shop = await openShop({ RATE_LIMIT_FACTOR: "10" });
const { db } = shop;
const FILE = "/admin/parametre-compte/mes-donnees";
const DELETE = "/admin/parametre-compte/supprimer";
const PASSWORD = "Mot-de-passe-1";
const productId = await insertProduct(db, { name: "sérum au lin", price: 34 });
const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#a86" } })
  .jpeg()
  .toBuffer();
const erase = (browser: Browser, fields: Record<string, string> = {}) =>
  browser.post(DELETE, { password: PASSWORD, ...fields });
const order = (browser: Browser, fields: Record<string, string> = {}) =>
  browser.post("/panier", orderForm([{ id: productId, qty: 1 }], 3400, fields));
const CANARY = "Canari-Zyx";
const PHONE = "0612998877";
const STORED_PHONE = "33612998877";
const TRACKING = "6A999888777";
const STREET = "99 rue du Canari-Zyx, 69003 Lyon";

/** A customer with personal data in every table that can contain some. */
async function customerWithData() {
  const customer = await shop.customer({ name: `Zoé ${CANARY}` });
  const { email, userId } = customer;
  const { id: uploadId } = await sendPicture(customer, "avatar", photo);
  await customer.post("/admin/parametre-compte", { intent: "photo", upload: uploadId });
  await sendPicture(customer, "avatar", photo);
  await customer.post("/admin/parametre-compte", {
    name: `Zoé ${CANARY}`,
    dateOfBirth: "1991-03-14",
    phone: PHONE,
    email: `canari-zyx-${email}`,
  });
  await customer.post("/admin/mes-adresses", {
    kind: "delivery",
    name: `Zoé ${CANARY}`,
    phone: PHONE,
    street: `99 rue du ${CANARY}`,
    postalCode: "69003",
    town: "Lyon",
    country: "FR",
  });
  await customer.post(`/favoris/${productId}`, { favourite: "1" });
  await customer.post(`/produit/${productId}`, { rate: "4", text: "Très doux." });
  await customer.post("/contact", {
    name: `Zoé ${CANARY}`,
    email,
    message: "Bonjour, une question.",
    title: "Question",
    phoneNumber: PHONE,
    company: CANARY,
  });
  await order(customer, {
    name: `Zoé ${CANARY}`,
    phone: PHONE,
    address: STREET,
    paymentMethod: "Paiement à la livraison",
  });
  const [placed] = await db.select().from(orders).where(eq(orders.customerId, userId));
  await db
    .update(orders)
    .set({
      isPaid: true,
      isDelivered: true,
      paidAt: new Date(),
      deliveredAt: new Date(),
      payerEmail: email,
    })
    .where(eq(orders.id, placed!.id));
  const id = placed!.id;
  await shop.sql`INSERT INTO parcels (id, order_id, carrier, tracking_number) VALUES (${id}, ${id}, 'Colissimo', ${TRACKING})`;
  await shop.sql`UPDATE orders SET relay_point = ${{ name: `Tabac ${CANARY}` }} WHERE id = ${id}`;
  await shop.sql`INSERT INTO shipping_labels (id, order_id, state, weight_grams, tracking_number, detail)
    VALUES (${id}, ${id}, 'failed', 450, ${TRACKING}, ${CANARY})`;
  await shop.sql`INSERT INTO parcel_lines VALUES (${id}, ${id}, 0, 1)`;
  await shop.sql`INSERT INTO returns (id, order_id, closed_at, close_reason) VALUES (${id}, ${id}, now(), ${`${CANARY} garde tout`})`;
  await shop.sql`INSERT INTO return_lines VALUES (${id}, ${id}, 0, 1)`;
  const { number } = await db.transaction((tx) =>
    invoiceFor(tx, placed!.id, shop.settings.current().shop),
  );
  await order(customer, {
    name: `Zoé ${CANARY}`,
    phone: PHONE,
    address: STREET,
    shippingMethod: "Livraison à domicile",
    billing: "1",
    billingName: CANARY,
    billingAddress: STREET,
    billingCompany: CANARY,
    billingSiren: "732 829 320",
  });
  await shop.visitor().post("/mot-de-passe-oublie", { email });
  await shop.sql`INSERT INTO imported_fields VALUES ('users', ${userId}, ${{ surnom: CANARY }}),
    ('orders', ${placed!.id}, ${{ id: "ancien-id", note: CANARY }})`;
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
  return { customer, orderId: placed!.id, invoice: number };
}

/** The columns of all tables that contain a text, except the payment provider's own tables (the simulator). */
async function tracesOf(...texts: string[]): Promise<string[]> {
  const tables = await shop.sql<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'paypal_simulator')`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await shop.sql.unsafe(`SELECT t::text AS row FROM ${name} AS t`);
    for (const text of texts)
      if (rows.some((row) => (row["row"] as string).toLowerCase().includes(text.toLowerCase())))
        found.push(`${name}: ${text}`);
  }
  return [...new Set(found)].sort();
}

test("the data file contains all personal data of the customer, and none of anybody else", async () => {
  const { customer, orderId, invoice } = await customerWithData();
  const other = await shop.customer({ name: "Autre-Personne" });
  await order(other, { name: "Autre-Personne", paymentMethod: "Paiement à la livraison" });
  const answer = await customer.get(FILE);
  expect(answer.headers.get("content-disposition")).toBe(
    'attachment; filename="mes-donnees-eclat.json"',
  );
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const text = await answer.text();
  expect(text).not.toContain("Autre-Personne");
  const data = JSON.parse(text);
  expect(data.profil).toMatchObject({
    nom: `Zoé ${CANARY}`,
    dateDeNaissance: "1991-03-14",
    email: `canari-zyx-${customer.email}`,
    adresseDeConnexion: customer.email,
    administration: false,
  });
  expect(data.commandes).toHaveLength(2);
  expect(data.commandes[0]).toMatchObject({
    id: orderId,
    totalEuros: 34,
    adresse: STREET,
    articles: [{ nom: "sérum au lin", quantite: 1, prixEuros: 34 }],
    factures: [{ numero: invoice }],
    pointDeRelais: { name: `Tabac ${CANARY}` },
    etiquettes: [{ etat: "failed", suivi: TRACKING }],
    colis: [{ transporteur: "Colissimo", suivi: TRACKING }],
    retours: [{ raisonDeCloture: `${CANARY} garde tout`, articles: [{ attendus: 1, revenus: 0 }] }],
  });
  expect(data.avis).toMatchObject([{ produit: "sérum au lin", note: 4, texte: "Très doux." }]);
  expect(data.favoris).toMatchObject([{ produit: "sérum au lin" }]);
  expect(data.adresses).toMatchObject([
    { usage: "delivery", parDefaut: true, rue: `99 rue du ${CANARY}`, telephone: STORED_PHONE },
  ]);
  expect(data.messages.map(({ titre }: { titre: string }) => titre)).toHaveLength(2);
  expect(data.courriels.map(({ sujet }: { sujet: string }) => sujet)).toEqual(
    expect.arrayContaining(["welcome", "order-received"]),
  );
  expect(data.sessions).toHaveLength(1);
  expect(data.photo).toMatch(/^data:image\/jpeg;base64,/);
  expect((await sharp(Buffer.from(data.photo.split(",")[1], "base64")).metadata()).format).toBe(
    "jpeg",
  );
  await erase(customer);
});

test("messages from an unconfirmed email may be another person's: the data file omits them", async () => {
  const customer = await shop.customer();
  await shop.visitor().post("/contact", {
    name: "Anne",
    email: customer.email,
    message: "C’est privé.",
    title: "Privé",
  });
  expect(await (await customer.get(FILE)).text()).not.toContain("C’est privé.");
  expect(await customer.read(DELETE)).toContain("rien ne montre encore");
  const owner = await shop.customer();
  await shop.visitor().post("/contact", {
    name: "Anne",
    email: owner.email,
    message: "C’est à moi.",
    title: "À moi",
  });
  await shop.visitor().post("/mot-de-passe-oublie", { email: owner.email });
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, owner.email);
  const link = linkIn(
    mails.find(({ text }) => text.includes("/nouveau-mot-de-passe"))!,
    "/nouveau-mot-de-passe",
  );
  await owner.post(link, { password: "Lavande-en-fleur-7", confirmation: "Lavande-en-fleur-7" });
  await owner.post("/connexion", {
    email: owner.email,
    password: "Lavande-en-fleur-7",
    mode: "connexion",
  });
  expect(await (await owner.get(FILE)).text()).toContain("C’est à moi.");
  expect((await erase(customer)).status).toBe(302);
  expect(await shop.sql`SELECT 1 FROM messages WHERE email = ${customer.email}`).toHaveLength(1);
  await shop.sql`DELETE FROM messages WHERE email = ${customer.email}`;
});

test("a deleted account leaves personal data on its invoices only, and as the author of its reviews", async () => {
  const { customer, orderId, invoice } = await customerWithData();
  const [{ photo: path } = { photo: "" }] = await db
    .select({ photo: profiles.photo })
    .from(profiles)
    .where(eq(profiles.userId, customer.userId));
  const texts = [CANARY, customer.email, PHONE, STORED_PHONE, "rue du Canari", TRACKING];
  expect((await tracesOf(...texts)).length).toBeGreaterThan(10);

  const answer = await erase(customer);
  expect(answer.headers.get("location")).toBe("/compte-supprime");
  expect(answer.headers.get("clear-site-data")).toContain('"storage"');
  expect(await shop.visitor().read("/compte-supprime")).toContain("Votre compte est supprimé");
  await sendAllMails(shop);
  expect(await tracesOf(...texts)).toEqual([
    `public.invoices: ${CANARY}`,
    "public.invoices: rue du Canari",
    ...[CANARY, STORED_PHONE, customer.email]
      .map((text) => `public.review_authors: ${text}`)
      .sort(),
  ]);
  const mails = await writtenMails(shop.config.dataDir, customer.email);
  expect(mails.at(-1)!.text).toContain("Votre compte est supprimé");

  // Accounting: the order's articles stay, and administrators can read its invoice.
  const [kept] = await db.select().from(orders).where(eq(orders.id, orderId));
  expect(kept).toMatchObject({ customerName: "Client supprimé", totalCents: 3400, isPaid: true });
  const administrator = await shop.customer({ isAdmin: true });
  expect((await administrator.get(`/factures/${invoice}`)).status).toBe(200);
  expect(await administrator.read("/admin/commandes")).toContain("Client supprimé");
  expect(await administrator.read("/admin/historique")).toContain("Compte supprimé");
  expect(await shop.visitor().read(`/produit/${productId}`)).toContain("Client supprimé");
  // No open unpaid order without a customer remains.
  expect(
    await shop.sql`SELECT 1 FROM orders WHERE customer_id IS NULL AND NOT is_paid AND cancelled_at IS NULL`,
  ).toEqual([]);
  // A queued job will remove the photo's file; until then the file exists.
  const jobs = await shop.jobs.boss.fetch<{ paths: string[] }>("remove-files", {
    ignoreStartAfter: true,
    batchSize: 100,
  });
  expect(jobs.flatMap(({ data }) => data.paths)).toContain(path);
  expect(existsSync(`${shop.config.dataDir}/files/${path}`)).toBe(true);
});

test("mails to an unconfirmed address that are not about the account may be another person's: neither listed nor deleted", async () => {
  const [guest, other] = [shop.visitor(), await shop.customer()];
  const email = "invitee-et-inscrite@exemple.fr";
  const orderId = (who: Browser, fields: Record<string, string> = {}) =>
    order(who, fields).then((answer) => answer.headers.get("location")!.split("/").at(-1)!);
  const guestId = await orderId(guest, { email });
  const fields = { name: "Zoé", email, password: PASSWORD, confirmation: PASSWORD };
  const stranger = shop.visitor();
  expect((await stranger.post("/connexion?mode=inscription", fields)).status).toBe(302);
  const [user] = await shop.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`;
  const userId = user!.id;
  const ownId = await orderId(stranger);
  const queue = (
    template: "contact-receipt" | "confirm-address" | "password-changed",
    key: string,
  ) => queueMail(db, shop.jobs, { to: email, template, props: { path: "" } as never, key });
  await queue("contact-receipt", "contact-receipt-1");
  await queue("confirm-address", accountMailKey("confirm-address", other.userId));
  await queue("password-changed", accountMailKey("password-changed", userId));
  const listed = async () =>
    ((await (await stranger.get(FILE)).json()) as { courriels: { sujet: string }[] }).courriels
      .map(({ sujet }) => sujet)
      .toSorted();
  expect(await listed()).toEqual(["order-received", "password-changed", "welcome"]);
  expect((await erase(stranger)).headers.get("location")).toBe("/compte-supprime");
  const kept = await shop.sql`SELECT template, key FROM mails WHERE recipient = ${email}`;
  expect(kept.map(({ template }) => template).toSorted()).toEqual([
    "account-deleted",
    "confirm-address",
    "contact-receipt",
    "order-received",
  ]);
  const keys = kept.map(({ key }) => key);
  expect(keys).toContain(`order-${guestId.toLowerCase()}-received`);
  expect(keys).not.toContain(`order-${ownId.toLowerCase()}-received`);
});

test("at most five data files an hour", async () => {
  const customer = await shop.customer();
  const factor = shop.config.rateLimitFactor;
  for (let file = 0; file < 5 * factor; file++)
    await shop.limits.allow("personal-data", { account: customer.userId });
  const answer = await customer.get(FILE);
  expect([answer.status, await answer.text()]).toEqual([
    429,
    "Cinq téléchargements par heure au plus\u00a0: réessayez dans une heure.",
  ]);
  expect((await (await shop.customer()).get(FILE)).status).toBe(200);
});
