import { eq } from "drizzle-orm";
import * as fc from "fast-check";
import { ulid } from "ulid";
import { expect } from "vitest";
import { saveFamily } from "#app/catalogue/families/save-family.server.ts";
import { checkPayments } from "#app/payments/check-payments.server.ts";
import type { SimulatedOrder } from "#app/payments/simulator/simulated-order.ts";
import { orders, payments } from "#db/schema/index.ts";
import { adminOf } from "./admin.ts";
import { insertProduct } from "./catalogue.ts";
import { ACT, START, type Act, type Start } from "./money-acts.ts";
import { checkAccounting, checkDocuments, type Issued } from "./money-documents.ts";
import { brokenInvariants } from "./money-invariants.ts";
import { keepOffers, OFFERS, type Offers, type Shade } from "./money-offers.ts";
import type { Known, Run } from "./money-run.ts";
import { performAct } from "./perform-act.ts";
import type { openShop } from "./shop.ts";
import { openSimulator } from "./simulator.ts";
import { countProduct } from "./stock.ts";

/*
 * Model of orders, their money and their goods: customers and guests, an administrator, the provider and the jobs act on the same
 * orders of a family of products, partly concurrently. Each order must cost what money-oracle.ts computes. Then open payments are
 * settled, and all invariants must hold.
 */

/** Prices that don't divide evenly, in euros. */
const PRICES = [20, 7, 33] as const;

/**
 * Checks the model with random runs; the outcome of fast-check. The products of a run are uncounted, or the first one begins with 0 to 8
 * pieces.
 */
export async function checkModel(
  shop: Awaited<ReturnType<typeof openShop>>,
  { runs, seed }: { runs: number; seed: number },
) {
  const { db, sql } = shop;
  const began = new Date();
  const simulator = openSimulator(shop.url);
  const customers = [await shop.customer({ name: "Maud Léger" }), await shop.customer()] as const;
  // An address with and without its account is one person for limits.
  await sql`UPDATE users SET email_verified = true WHERE email = ${customers[0].email}`;
  const desk = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
  // The first request creates the simulator's tables.
  await simulator.resendWebhooks(1);
  const admin = adminOf(desk);
  const offers = keepOffers(shop, admin);
  const issued = new Map<string, Issued>();

  async function addFamily(onShelf: number | null): Promise<Shade[]> {
    const reference = `M-${ulid()}`;
    const shades = [
      { id: ulid(), reference: null, grams: 120 },
      { id: ulid(), reference: null, grams: null },
      { id: ulid(), reference, grams: 2_500 },
    ];
    await Promise.all(
      shades.map(({ grams: weightGrams, ...shade }, index) =>
        insertProduct(db, {
          ...shade,
          weightGrams,
          name: `crème du modèle ${index}`,
          price: PRICES[index]!,
          category: index === 0 ? "Maquillage" : "Soins de la peau",
        }),
      ),
    );
    await saveFamily(db, admin, {
      id: ulid(),
      version: 0,
      name: `Famille ${reference}`,
      kind: "teinte",
      members: shades.map(({ id }, index) => ({ id, label: `Teinte ${index}`, colour: null })),
    });
    if (onShelf !== null) await countProduct(sql, shades[0]!.id, onShelf, 2);
    return shades;
  }

  async function run(
    onShelf: number | null,
    drawn: Offers,
    starts: readonly Start[],
    groups: readonly (readonly Act[])[],
    refundsSucceed: boolean,
  ): Promise<void> {
    const shades = await addFamily(onShelf);
    await offers.begin(drawn, shades);
    const guests = [`invite-${ulid().toLowerCase()}@exemple.fr`, customers[0].email].map(
      (address) => Object.assign(shop.visitor(), { email: address }),
    );
    const known: Known[] = [];
    const current: Run = {
      shop,
      offers,
      shades,
      known,
      buyers: [...customers, ...guests],
      isAlone: true,
    };
    const perform = (one: Act) => performAct(current, { simulator, admin, desk }, one);

    await simulator.clear();
    // Webhooks are acts of the model: the simulator sends none by itself.
    await simulator.fault("webhook", "hold", { times: 1_000 });
    for (const { way, ...placed } of starts) {
      const number = known.length;
      await perform({ do: "place", ...placed });
      if (known.length > number)
        for (const step of way) await perform({ do: step, which: number, whole: true });
    }
    for (const group of groups) {
      current.isAlone = group.length === 1;
      await Promise.all(group.map(perform));
    }
    await simulator.clear();
    await simulator.fault("webhook", "hold", { times: 1_000 });
    await checkPayments(shop, { olderThanSeconds: 0 });
    await simulator.finishRefunds(refundsSucceed ? "COMPLETED" : "FAILED");
    // A day later, the reconciler checks captured payments, too.
    const ids = known.map(({ id }) => id);
    await sql`
      UPDATE payments SET updated_at = now() - interval '25 hours', checked_at = NULL
      WHERE state = 'captured' AND order_id = ANY(${ids})`;
    for (let round = 0; round < 2; round++) await checkPayments(shop, { olderThanSeconds: 0 });

    await checkOutcome(shop, current);
    for (const [number, document] of await checkDocuments(shop, known))
      issued.set(number, document);
    expect(await brokenInvariants(sql)).toEqual({});
    // Without open payments of this run, the next run's reconciler reads only its own.
    await sql`UPDATE payments SET state = 'failed' WHERE state IN ('creating', 'created')`;
    await sql`UPDATE price_plans SET ends_at = now() WHERE ends_at > now()`;
  }

  const starts = fc.array(START, { minLength: 2, maxLength: 3 });
  const groups = fc.array(fc.array(ACT, { minLength: 1, maxLength: 4, size: "max" }), {
    minLength: 2,
    maxLength: 8,
    size: "max",
  });
  const onShelf = fc.option(fc.nat({ max: 8 }), { freq: 4 });
  const outcome = await fc.check(
    fc.asyncProperty(
      onShelf,
      OFFERS,
      starts,
      groups,
      fc.boolean(),
      (shelf, offered, begun, drawn, refundsSucceed) =>
        run(shelf, offered, begun, drawn as Act[][], refundsSucceed),
    ),
    {
      numRuns: runs,
      seed,
      // No shrinking: a broken invariant persists in the database, so smaller runs would fail as well.
      endOnFailure: true,
      interruptAfterTimeLimit: 3_500_000,
      markInterruptAsFailure: true,
    },
  );
  if (!outcome.failed) await checkAccounting(shop, desk, began, issued);
  return outcome;
}

