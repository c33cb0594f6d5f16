import { deliveryNumber } from "#app/orders/order-view.ts";
import { matchWithdrawal } from "#app/returns/link-withdrawal.server.ts";
import type { Browser } from "./browser.ts";
import { insertProduct, orderForm } from "./catalogue.ts";
import { openMoneyShop } from "./money-shop.ts";
import { approve, capture, payOrder, startPaying } from "./paying.ts";
import { countProduct } from "./stock.ts";
import { textOf } from "./text-of.ts";
import { form as statementForm } from "./withdrawing.ts";

/** A shop with an administrator, a customer, and what the tests of returns do in it. */
export async function openReturns() {
  const money = await openMoneyShop();
  const { shop, customer, admin } = money;
  const { db, sql } = shop;
  // Creates the ledger of the payment simulator, which the invariants read.
  await payOrder(shop, customer);

  /** A paid and delivered order of `quantity` pieces of a counted product at 34 €, of which `onHand` are on the shelf. */
  async function delivered({ quantity = 2, onHand = 5, who = customer as Browser } = {}) {
    const product = await insertProduct(db, { name: "crème au lin", price: 34 });
    await countProduct(sql, product, onHand);
    const id = await order(product, quantity, who);
    await admin.post("/admin/commandes", { intent: "deliver", id });
    return { id, product };
  }
  /** A paid order. */
  async function order(product: string, quantity: number, who: Browser = customer) {
    const items = [{ id: product, qty: quantity }];
    const placed = await who.post("/panier", orderForm(items, quantity * 3_400));
    const id = placed.headers.get("location")!.split("/").at(-1)!;
    const { providerOrderId } = await startPaying(who, id);
    await approve(who, providerOrderId);
    await capture(who, id, providerOrderId);
    return id;
  }
  /** Sends pieces of an order's first line by a carrier. */
  async function send(orderId: string, quantity: number) {
    const id = `01PARCEL${orderId.slice(8)}`;
    await sql`INSERT INTO parcels (id, order_id, carrier) VALUES (${id}, ${orderId}, 'Colissimo')`;
    await sql`INSERT INTO parcel_lines VALUES (${id}, ${orderId}, 0, ${quantity})`;
  }
  /** Reads the form of a new return; returns a function that posts it. */
  async function openExpected(orderId: string, search = "") {
    const path = `/admin/commandes/${orderId}/retour${search}`;
    const page = await admin.read(path);
    const hidden = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
    const form = { id: hidden("id"), withdrawal: hidden("withdrawal") };
    return (fields: Record<string, string>) => admin.post(path, { ...form, ...fields });
  }
  /** Posts the form of a new return, read from its page; returns the response. */
  const postExpected = async (orderId: string, fields: Record<string, string>, search = "") =>
    (await openExpected(orderId, search))(fields);
  /** Expects pieces of an order's first line back; returns the return's id. */
  async function expectBack(orderId: string, quantity: number): Promise<string> {
    const response = await postExpected(orderId, { "expected-0": String(quantity) });
    return response.headers.get("location")!.split("/").at(-1)!;
  }
  const postReceived = (id: string, fields: Record<string, string>) =>
    admin.post(`/admin/retours/${id}`, { intent: "receive", ...fields });
  /** Receives pieces of the first line; returns the answer's status and text. */
  async function receive(id: string, shelved: number, damaged = 0) {
    const response = await postReceived(id, {
      "shelved-0": String(shelved),
      "damaged-0": String(damaged),
    });
    return { status: response.status, text: textOf(await response.text()) };
  }
  async function close(id: string, seen = "expected", reason = "Jamais arrivé.") {
    const response = await admin.post(`/admin/retours/${id}`, { intent: "close", seen, reason });
    return { status: response.status, text: textOf(await response.text()) };
  }
  /** Refunds pieces of the first line for a return; returns the text of the answer. */
  const refund = async (
    orderId: string,
    returnId: string,
    quantity: number,
    { seen = 0, ...more }: { seen?: number; intent?: string } = {},
  ) => {
    const response = await admin.post(`/admin/commandes/${orderId}/remboursement`, {
      intent: "lines",
      return: returnId,
      "quantity-0": String(quantity),
      reason: "Retour",
      seen: String(seen),
      confirmed: "1",
      ...more,
    });
    return { status: response.status, text: textOf(await response.text()) };
  };
  /** The customer's statement of withdrawal from an order; returns its id. */
  async function withdraw(
    orderId: string,
    who: Browser & { email: string } = customer,
  ): Promise<string> {
    const number = deliveryNumber(orderId);
    await who.post("/retractation", statementForm({ intent: "confirm", number, email: who.email }));
    const { boss } = shop.jobs;
    for (const job of await boss.fetch<{ id: string }>("match-withdrawals", { batchSize: 100 })) {
      await matchWithdrawal(shop, job.data.id);
      await boss.complete("match-withdrawals", job.id);
    }
    const [row] = await sql`SELECT id FROM withdrawals WHERE order_number = ${number}`;
    return String(row!["id"]);
  }
  const mailsAbout = async (returnId: string) => {
    const rows = await sql<{ template: string }[]>`
      SELECT template FROM mails WHERE key LIKE ${`%-${returnId.toLowerCase()}`} ORDER BY key`;
    return rows.map(({ template }) => template);
  };
  const movesOf = (product: string) =>
    sql`SELECT reason, change, on_hand FROM stock_moves WHERE product_id = ${product} ORDER BY number`;
  /** The text of a page of the administrator. */
  const pageOf = async (path: string) => textOf(await admin.read(path));
  return {
    ...money,
    delivered,
    order,
    send,
    openExpected,
    postExpected,
    expectBack,
    postReceived,
    receive,
    close,
    refund,
    withdraw,
    mailsAbout,
    movesOf,
    pageOf,
  };
}
