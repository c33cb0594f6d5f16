import type { Picture } from "#app/catalogue/product-schema.ts";
import { deliveryPeriod } from "#app/delivery/delivery-period.ts";
import { ONLINE } from "#app/platform/methods-schema.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { MismatchKind, orders } from "#db/schema/orders.ts";
import type { ParcelView } from "./parcel-view.ts";
import type { ReturnView } from "./return-view.ts";
import type { WithdrawalView } from "./withdrawal-view.ts";

/** A lot that left with a line. `bestBefore`: minimum durability, « 2027-06 » or « 2027-06-15 ». */
export type LineLot = { lot: string; bestBefore: string | null; quantity: number };

/**
 * An order line as bought. `image`: the picture's path when the product was bought. `picture`: the current data of that
 * picture; null if there was none or it was removed.
 */
export type OrderLine = {
  position: number;
  productId: string;
  /** Whether the product still has a page. */
  hasProductPage: boolean;
  name: string;
  image: string | null;
  picture: Picture | null;
  unitPriceCents: number;
  quantity: number;
  /** The line's share of the order's reduction. */
  reductionCents: number;
  /** Quantity to send: without what was refunded before shipping. */
  toSend: number;
  /** Of `toSend`, the pieces that no parcel contains yet. */
  unsent: number;
  /** Pieces that the shop owes and that are on no shelf. */
  missing: number;
  /** The lots that left with it; empty when none is recorded. */
  lots: LineLot[];
};

/** An open problem of an order's payment, until an administrator closes it. Always null for customers. */
export type OpenMismatch = "dispute" | "other" | null;

/** Columns of an order that no screen shows. */
type HiddenColumn =
  | "customerId"
  | "idempotencyKey"
  | "payerEmail"
  | "lateMailedAt"
  | "remindedAt"
  | "deliveryReductionCents"
  | "standardDeliveryCents"
  | "shippingStreet"
  | "shippingPostalCode"
  | "shippingTown"
  | "guestLinkVersion"
  | "guestLinkAt"
  | "emailConfirmedAt"
  | "joinedFrom";

/**
 * An order for the screens: its row (db/schema/orders.ts) with what is computed (`selectOrders`). Prices in cents; `shippingFrom` and
 * `shippingUntil` are the dates of the promised delivery period, « 2026-11-20 ».
 */
export type OrderView = Omit<typeof orders.$inferSelect, HiddenColumn | "deliveryName"> & {
  /** The name of the delivery's method: that of the settings, otherwise `shippingMethod`. */
  deliveryName: string;
  /** The whole reduction, of articles and delivery, with what grants it as `reductionName` (order-sums.ts). */
  reductionCents: number;
  /** The account's sign-in address, or the one of an order without an account; null if its data is erased. */
  customerEmail: string | null;
  /** Whether the owner of that address has proved it (order-email.server.ts). */
  isEmailConfirmed: boolean;
  /** Placed without an account, then added to the account with the same e-mail address. */
  isJoined: boolean;
  /** Numbers of its invoice and credit notes. */
  invoiceNumbers: string[];
  /** The outcome of its payment is unknown: paying again could charge twice. */
  isPaymentPending: boolean;
  /** Must still be delivered, and the promised period is over. */
  isLate: boolean;
  /** Whether the further date of the customer's notice (`lateUntil`) has passed. */
  isFurtherOver: boolean;
  openMismatch: OpenMismatch;
  /** Oldest first. */
  parcels: ParcelView[];
  /** Oldest first. « sent »: requested, not confirmed yet; « failed »: refused by the provider. */
  refunds: {
    id: string;
    amountCents: number;
    reason: string;
    state: "done" | "sent" | "failed";
    /** Date of the last change of the state. */
    at: Date;
  }[];
  lines: OrderLine[];
  /** Last day of the promised period of returns, « 2026-12-20 »; null until delivered. */
  withdrawableUntil: string | null;
  /** Whether that day has passed. */
  isWithdrawalOver: boolean;
  /** The last day on which a relay point keeps its parcels, « 2026-12-04 »; null unless delivered to one. */
  keptUntil: string | null;
  /** Oldest first. */
  withdrawals: WithdrawalView[];
  /** Oldest first. */
  returns: ReturnView[];
  /** Whether goods have left, so that they can come back. */
  hasLeft: boolean;
  /** The published recalls that concern it, oldest first. */
  recalls: { id: string; productName: string }[];
};

/**
 * An open recall that applies to articles still to send. `lots`: the recalled ones among the recorded lots, or if `isUnsure`,
 * because not all lots are recorded, all recalled ones; empty for a recalled period.
 */
