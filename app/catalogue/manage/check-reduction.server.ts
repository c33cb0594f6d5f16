import { sql } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";
import type { AuditedChange } from "#db/schema/audit.ts";
import { reducedUntil } from "../products.server.ts";
import { FIELD_NAMES } from "./product-draft.ts";

type Announced = {
  id: string;
  product: { priceCents: number };
  /** undefined leaves the announcement as it is. */
  reducedUntil?: string | null | undefined;
};

/**
 * Whether the reduction of a locked product may be announced at its new price, with the change for the audit trail. Refused if
 * the price is no reduction of the lowest one of the last 30 days (`lowestCents`; null: known for fewer days).
 */
export async function checkReduction(
  tx: Transaction,
  { id, product, reducedUntil: wanted }: Announced,
): Promise<
  { kind: "allowed"; changes: AuditedChange[] } | { kind: "refused"; lowestCents: number | null }
> {
  if (wanted === undefined) return { kind: "allowed", changes: [] };
  const { rows } = await tx.execute<{
    until: string | null;
    lowest: number | null;
    prior: number | null;
  }>(sql`
    SELECT ${reducedUntil} AS until, lowest_price(products) AS lowest,
      prior_price(products, ${product.priceCents}, ${wanted}::date) AS prior
    FROM products WHERE id = ${id}`);
  const { until, lowest, prior } = rows[0]!;
  if (wanted !== null && prior === null) return { kind: "refused", lowestCents: lowest };
  const change = { field: FIELD_NAMES.reducedUntil.toLowerCase(), before: until, after: wanted };
  return { kind: "allowed", changes: until === wanted ? [] : [change] };
}
