import { beforeAll, expect, test } from "vitest";
import { openShop as openToPublic } from "#app/opening/opening.server.ts";
import { recordProof } from "#app/opening/proofs.server.ts";
import { placeOrder } from "#app/orders/place-order.server.ts";
import { createServices } from "../../server/services.ts";
import { adminOf } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { sendNotice } from "../support/notice.ts";
import { openShop } from "../support/shop.ts";
import { openSimulator } from "../support/simulator.ts";
import { textOf } from "../support/text-of.ts";

/* The terms of sale of a shop that is founded: a draft until its first opening. */

const TERMS = "/condition-generale-de-vente";
const LEGAL: Record<string, string> = {
  legalName: "Maison Brune SARL",
  address: "14 rue des Lilas, 69003 Lyon",
  siren: "123456782",
  registration: "SARL au capital de 5 000 €, RCS Lyon 123 456 782",
  vatNumber: "FR11 123456782",
  director: "Zoé Brune",
  hosting: "Hébergeur SA, 2 rue du Port, 59100 Roubaix, 09 00 00 00 00",
  mediator: "Médiation Une, 3 rue de la Paix, 75002 Paris",
  mediatorUrl: "https://mediation.exemple.fr",
  responsiblePerson: "Maison Brune SARL, 14 rue des Lilas, 69003 Lyon",
  eprNumber: "FR000000_01ABCD",
};

const shop = await openShop({ DEMO: "0" }, { isOpen: false });
const former = await openShop({ DEMO: "0" });
openSimulator(shop.url);
const { sql, settings } = shop;
const visitor = shop.visitor();
let admin: Browser;
let adminId = "";
let productId = "";

const stored = () =>
  sql<{ day: string; hash: string; isDraft: boolean; text: string }[]>`
    SELECT to_char(effective_on, 'DD/MM/YYYY') AS day, hash, is_draft AS "isDraft", text
    FROM terms_versions ORDER BY created_at, id`;
const today = async () =>
  (
    await sql<
      { day: string }[]
    >`SELECT to_char(now() AT TIME ZONE 'Europe/Paris', 'DD/MM/YYYY') AS day`
  )[0]!.day;

async function save(group: string, fields: Record<string, string>): Promise<void> {
  const versions = settings.current().versions as Record<string, number>;
  const version = versions[group === "mentions-legales" ? "legal" : group] ?? 0;
  const answer = await admin.post(`/admin/reglages/${group}`, {
    ...fields,
    version: String(version),
  });
  expect(answer.status, group).toBe(200);
}

async function order(by: Browser): Promise<{ id: string; version: string; hash: string }> {
  const answer = await by.post("/panier", orderForm([{ id: productId, qty: 1 }], 1200));
  const id = answer.headers.get("location")!.split("/").at(-1)!;
  const [row] = await sql<{ version: string; hash: string }[]>`
    SELECT terms_version AS version, terms_hash AS hash FROM orders WHERE id = ${id}`;
  return { id, ...row! };
}

beforeAll(async () => {
  const body = { email: "zoe@exemple.fr", name: "Zoé Brune", password: "Trois-moineaux-7" };
  const { user } = await shop.auth.api.signUpEmail({ body });
  adminId = user.id;
  await sql`UPDATE profiles SET is_admin = true WHERE user_id = ${adminId}`;
  admin = shop.visitor();
  await admin.post("/connexion", { mode: "connexion", ...body });
  LEGAL["guaranteeNotice"] = await sendNotice(admin);
  productId = await insertProduct(shop.db, { name: "savon noir", price: 12 });
});

test("saves of a shop that was never open store no version, nor does a forged closing", async () => {
  for (const mediator of ["Médiation Une", "Médiation Deux", "Médiation Trois"])
    await save("mentions-legales", { ...LEGAL, mediator });
  await admin.post("/admin/ouverture", { intent: "close" });
  await settings.load();
  expect(await sql`SELECT FROM shop_state`).toHaveLength(0);
  expect(await stored()).toEqual([]);
  const page = textOf(await visitor.read(TERMS));
  expect(page).toContain("Médiation Trois");
  expect(page).toContain("Ces conditions prennent effet à l’ouverture de la boutique.");
  expect(page).not.toContain("19/02/2024");
});

