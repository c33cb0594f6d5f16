import { eq } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";
import * as schema from "#db/schema/index.ts";
import type { Clock } from "./clock.ts";
import type { OrderText } from "./texts.ts";

type Made = { orders: (typeof schema.orders.$inferInsert)[] };

/** The parcels under way and the returns expected, of the orders whose texts name one. `texts` and `orders` have the same order. */
export async function addDispatch(
  tx: Transaction,
  texts: OrderText[],
  { orders }: Made,
  { administratorId, clock }: { administratorId: string; clock: Clock },
): Promise<void> {
  for (const [index, { hoursAgo, parcel, returnHoursAgo }] of texts.entries()) {
    const orderId = orders[index]!.id;
    const lines = tx
      .select({ position: schema.orderLines.position, quantity: schema.orderLines.quantity })
      .from(schema.orderLines)
      .where(eq(schema.orderLines.orderId, orderId))
      .orderBy(schema.orderLines.position);
    if (parcel) {
      const handedOverAt = clock.hoursAgo(hoursAgo - parcel.afterHours);
      const { carrier, trackingNumber } = parcel;
      const id = clock.id(handedOverAt);
      await tx.insert(schema.parcels).values({
        id,
        orderId,
        carrier,
        trackingNumber,
        handedOverBy: administratorId,
        handedOverAt,
      });
      const packed = (await lines).map((line) => ({ parcelId: id, orderId, ...line }));
      await tx.insert(schema.parcelLines).values(packed);
      await tx.update(schema.orders).set({ handedOverAt }).where(eq(schema.orders.id, orderId));
    }
    if (returnHoursAgo !== undefined) {
      const createdAt = clock.hoursAgo(returnHoursAgo);
      const id = clock.id(createdAt);
      await tx
        .insert(schema.returns)
        .values({ id, orderId, createdBy: administratorId, createdAt });
      const [first] = await lines;
      await tx
        .insert(schema.returnLines)
        .values({ returnId: id, orderId, position: first!.position, expected: 1 });
    }
  }
}
