import { and, eq, isNull, notLike, sql } from "drizzle-orm";
import { paymentBreaks, payments } from "#db/schema/index.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { formatAmount } from "./amount.ts";
import { closeBreak, recordBreak } from "./payment-breaks.server.ts";
import type { ProviderDispute, ProviderEvent, ProviderOrder } from "./paypal-schema.ts";
import type { PaymentServices } from "./payment-services.ts";

/*
 * Disputes and chargebacks: a state beside « payée », which never goes back. It is a break of kind « reversed » that no
 * administrator has dealt with (decision 39).
 */

type Payment = typeof payments.$inferSelect;
const DISPUTE = "litige-";
/** The ends of a dispute that leave the shop its money (PayPal, Disputes API v1, `outcome_code`). */
const WON = new Set(["RESOLVED_SELLER_FAVOUR", "CANCELED_BY_BUYER"]);

/** The provider has taken money back (`PAYMENT.CAPTURE.REVERSED`); told twice, written once. */
export async function hearReversal(
  services: Pick<PaymentServices, "db">,
  payment: Payment,
  { id, amount }: ProviderEvent,
): Promise<void> {
  const what = amount ? `${formatAmount(amount)} du montant encaissé` : "le montant encaissé";
  await services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    await recordBreak(tx, order!, {
      id: `annulation-${id}`,
      paymentId: payment.id,
      kind: "reversed",
      detail: `PayPal a repris ${what} (litige ou rétrofacturation)`,
    });
  });
}

/**
 * A buyer's dispute was opened, or has ended (`CUSTOMER.DISPUTE.*`), heard in any order and any number of times. One
 * that the shop has won is dealt with; one that it has lost waits for an administrator.
 */
export async function hearDispute(
  services: Pick<PaymentServices, "db">,
  payment: Payment,
  { id, amount, outcome }: ProviderDispute,
): Promise<void> {
  const breakId = `${DISPUTE}${id}`;
  const about = amount ? ` de ${formatAmount(amount)}` : "";
  const end = !outcome ? "" : WON.has(outcome) ? ", gagné" : ", tranché en faveur de l’acheteur";
  const detail = `l’acheteur a ouvert un litige${about} chez PayPal${end}`;
  await services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    await recordBreak(tx, order!, {
      id: breakId,
      paymentId: payment.id,
      kind: "reversed",
      detail,
    });
    if (!outcome) return;
    await tx
      .update(paymentBreaks)
      .set({ detail })
      .where(and(eq(paymentBreaks.id, breakId), isNull(paymentBreaks.resolvedAt)));
    if (WON.has(outcome)) await closeBreak(tx, null, breakId);
  });
}

/**
 * A capture that the provider calls given back, in whole, though its refunds don't sum to it: it was taken back. Told
 * once; usually its event was quicker.
 */
export async function recordReversal(
  services: Pick<PaymentServices, "db">,
  paymentId: string,
  { capture, refunds }: ProviderOrder,
): Promise<void> {
  if (capture?.status !== "REFUNDED") return;
  const given = refunds
    .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (given >= capture.amountCents) return;
  const missing = { amountCents: capture.amountCents - given, currency: capture.currency };
  await services.db.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    const order = await lockOrder(tx, payment!.orderId);
    const told = and(
      eq(paymentBreaks.paymentId, paymentId),
      eq(paymentBreaks.kind, "reversed"),
      // A dispute says that money may be taken back, not that it was.
      notLike(paymentBreaks.id, sql`${DISPUTE} || '%'`),
    );
    if ((await tx.$count(paymentBreaks, told)) > 0) return;
    await recordBreak(tx, order!, {
      id: `annulation-${capture.id}`,
      paymentId,
      kind: "reversed",
      detail: `PayPal a repris ${formatAmount(missing)} du montant encaissé (litige ou rétrofacturation)`,
    });
  });
}
