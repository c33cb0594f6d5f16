import { sql } from "drizzle-orm";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";
import { PFAS_SALES_END } from "#app/platform/legal-constants.ts";
import { createTurns } from "#app/platform/turns.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { ingredientFindings } from "./watch.ts";

/** Beginnings of words in names of PFAS, for a fast preselection by the search index. The list's rule is applied afterwards. */
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
/** The largest number of products that are read and shown. */
const MOST = 200;

export type PfasProducts = {
  products: { id: string; name: string; words: string[] }[];
  /** Whether PFAS_SALES_END has passed. */
  isOver: boolean;
};

/** At most MOST products whose composition has a PFAS, verified or not. They may not be sold from PFAS_SALES_END on. */
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
