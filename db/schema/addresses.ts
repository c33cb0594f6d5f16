import { boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** A customer's address book; one default of each kind. */
export const addresses = pgTable("addresses", {
  id: text("id").primaryKey(),
  customerId: text("customer_id").notNull(),
  kind: text("kind").$type<"delivery" | "billing">().notNull(),
  isDefault: boolean("is_default").notNull(),
  name: text("name").notNull(),
  /** Everything but postal code, town and country, in lines. */
  street: text("street").notNull(),
  postalCode: text("postal_code").notNull(),
  town: text("town").notNull(),
  /** ISO 3166 code. */
  country: text("country").notNull(),
  /** As typed; empty without one. */
  phone: text("phone").notNull(),
  /** Of a billing address; empty without one. */
  company: text("company").notNull().default(""),
  siren: text("siren").notNull().default(""),
  vatNumber: text("vat_number").notNull().default(""),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
