import { sql } from "drizzle-orm";
import { pgTable } from "drizzle-orm/pg-core";

/** A group of settings that administrators have saved (declared by app/settings/settings-group.ts). */
export const settings = pgTable("settings", (t) => ({
  name: t.text("name").primaryKey(),
  version: t.integer("version").notNull().default(1),
  value: t.jsonb("value").$type<unknown>().notNull(),
  updatedAt: t.timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
}));

/** A text of the terms of sale; the newest one that is no draft is in force. Never altered. */
export const termsVersions = pgTable("terms_versions", (t) => ({
  id: t.text("id").primaryKey(),
  /** The day from which it was in force, « 2024-02-19 ». */
  effectiveOn: t.date("effective_on").notNull(),
  /** SHA-256 of the text, in hexadecimal digits. */
  hash: t.text("hash").notNull(),
  text: t.text("text").notNull(),
  /** What a trial order accepted before the shop was ever open: never in force. */
  isDraft: t.boolean("is_draft").notNull().default(false),
  createdAt: t
    .timestamp("created_at", { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
}));
