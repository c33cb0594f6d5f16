import { asc, inArray, or, sql } from "drizzle-orm";
import type { LineFault } from "#app/csv/csv-schema.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { AuditedChange } from "#db/schema/audit.ts";
import { products } from "#db/schema/index.ts";
import { NO_FACTS } from "../facts/facts-schema.ts";
import { referenceTaken } from "../facts/product-facts.ts";
import { placeOf } from "../families/families.server.ts";
import type { FamilyPlace } from "../families/family-schema.ts";
import { familyText } from "../families/save-family.server.ts";
import { judgePlan, linePlanText, openPlansOf } from "../prices/import-plans.server.ts";
import type { LinePlan } from "../prices/line-plan.ts";
import { withoutUnchangedPairs, withChanges } from "../product-changes.ts";
import type { ProductTexts } from "../product-schema.ts";
import { textColumns } from "../products.server.ts";
import { holdersOf, takenBy } from "../references.server.ts";
import type { WrittenProduct } from "../write-products.server.ts";
import type { ProductLine } from "./import-schema.ts";

export type NumberedLine = { line: number; product: ProductLine };
/** The effect that a line would have on the catalogue in its current state. */
export type ResolvedLine =
  | {
      line: number;
      kind: "create";
      product: ProductTexts;
      family: FamilyPlace | null | undefined;
      plan: LinePlan | undefined;
    }
  | {
      line: number;
      kind: "update" | "unchanged";
      after: WrittenProduct;
      changes: AuditedChange[];
      /** The product's new place in a family; null takes it out, undefined leaves it unchanged. */
      family: FamilyPlace | null | undefined;
      /** A price to plan; undefined: none, or planned already. */
      plan: LinePlan | undefined;
    }
  | { line: number; kind: "faulty"; fault: LineFault };

/** The values of a new product for which the file has no column. */
export const DEFAULT_FIELDS: Omit<ProductTexts, "name" | "priceCents" | "category"> = {
  sellingType: "Normal",
  description: "",
  composition: "",
  specifications: [],
  ...NO_FACTS,
};

/**
 * Matches each line with a product: by id or, without an id, by a unique name. With `lock`, the matched products are locked FOR
 * UPDATE until the transaction ends.
 */
export async function resolveLines(
  db: Queryable,
  lines: readonly NumberedLine[],
  { lock = false } = {},
): Promise<ResolvedLine[]> {
  const ids = lines.flatMap(({ product }) => product.id ?? []);
  const names = lines.flatMap(({ product }) => (product.id ? [] : product.name));
  const { id, name } = products;
  const query = db
    .select({ id, ...textColumns, place: placeOf })
    .from(products)
    // COLLATE "C", so that PostgreSQL uses the index on names in byte order.
    .where(or(inArray(id, ids), inArray(sql`${name} COLLATE "C"`, names)))
    .orderBy(asc(id));
  const rows: (WrittenProduct & { place: FamilyPlace | null })[] = await (lock
    ? query.for("update")
    : query);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byName = Map.groupBy(rows, (row) => row.name);
  const holders = await holdersOf(
    db,
    lines.map(({ product }) => product),
  );
  // Read after the products' locks, under which all plans are written.
  const open = lines.some(({ product }) => product.plan)
    ? await openPlansOf(
        db,
        rows.map((row) => row.id),
      )
    : null;
  return lines.map(({ line, product }): ResolvedLine => {
    const { id, family, plan, converted: _, ...fields } = product;
    const namesakes = byName.get(fields.name) ?? [];
    const faulty = (column: string, value: string, reason: string): ResolvedLine => ({
      line,
      kind: "faulty",
      fault: { column, value, reason },
    });
    if (id !== null && !byId.has(id))
      return faulty("id", id, "Aucun produit n’a cet identifiant. Videz la case pour le créer.");
    if (id === null && namesakes.length > 1)
      return faulty(
        "nom",
        fields.name,
        "Plusieurs produits portent ce nom\u00a0: indiquez l’identifiant.",
      );
    const found = id === null ? namesakes[0] : byId.get(id);
    const by = takenBy(holders, found, fields);
    if (by !== null) return faulty("référence", fields.reference!, referenceTaken(by));
    const judged =
      plan &&
      judgePlan(plan, open!.byProduct.get(found?.id ?? "") ?? { plans: [], beforeCents: null }, {
        now: open!.now,
        priceCents: fields.priceCents,
      });
    if (typeof judged === "object")
      return faulty(judged.column, linePlanText(plan!), judged.reason);
    const planned = judged === "new" ? plan : undefined;
    if (!found) {
      const product = { ...DEFAULT_FIELDS, ...fields };
      return { line, kind: "create", product, family, plan: planned };
    }
    const { place, ...before } = found;
    const { after, changes } = withChanges(before, withoutUnchangedPairs(before, fields));
    const [earlier, later] = [place, family].map((one) => one && familyText(one.name, one));
    const isMoved = family !== undefined && earlier !== later;
    if (isMoved) changes.push({ field: "famille", before: earlier ?? null, after: later ?? null });
    if (planned) changes.push({ field: "prix prévu", before: null, after: linePlanText(planned) });
    const kind = changes.length > 0 ? "update" : "unchanged";
    return { line, kind, after, changes, family: isMoved ? family : undefined, plan: planned };
  });
}
