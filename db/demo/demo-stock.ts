import { sql } from "drizzle-orm";
import type { Transaction } from "#app/platform/db.server.ts";
import type { DemoProduct } from "./demo-orders.ts";

/** The shop is told when at most this many pieces are available. */
const ALERT_LEVEL = 5;
/** What is available of the scarce products; none of them is in an open order or in the home page's banner. */
const SCARCE: Record<string, number> = {
  "parfum-solide-ambre-et-vanille": 0,
  "stick-solaire-spf-50-montagne": 2,
  "spray-solaire-corps-spf-30": 3,
  "poudre-compacte-voile-de-soie": 4,
};

/** Counts all products: 8 to 60 pieces are available, of the scarce ones fewer. What open orders hold lies on the shelf, too. */
export async function addStock(tx: Transaction, products: Map<string, DemoProduct>): Promise<void> {
  await tx.execute(sql`UPDATE stock SET alert_level = ${ALERT_LEVEL}`);
  for (const [index, [slug, { id }]] of [...products].entries()) {
    const available = SCARCE[slug] ?? 60 - ((index * 7) % 53);
    await tx.execute(sql`
      SELECT start_counting(${id}, ${available}::integer + (
        SELECT coalesce(sum(quantity), 0)::integer FROM order_lines JOIN orders ON orders.id = order_id
        WHERE product_id = ${id} AND NOT is_shipped AND (is_paid OR payment_method = 'Paiement à la livraison')), '', NULL, NULL)`);
  }
}
