import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { displayName } from "#app/catalogue/product-name.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { products, stock, stockWaiters } from "#db/schema/index.ts";
import { hashOf, newToken, waitingPath } from "./waiters.server.ts";

/** How many people get a mail for each available piece: not all of them will buy. */
const TOLD_A_PIECE = 5;
/** Pieces per transaction. It locks the product's stock, so orders of the product wait for it. */
const PIECES_AT_ONCE = 10;
const PRODUCTS_AT_ONCE = 500;
/** Back for 10 minutes: an order that is cancelled and placed again at once must not use up a waiter's only mail. */
const isBackForLong = sql<boolean>`coalesce(${stock.backSince} <= now() - interval '10 minutes', false)`;

/**
 * Mails the oldest waiters of each product that came back: five for each available piece, once the product has been available for 10
 * minutes without a break. The transaction that queues a mail also marks its waiter, so concurrent runs mail nobody twice.
 * @returns how many were mailed
 */
export async function tellWaiters({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<number> {
  const back = await db
    .select({ id: stock.productId })
    .from(stock)
    .where(and(gt(stock.piecesBack, 0), isBackForLong))
    .orderBy(stock.productId)
    .limit(PRODUCTS_AT_ONCE);
  let all = 0;
  for (const { id } of back)
    for (;;) {
      const { told, isDone } = await db.transaction((tx) => tellSome(tx, jobs, id));
      all += told;
      if (isDone) break;
    }
  return all;
}

async function tellSome(
  tx: Transaction,
  jobs: Services["jobs"],
  productId: string,
): Promise<{ told: number; isDone: boolean }> {
  const isProduct = eq(stock.productId, productId);
  const [row] = await tx
    .select()
    .from(stock)
    .where(and(isProduct, isBackForLong))
    .for("no key update");
  if (!row || row.piecesBack === 0) return { told: 0, isDone: true };
  const available = row.isCounted ? row.onHand - row.held : row.piecesBack;
  const pieces = Math.min(row.piecesBack, available);
  const now = Math.min(pieces, PIECES_AT_ONCE);
  const told = now > 0 ? await tellOldest(tx, jobs, productId, now * TOLD_A_PIECE) : 0;
  // Done: no waiters are left, or all available pieces were announced.
  const isDone = told < now * TOLD_A_PIECE || pieces === now;
  await tx
    .update(stock)
    .set(isDone ? { piecesBack: 0, backSince: null } : { piecesBack: pieces - now })
    .where(isProduct);
  return { told, isDone };
}

async function tellOldest(
  tx: Transaction,
  jobs: Services["jobs"],
  productId: string,
  most: number,
): Promise<number> {
  const waiters = await tx
    .select({ id: stockWaiters.id, email: stockWaiters.email, productName: products.name })
    .from(stockWaiters)
    .innerJoin(products, eq(products.id, stockWaiters.productId))
    .where(
      and(
        eq(stockWaiters.productId, productId),
        isNotNull(stockWaiters.confirmedAt),
        isNull(stockWaiters.toldAt),
      ),
    )
    .orderBy(asc(stockWaiters.confirmedAt), asc(stockWaiters.id))
    .limit(most)
    .for("update", { of: stockWaiters, skipLocked: true });
  for (const { id, email, productName } of waiters) {
    // Only the hash of a token is stored, so this mail's link needs another.
    const token = newToken();
    await tx
      .update(stockWaiters)
      .set({ toldAt: sql`now()`, tokenHash: hashOf(token) })
      .where(eq(stockWaiters.id, id));
    await queueMail(tx, jobs, {
      to: email,
      template: "product-back",
      props: { productId, productName: displayName(productName), path: waitingPath(token) },
      key: `product-back-${id.toLowerCase()}`,
    });
  }
  return waiters.length;
}
