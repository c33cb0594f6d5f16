import { eq, inArray, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { ARCHIVE_YEARS, ARCHIVED_FROM_CENTS } from "#app/platform/legal-constants.ts";
import { dayOf, TODAY } from "#app/platform/paris-time.server.ts";
import { archivedContracts, type ArchivedContract } from "#db/schema/orders.ts";
import { DELIVERY_NUMBER } from "./order-of-number.server.ts";
import { orderSubject } from "./order-view.ts";

/**
 * Archives a buyer's contracts of at least 120 € (consumer code, L213-1), before the deletion of their account or data anonymizes the
 * orders. Until then the order itself is the contract. Cancelled orders that were never paid are left out.
 * The caller holds the orders' locks.
 */
export async function archiveContracts(tx: Transaction, buyer: Buyer): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${archivedContracts} (order_id, contract, keep_until)
    SELECT orders.id, jsonb_build_object(
        'number', ${DELIVERY_NUMBER},
        'placedAt', to_char(orders.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'customer', orders.customer_name,
        'address', orders.shipping_address,
        'phone', orders.phone_number,
        'email', coalesce((SELECT email FROM users WHERE id = orders.customer_id), orders.guest_email),
        'totalCents', orders.total_cents,
        'deliveryCents', orders.delivery_cents,
        'reductionCents', orders.delivery_reduction_cents + (SELECT sum(reduction_cents) FROM order_lines WHERE order_id = orders.id),
        'shippingMethod', coalesce(orders.delivery_name, orders.shipping_method),
        'paymentMethod', orders.payment_method,
        'shippingFrom', orders.shipping_from,
        'shippingUntil', orders.shipping_until,
        'deliveredOn', ${dayOf(sql`orders.shipped_at`)},
        'termsVersion', orders.terms_version,
        'termsHash', orders.terms_hash,
        'lines', (SELECT jsonb_agg(jsonb_build_object('name', name, 'quantity', quantity, 'unitPriceCents', unit_price_cents)
            ORDER BY position) FROM order_lines WHERE order_id = orders.id)),
      ${dayOf(sql`coalesce(orders.shipped_at, orders.created_at)`)} + make_interval(years => ${ARCHIVE_YEARS}::integer)
    FROM orders
    WHERE ${isOf(buyer)} AND orders.total_cents >= ${ARCHIVED_FROM_CENTS}::integer
      AND (orders.is_paid OR orders.is_shipped OR orders.cancelled_at IS NULL)
    ON CONFLICT (order_id) DO NOTHING`);
}

/** Reads an archived contract and records the reading; null if there is none. */
export async function readArchivedContract(
  db: Database,
  admin: Admin,
  orderId: string,
): Promise<ArchivedContract | null> {
  if (!isId(orderId)) return null;
  return asAdmin(db, admin, async (tx) => {
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
    .where(sql`${archivedContracts.keepUntil} < ${TODAY}`)
    .for("update", { skipLocked: true });
  await db.delete(archivedContracts).where(inArray(archivedContracts.orderId, ended));
}
