import { eq } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { writePickUp } from "#app/orders/pick-up.server.ts";
import type { PickUpOutcome } from "#app/orders/pick-up.ts";
import type { Services } from "#app/request-context.ts";
import { parcels } from "#db/schema/index.ts";
import { lockParcel } from "./tracking-numbers.server.ts";

/**
 * Records when a parcel was picked up at its relay point, from a carrier's file. Once all parcels of the order have a day, the last one is
 * recorded as the order's pick-up. `day`: « 2026-11-20 ».
 */
export function recordParcelPickUp(
  { db }: Pick<Services, "db">,
  admin: Admin,
  { parcelId, day }: { parcelId: string; day: string },
): Promise<PickUpOutcome> {
  return asAdmin(db, admin, async (tx) => {
    const parcel = await lockParcel(tx, parcelId);
    const order = parcel && (await lockOrder(tx, parcel.orderId));
    if (!order) return { kind: "not-found" };
    const all = await tx
      .select({ id: parcels.id, pickedUpOn: parcels.pickedUpOn })
      .from(parcels)
      .where(eq(parcels.orderId, order.id));
    const days = all.map(({ id, pickedUpOn }) => (id === parcelId ? day : pickedUpOn));
    const known = days.filter((one) => one !== null).toSorted();
    if (known.length === days.length) {
      const last = { day: known.at(-1)!, source: "carrier" } as const;
      const outcome = await writePickUp(tx, order, last, admin);
      if (outcome.kind !== "recorded") return outcome;
    }
    await tx.update(parcels).set({ pickedUpOn: day }).where(eq(parcels.id, parcelId));
    return { kind: "recorded" };
  });
}
