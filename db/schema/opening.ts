import { pgTable } from "drizzle-orm/pg-core";

/** Whether the public may use the shop; no row: it has never been opened. */
export const shopState = pgTable("shop_state", (t) => ({
  id: t.boolean("id").primaryKey().default(true),
  isOpen: t.boolean("is_open").notNull(),
  changedAt: t.timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
}));

/** « postgres »: an administrator accepted the version with known vulnerabilities that `detail` names. */
export type ProofName = "webhook" | "mail" | "backup" | "postgres";
/** The last time at which something was proven to work, or was accepted. */
export const shopProofs = pgTable("shop_proofs", (t) => ({
  name: t.text("name").$type<ProofName>().primaryKey(),
  provenAt: t.timestamp("proven_at", { withTimezone: true }).notNull().defaultNow(),
  detail: t.text("detail").notNull().default(""),
}));

/** Single-use links. */
export const shopLinks = pgTable("shop_links", (t) => ({
  name: t.text("name").$type<"first-administrator" | "trial-mail">().notNull(),
  tokenHash: t.text("token_hash").primaryKey(),
  expiresAt: t.timestamp("expires_at", { withTimezone: true }).notNull(),
  detail: t.text("detail").notNull().default(""),
}));
