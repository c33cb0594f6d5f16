import { sql } from "drizzle-orm";
import { boolean, date, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** A group of settings that administrators have saved (declared by app/settings/settings-group.ts). */
export const settings = pgTable("settings", {
  name: text("name").primaryKey(),
  version: integer("version").notNull().default(1),
  value: jsonb("value").$type<unknown>().notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/** A text of the terms of sale; the newest one that is no draft is in force. Never altered. */
export const termsVersions = pgTable("terms_versions", {
  id: text("id").primaryKey(),
  /** The day from which it was in force, « 2024-02-19 ». */
  effectiveOn: date("effective_on").notNull(),
  /** SHA-256 of the text, in hexadecimal digits. */
  hash: text("hash").notNull(),
  text: text("text").notNull(),
  /** What a trial order accepted before the shop was ever open: never in force. */
  isDraft: boolean("is_draft").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
});
