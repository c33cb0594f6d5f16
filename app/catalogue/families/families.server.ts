import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { clampPage, type Paged } from "#app/ui/bounded-count.ts";
import { families, familyMembers, products } from "#db/schema/index.ts";
import { displayName } from "../product-name.ts";
import type { Picture } from "../product-schema.ts";
import { firstPicture } from "../products.server.ts";
import type { FamilyKind, FamilyPlace } from "./family-schema.ts";

const PAGE_SIZE = 20;

export type FamilyRow = {
  id: string;
  name: string;
  kind: FamilyKind;
  /** The number of products. */
  count: number;
  /** The products' labels in order: « Rose nude, Corail ». */
  labels: string;
};

/** One page of the families by name. A page beyond the last returns the last. */
export async function listFamilies(
  db: Queryable,
  wanted: number,
): Promise<{ families: FamilyRow[]; total: number } & Paged> {
  const total = await db.$count(families);
  const { offset, ...shown } = clampPage(wanted, total, PAGE_SIZE);
  const rows = await db
    .select({
      id: families.id,
      name: families.name,
      kind: families.kind,
      count: sql<number>`(SELECT count(*)::integer FROM family_members WHERE family_id = families.id)`,
      labels: sql<string>`(SELECT coalesce(string_agg(label, ', ' ORDER BY position, product_id), '')
        FROM family_members WHERE family_id = families.id)`,
    })
    .from(families)
    .orderBy(sql`${families.name} COLLATE french`, asc(families.id))
    .limit(PAGE_SIZE)
    .offset(offset);
  return { families: rows, total, ...shown };
}

/** SQL of a product's place in a family, as JSON; NULL without one. */
export const placeOf = sql<FamilyPlace | null>`(
  SELECT json_build_object('name', families.name, 'label', label, 'colour', colour)
  FROM family_members JOIN families ON families.id = family_id WHERE product_id = products.id)`;

/** Whether there is any family. */
export async function hasFamilies(db: Queryable): Promise<boolean> {
  const found = await db.select({ id: families.id }).from(families).limit(1);
  return found.length > 0;
}

/** A row of the family form: a product with its editable fields. */
export type EditedMember = {
  id: string;
  label: string;
  /** « #C08080 », or « » for none. */
  colour: string;
};
/** What the form shows of a product besides its editable fields. */
export type MemberProduct = { name: string; picture: Picture | null };
export type EditedFamily = {
  version: number;
  name: string;
  kind: FamilyKind;
  members: EditedMember[];
};

/** A family with its products in order; null when there is none. */
export async function readFamily(db: Queryable, id: string): Promise<EditedFamily | null> {
  const [family] = await db.select().from(families).where(eq(families.id, id));
  if (!family) return null;
  const members = await db
    .select({
      id: familyMembers.productId,
      label: familyMembers.label,
      colour: sql<string>`coalesce(${familyMembers.colour}, '')`,
    })
    .from(familyMembers)
    .where(eq(familyMembers.familyId, id))
    .orderBy(asc(familyMembers.position), asc(familyMembers.productId));
  const { version, name, kind } = family;
  return { version, name, kind, members };
}

/** The displayed names and first pictures of products, by id. */
export async function memberProducts(
  db: Queryable,
  ids: readonly string[],
): Promise<Record<string, MemberProduct>> {
  if (ids.length === 0) return {};
  const rows = await db
    .select({ id: products.id, name: products.name, picture: firstPicture })
    .from(products)
    .where(inArray(products.id, [...ids]));
  return Object.fromEntries(
    rows.map(({ id, name, picture }) => [id, { name: displayName(name), picture }]),
  );
}

/** The first family, by name, that one of the products is in; null when none is. */
export async function familyOfAny(
  db: Queryable,
  productIds: readonly string[],
): Promise<string | null> {
  if (productIds.length === 0) return null;
  const [found] = await db
    .select({ id: families.id })
    .from(familyMembers)
    .innerJoin(families, eq(families.id, familyMembers.familyId))
    .where(inArray(familyMembers.productId, [...productIds]))
    .orderBy(asc(families.name))
    .limit(1);
  return found?.id ?? null;
}
