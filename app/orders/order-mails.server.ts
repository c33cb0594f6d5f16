import { trackingHref } from "#app/delivery/carriers.ts";
import { queueMail, waitsForTurn } from "#app/mail/outbox.server.ts";
import type { CreditParts } from "#app/mail/refund-mail.tsx";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import {
  mailedLine,
  mailedOrder,
  readOrderForMail,
  type MailedLine,
  type OrderForMail,
} from "./order-for-mail.server.ts";
import type { ParcelView } from "./parcel-view.ts";

/** An event that is mailed to the order's customer. `invoice` and `creditNote` are numbers, amounts are cents. */
export type OrderEvent =
  | {
      kind: "received";
      /** The essential characteristics of the products. */
      essentials: { name: string; text: string }[];
      /** The relay point as the provider names it; null without one, or if the customer may have written the text. */
      relay: string | null;
    }
  | { kind: "paid"; invoice: string }
  | { kind: "delivered"; invoice: string | null }
  | {
      kind: "refunded";
      refundId: string;
      amountCents: number;
      /** The refunded articles of a partial refund; empty for a refund of the rest, or one made in the provider's dashboard. */
      lines: readonly MailedLine[];
      creditNote: string | null;
      reason: string;
      /** Refunded by the payment provider; otherwise by the shop itself (cash, bank transfer). */
      isByProvider: boolean;
      /** The amounts besides articles (delivery, goodwill sum); missing: none. */
      parts?: CreditParts;
    }
  | { kind: "cancelled"; reason: string }
  /** The customer gave notice of a late delivery, or its further date `until` (« 2026-12-02 ») has passed. */
  | { kind: "late" | "late-over"; until: string }
  /**
   * The customer cancelled the late order after a parcel had left. `at`: « 25 novembre 2026 à 14:12 »; `refundDueOn`: null if nothing was
   * paid.
   */
  | { kind: "late-cancelled"; at: string; refundDueOn: string | null }
  /**
   * The order is still to be paid. `stopPath`: the page that refuses reminders; `unsubscribePath`: the same for mail programs;
   * `endsAt`: when the order ends without a payment.
   */
  | { kind: "unpaid"; stopPath: string; unsubscribePath: string; endsAt: Date }
  /** An order without an account has a new signed link, of this version. */
  | { kind: "new-link"; version: number }
  /** The pieces of the order, unpaid or to be paid on delivery, are no longer held. */
  | { kind: "hold-ended" }
  /** An administrator expects these articles back. */
  | { kind: "return-expected"; returnId: string; lines: readonly MailedLine[] }
  | {
      kind: "return-received";
      returnId: string;
      /** What came. */
      lines: readonly MailedLine[];
      /** Expected pieces that did not come. */
      missing: number;
      /** The last day of the refund, « 2026-12-09 »; null when nothing is to be refunded. */
      refundDueOn: string | null;
    }
  | {
      /** A parcel was handed over to a carrier. */
      kind: "parcel-sent";
      parcel: Pick<ParcelView, "id" | "carrier" | "trackingNumber">;
      /** The lines in the parcel. */
      lines: readonly MailedLine[];
      /** Other pieces of the order follow, or have left before. */
      isPart: boolean;
      /** The order's first parcel: what is paid on delivery is collected with it. */
      isFirst: boolean;
    };

/**
 * Queues an event's mail to the order's customer, in the event's transaction; once per event. Does nothing if the
 * account was deleted, or the data of an order without an account erased.
 */
export async function queueOrderMail(
  tx: Queryable,
  jobs: Jobs,
  orderId: string,
  event: OrderEvent,
): Promise<void> {
  await queueMailOf(tx, jobs, await readOrderForMail(tx, orderId), event);
}

const keyOf = (orderId: string, kind: OrderEvent["kind"]) =>
  `order-${orderId.toLowerCase()}-${kind}`;

/** Whether the confirmation mail of an order still waits: too many mails went to its unconfirmed address (rate limit). */
export const isConfirmationLate = (
  services: Parameters<typeof waitsForTurn>[0],
  orderId: string,
): Promise<boolean> => waitsForTurn(services, keyOf(orderId, "received"));