export type OpenRecall = { id: string; productName: string; lots: string[]; isUnsure: boolean };

/** An order as it is packed: with the open recalls of what is still to be sent. */
export type PackedOrder = OrderView & {
  /** Oldest first. */
  openRecalls: OpenRecall[];
};

/** An order with the details for administrators. */
export type WholeOrderView = PackedOrder & {
  /** The payer's e-mail at the provider. */
  payerEmail: string | null;
  /** The administrator who marked it delivered; null if undelivered or imported. */
  deliveredBy: string | null;
  /** When an administrator confirmed the cash order (`confirmCashOrder`), and who; null for others. */
  confirmedAt: Date | null;
  confirmedBy: string | null;
  /** The account was deleted and its contract of at least 120 € archived. */
  hasArchivedContract: boolean;
  /** Disputes and mismatches with the provider, oldest first. `resolvedBy`: the administrator who closed it. */
  mismatches: {
    id: string;
    kind: MismatchKind;
    detail: string;
    createdAt: Date;
    resolvedAt: Date | null;
    resolvedBy: string | null;
  }[];
};

/** French labels of the disputes and mismatches in `WholeOrderView.mismatches`. */
export const MISMATCH_NAMES: Record<MismatchKind, string> = {
  amount: "Autre montant",
  currency: "Autre monnaie",
  payee: "Autre bénéficiaire",
  "second-capture": "Payée deux fois",
  "cancelled-order": "Payée après annulation",
  reversed: "Litige",
  refund: "Remboursement à vérifier",
};

/** The order's public number: its id from the 11th character, upper case (specification §2). */
export function deliveryNumber(orderId: string): string {
  return orderId.slice(10).toUpperCase();
}

/** The order as the subject of an audit event. */
export const orderSubject = (orderId: string) =>
  ({ type: "order", id: orderId, name: deliveryNumber(orderId) }) as const;

/** Whether the customer may pay the order online now. */
export const isPayable = (order: OrderView): boolean => isToPay(order) && !order.isPaymentPending;

/** Whether the order is still to be paid online: neither paid nor cancelled, delivered or not. */
export function isToPay(
  order: Pick<OrderView, "isPaid" | "paymentMethod" | "cancelledAt">,
): boolean {
  return !order.isPaid && !order.cancelledAt && order.paymentMethod === ONLINE;
}

/** Reasons for automatic cancellations: an online order was not paid, a cash order's address not confirmed, or its articles sold out. */
export const UNPAID = "faute de paiement";
export const UNCONFIRMED = "faute de confirmation";
export const SOLD_OUT = "faute d’articles";

const REFUND_NAMES = {
  done: "Remboursement",
  sent: "Remboursement en cours",
  failed: "Remboursement non abouti",
};

/** « Remboursement, 12,50 € », « Remboursement en cours, … » or « Remboursement non abouti, … ». */
export function refundText({ amountCents, state }: OrderView["refunds"][number]): string {
  return `${REFUND_NAMES[state]}, ${formatPrice(amountCents)}`;
}

/** Whether the order is fully refunded, pending refunds included, so nothing remains to be sent. */
export function isFullyRefunded({
  totalCents,
  refunds,
}: Pick<OrderView, "totalCents" | "refunds">): boolean {
  const valid = refunds.filter(({ state }) => state !== "failed");
  return (
    valid.length > 0 && valid.reduce((sum, { amountCents }) => sum + amountCents, 0) >= totalCents
  );
}

/** Whether a refund is pending at the provider. */
export const isBeingRefunded = ({ refunds }: Pick<OrderView, "refunds">): boolean =>
  refunds.some(({ state }) => state === "sent");

/** « 3 articles »: the sum of all quantities. */
export function articleCountText(lines: readonly Pick<OrderLine, "quantity">[]): string {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0);
  return `${count} article${count > 1 ? "s" : ""}`;
}

/** The delivery period of an order placed now, in Paris: « du 20 au 24 novembre 2026 » (specification §9). */
export function shippingPeriodFromToday(now = new Date()): string {
  const { from, until } = deliveryPeriod(null, parisDay(now));
  return frenchPeriod(from, until);
}

/** A product id with its quantity. */
export type OrderedItem = { id: string; qty: number };

/** Whether a cart has the same products and quantities as an order, in any order of lines. */
export function hasSameItems(
  ordered: readonly OrderedItem[],
  items: readonly OrderedItem[],
): boolean {
  const quantities = new Map(ordered.map(({ id, qty }) => [id, qty]));
  return (
    items.length === quantities.size && items.every(({ id, qty }) => quantities.get(id) === qty)
  );
}
