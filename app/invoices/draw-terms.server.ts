import type { Shop } from "#app/settings/shop.ts";
import { parseTerms, type TermsRun } from "#app/settings/terms-markup.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { openSheet } from "./invoice-sheet.server.ts";

const TITLE = "Conditions générales de vente";

/**
 * A text of the terms of sale as a PDF, in the look of `shop`, with its links and frames; `effectiveOn`: « 2026-11-20 »; `baseUrl`:
 * the shop's address. Deterministic bytes.
 */
export async function drawTerms(
  text: string,
  effectiveOn: string,
  shop: Shop,
  baseUrl: string,
): Promise<Buffer> {
  const { legalName, name, address } = shop;
  const sheet = await openSheet({
    shop,
    title: TITLE,
    author: legalName || name,
    createdAt: new Date(effectiveOn),
    footer: [legalName || name, address].filter(Boolean).join(" · "),
  });
  sheet.title(TITLE, `Version du ${frenchLongDay(effectiveOn)}`);
  for (const { title, blocks } of parseTerms(text)) {
    sheet.heading(title);
    for (const { isFramed, paragraphs } of blocks) {
      const printed = paragraphs.map((runs) => runs.map((run) => printedRun(run, baseUrl)));
      if (isFramed) sheet.frame(printed);
      else sheet.paragraph(printed[0]!);
    }
  }
  return sheet.close();
}

/** Items with a bullet; behind a link to a page its address, which is read on paper, too. */
function printedRun({ text, href }: TermsRun, baseUrl: string): TermsRun {
  if (!href) return { text: text.replaceAll(/^- /gm, "•\u00a0") };
  const address = new URL(href, baseUrl).href;
  return { text: href.startsWith("/") ? `${text} (${address})` : text, href: address };
}
