import { eq } from "drizzle-orm";
import * as fc from "fast-check";
import { ulid } from "ulid";
import type { Admin } from "#app/accounts/as-admin.server.ts";
import { confirmCashOrder, holdConfirmedOrders } from "#app/orders/cash-holds.server.ts";
import { releaseUnpaidHolds } from "#app/orders/order-stock.server.ts";
import { handOver } from "#app/parcels/hand-over.server.ts";
import { endUnpaidOrders } from "#app/payments/end-unpaid-orders.server.ts";
import { refundOrder } from "#app/payments/refund-order.server.ts";
import { readRefundable } from "#app/payments/refundable.server.ts";
import { expectReturn } from "#app/returns/expect-return.server.ts";
import { receiveReturn } from "#app/returns/receive-return.server.ts";
import { moveStock, stopCounting } from "#app/stock/move-stock.server.ts";
import { returnLines, returns } from "#db/schema/index.ts";
import type { openShop } from "./shop.ts";
import { stockOf } from "./stock.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

const which = fc.nat({ max: 2 });
/** The line of an order, or the product of the family; mostly the first, which is counted. */
const line = fc.constantFrom(0, 0, 0, 1, 2);
const pieces = fc.integer({ min: 1, max: 4 });

/** What happens to a product's shelf and to an order's goods, for the model of money-model.ts. */
export const STOCK_ACTS = [
  { weight: 2, arbitrary: fc.record({ do: fc.constant("goods come"), line, pieces }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("goods are lost"), line, pieces }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("inventory"), line, pieces }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("count"), line, pieces }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("stop counting"), line }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("an hour passes"), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("three days pass"), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("address confirmed"), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("order confirmed"), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("a week passes"), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("hand over"), which, line, whole: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("expect return"), which, line, pieces }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("receive"), which, whole: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("refund return"), which }) },
] as const;

export type StockAct = { do: string; pieces?: number; whole?: boolean };

/** Performs one of STOCK_ACTS on the product, or on the order (undefined: there is none yet) and its line at `position`. */
export async function performStockAct(
  shop: Shop,
  admin: Admin,
  on: { productId: string; orderId: string | undefined; position: number },
  one: StockAct,
): Promise<void> {
  const { productId, orderId, position } = on;
  const { db } = shop;
  const move = { key: ulid(), pieces: one.pieces!, note: "" };
  const known = orderId
    ? await db.select().from(returns).where(eq(returns.orderId, orderId)).orderBy(returns.id)
    : [];
  /** The line of a return. */
  const lineOf = async (id: string) =>
    (await db.select().from(returnLines).where(eq(returnLines.returnId, id)))[0]!;
  switch (one.do) {
    case "goods come":
      return void (await moveStock(db, admin, productId, { kind: "entry", ...move }));
    case "goods are lost":
      return void (await moveStock(db, admin, productId, { kind: "loss", ...move }));
    case "inventory": {
      const shelf = await stockOf(db, productId);
      const seen = shelf?.onHand ?? 0;
      return void (await moveStock(db, admin, productId, { kind: "count", seen, ...move }));
    }
    case "count":
      return void (await moveStock(db, admin, productId, { kind: "start", ...move }));
    case "stop counting":
      return void (await stopCounting(db, admin, productId));
    case "an hour passes":
      if (orderId)
        await shop.sql`UPDATE orders SET created_at = created_at - interval '61 minutes' WHERE id = ${orderId}`;
      return void (await releaseUnpaidHolds(shop));
    case "three days pass":
      if (orderId)
        await shop.sql`UPDATE orders SET created_at = created_at - interval '3 days' WHERE id = ${orderId}`;
      return void (await endUnpaidOrders(shop));
    case "address confirmed":
      if (orderId)
        await shop.sql`UPDATE orders SET email_confirmed_at = now() WHERE id = ${orderId}`;
      return void (await holdConfirmedOrders(shop));
    case "order confirmed":
      return void (orderId && (await confirmCashOrder(db, admin, orderId)));
    case "a week passes":
      if (orderId)
        await shop.sql`UPDATE orders SET held_until = held_until - interval '7 days',
          to_confirm_until = to_confirm_until - interval '7 days' WHERE id = ${orderId}`;
      await releaseUnpaidHolds(shop);
      return void (await endUnpaidOrders(shop));
    case "hand over": {
      if (!orderId) return;
      const request = {
        orderId,
        carrier: "Colissimo",
        trackingNumber: null,
        lines: one.whole ? "all" : [{ position, quantity: 1 }],
        formKey: ulid(),
      } as const;
      const outcome = await handOver(shop, admin, { ...request, confirmed: "" });
      if (outcome.kind === "warned")
        await handOver(shop, admin, { ...request, confirmed: outcome.warnings });
      return;
    }
    case "expect return":
      if (orderId)
        await expectReturn(shop, admin, {
          id: ulid(),
          orderId,
          withdrawalId: null,
          lines: [{ position, quantity: one.pieces! }],
        });
      return;
    case "receive": {
      const open = known.find(({ receivedAt }) => !receivedAt) ?? known.at(-1);
      if (!open) return;
      const line = await lineOf(open.id);
      const shelved = one.whole ? line.expected : 1;
      await receiveReturn(shop, admin, {
        id: open.id,
        lines: [{ position: line.position, shelved, damaged: 0 }],
      });
      return;
    }
    case "refund return": {
      const received = known.findLast(({ receivedAt }) => receivedAt);
      if (!received) return;
      const { seenCents } = await readRefundable(db, received.orderId);
      await refundOrder(shop, admin, received.orderId, {
        reason: "modèle",
        lines: [{ position: (await lineOf(received.id)).position, quantity: 1 }],
        returnId: received.id,
        seenCents,
      });
      return;
    }
    default:
      throw new Error(one.do);
  }
}
