import { asc, inArray, or, sql } from "drizzle-orm";
import { products } from "#db/schema/index.ts";
import type { AuditedChange } from "#db/schema/audit.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { saidAnew, withChanges } from "../product-changes.ts";
import type { ProductTexts } from "../product-schema.ts";
import type { WrittenProduct } from "../write-products.server.ts";
import type { LineFault, ProductLine } from "./import-schema.ts";

export type Numbered = { line: number; product: ProductLine };
/** What a line would do to the catalogue as it is at this moment. */
export type Resolved =
  | { line: number; kind: "create"; product: ProductTexts }
  | {
      line: number;
      kind: "update" | "unchanged";
      after: WrittenProduct;
      changes: AuditedChange[];
    }
  | { line: number; kind: "faulty"; fault: LineFault };

/** What a new product is when its file has no column for it. */
export const BLANK: Pick<
  ProductTexts,
  "sellingType" | "description" | "composition" | "specifications"
> = { sellingType: "Normal", description: "", composition: "", specifications: [] };

/**
 * Finds for each line the product it speaks of: the one of its id or, without id, the only one of its name. With
 * `lock`, nobody changes those products before the transaction ends.
 */
export async function resolveLines(
  db: Queryable,
  lines: readonly Numbered[],
  { lock = false } = {},
): Promise<Resolved[]> {
  const ids = lines.flatMap(({ product }) => product.id ?? []);
  const names = lines.flatMap(({ product }) => (product.id ? [] : product.name));
  const { id, name, priceCents, category, sellingType, description, composition, specifications } =
    products;
  const query = db
    .select({
      id,
      name,
      priceCents,
      category,
      sellingType,
      description,
      composition,
      specifications,
    })
    .from(products)
    // By the index of names that compares bytes.
    .where(or(inArray(id, ids), inArray(sql`${name} COLLATE "C"`, names)))
    .orderBy(asc(id));
  const rows: WrittenProduct[] = await (lock ? query.for("update") : query);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byName = Map.groupBy(rows, (row) => row.name);
  return lines.map(({ line, product: { id, ...said } }): Resolved => {
    const namesakes = byName.get(said.name) ?? [];
    const faulty = (column: string, value: string, reason: string): Resolved => ({
      line,
      kind: "faulty",
      fault: { column, value, reason },
    });
    if (id !== null && !byId.has(id))
      return faulty("id", id, "Aucun produit n’a cet identifiant. Videz la case pour le créer.");
    if (id === null && namesakes.length > 1)
      return faulty(
        "nom",
        said.name,
        "Plusieurs produits portent ce nom\u00a0: indiquez l’identifiant.",
      );
    const before = id === null ? namesakes[0] : byId.get(id);
    if (!before) return { line, kind: "create", product: { ...BLANK, ...said } };
    const { after, changes } = withChanges(before, saidAnew(before, said));
    return { line, kind: changes.length > 0 ? "update" : "unchanged", after, changes };
  });
}
