import { and, asc, desc, eq, inArray, isNull, like } from "drizzle-orm";
import { displayName } from "#app/catalogue/product-name.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import type { Services } from "#app/request-context.ts";
import { mails, products, profiles, stock, stockAlerts, users } from "#db/schema/index.ts";

/** The most products that a mail lists; the page « Stock » has all. */
const MOST_LISTED = 50;

/**
 * Mails every administrator, at most once a day in Paris, the products that crossed their alert level since the last mail and are
 * still low. Without such a crossing nothing is sent. @returns how many were mailed
 */
export async function mailStockDigest({
  db,
  jobs,
}: Pick<Services, "db" | "jobs">): Promise<number> {
  const day = parisToday();
  return db.transaction(async (tx) => {
    // Lock the accounts first: their mails reference them (docs/locks.md).
    const administrators = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .innerJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(profiles.isAdmin, true))
      .orderBy(asc(users.id))
      .for("key share", { of: users });
    const { ids, alerted } = await takeAlerts(tx, day);
    if (ids === 0 || alerted.length === 0) return 0;
    const lines = alerted.slice(0, MOST_LISTED).map(({ name, onHand, held, alertLevel }) => ({
      name: displayName(name),
      available: onHand - held,
      alertLevel,
    }));
    for (const { id, email } of administrators)
      await queueMail(tx, jobs, {
        to: email,
        template: "stock-digest",
        props: { lines, more: alerted.length - lines.length },
        key: `${keyOf(day)}${id.toLowerCase()}`,
      });
    return administrators.length;
  });
}

const keyOf = (day: string) => `stock-digest-${day}-`;

/** Marks unmailed alerts as mailed, unless today's mail was sent already. Returns their products that are still low. */
async function takeAlerts(tx: Transaction, day: string) {
  // FOR UPDATE: a concurrent run waits here, then finds no unmailed alert.
  const waiting = await tx
    .select({ productId: stockAlerts.productId })
    .from(stockAlerts)
    .where(isNull(stockAlerts.mailedAt))
    .orderBy(asc(stockAlerts.productId), asc(stockAlerts.number))
    .for("update");
  const [sent] = await tx
    .select({ key: mails.key })
    .from(mails)
    .where(like(mails.key, `${keyOf(day)}%`))
    .limit(1);
  if (waiting.length === 0 || sent) return { ids: 0, alerted: [] };
  const ids = [...new Set(waiting.map(({ productId }) => productId))];
  await tx
    .update(stockAlerts)
    .set({ mailedAt: new Date(databaseNow()) })
    .where(and(inArray(stockAlerts.productId, ids), isNull(stockAlerts.mailedAt)));
  const alerted = await tx
    .select({
      name: products.name,
      onHand: stock.onHand,
      held: stock.held,
      alertLevel: stock.alertLevel,
    })
    .from(stock)
    .innerJoin(products, eq(products.id, stock.productId))
    .where(and(inArray(stock.productId, ids), eq(stock.isAlerted, true)))
    .orderBy(desc(stock.productId));
  return { ids: ids.length, alerted };
}