/** `queueOrderMail` for an order that the caller has already read or just inserted. */
export async function queueMailOf(
  tx: Queryable,
  jobs: Jobs,
  { order: row, lines: rows, to, isConfirmed, hasTerms }: OrderForMail,
  event: OrderEvent,
): Promise<void> {
  if (to === null) return;
  const order = { ...mailedOrder(row, rows), lines: rows.map(mailedLine) };
  const key = keyOf(order.id, event.kind);
  // A paid order counts as confirmed for the mail rate limit: nobody pays to flood a stranger's mailbox.
  const mail = { to, key, isConfirmed: isConfirmed || row.isPaid };
  // An unconfirmed address may be a stranger's: the terms are attached to its first mail only, later mails link them.
  const linksTerms = !isConfirmed && hasTerms;
  const terms = row.termsHash ? [{ terms: row.termsHash }] : [];
  switch (event.kind) {
    case "received": {
      const { termsVersion, termsHash } = row;
      const { essentials, relay } = event;
      const confirmUntil = row.toConfirmUntil?.toISOString();
      const props = { order, termsVersion, termsHash, linksTerms, essentials, relay, confirmUntil };
      const attach = linksTerms ? [] : terms;
      return queueMail(tx, jobs, { ...mail, template: "order-received", props, attach });
    }
    case "paid": {
      const { invoice } = event;
      const { customerName, shippingAddress, paidAt } = row;
      const props = {
        order,
        invoice,
        to: { name: customerName, address: shippingAddress },
        paidAt: (paidAt ?? new Date()).toISOString(),
        hasTerms: linksTerms,
      };
      const attach = [{ invoice }, ...(linksTerms ? terms : [])];
      return queueMail(tx, jobs, { ...mail, template: "order-paid", props, attach });
    }
    case "delivered": {
      const { invoice } = event;
      const props = { order, invoice };
      const attach = invoice ? [{ invoice }] : [];
      return queueMail(tx, jobs, { ...mail, template: "order-delivered", props, attach });
    }
    case "refunded": {
      const { refundId, amountCents, lines, reason, creditNote, isByProvider, parts } = event;
      const refundedLines = lines.length > 0 ? lines.map(mailedLine) : null;
      return queueMail(tx, jobs, {
        ...mail,
        key: `${key}-${refundId.toLowerCase()}`,
        template: "order-refunded",
        props: { order, refundedLines, amountCents, reason, creditNote, isByProvider, parts },
        attach: creditNote ? [{ invoice: creditNote }] : [],
      });
    }
    case "cancelled": {
      const props = { order, reason: event.reason, isUnpaid: !row.isPaid };
      return queueMail(tx, jobs, { ...mail, template: "order-cancelled", props });
    }
    case "return-expected":
    case "return-received": {
      const { kind, returnId, lines } = event;
      const ofThis = { ...mail, key: `${key}-${returnId.toLowerCase()}` };
      const ofReturn = { order: { ...order, lines: lines.map(mailedLine) } };
      if (kind === "return-expected")
        return queueMail(tx, jobs, { ...ofThis, template: kind, props: ofReturn });
      const { missing, refundDueOn } = event;
      const props = { ...ofReturn, missing, refundDueOn };
      return queueMail(tx, jobs, { ...ofThis, template: kind, props });
    }
    case "parcel-sent": {
      const { parcel, lines, isPart, isFirst } = event;
      const { carrier, trackingNumber } = parcel;
      const isToCollect = isFirst && order.isPaidOnDelivery && !row.isPaid;
      return queueMail(tx, jobs, {
        ...mail,
        key: `${key}-${parcel.id.toLowerCase()}`,
        template: "parcel-sent",
        props: {
          order,
          sentLines: lines.map(mailedLine),
          carrier: carrier === "Autre" ? null : carrier,
          trackingNumber,
          href: trackingHref(carrier, trackingNumber),
          isPart,
          toCollectCents: isToCollect ? row.totalCents : null,
        },
      });
    }
    case "unpaid": {
      const { stopPath, unsubscribePath } = event;
      const props = { order, stopPath, unsubscribePath, endsAt: event.endsAt.toISOString() };
      return queueMail(tx, jobs, { ...mail, template: "order-unpaid", props });
    }
    case "new-link": {
      const ofVersion = { ...mail, key: `${key}-${event.version}` };
      return queueMail(tx, jobs, { ...ofVersion, template: "order-link", props: { order } });
    }
    case "hold-ended":
      return queueMail(tx, jobs, { ...mail, template: "order-hold-ended", props: { order } });
    case "late":
    case "late-over": {
      const template = event.kind === "late" ? "order-late" : "order-late-over";
      return queueMail(tx, jobs, { ...mail, template, props: { order, until: event.until } });
    }
    case "late-cancelled": {
      const { at, refundDueOn } = event;
      const props = { order, at, refundDueOn };
      return queueMail(tx, jobs, { to, key, template: "order-late-cancelled", props });
    }
  }
}
