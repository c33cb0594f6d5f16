import { drawnInThread } from "#app/platform/drawing-thread.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import type { Shop } from "#app/settings/shop.ts";
import { readTerms } from "#app/settings/terms-versions.server.ts";
import { drawTerms } from "./draw-terms.server.ts";

const drawTermsInThread = drawnInThread("terms", drawTerms);

/**
 * The last file drawn. Every order's mail has the version in force attached: drawing it each time took 40 % of the processor time
 * of an order (docs/performance.md).
 */
let drawn: { hash: string; effectiveOn: string; shop: Shop; content: Buffer } | null = null;

/** A version of the terms as a PDF, for the mail of an order; null if there is none with this hash. */
export async function termsPdf(
  sql: Sql,
  hash: string,
  shop: Shop,
  baseUrl: string,
): Promise<{ filename: string; content: Buffer } | null> {
  const terms = await readTerms(sql, hash);
  if (!terms) return null;
  const effectiveOn = terms.effectiveOn[0]!;
  // `shop` is a new object after each change of the settings.
  if (drawn?.hash !== hash || drawn.effectiveOn !== effectiveOn || drawn.shop !== shop)
    drawn = {
      hash,
      effectiveOn,
      shop,
      content: Buffer.from(await drawTermsInThread(terms.text, effectiveOn, shop, baseUrl)),
    };
  return {
    filename: `conditions-generales-de-vente-${effectiveOn}.pdf`,
    content: drawn.content,
  };
}
