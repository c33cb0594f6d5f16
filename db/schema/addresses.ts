import { pgTable } from "drizzle-orm/pg-core";

/** A customer's address book; one default of each kind. */
export const addresses = pgTable("addresses", (t) => ({
  id: t.text("id").primaryKey(),
  customerId: t.text("customer_id").notNull(),
  kind: t.text("kind").$type<"delivery" | "billing">().notNull(),
  isDefault: t.boolean("is_default").notNull(),
  name: t.text("name").notNull(),
  /** The lines of the address except postal code, town and country. */
  street: t.text("street").notNull(),
  postalCode: t.text("postal_code").notNull(),
  town: t.text("town").notNull(),
  /** ISO 3166 code. */
  country: t.text("country").notNull(),
  /** As typed; empty without one. */
  phone: t.text("phone").notNull(),
  /** The company of a billing address; empty without one. */
  company: t.text("company").notNull().default(""),
  siren: t.text("siren").notNull().default(""),
  vatNumber: t.text("vat_number").notNull().default(""),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
}));
