import type { Sql } from "#app/platform/postgres.server.ts";
import type { Shop } from "#app/settings/shop.ts";
import { readTerms } from "#app/settings/terms-versions.server.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { openSheet } from "./invoice-sheet.server.ts";

const TITLE = "Conditions générales de vente";

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
): Promise<{ filename: string; content: Buffer } | null> {
  const terms = await readTerms(sql, hash);
  if (!terms) return null;
  const effectiveOn = terms.effectiveOn[0]!;
  // `shop` is a new object after each change of the settings.
  if (drawn?.hash !== hash || drawn.effectiveOn !== effectiveOn || drawn.shop !== shop)
    drawn = { hash, effectiveOn, shop, content: await drawTerms(terms.text, effectiveOn, shop) };
  return {
    filename: `conditions-generales-de-vente-${effectiveOn}.pdf`,
    content: drawn.content,
  };
}

async function drawTerms(text: string, effectiveOn: string, shop: Shop): Promise<Buffer> {
  const { legalName, name, address } = shop;
  const sheet = await openSheet({
    shop,
    title: TITLE,
    author: legalName || name,
    createdAt: new Date(effectiveOn),
    footer: [legalName || name, address].filter(Boolean).join(" · "),
  });
  sheet.title(TITLE, `Version du ${frenchLongDay(effectiveOn)}`);
  for (const block of text.split(/\n{2,}/))
    if (block.startsWith("# ")) sheet.heading(block.slice(2));
    else sheet.paragraph(block.replaceAll(/^- /gm, "•\u00a0"));
  return sheet.close();
}
