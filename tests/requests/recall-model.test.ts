import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cancelOrder, refundOrder } from "#app/payments/refund-order.server.ts";
import { readRefundable } from "#app/payments/refundable.server.ts";
import { adminOf } from "../support/admin.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { lotFields, publishByForm, recordByForm } from "../support/lots.ts";
import { approve, capture, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { openSimulator } from "../support/simulator.ts";

/*
 * Model-based test: customers order and delete their accounts, an administrator records and corrects lots, delivers, refunds and
 * cancels. Then some lots are recalled, twice at once, and acts go on. The recall's mails reach exactly the buyers of the model,
 * each once. `npm run test:long` makes more runs.
 */
const RUNS = Number(process.env["RECALL_RUNS"] ?? 6);
const SEED = Number(process.env["RECALL_SEED"] ?? Date.now() % 1_000_000);

const shop = await openShop();
const { db, sql } = shop;
const simulator = openSimulator(shop.url);
const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
const viewer = adminOf(admin, "Nora Lefèvre");
const PRICE = 25;
/** A contract of at least 120 € is archived with its address: five articles. */
const ARCHIVED_FROM = 5;

const which = fc.nat({ max: 9 });
const lot = fc.constantFrom("A", "B", "C");
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("place" as const),
      who: fc.nat({ max: 2 }),
      pieces: fc.integer({ min: 1, max: 6 }),
      product: fc.nat({ max: 1 }),
      isOnline: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("record" as const),
      which,
      lots: fc.uniqueArray(lot, { maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("deliver" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pay" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("refund" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("delete" as const), who: fc.nat({ max: 2 }) }),
  },
);
/** The orders that a run begins with: most are packed, and some delivered. */
const start = fc.record({
  who: fc.nat({ max: 2 }),
  pieces: fc.integer({ min: 1, max: 6 }),
  product: fc.constantFrom(0, 0, 1),
  lots: fc.uniqueArray(lot, { maxLength: 2, size: "max" }),
  isDelivered: fc.boolean(),
});
type Start = typeof start extends fc.Arbitrary<infer One> ? One : never;
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** The model's state of an order. `contact`: what is kept of a deleted account; undefined while the account exists. */
type Known = {
  id: string;
  who: number;
  product: number;
  pieces: number;
  lots: string[];
  isDelivered: boolean;
  isCancelled: boolean;
  contact?: "kept" | "none";
};

async function run(
  starts: readonly Start[],
  acts: readonly Act[],
  recalledLots: string[],
  later: readonly Act[],
): Promise<number> {
  await simulator.clear();
  const customers = await Promise.all([1, 2, 3].map(() => shop.customer()));
  const products = await Promise.all(
    ["crème", "baume"].map((name) =>
      insertProduct(db, { name: `${name} du modèle`, price: PRICE }),
    ),
  );
  const known: Known[] = [];
  const deleted = new Set<number>();
  /** The model's mailed addresses once the recall is published. */
  const mailed = new Set<string>();
  let recallId: string | null = null;

  /** Adds the order to the recall of the first product's `recalledLots` if it has one. */
  function concern(order: Known): void {
    if (order.product !== 0 || !order.lots.some((one) => recalledLots.includes(one))) return;
    if (order.contact !== "none") mailed.add(customers[order.who]!.email);
  }

  async function perform(one: Act): Promise<void> {
    const order = "which" in one ? known[one.which % Math.max(1, known.length)] : undefined;
    switch (one.do) {
      case "place": {
        if (deleted.has(one.who)) return;
        const form = orderForm(
          [{ id: products[one.product], qty: one.pieces }],
          one.pieces * PRICE * 100,
          one.isOnline ? {} : { paymentMethod: "Paiement à la livraison" },
        );
        const answer = await customers[one.who]!.post("/panier", form);
        const id = answer.headers.get("location")!.split("/").at(-1)!;
        const { who, product, pieces } = one;
        known.push({ id, who, product, pieces, lots: [], isDelivered: false, isCancelled: false });
        return;
      }
      case "record": {
        if (!order) return;
        const lots = one.lots.slice(0, order.pieces);
        const fields = lots.map((name) => ({ lot: name, quantity: "1" }));
        const answer = await recordByForm(admin, order.id, lotFields(fields));
        const hasLeft = order.isDelivered || order.isCancelled;
        const isRefused =
          recallId !== null &&
          !hasLeft &&
          order.product === 0 &&
          lots.some((name) => !order.lots.includes(name) && recalledLots.includes(name));
        expect(answer.status, "a recalled lot is not packed").toBe(isRefused ? 409 : 200);
        if (isRefused) return;
        order.lots = lots;
        if (recallId !== null && hasLeft) concern(order);
        return;
      }
      case "deliver": {
        if (!order) return;
        await admin.post("/admin/commandes", { intent: "deliver", id: order.id });
        if (!order.isCancelled) order.isDelivered = true;
        return;
      }
      case "pay": {
        if (!order || deleted.has(order.who)) return;
        const { kind, providerOrderId } = await startPaying(customers[order.who]!, order.id);
        if (kind !== "started") return;
        await approve(customers[order.who]!, providerOrderId);
        await capture(customers[order.who]!, order.id, providerOrderId);
        return;
      }
      case "refund": {
        if (!order) return;
        const { seenCents } = await readRefundable(db, order.id);
        await refundOrder(shop, viewer, order.id, { reason: "modèle", lines: "rest", seenCents });
        return;
      }
      case "cancel": {
        if (!order) return;
        await cancelOrder(shop, viewer, order.id, "modèle");
        return;
      }
      case "delete": {
        if (deleted.has(one.who)) return;
        const before = await sql<{ id: string; isContract: boolean }[]>`
          SELECT id, is_paid OR is_shipped OR cancelled_at IS NULL AS "isContract" FROM orders
          WHERE customer_id = ${customers[one.who]!.userId}`;
        const answer = await customers[one.who]!.post("/admin/parametre-compte/supprimer", {
          password: "Mot-de-passe-1",
        });
        if (answer.headers.get("location") !== "/compte-supprime") return;
        deleted.add(one.who);
        for (const mine of known.filter(({ who }) => who === one.who)) {
          // The deletion cancels what was not paid.
          const { isContract } = before.find(({ id }) => id === mine.id)!;
          const [now] = await sql<{ isCancelled: boolean }[]>`
            SELECT cancelled_at IS NOT NULL AS "isCancelled" FROM orders WHERE id = ${mine.id}`;
          const isArchived =
            mine.pieces >= ARCHIVED_FROM && isContract && !(now!.isCancelled && !mine.isCancelled);
          mine.contact = mine.lots.length > 0 || isArchived ? "kept" : "none";
        }
        return;
      }
    }
  }
  /** Whether an order was cancelled is the payment rooms' matter: the model reads it. */
  async function readCancelled(): Promise<void> {
    const rows = await sql<{ id: string }[]>`
      SELECT id FROM orders WHERE cancelled_at IS NOT NULL AND id = ANY (${known.map(({ id }) => id)})`;
    const cancelled = new Set(rows.map(({ id }) => id));
    for (const order of known) order.isCancelled = cancelled.has(order.id);
  }

  for (const { lots, isDelivered, ...placed } of starts) {
    const number = known.length;
    await perform({ do: "place", isOnline: false, ...placed });
    await perform({ do: "record", which: number, lots });
    if (isDelivered) await perform({ do: "deliver", which: number });
  }
  for (const one of acts) {
    await perform(one);
    await readCancelled();
  }
  for (const order of known) concern(order);
  const address = `/admin/rappels/nouveau?${new URLSearchParams([["produit", products[0]!], ...recalledLots.map((name) => ["lot", name])])}`;
  const notice = {
    description: "x",
    danger: "x",
    action: "x",
    remedy: "x",
    contact: "x",
    confirmed: "1",
  };
  // Two administrators publish it at the same time.
  const published = await Promise.all([admin.post(address, notice), admin.post(address, notice)]);
  const ids = published.map((answer) => answer.headers.get("location")!.split("/").at(-1)!);
  expect(ids[0]).toBe(ids[1]);
  recallId = ids[0]!;
  for (const one of later) {
    await perform(one);
    await readCancelled();
  }
  // Again at the end: still one recall.
  expect(
    await publishByForm(admin, { produit: products[0]!, lot: recalledLots[0]! }),
  ).not.toBeNull();
  const mails = await sql<{ recipient: string }[]>`
    SELECT recipient FROM mails WHERE template = 'product-recall' AND key LIKE ${`recall-${recallId.toLowerCase()}-%`}`;
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([...mailed].toSorted());
  return mailed.size;
}

test(
  `a recall reaches exactly its buyers, each once: ${RUNS} runs`,
  { timeout: 1_800_000 },
  async () => {
    let reached = 0;
    const outcome = await fc.check(
      fc.asyncProperty(
        fc.array(start, { minLength: 3, maxLength: 6 }),
        fc.array(act, { minLength: 4, maxLength: 24, size: "max" }),
        fc.uniqueArray(lot, { minLength: 1, maxLength: 2 }),
        fc.array(act, { maxLength: 10, size: "max" }),
        async (starts, acts, lots, later) => {
          reached += await run(starts, acts, lots, later);
        },
      ),
      {
        numRuns: RUNS,
        seed: SEED,
        endOnFailure: true,
        interruptAfterTimeLimit: 1_700_000,
        markInterruptAsFailure: true,
      },
    );
    const report = `${fc.defaultReportMessage(outcome)}\n${String(outcome.errorInstance)}`;
    expect(outcome.failed, report).toBe(false);
    expect(reached, "the runs mail somebody").toBeGreaterThan(0);
    process.stdout.write(`recall model: ${RUNS} runs, seed ${SEED}, ${reached} buyers reached\n`);
    shop.takeErrors();
  },
);
