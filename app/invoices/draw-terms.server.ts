import type { Shop } from "#app/settings/shop.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { openSheet } from "./invoice-sheet.server.ts";

const TITLE = "Conditions générales de vente";

/** A text of the terms of sale as a PDF, in the look of `shop`; `effectiveOn`: « 2026-11-20 ». Deterministic bytes. */
export async function drawTerms(text: string, effectiveOn: string, shop: Shop): Promise<Buffer> {
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
