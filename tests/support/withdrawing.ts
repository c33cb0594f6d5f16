import { eq } from "drizzle-orm";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { matchWithdrawal } from "#app/returns/link-withdrawal.server.ts";
import { withdrawals } from "#db/schema/index.ts";
import type { Browser } from "./browser.ts";
import { insertProduct, orderForm } from "./catalogue.ts";
import { payOrder } from "./paying.ts";
import { openShop } from "./shop.ts";
import { textOf } from "./text-of.ts";

/** A delivery number that no order has. */
export const UNKNOWN = "7Q2M7Q2M7Q2M7Q2M";

/** A filled-in form of /retractation. */
export const form = (fields: Record<string, string>) => ({ name: "Claire Aubry", ...fields });

/** A delivery whose period of withdrawal counts from the delivery itself. */
const HOME = { shippingMethod: "Livraison à domicile" };

/** Posts a confirmed statement. */
export const state = (who: Pick<Browser, "post">, fields: Record<string, string>) =>
  who.post("/retractation", form({ intent: "confirm", ...fields }));

/** A statement and the order that administrators see with it, « » for an unmatched one. */
export type Seen = { id: string; order: string };
type Stated = Seen & { number: string };
/** Why the tests close a statement. */
export const REASON = "Les produits ne sont jamais revenus.";

/** A shop with two products and an administrator, and what the tests of withdrawals do in it. */
export async function openWithdrawals(settings: Record<string, string> = {}) {
  const shop = await openShop(settings);
  const { db, sql } = shop;
  const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
  const cream = await insertProduct(db, { name: "crème au lin", price: 34 });
  const balm = await insertProduct(db, { name: "baume à lèvres", price: 12 });

  /** Places an order of two creams and a balm, by default to be paid on delivery. */
  async function place(customer: Browser, paymentMethod = "Paiement à la livraison") {
    const items = [
      { id: cream, qty: 2 },
      { id: balm, qty: 1 },
    ];
    const placed = await customer.post(
      "/panier",
      orderForm(items, 8_000, { ...HOME, paymentMethod }),
    );
    const id = placed.headers.get("location")!.split("/").at(-1)!;
    return { id, number: deliveryNumber(id) };
  }
  /** Marks an order delivered `days` ago in Paris, at noon. */
  const deliver = (id: string, days: number) => sql`
    UPDATE orders SET is_shipped = true,
      shipped_at = ((now() AT TIME ZONE 'Europe/Paris')::date - ${days}::integer + time '12:00') AT TIME ZONE 'Europe/Paris'
    WHERE id = ${id}`;
  const rowsFor = (number: string) =>
    db.select().from(withdrawals).where(eq(withdrawals.orderNumber, number));
  /** Runs the queued jobs « match-withdrawals ». */
  async function matchAll(): Promise<void> {
    const { boss } = shop.jobs;
    for (const job of await boss.fetch<{ id: string }>("match-withdrawals", { batchSize: 100 })) {
      await matchWithdrawal(shop, job.data.id);
      await boss.complete("match-withdrawals", job.id);
    }
  }
  /** The text of all pages of the administrators' list. */
  async function list(group = "toutes"): Promise<string> {
    const first = textOf(await admin.read(`/admin/retractations?etat=${group}`));
    const pageCount = Number(/page 1 sur (\d+)/.exec(first)?.[1] ?? 1);
    const others = [];
    for (let page = 2; page <= pageCount; page++)
      others.push(textOf(await admin.read(`/admin/retractations?etat=${group}&page=${page}`)));
    return [first, ...others].join(" ");
  }
  /**
   * An order of three creams, paid and delivered `days` ago, with a statement of its customer; by default in the days that the shop
   * offers, where it may be closed without a refund.
   */
  async function stated(
    customer: Awaited<ReturnType<typeof shop.customer>>,
    days = 25,
  ): Promise<Stated> {
    const { orderId } = await payOrder(shop, customer, { ...HOME, quantity: 3 });
    await deliver(orderId, days);
    const number = deliveryNumber(orderId);
    await state(customer, { number, email: customer.email });
    const [row] = await rowsFor(number);
    return { id: row!.id, order: orderId, number };
  }
  /** A stranger's statement that no order fits. */
  async function unmatched(number: string): Promise<Stated> {
    await state(shop.visitor(), { number, email: `${number}@exemple.fr` });
    await matchAll();
    const [row] = await rowsFor(number);
    return { id: row!.id, order: "", number };
  }
  /** Posts the form that closes a statement; without `confirmed` it asks. */
  const post = ({ id, order }: Seen, fields: Record<string, string> = {}) =>
    admin.post("/admin/retractations", { intent: "close", id, order, reason: REASON, ...fields });
  const close = async (one: Seen, reason = REASON) =>
    textOf(await (await post(one, { reason, confirmed: "1" })).text());
  const endings = ({ id }: Seen) =>
    sql`SELECT reason FROM withdrawal_endings WHERE withdrawal_id = ${id}`;
  const refundRest = ({ order }: Seen) =>
    admin.post(`/admin/commandes/${order}/remboursement`, {
      intent: "rest",
      reason: "Rétractation",
      seen: "0",
      confirmed: "1",
    });
  return {
    shop,
    admin,
    place,
    deliver,
    rowsFor,
    matchAll,
    list,
    stated,
    unmatched,
    post,
    close,
    endings,
    refundRest,
  };
}
