import { pgTable } from "drizzle-orm/pg-core";

/** How many orders have a reduction of the settings; cancelled ones are not counted. */
export const reductionCounts = pgTable("reduction_counts", (t) => ({
  reductionId: t.text("reduction_id").primaryKey(),
  used: t.integer("used").notNull().default(0),
}));

/** The reduction of an order. `releasedAt`: when the order was cancelled. */
export const reductionUses = pgTable("reduction_uses", (t) => ({
  orderId: t.text("order_id").primaryKey(),
  reductionId: t.text("reduction_id").notNull(),
  releasedAt: t.timestamp("released_at", { withTimezone: true }),
}));
