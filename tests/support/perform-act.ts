import { and, eq } from "drizzle-orm";
import { ulid } from "ulid";
import { expect } from "vitest";
import type { Admin } from "#app/accounts/as-admin.server.ts";
import { applyPlannedPrices } from "#app/catalogue/prices/apply-planned-prices.server.ts";
import { planPrices } from "#app/catalogue/prices/plan-prices.server.ts";
import { markDelivered } from "#app/orders/mark-delivered.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { checkPayments } from "#app/payments/check-payments.server.ts";
import { cancelOrder, refundOrder } from "#app/payments/refund-order.server.ts";
import { readRefundable } from "#app/payments/refundable.server.ts";
import { handleEvent } from "#app/payments/webhook-endpoint.ts";
import { payments, products } from "#db/schema/index.ts";
import type { Browser } from "./browser.ts";
import type { Act, Wanted } from "./money-acts.ts";
import type { Known, Run } from "./money-run.ts";
import { approve } from "./paying.ts";
import { placeDrawn } from "./place-drawn-order.ts";
import type { openSimulator } from "./simulator.ts";
import { performStockAct } from "./stock-acts.ts";
import { form as statementForm } from "./withdrawing.ts";

/** Who else acts in a run of the money model. */
export type Others = {
  simulator: ReturnType<typeof openSimulator>;
  admin: Admin;
  /** The same administrator at the pages. */
  desk: Browser;
};

/** Performs an act of money-acts.ts on a run, through pages and verbs of the shop. */
export async function performAct(run: Run, others: Others, one: Act): Promise<void> {
  const { shop, known, buyers, shades } = run;
  const { db } = shop;
  const { simulator, admin } = others;
  const order = known[(one.which ?? 0) % Math.max(1, known.length)];
  const productId = shades[(one.line ?? 0) % shades.length]!.id;
  const opened = order && [...order.opened].at(-1);
  switch (one.do) {
    case "place":
      return placeDrawn(run, one as unknown as Wanted);
    case "start": {
      if (!order) return;
      const answer = await askProvider(actorOf(run, order, one), order, { act: "create" });
      if (one.isStranger) expect(answer.kind).toBe("not-found");
      if (answer.kind === "started") order.opened.add(answer.providerOrderId!);
      return;
    }
    case "approve":
      if (!opened) return;
      await approve(buyers[order.owner]!, opened);
      order.approved = true;
      return;
    case "capture": {
      if (!opened) return;
      const body = { act: "capture", providerOrderId: opened };
      const answer = await askProvider(actorOf(run, order, one), order, body);
      if (one.isStranger) expect(answer.kind).toBe("not-found");
      return;
    }
    case "webhook": {
      if (!opened) return;
      const subject = { providerOrderId: opened };
      const type = "CHECKOUT.ORDER.APPROVED";
      await handleEvent(shop, { id: "WH", type, subject, amount: null, dispute: null });
      return;
    }
    case "reconcile":
      await checkPayments(shop, { olderThanSeconds: 0 });
      return;
    case "cancel":
      if (order) await cancelOrder(shop, admin, order.id, "modèle");
      return;
    case "cancel own": {
      if (!order) return;
      const path = `/admin/my-orders/${order.id}/annuler`;
      const answer = await actorOf(run, order, one).post(path, { confirmed: "1" });
      expect(one.isStranger ? [302, 404] : [200, 302, 404, 409]).toContain(answer.status);
      return;
    }
    case "refund": {
      if (!order) return;
      const { seenCents } = await readRefundable(db, order.id);
      const position = (one.line ?? 0) % order.lines.length;
      const lines = one.whole ? ("rest" as const) : [{ position, quantity: 1 }];
      const parts = { deliveryCents: one.fee ?? 0, gestureCents: one.gesture ?? 0 };
      await refundOrder(shop, admin, order.id, { reason: "modèle", lines, seenCents, ...parts });
      return;
    }
    case "withdraw":
      if (order) await withdraw(run, others, order);
      return;
    case "deliver":
      if (order)
        await markDelivered(shop, admin, {
          orderId: order.id,
          confirmsDispute: true,
          confirmsNotToDeliver: true,
        });
      return;
    case "sign in":
      // Takes in the orders that were placed with the address without an account.
      await buyers[0]!.post("/connexion", { email: buyers[0]!.email, password: "Mot-de-passe-1" });
      return;
    case "change price":
      await db
        .update(products)
        .set({ priceCents: one.euros! * 100 })
        .where(eq(products.id, productId));
      return;
    case "plan price": {
      const value =
        one.euros == null
          ? { priceCents: null, percent: 12.5 }
          : { priceCents: one.euros * 100, percent: null };
      const plan = { id: ulid(), startsAt: null, endsAt: "2099-01-01T00:00", ...value };
      await planPrices(shop, admin, { ...plan, productIds: [productId] });
      await applyPlannedPrices(db);
      return;
    }
    case "plans end":
      await shop.sql`UPDATE price_plans SET ends_at = now() WHERE ends_at > now() AND starts_at < now()`;
      await applyPlannedPrices(db);
      return;
    case "delete product":
      await db.delete(products).where(eq(products.id, productId));
      return;
    case "change offers":
      return run.offers.change(one, shades);
    case "refund at the provider": {
      const [paid] = order
        ? await db
            .select()
            .from(payments)
            .where(and(eq(payments.orderId, order.id), eq(payments.state, "captured")))
        : [];
      // The simulator refuses more than the remaining amount.
      if (paid) await simulator.refundAtProvider(paid.captureId!, "7.00").catch(() => null);
      return;
    }
    case "finish refunds":
      await simulator.finishRefunds(one.succeed ? "COMPLETED" : "FAILED");
      return;
    case "four hours pass":
      if (order)
        await shop.sql`
          UPDATE payments SET created_at = created_at - interval '4 hours' WHERE order_id = ${order.id}`;
      return;
    case "fault":
      await simulator.fault(one.call as "capture", one.kind as "lost");
      return;
    default:
      return performStockAct(
        shop,
        admin,
        {
          productId,
          orderId: order?.id,
          position: order ? (one.line ?? 0) % order.lines.length : 0,
        },
        { ...one, pieces: Number(one.pieces) },
      );
  }
}