/** Checks which orders of a run exist, are paid, and how often their reductions are used. */
async function checkOutcome(
  { db, sql }: Run["shop"],
  { known, shades, offers }: Run,
): Promise<void> {
  const placed = await sql<{ id: string }[]>`
    SELECT DISTINCT order_id AS id FROM order_lines WHERE product_id = ANY(${shades.map(({ id }) => id)})`;
  for (const { id } of placed)
    expect(
      known.map((one) => one.id),
      "only answered orders were written",
    ).toContain(id);
  for (const { id, approved } of known) {
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    if (order!.isPaid) expect(approved, "a paid order was approved").toBe(true);
    const tries = await db.select().from(payments).where(eq(payments.orderId, id));
    const latest = tries.toSorted((one, other) => one.attempt - other.attempt).at(-1);
    const [opened] = await sql<{ body: SimulatedOrder }[]>`
      SELECT body FROM paypal_simulator.orders WHERE id = ${latest?.providerOrderId ?? ""}`;
    if (opened?.body.status === "APPROVED" && !order!.cancelledAt && !order!.isPaid)
      expect(
        ["INSTRUMENT_DECLINED", "expired"],
        "an approved payment is captured, unless declined or expired",
      ).toContain(latest!.detail);
  }
  const limits = offers.current().reductions.filter(({ most, mostEach }) => most ?? mostEach);
  for (const { id, most, mostEach } of limits) {
    const uses = await sql<{ count: number }[]>`
      SELECT count(*)::integer AS count FROM reduction_uses JOIN orders ON orders.id = order_id
        LEFT JOIN users ON users.id = customer_id
      WHERE reduction_id = ${id} AND cancelled_at IS NULL GROUP BY coalesce(users.email, guest_email)`;
    const counts = uses.map(({ count }) => count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most ?? Infinity);
    expect(Math.max(0, ...counts)).toBeLessThanOrEqual(mostEach ?? Infinity);
  }
}
