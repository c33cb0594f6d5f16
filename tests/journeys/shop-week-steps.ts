import { PgBoss } from "pg-boss";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { connect } from "#app/platform/db.server.ts";
import { DATA_DIR } from "../../playwright.config.ts";
import { runningUrl } from "../../server/postgres.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { approve, capture, startPaying } from "../support/paying.ts";
import { expect, type Page } from "./test.ts";

/** A counted product of the demo, of which the other journeys order nothing. */
export const SHAMPOO = { name: "Shampooing solide ortie", reference: "ECL-016" };

/** An administrator scans the product and receives pieces; `onHand`: what is on the shelf then. */
export async function receiveGoods(admin: Page, pieces: number, onHand: number): Promise<void> {
  await admin.goto("/admin/stock");
  const scan = admin.getByLabel("Scanner ou saisir une référence, un EAN");
  await scan.fill(SHAMPOO.reference);
  await scan.press("Enter");
  await expect(admin.getByRole("heading", { level: 1, name: SHAMPOO.name })).toBeVisible();
  const entry = admin.getByRole("region", { name: "Entrée" });
  // After a scan, the focus is in this field.
  await expect(entry.getByLabel("Pièces reçues")).toBeFocused();
  await admin.keyboard.type(String(pieces));
  await admin.keyboard.press("Enter");
  await expect(admin.getByText(`L’entrée est enregistrée : ${onHand} en rayon.`)).toBeVisible();
}

/** A customer signs up, puts the product of the open page into the cart, orders and pays; returns the order's id. */
export async function orderAndPay(customer: Page): Promise<string> {
  await customer.getByRole("button", { name: "Acheter maintainant" }).click();
  await customer.getByLabel("Téléphone").fill("06 12 34 56 78");
  await customer
    .getByLabel("Nom et adresse du point de relais")
    .fill("Tabac de la Fontaine\n18 rue des Lilas\n69003 Lyon");
  await customer.getByRole("button", { name: "Commander avec obligation de paiement" }).click();
  await customer.getByRole("button", { name: "PayPal" }).click();
  await customer
    .getByRole("dialog", { name: "Paiement de démonstration" })
    .getByRole("button", { name: /^Payer/ })
    .click();
  await expect(customer.getByText(/^Paiement reçu/)).toBeVisible();
  return new URL(customer.url()).pathname.split("/").at(-1)!;
}

/**
 * A customer who orders by requests: the forms of the shop without a browser. The address is confirmed, so that cash orders hold their
 * pieces at once.
 */
export async function signUpByRequests(url: string, email: string): Promise<Browser> {
  const customer = new Browser(url);
  const password = "Mot-de-passe-1";
  const answer = await customer.post("/connexion?mode=inscription", {
    name: "Basile Roche",
    email,
    password,
    confirmation: password,
    mode: "inscription",
  });
  expect(answer.status).toBe(302);
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await sql`UPDATE users SET email_verified = true WHERE email = ${email}`;
  await sql.end();
  return customer;
}

/** Posts the order form for one piece. */
export const orderOne = (
  customer: Browser,
  product: { id: string; priceCents: number },
  paymentMethod: string,
): Promise<Response> =>
  customer.post(
    "/panier",
    orderForm([{ id: product.id, qty: 1 }], product.priceCents, { paymentMethod }),
  );

/** Orders one piece, in turns paid online and on delivery; returns the orders' ids. */
export async function orderSome(
  customer: Browser,
  product: { id: string; priceCents: number },
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const isOnline = index % 2 === 0;
    const method = isOnline ? "Paiement securisé en ligne" : "Paiement à la livraison";
    const answer = await orderOne(customer, product, method);
    expect(answer.status).toBe(302);
    const id = answer.headers.get("location")!.split("/").at(-1)!;
    ids.push(id);
    if (!isOnline) continue;
    const { providerOrderId } = await startPaying(customer, id);
    await approve(customer, providerOrderId);
    expect((await capture(customer, id, providerOrderId)).kind).toBe("paid");
  }
  return ids;
}

/**
 * On a phone in the stockroom: scans an order's slip, ticks its line, and hands it over to Chronopost with this number.
 * `isFirst`: the carrier is to be chosen; it stays chosen for the next orders.
 */
export async function pack(
  phone: Page,
  orderId: string,
  tracking: string,
  isFirst: boolean,
): Promise<void> {
  const number = deliveryNumber(orderId);
  const scan = phone.getByLabel("Scanner un bon de livraison");
  await scan.fill(number);
  await scan.press("Enter");
  await expect(phone.getByRole("link", { name: number, exact: true })).toBeVisible();
  await phone.getByRole("checkbox", { name: new RegExp(SHAMPOO.name) }).check();
  const chronopost = phone.getByRole("radio", { name: "Chronopost" });
  if (isFirst) await chronopost.check();
  else await expect(chronopost).toBeChecked();
  await phone.getByLabel("Numéro de suivi").fill(tracking);
  await phone.getByRole("button", { name: "Remettre au transporteur" }).click();
  await expect(phone.getByText(`La commande ${number} est remise au transporteur.`)).toBeVisible();
}

/** Runs the job that tells the waiters, as if the pieces had come back ten minutes earlier. */
export async function tellWaitersNow(): Promise<void> {
  const { sql } = connect(runningUrl(DATA_DIR)!, { max: 1 });
  await sql`UPDATE stock SET back_since = back_since - interval '10 minutes' WHERE back_since IS NOT NULL`;
  await sql.end();
  const boss = new PgBoss({
    connectionString: runningUrl(DATA_DIR)!,
    schema: "jobs",
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.send("tell-waiters", {});
  await boss.stop({ graceful: false });
}
