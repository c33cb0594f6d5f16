import { sql } from "drizzle-orm";
import { integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import type { FamilyKind } from "#app/catalogue/families/family-schema.ts";
import type { Shade } from "#app/catalogue/families/shade-schema.ts";

/** Products that differ by shade or volume (docs/decisions/0079-families.md). */
export const families = pgTable("families", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  kind: text("kind").$type<FamilyKind>().notNull(),
  version: integer("version").notNull().default(1),
});

export const familyMembers = pgTable("family_members", {
  productId: text("product_id").primaryKey(),
  familyId: text("family_id").notNull(),
  position: smallint("position").notNull(),
  label: text("label").notNull(),
  /** « #C08080 »; null: none. */
  colour: text("colour"),
  /** The colour's group in the shop's filter. */
  shade: text("shade")
    .$type<Shade>()
    .generatedAlwaysAs(sql`shade_of(colour)`),
});