test("a trial order accepts the draft: its mail and its page have the text, the history has no version", async () => {
  // To an unconfirmed address the terms are attached once, then linked.
  await sql`UPDATE users SET email_verified = true WHERE id = ${adminId}`;
  const orders = [await order(admin), await order(admin)];
  const [draft, ...others] = await stored();
  expect(others).toEqual([]);
  expect(draft).toMatchObject({ isDraft: true, day: await today() });
  for (const { id, version, hash } of orders) {
    expect({ version: version.split("-").toReversed().join("/"), hash }).toEqual({
      version: draft!.day,
      hash: draft!.hash,
    });
    const [mail] =
      await sql`SELECT attachments FROM mails WHERE key LIKE ${`order-${id}%`.toLowerCase()}`;
    expect(mail!["attachments"]).toEqual([{ terms: hash }]);
    expect(textOf(await admin.read(`${TERMS}/${hash}`))).toContain("Médiation Trois");
  }
  expect(settings.current().terms).toBe(null);
  expect(textOf(await visitor.read(TERMS))).toContain("prennent effet à l’ouverture");
});

test("two nodes that open it at once store one version, of that day", async () => {
  await save("identite", {
    name: "Maison Brune",
    offer: "Savons",
    baseline: "",
    description: "Des savons.",
  });
  await save("contact", { phone: "04 12 34 56 78", email: "bonjour@maison-brune.fr" });
  await save("mentions-legales", { ...LEGAL, mediator: "Médiation Quatre" });
  await recordProof(shop.db, "webhook", shop.paypal.webhook);
  await recordProof(shop.db, "mail", "files");
  const other = createServices(shop);
  await other.settings.load();
  await other.settings.useTerms(() => settings.renderTerms());
  const who = adminOf({ userId: adminId }, "Zoé Brune");
  const outcomes = await Promise.all([openToPublic(shop, who), openToPublic(other, who)]);
  expect(outcomes).toEqual([{ kind: "opened" }, { kind: "opened" }]);
  const [draft, version, ...others] = await stored();
  expect(others).toEqual([]);
  expect(draft!.isDraft).toBe(true);
  expect(version).toMatchObject({ isDraft: false, day: await today() });
  expect(version!.text).toContain("Médiation Quatre");
  const page = textOf(await visitor.read(TERMS));
  expect(page).toContain(`Dernière mise à jour : ${await today()}`);
  expect(page).not.toContain("19/02/2024");
});

test("an order through a node that has not loaded the opening yet has the version in force", async () => {
  const { inForce } = settings.current().terms!;
  const customer = await shop.customer();
  const late = {
    ...shop,
    settings: { ...settings, current: () => ({ ...settings.current(), terms: null }) },
  };
  const outcome = await placeOrder(
    late,
    { id: customer.userId, sessionId: "", isAdmin: false, email: customer.email } as never,
    {
      ...orderForm([], 1200),
      items: [{ id: productId, qty: 1 }],
      seenTotalCents: 1200,
    } as never,
  );
  expect(outcome.kind).toBe("placed");
  const [row] = await sql`
    SELECT terms_version, terms_hash FROM orders WHERE customer_id = ${customer.userId}`;
  expect(row).toEqual({ terms_version: inForce.effectiveOn, terms_hash: inForce.hash });
});

test("from then on each other text is a version, while it is closed too; the first day is the opening's", async () => {
  await save("mentions-legales", { ...LEGAL, mediator: "Médiation Cinq" });
  expect(await stored()).toHaveLength(3);
  expect((await admin.post("/admin/ouverture", { intent: "close" })).status).toBe(200);
  await save("mentions-legales", { ...LEGAL, mediator: "Médiation Six" });
  expect(await stored()).toHaveLength(4);
  const page = textOf(await visitor.read(TERMS));
  expect(page).toContain(`Première version : ${await today()}`);
});

test("a shop of 0.1.0, which is open from the start, keeps the specification's first day", async () => {
  expect(former.settings.current().terms!.firstOn).toBe("2024-02-19");
  expect(textOf(await former.visitor().read(TERMS))).toContain("19/02/2024");
});
