import { and, desc, eq, isNull, lt, ne } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { createTurns } from "#app/platform/turns.server.ts";
import type { Settings } from "#app/settings-values.ts";
import { products } from "#db/schema/index.ts";
import { annexRule, restrictedIn, type Restricted } from "./annexes.server.ts";
import {
  claimsIn,
  findingKey,
  findingsOf,
  findingText,
  ingredientFindings,
  openFindings,
  type Finding,
} from "./watch.ts";

/** The columns of a product that `openFindings` reads. */
export const watchedColumns = {
  name: products.name,
  category: products.category,
  description: products.description,
  composition: products.composition,
  specifications: products.specifications,
  precautions: products.precautions,
  verifiedFindings: products.verifiedFindings,
};

/** The largest numbers of products that a page reads and shows. */
const READ = 500;
const SHOWN = 20;
/** The number of products per statement: parsing the ten longest takes about 30 ms. */
const BATCH_SIZE = 10;

export type ProductToCheck = { id: string; name: string; findings: Finding[] };
export type ProductsToCheck = {
  products: ProductToCheck[];
  /** How many products were read. */
  read: number;
  /** The id after which the next page continues; null at the end of the catalogue. */
  next: string | null;
};

/**
 * Products with unverified findings, newest first, after the id `after` (null: from the newest). The lists are not in the database, so
 * this reads products and compares them here: at most READ a page, yielding the event loop between batches (`createTurns`).
 */
export async function productsToCheck(
  db: Queryable,
  after: string | null,
): Promise<ProductsToCheck> {
  const found: ProductToCheck[] = [];
  let read = 0;
  let last = after;
  while (read < READ) {
    const rows = await db
      .select({ id: products.id, ...watchedColumns })
      .from(products)
      .where(last === null ? undefined : lt(products.id, last))
      .orderBy(desc(products.id))
      .limit(BATCH_SIZE);
    const isEnd = rows.length < BATCH_SIZE;
    const turn = createTurns();
    for (const { id, verifiedFindings, ...texts } of rows) {
      await turn();
      read++;
      last = id;
      const findings = openFindings(texts, verifiedFindings, annexRule);
      if (findings.length > 0) found.push({ id, name: texts.name, findings });
      const isLast = isEnd && id === rows.at(-1)!.id;
      if (found.length === SHOWN) return { products: found, read, next: isLast ? null : id };
    }
    if (isEnd) return { products: found, read, next: null };
  }
  return { products: found, read, next: last };
}

/** One product with its unverified findings, in the shape of `productsToCheck`; without products when there is none. */
export async function productToCheck(db: Queryable, id: string): Promise<ProductsToCheck> {
  const [row] = await db.select(watchedColumns).from(products).where(eq(products.id, id));
  if (!row) return { products: [], read: 0, next: null };
  const { verifiedFindings, ...texts } = row;
  const findings = openFindings(texts, verifiedFindings, annexRule);
  const isFound = findings.length > 0;
  return { products: isFound ? [{ id, name: texts.name, findings }] : [], read: 1, next: null };
}

/** The ingredients of a product that annex III restricts. */
export async function restrictedOf(db: Queryable, id: string): Promise<Restricted[]> {
  const [row] = await db
    .select({ composition: products.composition })
    .from(products)
    .where(eq(products.id, id));
  return row ? restrictedIn(row.composition) : [];
}

/** The number of cosmetics with a banned ingredient among the newest READ ones that have a composition. */
export async function countBanned(db: Queryable): Promise<number> {
  const rows = await db
    .select({ composition: products.composition })
    .from(products)
    .where(and(isNull(products.productType), ne(products.composition, "")))
    .orderBy(desc(products.id))
    .limit(READ);
  const turn = createTurns();
  let count = 0;
  for (const { composition } of rows) {
    await turn();
    const findings = ingredientFindings(composition, annexRule);
    if (findings.some(({ rule }) => rule.isBanned)) count++;
  }
  return count;
}

/** The claims in the shop's own texts, by page of the settings. */
export function claimsOfShop(groups: Pick<Settings, "identity" | "home" | "pages" | "delivery">) {
  return [
    { title: "Identité", to: "/admin/reglages/identite", value: groups.identity },
    { title: "Accueil", to: "/admin/reglages/accueil", value: groups.home },
    { title: "Pages", to: "/admin/reglages/pages", value: groups.pages },
    { title: "Livraison", to: "/admin/reglages/livraison", value: groups.delivery },
  ].flatMap(({ title, to, value }) => {
    const claims = claimsIn(textsIn(value).join("\n"));
    return claims.length > 0 ? [{ title, to, claims }] : [];
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Stores that the administrator has verified findings of a product, and records who, when and what in the history. Ignores findings that
 * the product no longer has, so that a text changed meanwhile must still be checked. Idempotent.
 * @param keys the findings that the administrator saw (`findingKey`)
 */
export async function verifyFindings(
  db: Database,
  admin: Admin,
  { id, keys }: { id: string; keys: readonly string[] },
): Promise<"verified" | "changed" | "gone"> {
  return asAdmin(db, admin, async (tx) => {
    const [product] = await tx
      .select(watchedColumns)
      .from(products)
      .where(eq(products.id, id))
      .for("update");
    if (!product) return "gone";
    const { verifiedFindings, ...texts } = product;
    const verified = findingsOf(texts, annexRule).filter(
      (finding) =>
        keys.includes(findingKey(finding)) || verifiedFindings?.includes(findingKey(finding)),
    );
    const added = verified.filter((finding) => !verifiedFindings?.includes(findingKey(finding)));
    const open = openFindings(texts, verified.map(findingKey), annexRule);
    const outcome = open.length > 0 ? "changed" : "verified";
    if (added.length === 0) return outcome;
    await tx
      .update(products)
      .set({ verifiedFindings: verified.map(findingKey) })
      .where(eq(products.id, id));
    const change = {
      field: "vérification",
      before: null,
      after: added.map(findingText).join("\n"),
    };
    const subject = { type: "product" as const, id, name: texts.name };
    await recordActs(tx, admin, [{ act: "product-updated", subject, changes: [change] }]);
    return outcome;
  });
}
