import { asc } from "drizzle-orm";
import { invoiceContent, settledAt } from "#app/invoices/invoice-content.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { Shop } from "#app/settings/shop.ts";
import { parisDay } from "#app/ui/french-date.ts";
import * as schema from "#db/schema/index.ts";

/** Adds the invoices of paid orders, numbered in the order of their payment. */
export async function addInvoices(tx: Transaction, shop: Shop): Promise<void> {
  const orders = await tx.select().from(schema.orders);
  const lines = await tx.select().from(schema.orderLines).orderBy(asc(schema.orderLines.position));
  const settled = orders
    .flatMap((order) => {
      const issuedAt = settledAt(order);
      return issuedAt ? { order, issuedAt } : [];
    })
    .sort((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime());
  const last = new Map<number, number>();
  const rows = settled.map(({ order, issuedAt }) => {
    const year = Number(parisDay(issuedAt).slice(0, 4));
    const sequence = (last.get(year) ?? 0) + 1;
    last.set(year, sequence);
    const bought = lines
      .filter(({ orderId }) => orderId === order.id)
      .map(({ name, quantity, unitPriceCents }) => ({
        name,
        quantity,
        unitPriceCents,
        reductionCents: 0,
      }));
    return {
      kind: "invoice" as const,
      year,
      sequence,
      orderId: order.id,
      issuedAt,
      totalCents: order.totalCents,
      snapshot: invoiceContent(order, bought, shop),
    };
  });
  await tx.insert(schema.invoices).values(rows);
}