/** Who acts on an order: its buyer, or a stranger. */
const actorOf = ({ buyers }: Run, { owner }: Known, { isStranger }: Act): Browser =>
  isStranger ? buyers[owner === 1 ? 2 : 1]! : buyers[owner]!;

/** Asks for a payment like the payment page; a stranger to the order is redirected. */
async function askProvider(
  who: Browser,
  { id }: Known,
  body: object,
): Promise<{ kind: string; providerOrderId?: string }> {
  const answer = await who.postJson(`/payement/${id}/paypal`, body);
  if (answer.status === 302) return { kind: "not-found" };
  return (await answer.json()) as { kind: string };
}

/**
 * The buyer withdraws from an order, and the administrator refunds all of it by the prefilled form: with the standard fee, unless some
 * of it was refunded before (Code de la consommation, L221-24).
 */
async function withdraw(run: Run, { desk }: Others, order: Known): Promise<void> {
  const { shop, buyers, isAlone } = run;
  const number = deliveryNumber(order.id);
  const { email } = buyers[order.owner]!;
  await buyers[order.owner]!.post(
    "/retractation",
    statementForm({ intent: "confirm", number, email }),
  );
  const before = await shop.sql<{ cents: number; pieces: number }[]>`
    SELECT coalesce(sum(delivery_cents), 0)::integer AS cents,
      (SELECT coalesce(sum(quantity), 0)::integer FROM refund_lines l JOIN refunds r ON r.id = l.refund_id
        WHERE l.order_id = ${order.id} AND r.state <> 'failed') AS pieces
    FROM refunds WHERE order_id = ${order.id} AND state <> 'failed'`;
  const quantities = order.lines.map(({ pieces }, index) => [`quantity-${index}`, String(pieces)]);
  const query = new URLSearchParams({ ...Object.fromEntries(quantities), motif: "Rétractation" });
  const path = `/admin/commandes/${order.id}/remboursement`;
  const page = await desk.read(`${path}?${query}`);
  const valueOf = (name: string) =>
    new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1];
  const delivery = valueOf("delivery");
  // There may be nothing to refund; without a fee the form has no field for it.
  if (valueOf("quantity-0") === undefined) return;
  const { cents, pieces } = before[0]!;
  const left = order.feeCents - order.feeReductionCents - cents;
  const due = pieces > 0 ? 0 : Math.min(order.standardCents, left);
  if (isAlone && delivery !== undefined)
    expect(delivery, `prefilled fee of ${order.id}`).toBe(due === 0 ? "" : textOf(due));
  if (isAlone && due > 0) expect(delivery, "the form has the fee").toBeDefined();
  const fields = {
    intent: "lines",
    seen: valueOf("seen")!,
    reason: "Rétractation",
    confirmed: "1",
  };
  const answer = await desk.post(path, {
    ...Object.fromEntries(quantities),
    ...fields,
    delivery: delivery ?? "",
  });
  expect([200, 400, 409]).toContain(answer.status);
}

/** « 4,90 », « 5 ». */
const textOf = (cents: number) =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2).replace(".", ",");
