import { sql } from "drizzle-orm";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { AuditedAct, AuditedChange } from "#db/schema/audit.ts";
import { products } from "#db/schema/index.ts";
import type { ProductTexts } from "./product-schema.ts";

/** The act for the audit trail. `groupId` is the id of the import. */
type ProductAct =
  | { act: Extract<AuditedAct, "product-created" | "product-updated"> }
  | { act: "product-imported"; groupId: string };
type Actor = { id: string; name: string } | null;
/** The key of the advisory lock that db/functions/learn_words.sql takes in shared mode. */
const WORDS_LOCK = 4_021_971;
export type WrittenProduct = ProductTexts & { id: string };

/**
 * Blocks other transactions from adding search words until this one ends. A batch inserts words without a global order, so
 * it could deadlock with a concurrent product save (docs/locks.md). The caller already holds the locks of its products.
 */
export async function lockNewWords(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${WORDS_LOCK})`);
}

/** Inserts products and their audit events. `actor` is null for an import whose administrator's account was deleted. */
export async function insertProducts(
  tx: Transaction,
  actor: Actor,
  act: ProductAct,
  created: readonly (WrittenProduct & { acceptedDoubts?: string[] | null | undefined })[],
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
 * Updates products, increments their versions and inserts audit events with the changes. The caller must have locked the rows
 * before reading them.
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
      specifications = line.specifications, net_quantity = line."netQuantity", net_unit = line."netUnit",
      product_type = line."productType", durability_date = line."durabilityDate", pao_months = line."paoMonths",
      precautions = line.precautions, responsible_person = line."responsiblePerson", origin = line.origin,
      reference = line.reference, ean = line.ean, sorting = line.sorting, weight_grams = line."weightGrams", version = version + 1, updated_at = now()
    FROM jsonb_to_recordset(${rows}::jsonb) AS line (id text, name text, "priceCents" integer, category text,
      "sellingType" text, description text, composition text, specifications jsonb,
      "productType" text, "durabilityDate" date, "netQuantity" numeric, "netUnit" text, "paoMonths" smallint,
      precautions text, "responsiblePerson" text, origin text,
      reference text, ean text, sorting text, "weightGrams" integer)
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
