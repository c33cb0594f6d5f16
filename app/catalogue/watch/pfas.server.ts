import { sql } from "drizzle-orm";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";
import { PFAS_SALES_END } from "#app/platform/legal-constants.ts";
import { createTurns } from "#app/platform/turns.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { ingredientFindings } from "./watch.ts";

/** Beginnings of the words of PFAS names, for the search index; the rule of the list is asked afterwards. */
const WORDS = [
  "ptfe",
  "fluoroal",
  "perfluoro",
  "polyfluoro",
  "polyperfluoro",
  "polytetrafluoro",
  "trifluoro",
  "tetrafluoro",
  "hexafluoro",
  "heptafluoro",
  "octafluoro",
  "nonafluoro",
  "decafluoro",
];
/** Products that are read and shown at most. */
const MOST = 200;

export type PfasProducts = {
  products: { id: string; name: string; words: string[] }[];
  /** Whether none of them may be sold any more. */
  isOver: boolean;
};

/** The products, verified or not, whose composition has a PFAS: they leave the sale on PFAS_SALES_END. At most MOST. */
export async function pfasProducts(db: Queryable, now = new Date()): Promise<PfasProducts> {
  const query = WORDS.map((word) => `'${word}':*`).join(" | ");
  const { rows } = await db.execute<{ id: string; name: string; composition: string }>(sql`
    SELECT id, name, composition FROM products
    WHERE id IN (SELECT product_id FROM find_products(${query}::tsquery, ${query}::tsquery, ${sqlLiteral(MOST)}))
    ORDER BY id DESC`);
  const products: PfasProducts["products"] = [];
  const turn = createTurns();
  for (const { id, name, composition } of rows) {
    await turn();
    const found = ingredientFindings(composition).find(({ rule }) => rule.id === "pfas");
    if (found) products.push({ id, name, words: found.words });
  }
  return { products, isOver: parisDay(now) >= PFAS_SALES_END };
}
