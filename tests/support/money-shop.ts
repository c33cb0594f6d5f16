import { eq } from "drizzle-orm";
import { afterEach, expect } from "vitest";
import { checkPayments } from "#app/payments/check-payments.server.ts";
import { orders, paymentMismatches, payments, refunds } from "#db/schema/index.ts";
import { brokenInvariants } from "./money-invariants.ts";
import { approve, placeOrder, startPaying } from "./paying.ts";
import { openShop } from "./shop.ts";
import { openSimulator } from "./simulator.ts";
import { textOf } from "./text-of.ts";

/** A shop with a customer, an administrator and the payment simulator. After each test, all money invariants must hold. */
export async function openMoneyShop() {
  const shop = await openShop();
  const { db } = shop;
  const simulator = openSimulator(shop.url);
  const customer = await shop.customer();
  const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
  const reconcile = () => checkPayments(shop, { olderThanSeconds: 0 });
  /** Orders without a payment in the simulator's ledger: excluded from the invariants. */
  const notInLedger: string[] = [];

  afterEach(async () => {
    await simulator.clear();
    await reconcile();
    shop.takeErrors();
    expect(await brokenInvariants(shop.sql, notInLedger)).toEqual({});
  });

  return {
    shop,
    simulator,
    customer,
    admin,
    notInLedger,
    reconcile,
    orderOf: async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!,
    paymentsOf: (id: string) => db.select().from(payments).where(eq(payments.orderId, id)),
    refundsOf: (id: string) => db.select().from(refunds).where(eq(refunds.orderId, id)),
    mismatchesOf: (id: string) =>
      db.select().from(paymentMismatches).where(eq(paymentMismatches.orderId, id)),
    /** Runs the reconciler as a day later: it checks captured payments once a day. */
    async reconcileADayLater(orderId: string): Promise<void> {
      await shop.sql`
        UPDATE payments SET checked_at = NULL, updated_at = now() - interval '25 hours' WHERE order_id = ${orderId}`;
      await reconcile();
    },
    /** An unpaid order whose payment the payer has approved; the simulator withholds its next two webhooks. */
    async approvedOrder(): Promise<{ orderId: string; providerOrderId: string }> {
      const orderId = await placeOrder(shop, customer);
      const { providerOrderId } = await startPaying(customer, orderId);
      await simulator.fault("webhook", "hold", { times: 2 });
      await approve(customer, providerOrderId);
      return { orderId, providerOrderId };
    },
    /** Submits the refund form and then its confirmation; returns the visible text of the last response. */
    async submitRefund(orderId: string, fields: Record<string, string>): Promise<string> {
      const path = `/admin/commandes/${orderId}/remboursement`;
      const response = await admin.post(path, fields);
      const question = textOf(await response.text());
      if (response.status !== 200) return question;
      expect(question).toContain("Voulez-vous vraiment");
      const text = textOf(await (await admin.post(path, { ...fields, confirmed: "1" })).text());
      // What was asked is what was refunded.
      const [, refunded] = /(\d[\d,]*\s€) remboursés, le client/.exec(text) ?? [];
      if (refunded) expect(question).toContain(`Voulez-vous vraiment rembourser ${refunded}`);
      return text;
    },
  };
}
