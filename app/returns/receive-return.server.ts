import { and, eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { queueOrderMail } from "#app/orders/order-mails.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { deliveryNumber, orderSubject } from "#app/orders/order-view.ts";
import { readReturn } from "#app/orders/return-state.server.ts";
import { isToRefund } from "#app/orders/return-view.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import type { Services } from "#app/request-context.ts";
import { movePieces } from "#app/stock/change-stock.server.ts";
import { orderLines, returnLines, returns } from "#db/schema/index.ts";

/** What came of a line: pieces that are on the shelf again, and damaged ones. */
export type CameLine = { position: number; shelved: number; damaged: number };

export type ReceiveOutcome =
  | { kind: "received" }
  /** The return was received or closed before: no stock was moved. */
  | { kind: "already-received" | "closed" }
  | { kind: "nothing" }
  /** More pieces of a line came than were expected. */
  | { kind: "too-many"; position: number }
  /** The shelf of a product would have more than 1,000,000 pieces. */
  | { kind: "shelf-full" }
  | { kind: "not-found" };

/**
 * Records what came back, once: puts the good pieces on the shelf of counted products, and tells the customer by mail.
 */
export async function receiveReturn(
  services: Pick<Services, "db" | "jobs">,
  admin: Admin,
  { id, lines }: { id: string; lines: readonly CameLine[] },
): Promise<ReceiveOutcome> {
  if (!isId(id)) return { kind: "not-found" };
  try {
    return await asAdmin(services.db, admin, (tx) => receive(tx, services, admin, { id, lines }));
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    if ((cause as { constraint?: string }).constraint === "stock_on_hand")
      return { kind: "shelf-full" };
    throw error;
  }
}

async function receive(
  tx: Transaction,
  { jobs }: Pick<Services, "jobs">,
  admin: Admin,
  { id, lines }: { id: string; lines: readonly CameLine[] },
): Promise<ReceiveOutcome> {
  const [found] = await tx
    .select({ orderId: returns.orderId })
    .from(returns)
    .where(eq(returns.id, id));
  if (!found) return { kind: "not-found" };
  const { orderId } = found;
  await lockOrder(tx, orderId);
  // Read under the order's lock: a concurrent reception or closing may have committed first.
  const [current] = await tx.select().from(returns).where(eq(returns.id, id));
  if (current!.receivedAt) return { kind: "already-received" };
  if (current!.closedAt) return { kind: "closed" };
  const expected = await expectedLines(tx, id);
  const came = expected.map((line) => ({
    ...line,
    ...(lines.find(({ position }) => position === line.position) ?? { shelved: 0, damaged: 0 }),
  }));
  const excess = came.find((line) => line.shelved + line.damaged > line.expected);
  if (excess) return { kind: "too-many", position: excess.position };
  if (came.every(({ shelved, damaged }) => shelved + damaged === 0)) return { kind: "nothing" };

  for (const { position, shelved, damaged } of came)
    await tx
      .update(returnLines)
      .set({ shelved, damaged })
      .where(and(eq(returnLines.returnId, id), eq(returnLines.position, position)));
  await tx
    .update(returns)
    .set({ receivedAt: sql`now()`, receivedBy: admin.id })
    .where(eq(returns.id, id));
  const moves = came
    .filter(({ shelved }) => shelved > 0)
    .map(({ productId, shelved }) => ({ productId, reason: "return" as const, change: shelved }));
  await movePieces(tx, admin, moves, {
    note: `Retour de la commande ${deliveryNumber(orderId)}`,
    orderId,
  });
  const inOrder = came.toSorted((one, other) => one.position - other.position);
  await recordActs(tx, admin, [
    {
      act: "return-received",
      subject: orderSubject(orderId),
      changes: inOrder.map((line) => ({
        field: displayName(line.name),
        before: `${line.expected} attendu${line.expected > 1 ? "s" : ""}`,
        after: `${line.shelved} en rayon, ${line.damaged} abîmé${line.damaged > 1 ? "s" : ""}`,
      })),
    },
  ]);
  const received = (await readReturn(tx, id))!;
  const pieces = inOrder.map(({ shelved, damaged, ...line }) => ({
    ...line,
    quantity: shelved + damaged,
  }));
  await queueOrderMail(tx, jobs, orderId, {
    kind: "return-received",
    returnId: id,
    lines: pieces.filter(({ quantity }) => quantity > 0),
    missing: pieces.reduce((sum, line) => sum + line.expected - line.quantity, 0),
    refundDueOn: isToRefund(received) ? received.dueOn : null,
  });
  return { kind: "received" };
}

/** The lines of a return by product id, the order in which stock is locked (docs/locks.md). */
const expectedLines = (tx: Transaction, id: string) =>
  tx
    .select({
      position: returnLines.position,
      expected: returnLines.expected,
      productId: orderLines.productId,
      name: orderLines.name,
      unitPriceCents: orderLines.unitPriceCents,
    })
    .from(returnLines)
    .innerJoin(
      orderLines,
      and(
        eq(orderLines.orderId, returnLines.orderId),
        eq(orderLines.position, returnLines.position),
      ),
    )
    .where(eq(returnLines.returnId, id))
    .orderBy(orderLines.productId);
