import { boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Whether the public may use the shop; no row: it has never been opened. */
export const shopState = pgTable("shop_state", {
  id: boolean("id").primaryKey().default(true),
  isOpen: boolean("is_open").notNull(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
});

/** « postgres »: an administrator accepted the version with known vulnerabilities that `detail` names. */
export type ProofName = "webhook" | "mail" | "backup" | "postgres";
/** The last time that something was seen to work, or was accepted. */
export const shopProofs = pgTable("shop_proofs", {
  name: text("name").$type<ProofName>().primaryKey(),
  provenAt: timestamp("proven_at", { withTimezone: true }).notNull().defaultNow(),
  detail: text("detail").notNull().default(""),
});

/** Links that are good once. */
export const shopLinks = pgTable("shop_links", {
  name: text("name").$type<"first-administrator" | "trial-mail">().notNull(),
  tokenHash: text("token_hash").primaryKey(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  detail: text("detail").notNull().default(""),
});
