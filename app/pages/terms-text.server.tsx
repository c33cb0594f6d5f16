import { renderToStaticMarkup } from "react-dom/server";
import { servesOverseas } from "#app/delivery/delivery-offers.ts";
import { methodTerms } from "#app/delivery/delivery-texts.ts";
import { periodText } from "#app/platform/return-period-schema.ts";
import { noticeHtml } from "#app/settings/guarantee-notice.server.tsx";
import type { CurrentSettings } from "#app/settings/settings.server.ts";
import { Markdown } from "#app/ui/markdown.tsx";
import { pageTexts } from "./page-texts.server.ts";
import { termsSections } from "./terms-content.tsx";
import type { TermsParts } from "./terms-parts.ts";
import { OfferedDays, WithdrawalNotice } from "./withdrawal-notice.server.tsx";

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** The seller's own clauses and the model notice as HTML: the terms' page has no bytes to spare for their code. */
export const termsParts = (settings: CurrentSettings): TermsParts => ({
  clauses: renderToStaticMarkup(<Markdown nodes={pageTexts(settings).clauses} level={3} />),
  period: periodText(settings.shop.returnDays),
  notice: renderToStaticMarkup(
    <>
      <OfferedDays days={settings.shop.returnDays} />
      <WithdrawalNotice shop={settings.shop} />
    </>,
  ),
  guarantee: noticeHtml(settings),
  delivery: methodTerms(settings.groups),
  toOverseas: servesOverseas(settings.groups),
  unpaidDays: Number(settings.groups.sales.unpaidDays),
  cash: settings.groups.sales.cash,
});

/** The terms of sale as text, as they are stored and hashed (settings/terms-markup.ts). */
export function termsText(settings: CurrentSettings): string {
  return termsSections(settings.shop, termsParts(settings))
    .map(
      ({ title, body }, index) =>
        `# ${index + 1}. ${title}\n\n${textOf(renderToStaticMarkup(body))}`,
    )
    .join("\n\n");
}

function textOf(html: string): string {
  return html
    .replaceAll(/<div class="legal__box">([^]*?)<\/div>/g, (box) => box.replaceAll("<p>", "<p>> "))
    .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>([^]*?)<\/a>/g, "[$2]($1)")
    .replaceAll(/<li[^>]*>/g, "\n- ")
    .replaceAll(/<\/dt>/g, "\u00a0: ")
    .replaceAll(/<br\/?>/g, "\n")
    .replaceAll(/<\/(?:p|h\d|ul|ol|dl|dd|div|table|tr|blockquote)>/g, "\n\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!)
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ *\n */g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
