import * as fc from "fast-check";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders, products } from "#db/schema/index.ts";
import { markDelivered } from "#app/orders/mark-delivered.server.ts";
import { checkPayments, hearEvent } from "#app/payments/check-payments.server.ts";
import { cancelOrder, readRefundable, refundOrder } from "#app/payments/refund-order.server.ts";
import { orderForm, sell } from "../support/catalogue.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { approve, capture, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { openSimulator } from "../support/simulator.ts";

/*
 * Two customers, an administrator, the provider and the reconciler act on the same orders, several of them at the same
 * moment; then whatever is open is settled, and the books must agree. `npm run test:long` makes ten times the runs.
 */
const RUNS = Number(process.env["MODEL_RUNS"] ?? 200);
const SEED = Number(process.env["MODEL_SEED"] ?? Date.now() % 1_000_000);

const shop = await openShop();
const { db } = shop;
const simulator = openSimulator(shop.url);
const customers = [await shop.customer({ name: "Maud Léger" }), await shop.customer()] as const;
const { userId, email } = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
// The simulator makes its books with the first look at them.
await simulator.ringAgain(1);
const admin = { id: userId, name: "Claire Aubry", email, isAdmin: true, phone: "", photo: null };

const who = fc.constantFrom(0, 1);
const which = fc.nat({ max: 2 });
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("place"), who, pieces: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("start"), who, which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("approve"), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("capture"), who, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("webhook"), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reconcile") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel"), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("refund"), which, whole: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deliver"), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("change price"),
      euros: fc.integer({ min: 1, max: 90 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete product") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fault"),
      call: fc.constantFrom("create", "capture", "get", "refund"),
      kind: fc.constantFrom("lost", "error", "reset"),
    }),
  },
);
type Act = {
  do: string;
  who?: number;
  which?: number;
  pieces?: number;
  euros?: number;
  whole?: boolean;
  call?: string;
  kind?: string;
};

/** What the run knows of an order: who placed it, for how much, and what its payer has said yes to. */
type Known = {
  id: string;
  owner: number;
  seenCents: number;
  opened: Set<string>;
  approved: boolean;
};

async function run(groups: readonly (readonly Act[])[]): Promise<void> {
  const productId = await sell(db, { name: "crème du modèle", price: 20 });
  const known: Known[] = [];
  const at = ({ which = 0 }: Act) => known[which];

  async function perform(one: Act): Promise<void> {
    const order = at(one);
    switch (one.do) {
      case "place": {
        const [product] = await db.select().from(products).where(eq(products.id, productId));
        const seenCents = (product?.priceCents ?? 2_000) * one.pieces!;
        const answer = await customers[one.who!]!.post(
          "/panier",
          orderForm([{ id: productId, qty: one.pieces! }], seenCents),
        );
        const id = answer.headers.get("location")?.split("/").at(-1);
        expect([302, 409]).toContain(answer.status);
        if (id && answer.status === 302)
          known.push({ id, owner: one.who!, seenCents, opened: new Set(), approved: false });
        return;
      }
      case "start": {
        if (!order) return;
        const answer = await startPaying(customers[one.who!]!, order.id);
        if (one.who !== order.owner) expect(answer.kind).toBe("not-found");
        if (answer.kind === "started") order.opened.add(answer.providerOrderId);
        return;
      }
      case "approve": {
        const opened = order && [...order.opened].at(-1);
        if (!opened) return;
        await approve(customers[order.owner]!, opened);
        order.approved = true;
        return;
      }
      case "capture": {
        const opened = order && [...order.opened].at(-1);
        if (!opened) return;
        const answer = await capture(customers[one.who!]!, order.id, opened);
        if (one.who !== order.owner) expect(answer.kind).toBe("not-found");
        return;
      }
      case "webhook": {
        const opened = order && [...order.opened].at(-1);
        if (!opened) return;
        const subject = { providerOrderId: opened };
        await hearEvent(shop, { id: "WH", type: "CHECKOUT.ORDER.APPROVED", subject, amount: null });
        return;
      }
      case "reconcile":
        await checkPayments(shop, { olderThanSeconds: 0 });
        return;
      case "cancel":
        if (order) await cancelOrder(shop, admin, order.id, "modèle");
        return;
      case "refund": {
        if (!order) return;
        const { seenCents } = await readRefundable(db, order.id);
        const lines = one.whole ? ("rest" as const) : [{ position: 0, quantity: 1 }];
        await refundOrder(shop, admin, order.id, { reason: "modèle", lines, seenCents });
        return;
      }
      case "deliver":
        if (order) await markDelivered(shop, admin, order.id);
        return;
      case "change price":
        await db
          .update(products)
          .set({ priceCents: one.euros! * 100 })
          .where(eq(products.id, productId));
        return;
      case "delete product":
        await db.delete(products).where(eq(products.id, productId));
        return;
      case "fault":
        await simulator.fault(one.call as "capture", one.kind as "lost");
        return;
      default:
        throw new Error(one.do);
    }
  }

  await simulator.clear();
  // Events are acts of the model: the simulator sends none by itself.
  await simulator.fault("webhook", "hold", { times: 1_000 });
  await perform({ do: "place", who: 0, pieces: 2 });
  for (const group of groups) await Promise.all(group.map(perform));
  await simulator.clear();
  await simulator.fault("webhook", "hold", { times: 1_000 });
  for (let round = 0; round < 2; round++) await checkPayments(shop, { olderThanSeconds: 0 });

  for (const { id, seenCents, approved } of known) {
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order!.totalCents, "the buyer pays the price that was shown").toBe(seenCents);
    if (order!.isPaid) expect(approved, "nobody pays without having said yes").toBe(true);
    if (approved && !order!.cancelledAt)
      expect(order!.isPaid, "what the payer said yes to is paid in the end").toBe(true);
    if (order!.cancelledAt && order!.isPaid)
      expect(order!.refundedCents, "a cancelled order is given back whole").toBe(seenCents);
  }
  expect(await brokenInvariants(shop.sql)).toEqual({});
  // The next run's reconciler has only its own to ask about.
  await shop.sql`UPDATE payments SET state = 'failed' WHERE state IN ('creating', 'created')`;
}

test(
  `the books agree after anything anybody does: ${RUNS} runs`,
  { timeout: 1_800_000 },
  async () => {
    const groups = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 7,
    });
    const started = performance.now();
    const outcome = await fc.check(
      fc.asyncProperty(groups, (drawn) => run(drawn as Act[][])),
      {
        numRuns: RUNS,
        seed: SEED,
        interruptAfterTimeLimit: 1_700_000,
        markInterruptAsFailure: true,
      },
    );
    expect(outcome.failed, fc.defaultReportMessage(outcome)).toBe(false);
    const seconds = Math.round((performance.now() - started) / 1_000);
    process.stdout.write(`model: ${RUNS} runs, seed ${SEED}, ${seconds} s\n`);
    shop.takeErrors();
  },
);
