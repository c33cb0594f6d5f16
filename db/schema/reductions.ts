import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** How many orders have a reduction of the settings; cancelled ones are not counted. */
export const reductionCounts = pgTable("reduction_counts", {
  reductionId: text("reduction_id").primaryKey(),
  used: integer("used").notNull().default(0),
});

/** The reduction of an order. `releasedAt`: when the order was cancelled. */
export const reductionUses = pgTable("reduction_uses", {
  orderId: text("order_id").primaryKey(),
  reductionId: text("reduction_id").notNull(),
  releasedAt: timestamp("released_at", { withTimezone: true }),
});
