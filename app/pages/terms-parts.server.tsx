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
 * What the terms of sale depend on beside the shop's identity. `clauses`, `notice` and `guarantee` are HTML, because the page's
 * scripts are at their size limit.
 */
export const termsParts = (settings: CurrentSettings) => ({
  /** The seller's own clauses; empty: no section. */
  clauses: renderToStaticMarkup(<Markdown nodes={pageTexts(settings).clauses} level={3} />),
  /** The period of withdrawal in words: the legal days, and those that the shop offers. */
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
  /** A line of fees and delays for each delivery method; empty: delivery is free and takes four days. */
  delivery: methodTerms(settings.groups),
  toOverseas: servesOverseas(settings.groups),
  /** The days after which an unpaid online order is cancelled. */
  unpaidDays: Number(settings.groups.sales.unpaidDays),
  /** The choice « Paiement à la livraison » of the settings: with which deliveries cash is accepted. */
  cash: settings.groups.sales.cash,
});
