import type { BreakKind } from "#db/schema/orders.ts";
import type { Picture } from "#app/catalogue/product-schema.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import { DELIVERY_DAYS, type PaymentMethod, type ShippingMethod } from "./order-schema.ts";

/** A line as it was when it was bought; `picture` is null once its file is gone. */
export type OrderLine = {
  productId: string;
  /** Whether the product is still there to look at. */
  isSold: boolean;
  name: string;
  image: string | null;
  picture: Picture | null;
  unitPriceCents: number;
  quantity: number;
  /** The pieces of it that are sent: without those that were given back before. */
  toSend: number;
};

/** What is wrong with an order's money, for administrators, until one has dealt with it: null for customers. */
export type Concern = "dispute" | "mismatch" | null;

/** An order as every screen shows it. `shippingFrom` and `shippingUntil` are days, « 2026-11-20 ». */
export type OrderView = {
  id: string;
  customerName: string;
  /** The e-mail of the customer's account; null once the account is gone. */
  customerEmail: string | null;
  /** The numbers of its invoice and credit notes. */
  invoiceNumbers: string[];
  phoneNumber: string;
  shippingAddress: string;
  shippingMethod: ShippingMethod;
  paymentMethod: PaymentMethod;
  shippingFrom: string;
  shippingUntil: string;
  totalCents: number;
  createdAt: Date;
  isPaid: boolean;
  paidAt: Date | null;
  isShipped: boolean;
  shippedAt: Date | null;
  cancelledAt: Date | null;
  cancelReason: string | null;
  refundedCents: number;
  concern: Concern;
  /** Money given back, on its way, or refused by the provider in the end; the oldest first. */
  refunds: {
    id: string;
    amountCents: number;
    reason: string;
    state: "done" | "sent" | "failed";
    at: Date;
  }[];
  lines: OrderLine[];
};

/** What administrators know besides. */
export type WholeOrderView = OrderView & {
  /** The e-mail of whoever paid at the provider. */
  payerEmail: string | null;
  /** Who marked it delivered; null when nobody did, or by another hand than the shop's. */
  deliveredBy: string | null;
  /** Money that wasn't where the books say, the oldest first; `resolvedBy` is the administrator who dealt with it. */
  breaks: {
    id: string;
    kind: BreakKind;
    detail: string;
    createdAt: Date;
    resolvedAt: Date | null;
    resolvedBy: string | null;
  }[];
};

/** What each kind of break is called. */
export const BREAK_NAMES: Record<BreakKind, string> = {
  amount: "Autre montant",
  currency: "Autre monnaie",
  payee: "Autre bénéficiaire",
  "second-capture": "Payée deux fois",
  "cancelled-order": "Payée après annulation",
  reversed: "Litige",
  refund: "Remboursement à vérifier",
};

/** Whether a text from outside may be asked of the database as an order's id (it refuses some, the null character say). */
export function isOrderId(text: string): boolean {
  return /^[0-9A-Za-z]{26}$/.test(text);
}

/** What the customer and the carrier call the order: its id from the 11th character, upper case (specification §2). */
export function deliveryNumber(orderId: string): string {
  return orderId.slice(10).toUpperCase();
}

/** The order as the history names it. */
export const orderSubject = (orderId: string) =>
  ({ type: "order", id: orderId, name: deliveryNumber(orderId) }) as const;

/** Whether the customer still has to pay it at the provider. */
export function isToPay(
  order: Pick<OrderView, "isPaid" | "paymentMethod" | "cancelledAt">,
): boolean {
  return (
    !order.isPaid && !order.cancelledAt && order.paymentMethod === "Paiement securisé en ligne"
  );
}

const REFUND_NAMES = {
  done: "Remboursement",
  sent: "Remboursement en cours",
  failed: "Remboursement non abouti",
};

/** « Remboursement, 12,50 € », said to be on its way until the provider has confirmed it, or not to have come. */
export function refundText({ amountCents, state }: OrderView["refunds"][number]): string {
  return `${REFUND_NAMES[state]}, ${formatPrice(amountCents)}`;
}

/** Whether all of its money was given back, or is on its way back: nothing of it is to be sent. */
export function isRefundedWhole({
  totalCents,
  refunds,
}: Pick<OrderView, "totalCents" | "refunds">): boolean {
  const given = refunds.filter(({ state }) => state !== "failed");
  return given.length > 0 && given.reduce((sum, one) => sum + one.amountCents, 0) >= totalCents;
}

/** Whether the provider hasn't confirmed yet that it gave some of the money back. */
export const isBeingRefunded = ({ refunds }: Pick<OrderView, "refunds">): boolean =>
  refunds.some(({ state }) => state === "sent");

/** « 3 articles »: the pieces of all lines. */
export function articleCount(lines: readonly Pick<OrderLine, "quantity">[]): string {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0);
  return `${count} article${count > 1 ? "s" : ""}`;
}

/** The delivery period of an order placed now, by the shop's calendar: « du 20 au 24 novembre 2026 ». */
export function shippingPeriodFromToday(now = new Date()): string {
  return frenchPeriod(parisDay(now), parisDay(now, DELIVERY_DAYS));
}

/** A product, by its id, and how many of it. */
export type OrderedItem = { id: string; qty: number };

/** Whether a cart holds just what was ordered, in whatever order of its lines. */
export function hasSameItems(
  ordered: readonly OrderedItem[],
  items: readonly OrderedItem[],
): boolean {
  const quantities = new Map(ordered.map(({ id, qty }) => [id, qty]));
  return (
    items.length === quantities.size && items.every(({ id, qty }) => quantities.get(id) === qty)
  );
}
