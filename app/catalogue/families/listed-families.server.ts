import { sql, type SQL } from "drizzle-orm";
import { sqlLiteral } from "#app/platform/db.server.ts";
import type { PriceBounds } from "../count-matching.server.ts";
import type { Category } from "../product-schema.ts";
import { SHADES, type Shade } from "./shade-schema.ts";

/*
 * Families in the shop's list. With the setting « one card a family », a family has one card in each of its categories: that of
 * the first product which matches the filters. Available products come first, then cheaper ones, then the family's order.
 */

/** The filters of the list besides the category. */
export type Matching = {
  namePrefix: string;
  price: PriceBounds | null;
  shades: readonly Shade[];
};

/** SQL of the shades that products have, in the order of SHADES, as a JSON array. */
export const knownShades = sql`(SELECT coalesce(json_agg(shade ORDER BY place), '[]')
  FROM unnest(${sqlLiteral(`{${Object.keys(SHADES).join(",")}}`)}::text[]) WITH ORDINALITY AS list (shade, place)
  WHERE EXISTS (SELECT FROM family_members WHERE family_members.shade = list.shade))`;

/** The condition that a product has one of these shades. */
export const hasShade = (shades: readonly Shade[]): SQL =>
  sql`id IN (SELECT product_id FROM family_members WHERE shade IN ${[...shades]})`;

// A scalar subquery, not EXISTS, which PostgreSQL may answer by reading all products that are sold out.
const soldOut = (table: "products" | "sibling") =>
  sql.raw(`coalesce((SELECT state = 'sold-out' FROM stock WHERE product_id = ${table}.id), false)`);

/**
 * The condition that a row of `merged` (the matching products) is the first of its family, whose card is shown. OFFSET 0 keeps
 * PostgreSQL from planning a join: it then looks up families only for the rows up to the end of the page.
 */
export const isFirstOfFamily = (
  matching: Matching,
): SQL => sql`(merged.id NOT IN (SELECT product_id FROM family_members) OR NOT EXISTS (
  SELECT FROM family_members AS own JOIN products ON products.id = own.product_id
    JOIN family_members AS other ON other.family_id = own.family_id JOIN products AS sibling ON sibling.id = other.product_id
  WHERE own.product_id = merged.id AND sibling.category = products.category
    AND (${soldOut("sibling")}, sibling.price_cents, other.position, sibling.id)
      < (${soldOut("products")}, products.price_cents, own.position, products.id)
    AND ${matches(matching)} OFFSET 0))`;

/**
 * A subquery: for each category, how many matching products have no card of their own, as a JSON array of HiddenCount. It reads
 * the products of all families.
 */
export const hiddenCounts = (
  matching: Matching,
): SQL => sql`(SELECT coalesce(json_agg(counts), '[]') FROM (
  SELECT category, sum(members - 1)::integer AS hidden FROM (
    SELECT category, count(*) AS members FROM family_members AS other JOIN products AS sibling ON sibling.id = product_id
    WHERE ${matches(matching)} GROUP BY category, family_id) AS shown
  GROUP BY category) AS counts)`;
export type HiddenCount = { category: Category; hidden: number };

/** SQL of the text on a family's card, « 6 teintes », and of whether another of its products costs more. NULL without a family. */
export const cardFamily = sql`(
  SELECT json_build_object('text', count(*) || ${sqlLiteral("\u00a0")} || family.kind || 's',
    'isFrom', max(sibling.price_cents) > products.price_cents)
  FROM family_members AS own JOIN families AS family ON family.id = own.family_id
    JOIN family_members AS other ON other.family_id = own.family_id JOIN products AS sibling ON sibling.id = other.product_id
  WHERE own.product_id = products.id
  GROUP BY family.kind HAVING count(*) > 1)`;

/** The condition on a row of `sibling` and its `other` in family_members. */
function matches({ namePrefix, price, shades }: Matching): SQL {
  return sql.join(
    [
      sql`true`,
      ...(namePrefix ? [sql`starts_with(sibling.name, ${namePrefix})`] : []),
      // « + 0 » keeps PostgreSQL from reading all products of these prices by their index: the families have far fewer.
      ...(price ? [sql`sibling.price_cents + 0 BETWEEN ${price.from} AND ${price.to}`] : []),
      ...(shades.length > 0 ? [sql`other.shade IN ${[...shades]}`] : []),
    ],
    sql` AND `,
  );
}
