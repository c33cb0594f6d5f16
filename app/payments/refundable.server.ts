import { and, eq, ne, sql } from "drizzle-orm";
import { priceOfPieces } from "#app/orders/order-sums.ts";
import { readPieces } from "#app/orders/pieces.server.ts";
import { returnsToRefund } from "#app/orders/return-state.server.ts";
import type { ReturnView } from "#app/orders/return-view.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { orders, payments, refunds } from "#db/schema/index.ts";

type Pieces = readonly { position: number; quantity: number }[];

/**
 * A wanted refund: pieces of lines, with a part of the delivery fee and a goodwill sum (« geste commercial ») in cents; or everything that
 * is left.
 */
export type WantedRefund =
  | { lines: Pieces; deliveryCents?: number; gestureCents?: number }
  | { lines: "rest" };

/** A refund as it would be made now, in cents. `paymentId`: the payment at the provider; null: refunded by hand. */
export type RefundQuote = {
  paymentId: string | null;
  lines: Pieces;
  amountCents: number;
  deliveryCents: number;
  gestureCents: number;
  /** The refund exceeds what is left of a line, of the delivery fee or of the order. */
  isTooMuch: boolean;
};

/**
 * The refundable money of an order, in cents. `rest`: neither refunded nor pending; `deliveryLeft`: the delivery fee in it, of which a
 * withdrawal gives back `standardDelivery`. `seenCents`: refunded or pending. Nobody changes it while the caller holds the order's lock.
 */
export async function readRest(db: Queryable, orderId: string) {
  const [order] = await db
    .select({
      paymentId: payments.id,
      seenCents: sql`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number),
      rest: sql`${orders.totalCents} - coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number),
      deliveryLeft:
        sql`${orders.deliveryCents} - ${orders.deliveryReductionCents} - coalesce(sum(${refunds.deliveryCents}), 0)`.mapWith(
          Number,
        ),
      standardDelivery: orders.standardDeliveryCents,
    })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.state, "captured")))
    .leftJoin(refunds, and(eq(refunds.orderId, orders.id), ne(refunds.state, "failed")))
    .where(eq(orders.id, orderId))
    .groupBy(orders.id, payments.id);
  return order!;
}

/**
 * `readRest` with the lines of the order. `left`: the refundable quantity; with `returned`, only of the pieces that came back in this
 * return. `before`: the quantity refunded already.
 */
export async function readRefundable(
  db: Queryable,
  orderId: string,
  returned: ReturnView | null = null,
) {
  const lines = await readPieces(db, orderId, [
    "name",
    "unitPriceCents",
    "reductionCents",
    "bought",
    "refunded",
    "refundable",
  ]);
  return {
    ...(await readRest(db, orderId)),
    lines: lines.map(({ bought, refunded, refundable, ...line }) => ({
      ...line,
      quantity: bought,
      before: refunded,
      left: returned ? toRefundOf(returned, line.position) : refundable,
    })),
  };
}

type Rest = Awaited<ReturnType<typeof readRest>>;
type Refundable = Awaited<ReturnType<typeof readRefundable>>;

/** The quote of a refund of everything that is left, delivery fee included. */
export const quoteRest = ({ paymentId, rest, deliveryLeft }: Rest): RefundQuote => ({
  paymentId,
  lines: [],
  amountCents: rest,
  deliveryCents: Math.min(rest, deliveryLeft),
  gestureCents: 0,
  isTooMuch: false,
});

/** The quote of a refund, both for the confirmation and for the refund itself. */
export function quoteRefund(refundable: Refundable, wanted: WantedRefund): RefundQuote {
  if (wanted.lines === "rest") return quoteRest(refundable);
  const { lines, deliveryCents = 0, gestureCents = 0 } = wanted;
  let amountCents = deliveryCents + gestureCents;
  let isTooMuch = deliveryCents > refundable.deliveryLeft;
  for (const { position, quantity } of lines) {
    const line = refundable.lines.find((other) => other.position === position);
    isTooMuch ||= !line || quantity > line.left;
    if (line) amountCents += priceOfPieces(line, line.before, quantity);
  }
  isTooMuch ||= amountCents > refundable.rest;
  const { paymentId } = refundable;
  return { paymentId, lines, amountCents, deliveryCents, gestureCents, isTooMuch };
}

/**
 * Whether a received return must still refund pieces of one of these lines: a refund without that return could pay for them twice. False
 * for a refund of everything (« rest »), which settles the return as well. The caller holds the order's lock.
 */
export async function hasReturnToRefund(
  tx: Transaction,
  orderId: string,
  lines: WantedRefund["lines"],
): Promise<boolean> {
  if (lines === "rest") return false;
  const due = await returnsToRefund(tx, orderId);
  return due.some((one) => lines.some(({ position }) => toRefundOf(one, position) > 0));
}

/** The pieces of a line that came back and are not refunded yet. */
const toRefundOf = ({ lines }: ReturnView, wanted: number) =>
  lines.find(({ position }) => position === wanted)?.toRefund ?? 0;
