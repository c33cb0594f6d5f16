import { renderToStaticMarkup } from "react-dom/server";
import { servesOverseas } from "#app/delivery/delivery-offers.ts";
import { methodTerms } from "#app/delivery/delivery-texts.ts";
import { periodText } from "#app/platform/return-period-schema.ts";
import { noticeHtml } from "#app/settings/guarantee-notice.server.tsx";
import type { CurrentSettings } from "#app/settings/settings.server.ts";
import { Markdown } from "#app/ui/markdown.tsx";
import { pageTexts } from "./page-texts.server.ts";
import { OfferedDays, WithdrawalNotice } from "./withdrawal-notice.server.tsx";

export type TermsParts = ReturnType<typeof termsParts>;

/**
 * What the terms of sale depend on beside the shop's identity. As HTML, since the terms' page has no bytes to spare for their code:
 * `clauses`, `notice` and `guarantee`.
 */
export const termsParts = (settings: CurrentSettings) => ({
  /** The seller's own; empty: no section. */
  clauses: renderToStaticMarkup(<Markdown nodes={pageTexts(settings).clauses} level={3} />),
  /** The days of withdrawal, by law and in all. */
  period: periodText(settings.shop.returnDays),
  /** The offered days and the model notice on withdrawal. */
  notice: renderToStaticMarkup(
    <>
      <OfferedDays days={settings.shop.returnDays} />
      <WithdrawalNotice shop={settings.shop} />
    </>,
  ),
  /** The harmonised notice on the legal guarantee. */
  guarantee: noticeHtml(settings),
  /** Fees and delays, a line for each delivery method; empty: free, in four days. */
  delivery: methodTerms(settings.groups),
  toOverseas: servesOverseas(settings.groups),
  /** Days after which an unpaid online order ends. */
  unpaidDays: Number(settings.groups.sales.unpaidDays),
  /** The deliveries with which cash is taken. */
  cash: settings.groups.sales.cash,
});
