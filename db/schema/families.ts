import { sql } from "drizzle-orm";
import { pgTable } from "drizzle-orm/pg-core";
import type { FamilyKind } from "#app/catalogue/families/family-schema.ts";
import type { Shade } from "#app/catalogue/families/shade-schema.ts";

/** Products that differ by shade or volume (docs/decisions/0079-families.md). */
export const families = pgTable("families", (t) => ({
  id: t.text("id").primaryKey(),
  name: t.text("name").notNull(),
  kind: t.text("kind").$type<FamilyKind>().notNull(),
  version: t.integer("version").notNull().default(1),
}));

export const familyMembers = pgTable("family_members", (t) => ({
  productId: t.text("product_id").primaryKey(),
  familyId: t.text("family_id").notNull(),
  position: t.smallint("position").notNull(),
  label: t.text("label").notNull(),
  /** « #C08080 »; null: none. */
  colour: t.text("colour"),
  /** The colour's group in the shop's filter. */
  shade: t
    .text("shade")
    .$type<Shade>()
    .generatedAlwaysAs(sql`shade_of(colour)`),
}));
