import { inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { importedFields, orders, withdrawalEndings, withdrawals } from "#db/schema/index.ts";
import type { withdrawalDocument } from "./document-schema.ts";
import { keepField, saveExtra, type Entry, type Importing } from "./import-entry.server.ts";

type WithdrawalEntry = Entry<z.output<typeof withdrawalDocument>>;

/** Inserts statements of withdrawal that the shop doesn't have, with their endings; returns how many. */
export async function writeWithdrawals(
  importing: Importing,
  entries: WithdrawalEntry[],
): Promise<number> {
  const { tx } = importing;
  const orderIds = await orderIdsOf(importing, entries);
  const rows = [];
  for (const entry of entries) {
    const {
      orderId: formerId,
      lines,
      lateDelivery,
      ending: _ending,
      eclat: _own,
      ...document
    } = entry.document;
    const orderId = orderIds.get(formerId) ?? null;
    if (formerId !== "" && orderId === null)
      await keepField(importing, entry, "orderId", `commande inconnue : ${formerId}`);
    rows.push({
      ...document,
      orderId,
      isForLateDelivery: lateDelivery,
      lines:
        lines.length > 0 ? lines.map(({ position, qty }) => ({ position, quantity: qty })) : null,
    });
  }
  const inserted = await tx
    .insert(withdrawals)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: withdrawals.id });
  const insertedIds = new Set(inserted.map(({ id }) => id));
  const written = entries.filter(({ id }) => insertedIds.has(id));
  const endings = written.flatMap(({ id, document: { ending } }) =>
    ending ? [{ withdrawalId: id, ...ending }] : [],
  );
  if (endings.length > 0) await tx.insert(withdrawalEndings).values(endings);
  await saveExtra(tx, "withdrawals", written);
  return insertedIds.size;
}

/** The orders' ids in this shop by their ids in the documents: an imported order may have a new one (`orderIdFor`). */
async function orderIdsOf(
  { tx }: Importing,
  entries: readonly WithdrawalEntry[],
): Promise<Map<string, string>> {
  const stated = entries.map(({ document }) => document.orderId);
  const own = await tx.select({ id: orders.id }).from(orders).where(inArray(orders.id, stated));
  const moved = await tx
    .select({
      formerId: sql<string>`${importedFields.fields}->>'id'`,
      id: importedFields.documentId,
    })
    .from(importedFields)
    .where(
      sql`${importedFields.collection} = 'orders' AND ${inArray(sql`${importedFields.fields}->>'id'`, stated)}`,
    );
  return new Map([
    ...own.map(({ id }) => [id, id] as const),
    ...moved.map(({ formerId, id }) => [formerId, id] as const),
  ]);
}
