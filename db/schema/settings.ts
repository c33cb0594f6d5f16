import { integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** A group of settings that administrators have saved (app/settings/groups.ts). */
export const settings = pgTable("settings", {
  name: text("name").primaryKey(),
  version: integer("version").notNull().default(1),
  value: jsonb("value").$type<unknown>().notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
