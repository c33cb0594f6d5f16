import { eq, inArray, lt, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Carrier } from "#app/delivery/carriers.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import type { Services } from "#app/request-context.ts";
import { orders, parcels } from "#db/schema/index.ts";
import { orderWithNumber } from "./hand-over.server.ts";

export type TrackingOutcome =
  | { kind: "saved" }
  /** The number is that of another parcel of the carrier. `order`: its order's delivery number. */
  | { kind: "number-taken"; order: string }
  | { kind: "not-found" };

/**
 * Changes a parcel's carrier and tracking number; its customer sees it live, without a mail.
 * @param change `trackingNumber` as stored (tracking-schema.ts); null removes it
 */
export async function changeTracking(
  { db }: Pick<Services, "db">,
  admin: Admin,
  change: { parcelId: string; carrier: Carrier; trackingNumber: string | null },
): Promise<TrackingOutcome> {
  const { parcelId, carrier, trackingNumber } = change;
  try {
    return await asAdmin(db, admin, async (tx) => {
      const parcel = await lockParcel(tx, parcelId);
      if (!parcel) return { kind: "not-found" };
      if (parcel.carrier === carrier && parcel.trackingNumber === trackingNumber)
        return { kind: "saved" };
      await tx.update(parcels).set({ carrier, trackingNumber }).where(eq(parcels.id, parcelId));
      const changes =
        parcel.carrier === carrier
          ? []
          : [{ field: "transporteur", before: parcel.carrier, after: carrier }];
      await recordActs(tx, admin, [
        { act: "tracking-changed", subject: orderSubject(parcel.orderId), changes },
      ]);
      return { kind: "saved" };
    });
  } catch (error) {
    if (!isNumberTaken(error)) throw error;
    return { kind: "number-taken", order: await orderWithNumber(db, carrier, trackingNumber) };
  }
}

/** A parcel under its order's lock; undefined if there is none. */
export async function lockParcel(tx: Transaction, parcelId: string) {
  const [found] = await tx
    .select({ orderId: parcels.orderId })
    .from(parcels)
    .where(eq(parcels.id, parcelId));
  if (!found) return undefined;
  await lockOrder(tx, found.orderId);
  // A second statement: the first one may have read the row before another change.
  return (await tx.select().from(parcels).where(eq(parcels.id, parcelId)))[0];
}

function isNumberTaken(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { constraint?: string }).constraint === "parcels_carrier_tracking_number_key";
}

/**
 * Deletion of an account or of a buyer without one: forgets the tracking numbers of the parcels. The caller holds the locks of its orders.
 */
export async function forgetTrackingOf(tx: Transaction, buyer: Buyer): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(isOf(buyer));
  await tx.update(parcels).set({ trackingNumber: null }).where(inArray(parcels.orderId, own));
}

/**
 * Retention: forgets tracking numbers a year after the hand-over, when no claim against a carrier is possible any more (C. com., L133-6).
 */
export async function forgetOldTracking(db: Database): Promise<void> {
  const old = db
    .select({ id: parcels.id })
    .from(parcels)
    .where(
      sql`${lt(parcels.handedOverAt, sql`now() - interval '1 year'`)} AND ${parcels.trackingNumber} IS NOT NULL`,
    )
    .for("update", { skipLocked: true });
  await db.update(parcels).set({ trackingNumber: null }).where(inArray(parcels.id, old));
}
