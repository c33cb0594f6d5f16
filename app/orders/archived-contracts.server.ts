import { eq, inArray, sql } from "drizzle-orm";
import { lockActorShared } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { ARCHIVE_YEARS, ARCHIVED_FROM_CENTS } from "#app/platform/legal-constants.ts";
import { archivedContracts, type ArchivedContract } from "#db/schema/orders.ts";
import { isOrderId, orderSubject } from "./order-view.ts";

/**
 * Account deletion: archives the customer's contracts of at least 120 € before their orders lose the customer's data (consumer
 * code, L213-1). A contract of an account's life is the order itself. Cancelled orders that were never paid are none.
 * The caller holds the orders' locks.
 */
export async function archiveContracts(tx: Transaction, customerId: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${archivedContracts} (order_id, contract, keep_until)
    SELECT o.id, jsonb_build_object(
        'number', upper(substr(o.id, 11)),
        'placedAt', to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'customer', o.customer_name,
        'address', o.shipping_address,
        'phone', o.phone_number,
        'email', (SELECT email FROM users WHERE id = o.customer_id),
        'totalCents', o.total_cents,
        'deliveryCents', o.delivery_cents,
        'reductionCents', o.delivery_reduction_cents + (SELECT sum(reduction_cents) FROM order_lines WHERE order_id = o.id),
        'shippingMethod', coalesce(o.delivery_name, o.shipping_method),
        'paymentMethod', o.payment_method,
        'shippingFrom', o.shipping_from,
        'shippingUntil', o.shipping_until,
        'deliveredOn', (o.shipped_at AT TIME ZONE 'Europe/Paris')::date,
        'termsVersion', o.terms_version,
        'termsHash', o.terms_hash,
        'lines', (SELECT jsonb_agg(jsonb_build_object('name', name, 'quantity', quantity, 'unitPriceCents', unit_price_cents)
            ORDER BY position) FROM order_lines WHERE order_id = o.id)),
      (coalesce(o.shipped_at, o.created_at) AT TIME ZONE 'Europe/Paris')::date + make_interval(years => ${ARCHIVE_YEARS}::integer)
    FROM orders AS o
    WHERE o.customer_id = ${customerId} AND o.total_cents >= ${ARCHIVED_FROM_CENTS}::integer
      AND (o.is_paid OR o.is_shipped OR o.cancelled_at IS NULL)
    ON CONFLICT (order_id) DO NOTHING`);
}

/** Reads an archived contract and records the reading; null if there is none. Administrators only. */
export async function readArchivedContract(
  db: Database,
  admin: Viewer,
  orderId: string,
): Promise<ArchivedContract | null> {
  if (!admin.isAdmin) throw new Error("only an administrator reads archived contracts");
  if (!isOrderId(orderId)) return null;
  return db.transaction(async (tx) => {
    await lockActorShared(tx, admin);
    const [found] = await tx
      .select({ contract: archivedContracts.contract })
      .from(archivedContracts)
      .where(eq(archivedContracts.orderId, orderId));
    if (!found) return null;
    await recordActs(tx, admin, [{ act: "contract-read", subject: orderSubject(orderId) }]);
    return found.contract;
  });
}

/** Retention: deletes the contracts whose ten years have ended. */
export async function forgetOldContracts(db: Database): Promise<void> {
  const ended = db
    .select({ id: archivedContracts.orderId })
    .from(archivedContracts)
    .where(sql`${archivedContracts.keepUntil} < (now() AT TIME ZONE 'Europe/Paris')::date`)
    .for("update", { skipLocked: true });
  await db.delete(archivedContracts).where(inArray(archivedContracts.orderId, ended));
}
