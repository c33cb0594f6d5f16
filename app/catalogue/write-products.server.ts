import { sql } from "drizzle-orm";
import { products } from "#db/schema/index.ts";
import type { AuditedAct, AuditedChange } from "#db/schema/audit.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { ProductTexts } from "./product-schema.ts";

/** What the history says was done; by an import, as part of it. */
type ProductAct =
  | { act: Extract<AuditedAct, "product-created" | "product-updated"> }
  | { act: "product-imported"; groupId: string };
type Actor = { id: string; name: string } | null;
/** Shared by the trigger learn_words() (db/migrations/0009_search.sql). */
const WORDS_LOCK = 4_021_971;
export type WrittenProduct = ProductTexts & { id: string };

/**
 * Lets nobody else add words to the search until the transaction ends. A batch adds those of its products one after the
 * other, in no order as a whole; without this, it could deadlock with a product that is being saved (docs/locks.md). The
 * caller holds the products it changes.
 */
export async function lockNewWords(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${WORDS_LOCK})`);
}

/** Puts new products on sale, and writes down who did. */
export async function insertProducts(
  tx: Transaction,
  actor: Actor,
  act: ProductAct,
  created: readonly WrittenProduct[],
): Promise<void> {
  if (created.length === 0) return;
  const creatorId = actor?.id ?? null;
  await tx.insert(products).values(created.map((product) => ({ ...product, creatorId })));
  await recordActs(
    tx,
    actor,
    created.map((product) => ({ ...act, subject: subjectOf(product) })),
  );
}

/**
 * Writes what is said of products that are there, as a next version, and writes down who changed what of each. Their
 * rows are locked by the caller, who has read them.
 */
export async function updateProducts(
  tx: Transaction,
  actor: Actor,
  act: ProductAct,
  updated: readonly { after: WrittenProduct; changes: AuditedChange[] }[],
): Promise<void> {
  if (updated.length === 0) return;
  const rows = JSON.stringify(updated.map(({ after }) => after));
  await tx.execute(sql`
    UPDATE products SET name = line.name, price_cents = line."priceCents", category = line.category,
      selling_type = line."sellingType", description = line.description, composition = line.composition,
      specifications = line.specifications, version = version + 1, updated_at = now()
    FROM jsonb_to_recordset(${rows}::jsonb) AS line (id text, name text, "priceCents" integer, category text,
      "sellingType" text, description text, composition text, specifications jsonb)
    WHERE products.id = line.id`);
  await recordActs(
    tx,
    actor,
    updated.map(({ after, changes }) => ({ ...act, subject: subjectOf(after), changes })),
  );
}

function subjectOf({ id, name }: WrittenProduct) {
  return { type: "product" as const, id, name };
}
