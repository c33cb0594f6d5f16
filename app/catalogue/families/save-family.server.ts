import { asc, eq, inArray, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { families, familyMembers, products } from "#db/schema/index.ts";
import type { FamilyKind, FamilyPlace, Member } from "./family-schema.ts";

/** The key of the advisory lock of all writes of families. */
const FAMILIES_LOCK = 4_021_979;

export type FamilyEdit = {
  id: string;
  /** The family's version when the form was loaded; 0 for a new one. */
  version: number;
  name: string;
  kind: FamilyKind;
  members: readonly Member[];
};

export type SaveFamilyOutcome =
  | { kind: "saved" }
  /** Another administrator saved or deleted the family since the form was loaded. Like all further outcomes: nothing was written. */
  | { kind: "conflict"; version: number }
  | { kind: "name-taken" }
  /** Some products are in another family; `family` is its name. */
  | { kind: "taken"; products: { id: string; family: string }[] }
  /** Some products were deleted meanwhile. */
  | { kind: "gone"; ids: string[] };

/**
 * Takes an advisory lock that serialises all writes of families, so that two administrators never put a product into two families.
 * Must be called before products are locked (docs/locks.md).
 */
export async function lockFamilies(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${FAMILIES_LOCK})`);
}

/**
 * Creates or replaces a family. Idempotent: a family that already equals the wanted one counts as « saved ».
 */
export async function saveFamily(
  db: Database,
  admin: Admin,
  { id, version, name, kind, members }: FamilyEdit,
): Promise<SaveFamilyOutcome> {
  return asAdmin(db, admin, async (tx): Promise<SaveFamilyOutcome> => {
    await lockFamilies(tx);
    const [stored] = await tx.select().from(families).where(eq(families.id, id));
    const before = await membersOf(tx, id);
    const isSame =
      stored?.name === name &&
      stored.kind === kind &&
      JSON.stringify(before.map(({ id, label, colour }) => [id, label, colour])) ===
        JSON.stringify(members.map(({ id, label, colour }) => [id, label, colour]));
    if (isSame) return { kind: "saved" };
    if ((stored?.version ?? 0) !== version)
      return { kind: "conflict", version: stored?.version ?? 0 };
    const ids = members.map((member) => member.id);
    const locked = await tx
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(inArray(products.id, [...ids, ...before.map((member) => member.id)]))
      .orderBy(asc(products.id))
      .for("key share");
    const names = new Map(locked.map((product) => [product.id, product.name]));
    const gone = ids.filter((productId) => !names.has(productId));
    if (gone.length > 0) return { kind: "gone", ids: gone };
    const elsewhere = await tx
      .select({ id: familyMembers.productId, family: families.name })
      .from(familyMembers)
      .innerJoin(families, eq(families.id, familyMembers.familyId))
      .where(sql`${inArray(familyMembers.productId, ids)} AND ${familyMembers.familyId} <> ${id}`);
    if (elsewhere.length > 0) return { kind: "taken", products: elsewhere };
    const [namesake] = await tx
      .select({ id: families.id })
      .from(families)
      .where(sql`lower(${families.name}) = lower(${name}) AND ${families.id} <> ${id}`);
    if (namesake) return { kind: "name-taken" };
    await tx
      .insert(families)
      .values({ id, name, kind })
      .onConflictDoUpdate({ target: families.id, set: { name, kind, version: version + 1 } });
    // Replaces all rows, so that triggers notify the pages of every product of the family.
    await tx.delete(familyMembers).where(eq(familyMembers.familyId, id));
    await tx.insert(familyMembers).values(
      members.map(({ id: productId, label, colour }, position) => ({
        productId,
        familyId: id,
        position,
        label,
        colour,
      })),
    );
    const texts = (family: string | undefined, list: readonly Member[]) =>
      new Map(list.map((member) => [member.id, familyText(family ?? "", member)]));
    await recordFamilyActs(tx, admin, names, texts(stored?.name, before), texts(name, members));
    return { kind: "saved" };
  });
}

/**
 * Deletes a family; its products stay. Returns false when there is none.
 */
export async function deleteFamily(db: Database, admin: Admin, id: string): Promise<boolean> {
  return asAdmin(db, admin, async (tx) => {
    await lockFamilies(tx);
    const [stored] = await tx.select().from(families).where(eq(families.id, id));
    if (!stored) return false;
    const before = await membersOf(tx, id);
    const locked = await tx
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(
        inArray(
          products.id,
          before.map((member) => member.id),
        ),
      )
      .orderBy(asc(products.id))
      .for("key share");
    await tx.delete(families).where(eq(families.id, id));
    const texts = new Map(before.map((member) => [member.id, familyText(stored.name, member)]));
    const names = new Map(locked.map((product) => [product.id, product.name]));
    await recordFamilyActs(tx, admin, names, texts, new Map());
    return true;
  });
}

/**
 * Puts products into families by the family's name, or takes them out (null). Creates missing families: of shades if a colour is given,
 * else of volumes. New products come last in their family. The caller holds `lockFamilies` and the products' locks, and records the
 * changes in the history.
 */
export async function placeProducts(
  tx: Transaction,
  placed: readonly { productId: string; family: FamilyPlace | null }[],
): Promise<void> {
  const touched = new Set<string>();
  for (const { productId, family } of placed) {
    const [former] = await tx
      .delete(familyMembers)
      .where(eq(familyMembers.productId, productId))
      .returning();
    if (former) touched.add(former.familyId);
    if (!family) continue;
    const { name, label, colour } = family;
    const isNamed = sql`lower(${families.name}) = lower(${name})`;
    const [known] = await tx.select({ id: families.id }).from(families).where(isNamed);
    const familyId = known?.id ?? newId();
    if (!known)
      await tx
        .insert(families)
        .values({ id: familyId, name, kind: colour ? "teinte" : "contenance" });
    touched.add(familyId);
    const last = sql`(SELECT coalesce(max(position), -1) + 1 FROM family_members WHERE family_id = ${familyId})`;
    const position = former?.familyId === familyId ? former.position : last;
    await tx.insert(familyMembers).values({ productId, familyId, label, colour, position });
  }
  if (touched.size === 0) return;
  // A new version: open forms of these families report a conflict, and a trigger invalidates the products' cached pages.
  await tx
    .update(families)
    .set({ version: sql`${families.version} + 1` })
    .where(inArray(families.id, [...touched]));
  await tx
    .update(familyMembers)
    .set({ position: sql`${familyMembers.position}` })
    .where(inArray(familyMembers.familyId, [...touched]));
}

/** A product's place in a family as text for the history: « Rouge mat · Rose nude · #C08080 ». */
export function familyText(family: string, { label, colour }: Omit<Member, "id">): string {
  return [family, label, colour].filter(Boolean).join(" · ");
}

async function membersOf(tx: Transaction, familyId: string): Promise<Member[]> {
  return tx
    .select({
      id: familyMembers.productId,
      label: familyMembers.label,
      colour: familyMembers.colour,
    })
    .from(familyMembers)
    .where(eq(familyMembers.familyId, familyId))
    .orderBy(asc(familyMembers.position), asc(familyMembers.productId));
}

/** Records in the history each product whose place in a family has changed. `names`: product names by id. */
async function recordFamilyActs(
  tx: Transaction,
  admin: Admin,
  names: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Promise<void> {
  await recordActs(
    tx,
    admin,
    [...names].flatMap(([id, name]) => {
      const change = {
        field: "famille",
        before: before.get(id) ?? null,
        after: after.get(id) ?? null,
      };
      if (change.before === change.after) return [];
      return {
        act: "product-updated" as const,
        subject: { type: "product" as const, id, name },
        changes: [change],
      };
    }),
  );
}
